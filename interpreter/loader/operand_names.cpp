#include "interpreter/loader/operand_names.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "grammar/operand_names.h"

namespace spirv_oracle {
namespace {

// All names of an instruction (grammar::OperandNames).
std::string_view operand_names(const Module& module, const Instruction& instruction) {
  const bool is_extended = instruction.opcode == spv::Op::OpExtInst;
  const std::string_view set = is_extended ? module.extended_set(instruction.id(2)) : "";
  const std::uint32_t number =
      is_extended ? instruction.literal(3) : static_cast<std::uint32_t>(instruction.opcode);
  const auto key = [](const grammar::OperandNames& row) { return std::tie(row.set, row.number); };
  const auto row = std::ranges::lower_bound(grammar::operand_names, std::tie(set, number), {}, key);
  const bool is_known =
      row != std::end(grammar::operand_names) && key(*row) == std::tie(set, number);
  return is_known ? row->names : "";
}

}  // namespace

unsigned first_named_operand(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) return 4;
  return (instruction.type != 0 ? 1 : 0) + (instruction.result != 0 ? 1 : 0);
}

std::string_view operand_name(const Module& module, const Instruction& instruction,
                              unsigned operand) {
  const unsigned first = first_named_operand(instruction);
  if (operand < first) return {};
  std::string_view names = operand_names(module, instruction);
  for (unsigned i = first; i < operand; ++i) {
    const std::size_t end = names.find('|');
    if (end != std::string_view::npos)
      names.remove_prefix(end + 1);
    else if (!names.ends_with('*'))
      return {};
  }
  return names.substr(0, names.find_first_of("|*"));
}

std::optional<unsigned> operand_named(const Module& module, const Instruction& instruction,
                                      std::string_view name) {
  std::string_view names = operand_names(module, instruction);
  for (unsigned i = first_named_operand(instruction); !names.empty(); ++i) {
    const std::size_t end = std::min(names.find('|'), names.size());
    if (names.substr(0, end) == name) return i;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return std::nullopt;
}

}  // namespace spirv_oracle
