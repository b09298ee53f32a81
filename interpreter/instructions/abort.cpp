// Control-Flow Instructions: OpAbortKHR (SPV_KHR_abort)
//
// The other invocations end in finite time. Here, they end at once, as does everything that the dispatch has not started. Others
// may execute more, so whatever the dispatch can write is implementation-dependent.

#include <charconv>
#include <string>
#include <string_view>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/abort_marks.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/sign_extension.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// The words of the record: the tokens of the message, and before them their number. A token has three words.
enum class MessageToken : std::uint32_t {
  text,        // a character
  number,      // slot, bytes
  signed_one,  // slot, bytes
  floating,    // slot, bytes
  character,   // slot, bytes; a byte of UTF-8
  bits         // slot, bytes; in hexadecimal
};

template <class T, class... Format>
std::string text_of_number(T value, Format... format) {
  char buffer[64];
  const auto done = std::to_chars(buffer, buffer + sizeof buffer, value, format...);
  return {buffer, done.ptr};
}

std::string text_of_float(const Subgroup& subgroup, Slot slot, unsigned bytes, unsigned lane) {
  if (bytes == 2) return text_of_number(to_float(subgroup.values<Float16>(slot)[lane]));
  if (bytes == 4) return text_of_number(subgroup.values<float>(slot)[lane]);
  return text_of_number(subgroup.values<double>(slot)[lane]);
}

std::string text_of_character(std::uint64_t byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (byte >= 0x20 && byte != 0x7F) return {static_cast<char>(byte)};
  return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

std::string text_of_component(const Subgroup& subgroup, const std::uint32_t* token, unsigned lane) {
  const Slot slot = token[1];
  const unsigned bytes = token[2];
  if (subgroup.header(slot).undefined.test(lane)) return "undef";
  const std::uint64_t bits = component_bits(subgroup, slot, bytes, lane);
  switch (static_cast<MessageToken>(token[0])) {
    case MessageToken::signed_one:
      return text_of_number(sign_extended(bits, 8 * bytes));
    case MessageToken::floating:
      return text_of_float(subgroup, slot, bytes, lane);
    case MessageToken::character:
      return text_of_character(bits);
    case MessageToken::bits:
      return "0x" + text_of_number(bits, 16);
    default:
      return text_of_number(bits);
  }
}

std::string message_of(const Subgroup& subgroup, const std::uint32_t* words, unsigned lane) {
  std::string text;
  const std::uint32_t* const end = words + 1 + 3 * std::size_t{words[0]};
  for (const std::uint32_t* token = words + 1; token != end; token += 3) {
    if (static_cast<MessageToken>(token[0]) == MessageToken::text) {
      text += static_cast<char>(token[1]);
    } else {
      text += text_of_component(subgroup, token, lane);
    }
  }
  return text;
}

// The tokens of a value, in the order of its components.
class MessageWriter {
 public:
  explicit MessageWriter(Lowering& lowering, Id message)
      : lowering_(lowering), slots_(lowering.value(message).slots) {
    if (slots_.size() > most_components)
      lowering.fail_unsupported("a message of more than " + std::to_string(most_components) +
                                " components");
    add(lowering.type_id_of(message));
  }

  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(tokens_.size() / 3)};
    words.insert(words.end(), tokens_.begin(), tokens_.end());
    return words;
  }
  const std::vector<Slot>& slots() const { return slots_; }

 private:
  static constexpr std::size_t most_components = 4096;

  void add(Id id) {
    const Type& type = lowering_.type(id);
    switch (type.kind) {
      case Type::Kind::scalar:
      case Type::Kind::pointer:
        return add_component(type.scalar);
      case Type::Kind::structure:
        return add_parts(type.members.size(), [&](std::size_t i) { add(type.members[i].type); });
      case Type::Kind::array:
        if (lowering_.module().has_decoration(id, spv::Decoration::UTFEncodedKHR))
          return add_string(type.count);
        [[fallthrough]];
      case Type::Kind::matrix:
        return add_parts(type.count, [&](std::size_t) { add(type.element); });
      case Type::Kind::vector:
        return add_parts(type.count, [&](std::size_t) { add_component(type.scalar); });
      default:
        lowering_.fail_unsupported("a message that contains a value of the type " +
                                   lowering_.type_text(id));
    }
  }

  template <class AddPart>
  void add_parts(std::size_t count, const AddPart& add_part) {
    add_text("{");
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) add_text(", ");
      add_part(i);
    }
    add_text("}");
  }

  // SPV_KHR_constant_data: an array of bytes that are UTF-8.
  void add_string(std::size_t bytes) {
    add_text("\"");
    for (std::size_t i = 0; i < bytes; ++i)
      add_token(MessageToken::character, slots_.at(next_++), 1);
    add_text("\"");
  }

  void add_text(std::string_view text) {
    for (const char character : text)
      add_token(MessageToken::text, static_cast<unsigned char>(character), 0);
  }

  void add_component(ScalarType type) {
    using Class = ScalarType::Class;
    const bool is_number =
        type.scalar_class == Class::integer || type.scalar_class == Class::boolean;
    add_token(is_number && type.is_signed ? MessageToken::signed_one
              : is_number                 ? MessageToken::number
              : type.is_float()           ? MessageToken::floating
                                          : MessageToken::bits,
              slots_.at(next_++), type.bytes);
  }

  void add_token(MessageToken kind, std::uint32_t first, std::uint32_t second) {
    tokens_.insert(tokens_.end(), {static_cast<std::uint32_t>(kind), first, second});
  }

  Lowering& lowering_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> tokens_;
  std::size_t next_ = 0;  // of the slots
};

struct LoweredOpAbortKHR {
  using Grammar = grammar::OpAbortKHR;
  static constexpr Clause executed{
      "OpAbortKHR.executed", "abort", Effect::implementation_defined,
      "the invocation aborts the dispatch, and how much the other invocations execute is "
      "implementation-dependent"};
  static constexpr auto clauses = clause_list(executed);

  // extra: the words of the message.
  static const Record* abort(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    report(subgroup, *record, executed, subgroup.active,
           "the message is " + message_of(subgroup, words, subgroup.active.lowest()));
    mark_what_others_may_write(*subgroup.memory);
    subgroup.state = SubgroupState::stopped;
    return nullptr;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (lowering.function() == nullptr) lowering.fail_input("is outside a function");
    if (lowering.program().is_graphics()) lowering.fail_unsupported("in a graphics pipeline");
    // It ends all workgroups, and changes the state of memory that they share.
    lowering.builder().note_order_of_workgroups();
    const MessageWriter message(lowering, instruction.id(Grammar::message));
    lowering.describe(lowering.emit(&abort, no_slot, {}, lowering.add_data(message.words())),
                      {.reads = message.slots(), .is_control_flow = true});
    // A block must end.
    lowering.function()->emit_end_of_lanes(&terminate);
  }
};

}  // namespace

std::span<const InstructionDefinition> abort_instructions() {
  return InstructionList<LoweredOpAbortKHR>::definitions;
}

}  // namespace spirv_oracle
