// printf. The lowering prepares everything that does not depend on the values.
#include <cstdio>
#include <utility>

#include "builtins/opencl_std/instruction.h"
#include "builtins/opencl_std/lists.h"
#include "builtins/opencl_std/printf/printf_format.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/debug_printf.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle::opencl_std {
namespace {

// --- literal strings ---

// The characters of a constant array from `first` on, up to the null character.
std::optional<std::string> characters(Lowering& lowering, Id array, std::uint64_t first) {
  const Instruction* constant = lowering.module().definition(array);
  if (constant != nullptr && constant->opcode == spv::Op::OpConstantNull) return std::string();
  if (constant == nullptr || constant->opcode != spv::Op::OpConstantComposite) return std::nullopt;
  std::string text;
  for (std::uint64_t i = first + 2; i < constant->operand_count(); ++i) {
    const auto character = lowering.types().integer(constant->id(static_cast<unsigned>(i)));
    if (!character) return std::nullopt;
    if (*character == 0) return text;
    text += static_cast<char>(*character);
  }
  return std::nullopt;
}

// The literal string to which a pointer points; none if it points elsewhere. Adds to `offset`.
std::optional<std::string> literal_string(Lowering& lowering, Id pointer,
                                          std::uint64_t offset = 0) {
  const Instruction* definition = lowering.module().definition(pointer);
  if (definition == nullptr) return std::nullopt;
  unsigned base = 2;
  spv::Op opcode = definition->opcode;
  if (opcode == spv::Op::OpSpecConstantOp)
    opcode = static_cast<spv::Op>(definition->literal(base++));
  switch (opcode) {
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      if (!definition->has(initializer_operand(definition->opcode)) ||
          lowering.type(definition->type).storage_class != spv::StorageClass::UniformConstant)
        return std::nullopt;
      return characters(lowering, definition->id(initializer_operand(definition->opcode)), offset);
    case spv::Op::OpBitcast:
    case spv::Op::OpCopyObject:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpAccessChain:
      break;
    default:
      return std::nullopt;
  }
  // Only the last index counts characters. The earlier ones select the only array.
  for (unsigned i = base + 1; i < definition->operand_count(); ++i) {
    const auto index = lowering.types().integer(definition->id(i));
    if (!index || *index < 0) return std::nullopt;
    const bool is_last = i + 1 == definition->operand_count();
    if (!is_last && *index != 0) return std::nullopt;
    if (is_last) offset += static_cast<std::uint64_t>(*index);
  }
  return literal_string(lowering, definition->id(base), offset);
}

// --- when the kernel runs ---

constexpr std::size_t text_size = 512;  // enough for most numbers

template <class T>
std::string formatted(const std::string& format, T value) {
  char text[text_size];
  const int size = std::snprintf(text, sizeof text, format.c_str(), value);
  if (size < 0) return {};
  const auto length = static_cast<std::size_t>(size);
  if (length < sizeof text) return {text, length};
  std::string longer(length + 1, '\0');
  std::snprintf(longer.data(), longer.size(), format.c_str(), value);
  longer.resize(length);
  return longer;
}

std::string number_text(const Subgroup& subgroup, const std::string& format, ScalarType type,
                        Slot slot, unsigned lane) {
  const bool floating = type.scalar_class == ScalarType::Class::floating;
  if (type.scalar_class == ScalarType::Class::pointer) {
    // The alternative form of zero would lack the prefix.
    const auto address =
        static_cast<unsigned long long>(subgroup.values<std::uint64_t>(slot)[lane]);
    return formatted(format, ("0x" + formatted("%llx", address)).c_str());
  }
  switch (type.bytes) {
    case 1:
      return formatted(format, int{subgroup.values<std::uint8_t>(slot)[lane]});
    case 2:
      if (floating) {
        return formatted(format, double{to_float(subgroup.values<Float16>(slot)[lane])});
      }
      return formatted(format, int{subgroup.values<std::uint16_t>(slot)[lane]});
    case 4:
      if (floating) return formatted(format, double{subgroup.values<float>(slot)[lane]});
      return formatted(format, subgroup.values<std::int32_t>(slot)[lane]);
    default:
      if (floating) return formatted(format, subgroup.values<double>(slot)[lane]);
      return formatted(format, static_cast<long long>(subgroup.values<std::int64_t>(slot)[lane]));
  }
}

// Literal text has no argument. The format of other parts is that of the C library.
std::string part_text(const Subgroup& subgroup, const DebugPrintfFormat& part, unsigned lane) {
  if (part.arguments.empty()) return part.format;
  std::string text;
  const auto& [type, slots] = part.arguments.front();
  const char* separator = "";  // an element may be no characters at all
  for (const Slot slot : slots) {
    text += std::exchange(separator, ",");
    text += subgroup.header(slot).undefined.test(lane)
                ? std::string("undef")
                : number_text(subgroup, part.format, type, slot, lane);
  }
  return text;
}

// operand 0: the number of parts; extra: the first part, in Program::formats.
const Record* print(Subgroup& subgroup, const Record* record) {
  if (FindingExplainer* explainer = subgroup.workgroup->observers().values.explainer;
      explainer != nullptr)
    explainer->note_use(subgroup, record->origin, subgroup.active);
  for (std::uint32_t i = 0; i < record->operand[0]; ++i)
    note_printed_values(subgroup, subgroup.program->formats[record->extra + i]);
  subgroup.active.for_each([&](unsigned lane) {
    std::string text;
    for (std::uint32_t i = 0; i < record->operand[0]; ++i)
      text += part_text(subgroup, subgroup.program->formats[record->extra + i], lane);
    print_text(subgroup, lane, std::move(text));
  });
  return record + 1;
}

// --- lowering ---

struct printf : Arrangement<listed::printf> {
  static constexpr std::string_view kind = "printf-format";
  static constexpr Clause too_few_arguments{
      "OpenCL.std.printf.too-few-arguments", kind, Effect::undefined_behavior,
      "the format has more conversion specifications than there are arguments"};
  static constexpr Clause invalid_conversion{"OpenCL.std.printf.invalid-conversion", kind,
                                             Effect::undefined_behavior,
                                             "a conversion specification is invalid"};
  static constexpr Clause argument_type{
      "OpenCL.std.printf.argument-type", kind, Effect::undefined_behavior,
      "the type of an argument does not match its conversion specification"};
  static constexpr auto clauses = clause_list(too_few_arguments, invalid_conversion, argument_type);

