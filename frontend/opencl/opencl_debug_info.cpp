#include "frontend/opencl/opencl_debug_info.h"

#include <map>
#include <string>
#include <unordered_map>

#include "frontend/spirv_words.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::Words;
using Raw = spirv_words::InstructionWords;

constexpr std::string_view set_name = "OpenCL.DebugInfo.100";
// Operands of an OpExtInst before those of the extended instruction.
constexpr unsigned first_operand = 4;

constexpr std::uint32_t debug_info_none = 0, debug_source = 35;

// A binary, its instructions, and which of them are code: in a function, and neither lines nor debug information.
struct ParsedModule {
  std::span<const std::uint32_t> words;
  std::shared_ptr<const Module> module;

  static Result<ParsedModule> parse(std::span<const std::uint32_t> words) {
    auto module = Module::parse(words);
    if (!module) return tl::unexpected(module.error());
    return ParsedModule{words, std::move(*module)};
  }
  bool is_debug(const Instruction& instruction) const {
    return instruction.opcode == spv::Op::OpExtInst &&
           module->extended_set(instruction.id(2)) == set_name;
  }
  bool is_code(const Instruction& instruction) const {
    return instruction.opcode != spv::Op::OpLine && instruction.opcode != spv::Op::OpNoLine &&
           !is_debug(instruction);
  }
  // The words of an instruction, with the ids that the binary has.
  Raw raw(const Instruction& instruction) const {
    return words.subspan(instruction.word_offset, words[instruction.word_offset] >> 16);
  }
};

class DebugInformationAdder {
 public:
  DebugInformationAdder(const ParsedModule& plain, const ParsedModule& detailed)
      : plain_(plain), detailed_(detailed), next_id_(plain.words[3]) {}

  Result<Words> result() {
    if (!pair_globals() || !pair_functions())
      return bad_input("the compiler makes different code with debug information");
    find_common_ids();
    for (const Instruction& instruction : detailed_.module->instructions().subspan(1)) {
      if (instruction.opcode == spv::Op::OpFunction) break;
      if (detailed_.is_debug(instruction)) append_debug(instruction, debug_);
    }
    for (auto& [before, instructions] : insertions_) {
      for (const Instruction* instruction : instructions)
        append_debug(*instruction, inserted_[before]);
    }
    return assemble();
  }

