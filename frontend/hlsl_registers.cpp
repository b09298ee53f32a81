#include "frontend/hlsl_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "data/option_values.h"
#include "frontend/spirv_words.h"
#include "interpreter/loader/opcode_classes.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using spirv_words::append;
using spirv_words::for_each_instruction;
using spirv_words::InstructionWords;
using spirv_words::opcode_of;
using spirv_words::Words;

// A variable with a binding, by its id in the words.
struct BoundVariable {
  char type = 'u';
  std::uint32_t set = 0, binding = 0;
};
using BoundVariables = std::map<std::uint32_t, BoundVariable>;

BoundVariables bound_variables(const Module& module) {
  BoundVariables variables;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode != spv::Op::OpVariable) continue;
    const auto type = register_type(module, instruction);
    if (!type) continue;
    const Id id = instruction.result;
    variables[module.original_id(id)] = {
        *type, module.decoration(id, spv::Decoration::DescriptorSet).value_or(0),
        module.decoration(id, spv::Decoration::Binding).value_or(0)};
  }
  return variables;
}

bool share_bindings(const BoundVariables& variables) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, char> types;
  for (const auto& [id, variable] : variables) {
    const auto [found, is_first] =
        types.try_emplace({variable.set, variable.binding}, variable.type);
    if (found->second != variable.type) return true;
  }
  return false;
}

std::vector<RegisterShift> default_shifts() {
  return {{'t', 1000, {}}, {'b', 2000, {}}, {'s', 3000, {}}};
}

std::uint32_t shifted(const BoundVariable& variable, const std::vector<RegisterShift>& shifts) {
  std::uint32_t binding = variable.binding;
  for (const RegisterShift& shift : shifts) {
    if (shift.type == variable.type && shift.space.value_or(variable.set) == variable.set)
      binding += shift.shift;
  }
  return binding;
}

// Reads "N SPACE", "N all" or "N" (all spaces).
Result<RegisterShift> parse_register_shift_option(char type, std::string_view text) {
  const std::string_view value = trimmed(text);
  const std::size_t blank = std::min(value.find(' '), value.size());
  const auto number = parse_u32(value.substr(0, blank), "the shift");
  if (!number) return tl::unexpected(number.error());
  RegisterShift shift{type, *number, {}};
  const std::string_view space = trimmed(value.substr(blank));
  if (space.empty() || space == "all") return shift;
  const auto set = parse_u32(space, "the space");
  if (!set) return tl::unexpected(set.error());
  shift.space = *set;
  return shift;
}

}  // namespace

void add_register_rows(std::string_view group, ModuleOptions& module,
                       std::vector<OptionRow>& rows) {
  struct Shift {
    char type;
    std::string_view option, help;
  };
  constexpr std::array<Shift, 4> shifts{
      {{'b', "fvk-b-shift",
        "add N to the bindings of b registers of HLSL in this space, or in all (default: 0, or if "
        "registers of different types then share a binding, 2000 for b, 1000 for t, 3000 for s and "
        "0 for u); -fvk-b-shift N SPACE as for dxc works, too"},
       {'t', "fvk-t-shift", "add N to the bindings of t registers"},
       {'s', "fvk-s-shift", "add N to the bindings of s registers"},
       {'u', "fvk-u-shift", "add N to the bindings of u registers"}}};
  for (const auto& [type, option, help] : shifts) {
    rows.push_back({group, option, '\0', "N SPACE", true, help, "",
                    [&module, type = type](const std::string& value) -> Result<void> {
                      const auto shift = parse_register_shift_option(type, value);
                      if (!shift) return tl::unexpected(shift.error());
                      module.register_shifts.push_back(*shift);
                      return {};
                    },
                    false, true});
  }
}

Result<Words> with_register_shifts(std::span<const std::uint32_t> words,
                                   const std::vector<RegisterShift>& shifts) {
  const auto module = Module::parse(words);
  if (!module) return tl::unexpected(module.error());
  const BoundVariables variables = bound_variables(**module);
  if (shifts.empty() && !share_bindings(variables)) return Words(words.begin(), words.end());
  const std::vector<RegisterShift> used = shifts.empty() ? default_shifts() : shifts;
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  for_each_instruction(words, [&](InstructionWords instruction) {
    append(instruction, all);
    if (opcode_of(instruction) != spv::Op::OpDecorate || instruction.size() != 4 ||
        static_cast<spv::Decoration>(instruction[2]) != spv::Decoration::Binding)
      return;
    const auto variable = variables.find(instruction[1]);
    if (variable != variables.end()) all.back() = shifted(variable->second, used);
  });
  return with_recorded_shifts(all, used);
}

Words with_recorded_shifts(std::span<const std::uint32_t> words,
                           const std::vector<RegisterShift>& shifts) {
  Words all(words.begin(), words.begin() + spirv_words::header_words);
  bool recorded = false;
  for_each_instruction(words, [&](InstructionWords instruction) {
    if (!recorded && !precedes_debug_instructions(opcode_of(instruction))) {
      for (const RegisterShift& shift : shifts)
        append(spv::Op::OpString, {all[3]++}, spirv_words::string_words(register_shift_text(shift)),
               all);
      recorded = true;
    }
    append(instruction, all);
  });
  return all;
}

}  // namespace spirv_oracle