  // extra: the message, in Program::formats.
  template <const Clause& clause>
  static const Record* report_mistake(Subgroup& subgroup, const Record* record) {
    report(subgroup, *record, clause, subgroup.active,
           subgroup.program->formats[record->extra].format);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const auto format = literal_string(lowering, operand(instruction, Grammar::format));
    if (!format) lowering.fail_unsupported("a format that is not a literal string");
    Parts parts{lowering, instruction, {}};
    for (const PrintfPart& part : parse_printf_format(*format)) parts.add(part);
    const auto first = static_cast<std::uint32_t>(lowering.program().formats.size());
    const auto count = static_cast<Slot>(parts.list.size());
    RecordEffects effects{.plane_operands = 0};
    for (DebugPrintfFormat& format_of_part : parts.list) {
      const std::vector<Slot> planes = planes_of(format_of_part);
      effects.reads.insert(effects.reads.end(), planes.begin(), planes.end());
      lowering.builder().add(std::move(format_of_part));
    }
    lowering.describe(lowering.emit(&print, no_slot, {count}, first), std::move(effects));
    // "Returns 0 if it was executed successfully."
    lowering.bind(instruction.result,
                  {lowering.constant_plane(lowering.type(instruction.type).scalar, 0)});
  }

 private:
  // The text of a call, and records that report its errors.
  struct Parts {
    Lowering& lowering;
    const Instruction& instruction;
    std::vector<DebugPrintfFormat> list;
    unsigned next = Grammar::additional_arguments;  // index of the next argument
    bool lost = false;  // after an invalid conversion, arguments cannot be assigned

    void add(const PrintfPart& part) {
      if (!part.conversion || lost) return list.push_back({part.text, {}});
      const unsigned index = Lowering::first_operand(instruction) + next;
      if (!part.mistake.empty()) {
        lost = true;
        return mistake<invalid_conversion>(part, ": " + std::string(part.mistake));
      }
      if (!instruction.has(index)) return mistake<too_few_arguments>(part, "");
      ++next;
      if (part.conversion->width > max_printf_field ||
          part.conversion->precision.value_or(0) > max_printf_field) {
        lowering.fail({Status::limit, "printf: '" + part.text +
                                          "' has a width or precision of "
                                          "more than " +
                                          std::to_string(max_printf_field)});
      }
      add_argument(part, instruction.id(index));
    }

    void add_argument(const PrintfPart& part, Id argument) {
      const PrintfConversion& conversion = *part.conversion;
      const Type& type = lowering.type_of(argument);
      if (conversion.letter == 's') {
        const auto text = literal_string(lowering, argument);
        if (!text) return mistake<argument_type>(part, " is not for a literal string");
        const std::string format = c_format(conversion, ScalarType{});
        return list.push_back({formatted(format, text->c_str()), {}});
      }
      const std::vector<Slot> slots = lowering.value(argument).slots;
      if (conversion.letter == 'p') {
        if (type.kind != Type::Kind::pointer)
          return mistake<argument_type>(part, " is for a pointer");
        PrintfConversion padded = conversion;
        padded.flags = conversion.flags.find('-') == std::string::npos ? "" : "-";
        padded.letter = 's';
        return list.push_back({c_format(padded, type.scalar), {{ScalarType::pointer(), slots}}});
      }
      const bool is_number = type.kind == Type::Kind::scalar || type.kind == Type::Kind::vector;
      if (is_number && takes_printf_argument(conversion, type.scalar, type.component_count))
        return list.push_back({c_format(conversion, type.scalar), {{type.scalar, slots}}});
      mistake<argument_type>(part, " is for a type other than that of its argument");
      // Devices print an integer of another width, such as a size_t for %d, so programs in the wild have such formats.
      if (type.kind == Type::Kind::scalar && is_integer_conversion(conversion) &&
          type.scalar.scalar_class == ScalarType::Class::integer)
        list.back() = {c_format(conversion, type.scalar), {{type.scalar, slots}}};
    }

    template <const Clause& clause>
    void mistake(const PrintfPart& part, const std::string& why) {
      lowering.emit(&report_mistake<clause>, no_slot, {},
                    lowering.builder().add(DebugPrintfFormat{"'" + part.text + "'" + why, {}}));
      list.push_back({part.text, {}});
    }
  };
};

}  // namespace

std::span<const InstructionDefinition> printf_instructions() {
  return InstructionList<printf>::definitions;
}

}  // namespace spirv_oracle::opencl_std