 private:
  // Variables of both modules come in the same order. Types and constants may not.
  bool pair_globals() {
    std::vector<const Instruction*> mine, others;
    for (const auto& [parsed, list] : {std::pair(&plain_, &mine), std::pair(&detailed_, &others)}) {
      for (const Instruction& instruction : parsed->module->instructions().subspan(1)) {
        if (instruction.opcode == spv::Op::OpFunction) break;
        if (instruction.opcode == spv::Op::OpVariable) list->push_back(&instruction);
      }
    }
    if (mine.size() != others.size()) return false;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (!pair(*mine[i], *others[i])) return false;
    }
    return true;
  }

  // Also notes before which instruction of the plain module debug information is to be inserted.
  bool pair_functions() {
    const auto mine = plain_.module->instructions(), others = detailed_.module->instructions();
    std::size_t i = first_function(mine), k = first_function(others);
    for (;;) {
      while (i < mine.size() && !plain_.is_code(mine[i])) ++i;
      std::vector<const Instruction*> debug;
      for (; k < others.size() && !detailed_.is_code(others[k]); ++k) {
        if (detailed_.is_debug(others[k])) debug.push_back(&others[k]);
      }
      if (i == mine.size() || k == others.size()) return i == mine.size() && k == others.size();
      if (!pair(mine[i], others[k])) return false;
      if (!debug.empty()) insertions_[mine[i].word_offset] = std::move(debug);
      ++i;
      ++k;
    }
  }

  static std::size_t first_function(std::span<const Instruction> instructions) {
    std::size_t i = 1;
    while (i < instructions.size() && instructions[i].opcode != spv::Op::OpFunction) ++i;
    return i;
  }

  // Whether both are the same instruction. If so, notes that their ids correspond.
  bool pair(const Instruction& mine, const Instruction& other) {
    const Raw a = plain_.raw(mine), b = detailed_.raw(other);
    if (a[0] != b[0] || mine.operand_count() != other.operand_count()) return false;
    for (unsigned i = 0; i < mine.operand_count(); ++i) {
      const Operand& operand = mine.operands[i];
      for (unsigned w = 0; w < operand.word_count; ++w) {
        const std::uint32_t p = a[operand.first_word + w], d = b[operand.first_word + w];
        if (operand.operand_class == OperandClass::id ? ids_.try_emplace(d, p).first->second != p
                                                      : d != p)
          return false;
      }
    }
    return true;
  }

  // Strings, and the types of debug instructions and of their constants.
  void find_common_ids() {
    for (const Instruction& instruction : plain_.module->instructions().subspan(1)) {
      if (instruction.result == 0) continue;
      const std::uint32_t id = original(plain_, instruction.result);
      if (instruction.opcode == spv::Op::OpString) strings_[instruction.string(1)] = id;
      if (instruction.opcode == spv::Op::OpTypeVoid) void_ = id;
      if (instruction.opcode == spv::Op::OpTypeInt && instruction.literal(1) == 32) uint_ = id;
    }
    set_ = next_id_++;
    if (void_ == 0) append(spv::Op::OpTypeVoid, {void_ = next_id_++}, {}, globals_);
    if (uint_ == 0) append(spv::Op::OpTypeInt, {uint_ = next_id_++, 32, 0}, {}, globals_);
  }

  static std::uint32_t original(const ParsedModule& parsed, Id id) {
    return parsed.module->original_id(id);
  }

  // The id in the result of an id of the detailed module; defines it if the plain module has no such thing.
  std::uint32_t id_of(Id detailed) {
    const std::uint32_t id = original(detailed_, detailed);
    if (const auto known = ids_.find(id); known != ids_.end()) return known->second;
    const Instruction* definition = detailed_.module->definition(detailed);
    if (definition == nullptr) return info_none();
    if (definition->opcode == spv::Op::OpString) return string(id, definition->string(1));
    if (definition->opcode == spv::Op::OpConstant) return constant(id, definition->literal(2));
    if (definition->opcode == spv::Op::OpTypeVoid) return ids_[id] = void_;
    // Debug instructions may refer to later ones.
    return detailed_.is_debug(*definition) ? ids_[id] = next_id_++ : info_none();
  }

  std::uint32_t info_none() {
    if (none_ == 0) {
      none_ = next_id_++;
      append(spv::Op::OpExtInst, {void_, none_, set_, debug_info_none}, {}, globals_);
    }
    return none_;
  }

  std::uint32_t string(std::uint32_t detailed, const std::string& text) {
    std::uint32_t& id = strings_[text];
    if (id == 0) {
      id = next_id_++;
      append(spv::Op::OpString, {id}, spirv_words::string_words(text), text_);
    }
    return ids_[detailed] = id;
  }

  // Sizes and counts; 32 bits are enough for them.
  std::uint32_t constant(std::uint32_t detailed, std::uint32_t value) {
    const std::uint32_t id = next_id_++;
    append(spv::Op::OpConstant, {uint_, id, value}, {}, globals_);
    return ids_[detailed] = id;
  }

  void append_debug(const Instruction& instruction, Words& words) {
    Words operands{void_, id_of(instruction.result), set_, instruction.literal(3)};
    // llvm-spirv writes a checksum where the text of a source should be.
    const bool is_source = instruction.literal(3) == debug_source;
    const unsigned count = is_source ? first_operand + 1 : instruction.operand_count();
    for (unsigned i = first_operand; i < count; ++i) {
      const bool is_id = instruction.operands[i].operand_class == OperandClass::id;
      operands.push_back(is_id ? id_of(instruction.id(i)) : instruction.literal(i));
    }
    append(spv::Op::OpExtInst, {}, operands, words);
  }

  Words assemble() const {
    Words out(plain_.words.begin(), plain_.words.begin() + spirv_words::header_words);
    out[3] = next_id_;
    bool has_set = false, has_text = false, in_functions = false;
    const auto insert = [&out](const Words& words) {
      out.insert(out.end(), words.begin(), words.end());
    };
    for (std::size_t at = spirv_words::header_words; at < plain_.words.size();
         at += plain_.words[at] >> 16) {
      const Raw instruction = plain_.words.subspan(at, plain_.words[at] >> 16);
      const spv::Op opcode = spirv_words::opcode_of(instruction);
      if (!has_set && opcode == spv::Op::OpMemoryModel) {
        append(spv::Op::OpExtInstImport, {set_}, spirv_words::string_words(set_name), out);
        has_set = true;
      }
      if (!has_text && is_after_modes(opcode)) {
        insert(text_);
        has_text = true;
      }
      if (!in_functions && opcode == spv::Op::OpFunction) {
        insert(globals_);
        insert(debug_);
        in_functions = true;
      }
      if (const auto found = inserted_.find(static_cast<std::uint32_t>(at));
          found != inserted_.end())
        insert(found->second);
      append(instruction, out);
    }
    return out;
  }

  // See "Logical Layout of a Module".
  static bool is_after_modes(spv::Op opcode) {
    switch (opcode) {
      case spv::Op::OpCapability:
      case spv::Op::OpExtension:
      case spv::Op::OpExtInstImport:
      case spv::Op::OpMemoryModel:
      case spv::Op::OpEntryPoint:
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId:
        return false;
      default:
        return true;
    }
  }

  const ParsedModule& plain_;
  const ParsedModule& detailed_;
  std::uint32_t next_id_, set_ = 0, void_ = 0, uint_ = 0, none_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> ids_;  // of the detailed module to the result's
  std::unordered_map<std::string, std::uint32_t> strings_;
  Words text_, globals_, debug_;  // the new instructions of these sections
  // By the offset of the instruction of the plain module that follows.
  std::map<std::uint32_t, std::vector<const Instruction*>> insertions_;
  std::map<std::uint32_t, Words> inserted_;
};

