#include "interpreter/loader/resource_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "interpreter/loader/pointers.h"
#include "interpreter/loader/source_language.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view register_types = "btsu";
constexpr std::string_view shift_prefix = "-fvk-", shift_suffix = "-shift ";

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || stop != end || error != std::errc()) return std::nullopt;
  return number;
}

// The type of a variable, without pointer and arrays.
const Instruction* described_type(const Module& module, const Instruction& variable) {
  const Instruction* type = module.definition(data_type(module, variable));
  const auto is_array = [&type] {
    return type != nullptr &&
           (type->opcode == spv::Op::OpTypeArray || type->opcode == spv::Op::OpTypeRuntimeArray);
  };
  // Without validation, a type might contain itself. A type in an array is defined before the array.
  while (is_array() && type->id(1) < type->result) type = module.definition(type->id(1));
  return type;
}

// See NonWritable under "Decoration": it applies to the variable, or to every member of its block.
bool is_read_only(const Module& module, const Instruction& variable, const Instruction& block) {
  if (module.has_decoration(variable.result, spv::Decoration::NonWritable)) return true;
  const std::uint32_t members = block.operand_count() - 1;
  for (std::uint32_t i = 0; i < members; ++i) {
    if (!module.member_decoration(block.result, i, spv::Decoration::NonWritable)) return false;
  }
  return members > 0;
}

struct Candidate {
  const Instruction* variable = nullptr;
  std::uint32_t set = 0, binding = 0;
  std::array<std::string_view, 3> names;  // of the variable, its block, and the only member
};

bool is_resource_of(const EntryPointInfo* entry, const Candidate& candidate) {
  return entry == nullptr ||
         std::ranges::any_of(entry->resources, [&candidate](const ResourceInfo& resource) {
           return resource.kind != ResourceKind::push_constant && resource.set == candidate.set &&
                  resource.binding == candidate.binding;
         });
}

std::vector<Candidate> candidates_in(const Module& module, const EntryPointInfo* entry) {
  std::vector<Candidate> candidates;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (!is_variable(instruction.opcode)) continue;
    const auto binding = module.decoration(instruction.result, spv::Decoration::Binding);
    if (!binding) continue;
    Candidate candidate;
    candidate.variable = &instruction;
    candidate.set =
        module.decoration(instruction.result, spv::Decoration::DescriptorSet).value_or(0);
    candidate.binding = *binding;
    if (!is_resource_of(entry, candidate)) continue;
    candidate.names[0] = module.name(instruction.result);
    const Instruction* type = described_type(module, instruction);
    if (type != nullptr && type->opcode == spv::Op::OpTypeStruct) {
      candidate.names[1] = module.name(type->result);
      if (type->operand_count() == 2) candidate.names[2] = module.member_name(type->result, 0);
    }
    candidates.push_back(candidate);
  }
  return candidates;
}

struct Register {
  char type = 'u';
  std::uint32_t number = 0, space = 0;
};

// u0, or u0,space1.
std::optional<Register> parse_register(std::string_view text) {
  constexpr std::string_view space = "space";
  Register result;
  if (text.empty() || register_types.find(text[0]) == std::string_view::npos) return std::nullopt;
  result.type = text[0];
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto number = whole_number(text.substr(1, comma - 1));
  if (!number) return std::nullopt;
  result.number = *number;
  if (comma == text.size()) return result;
  std::string_view rest = text.substr(comma + 1);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.starts_with(space)) return std::nullopt;
  const auto set = whole_number(rest.substr(space.size()));
  if (!set) return std::nullopt;
  result.space = *set;
  return result;
}

std::vector<RegisterShift> recorded_shifts(const Module& module) {
  std::vector<RegisterShift> shifts;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode != spv::Op::OpString) continue;
    if (const auto shift = parse_register_shift(module.text(instruction.result)))
      shifts.push_back(*shift);
  }
  return shifts;
}

bool is_in_register(const Module& module, const Candidate& candidate, const Register& wanted,
                    const std::vector<RegisterShift>& shifts) {
  std::uint64_t binding = wanted.number;
  for (const RegisterShift& shift : shifts) {
    if (shift.type == wanted.type && shift.space.value_or(wanted.space) == wanted.space)
      binding += shift.shift;
  }
  return candidate.set == wanted.space && candidate.binding == binding &&
         register_type(module, *candidate.variable) == wanted.type;
}

