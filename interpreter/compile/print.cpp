#include <sstream>

#include "interpreter/compile/bound_program.h"
#include "interpreter/compile/placeholders.h"
#include "interpreter/exec/tangles/tangle.h"

namespace spirv_oracle {
namespace {

void print_slot(std::ostream& out, Slot slot) {
  if (slot == no_slot) {
    out << "-";
  } else {
    out << "r" << slot;
  }
}

// Records of control flow, by their names. All others are shown by their instruction.
std::string control_name(Handler handler) {
  if (handler == &enter_frame) return "enter";
  if (handler == jump_handler()) return "jump";
  if (handler == &jump_and_join) return "jump and join";
  if (handler == branch_handler()) return "branch";
  if (handler == leave_handler()) return "leave";
  if (handler == &terminate) return "terminate";
  if (handler == &unreachable) return "unreachable";
  if (handler == &finish) return "finish";
  return "";
}

void print_operands(std::ostream& out, const Record& record, const std::string& control) {
  if (control == "branch") {
    out << " r" << record.operand[0] << " ? " << record.operand[1] << " : " << record.operand[2];
  } else if (control == "jump" || control == "jump and join") {
    out << " " << record.operand[0];
  } else if (control == "leave") {
    constexpr const char* places[] = {"merge", "continue", "header"};
    out << " frame " << record.operand[0] << " to " << places[record.operand[1] % 3];
  } else if (control.empty()) {
    print_slot(out, record.result);
    out << " <-";
    for (const Slot operand : record.operand) {
      if (operand == 0) continue;
      out << " ";
      print_slot(out, operand);
    }
  }
}

}  // namespace

Result<std::string> print_ir(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch) {
  // Printing needs no data, so resources that are not given are empty.
  const auto compiled = bind_once(module, registry, with_placeholders(module, dispatch));
  if (!compiled) return tl::unexpected(compiled.error());
  const Program& program = (*compiled)->program;
  std::ostringstream out;
  out << "; " << program.records.size() << " records, " << program.registers.planes.size()
      << " planes in " << std::uint64_t{program.registers.units} * slot_unit
      << " bytes of registers per subgroup, " << program.registers.constants.size()
      << " constant planes, frames nest " << program.frame_count << " deep\n";
  for (const ConstantPlane& constant : program.registers.constants) {
    out << "; r" << constant.slot << " = "
        << (constant.undefined ? "undefined" : std::to_string(constant.bits)) << " ("
        << 8 * constant.type.bytes << " bits)\n";
  }
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const Record& record = program.records[i];
    const std::string control = control_name(record.handler);
    out << i << ":\t" << control;
    print_operands(out, record, control);
    const std::uint32_t instruction = program.origins[record.origin].instruction;
    if (instruction != 0) out << "\t; " << module.disassemble(module.instruction(instruction));
    out << "\n";
  }
  return out.str();
}

}  // namespace spirv_oracle