// llvm-spirv gives pointers to images, samplers and events a storage class that does not exist.
Words with_storage_classes(std::span<const std::uint32_t> words) {
  constexpr std::uint32_t type_pointer = 3, none = 0xFFFFFFFF;
  constexpr std::size_t storage_class = 6;  // word of the instruction
  Words result(words.begin(), words.begin() + spirv_words::header_words);
  std::uint32_t set = 0;
  spirv_words::for_each_instruction(words, [&](Raw instruction) {
    const spv::Op opcode = spirv_words::opcode_of(instruction);
    if (opcode == spv::Op::OpExtInstImport && spirv_words::text_at(instruction, 2) == set_name)
      set = instruction[1];
    append(instruction, result);
    if (opcode == spv::Op::OpExtInst && set != 0 && instruction.size() > storage_class &&
        instruction[3] == set && instruction[4] == type_pointer &&
        instruction[storage_class] == none) {
      result[result.size() - instruction.size() + storage_class] =
          static_cast<std::uint32_t>(spv::StorageClass::Generic);
    }
  });
  return result;
}

}  // namespace

Result<Words> with_debug_information(std::span<const std::uint32_t> module,
                                     std::span<const std::uint32_t> detailed) {
  const auto plain = ParsedModule::parse(module);
  if (!plain) return tl::unexpected(plain.error());
  const Words corrected = with_storage_classes(detailed);
  const auto other = ParsedModule::parse(corrected);
  if (!other) return tl::unexpected(other.error());
  return DebugInformationAdder(*plain, *other).result();
}

}  // namespace spirv_oracle