using Candidates = std::vector<Candidate>;

// The candidates with this name, of the first kind of name that any of them has.
Candidates with_name(const Module& module, const Candidates& all, std::string_view name) {
  Candidates found;
  for (std::size_t kind = 0; kind < Candidate().names.size() && found.empty(); ++kind) {
    std::ranges::copy_if(all, std::back_inserter(found),
                         [&](const Candidate& candidate) { return candidate.names[kind] == name; });
  }
  const auto wanted = parse_register(name);
  if (!found.empty() || !wanted || declared_source_language(module) != spv::SourceLanguage::HLSL)
    return found;
  const auto shifts = recorded_shifts(module);
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Candidate& candidate) {
    return is_in_register(module, candidate, *wanted, shifts);
  });
  return found;
}

std::string binding_text(const Candidate& candidate) {
  return std::to_string(candidate.set) + "." + std::to_string(candidate.binding);
}

}  // namespace

std::string register_shift_text(const RegisterShift& shift) {
  return std::string(shift_prefix) + shift.type + std::string(shift_suffix) +
         std::to_string(shift.shift) + " " + (shift.space ? std::to_string(*shift.space) : "all");
}

std::optional<RegisterShift> parse_register_shift(std::string_view text) {
  if (!text.starts_with(shift_prefix)) return std::nullopt;
  text.remove_prefix(shift_prefix.size());
  if (text.empty() || register_types.find(text[0]) == std::string_view::npos ||
      !text.substr(1).starts_with(shift_suffix))
    return std::nullopt;
  RegisterShift result;
  result.type = text[0];
  text.remove_prefix(1 + shift_suffix.size());
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto shift = whole_number(text.substr(0, blank));
  if (!shift || blank == text.size()) return std::nullopt;
  result.shift = *shift;
  const std::string_view space = text.substr(blank + 1);
  if (space == "all") return result;
  result.space = whole_number(space);
  if (!result.space) return std::nullopt;
  return result;
}

std::optional<char> register_type(const Module& module, const Instruction& variable) {
  const Instruction* type = described_type(module, variable);
  if (type == nullptr || !module.has_decoration(variable.result, spv::Decoration::Binding))
    return std::nullopt;
  switch (type->opcode) {
    case spv::Op::OpTypeSampler:
      return 's';
    case spv::Op::OpTypeImage: {
      constexpr unsigned sampled = 6;  // 2: without a sampler, a storage image
      return type->literal(sampled) == 2 ? 'u' : 't';
    }
    case spv::Op::OpTypeStruct: {
      const auto storage = static_cast<spv::StorageClass>(variable.literal(2));
      if (storage == spv::StorageClass::PushConstant) return std::nullopt;
      // Before version 1.3, the decoration of the block distinguishes storage buffers.
      if (storage != spv::StorageClass::StorageBuffer &&
          !module.has_decoration(type->result, spv::Decoration::BufferBlock))
        return 'b';
      return is_read_only(module, variable, *type) ? 't' : 'u';
    }
    default:
      return 't';
  }
}

Result<NamedDescriptor> find_named_descriptor(const Module& module, const EntryPointInfo* entry,
                                              std::string_view name) {
  const std::string whole(name);
  NamedDescriptor result;
  const std::size_t bracket = name.find('[');
  if (bracket != std::string_view::npos) {
    if (name.ends_with(']'))
      result.element = whole_number(name.substr(bracket + 1, name.size() - bracket - 2));
    if (!result.element) return bad_input("'" + whole + "' is not of the form NAME or NAME[I]");
    name = name.substr(0, bracket);
  }
  const Candidates found = with_name(module, candidates_in(module, entry), name);
  if (found.empty()) return bad_input("the module has no resource '" + std::string(name) + "'");
  for (const Candidate& other : found) {
    if (other.set != found[0].set || other.binding != found[0].binding)
      return bad_input("'" + std::string(name) + "' may mean " + binding_text(found[0]) + " or " +
                       binding_text(other) + ": write SET.BINDING");
  }
  result.set = found[0].set;
  result.binding = found[0].binding;
  return result;
}

}  // namespace spirv_oracle
