#include "interpreter/exec/record_description.h"

#include <algorithm>
#include <string_view>

#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

std::string name_of(const Program& program, std::uint32_t record_index) {
  const Instruction& instruction = program.module->instruction(
      program.origins[program.records[record_index].origin].instruction);
  const InstructionDefinition* definition = program.registry->find(instruction.opcode);
  if (instruction.opcode == spv::Op::OpExtInst) {
    definition = program.registry->find_extended(program.module->extended_set(instruction.id(2)),
                                                 instruction.literal(3));
  }
  const EmissionLocation& place = program.record_tables.places[record_index];
  const std::string_view file = place.file;
  return std::string(definition == nullptr ? "entry point" : definition->name) + " (" +
         std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(place.line) + ")";
}

void add_plane(const Program& program, Slot slot, std::vector<Slot>& planes) {
  const auto& all = program.registers.planes;
  const auto found = std::ranges::lower_bound(all, slot, {}, &Plane::slot);
  if (found != all.end() && found->slot == slot) planes.push_back(slot);
}

void add_planes(const Program& program, std::uint32_t record_index,
                RecordDescription& description) {
  const Record& record = program.records[record_index];
  const auto found = program.record_tables.effects.find(record_index);
  const RecordEffects effects =
      found == program.record_tables.effects.end() ? RecordEffects() : found->second;
  for (unsigned i = 0; i < effects.plane_operands; ++i)
    add_plane(program, record.operand[i], description.reads);
  for (const Slot slot : effects.reads) add_plane(program, slot, description.reads);
  // An earlier record, of the workgroup synchronization, has computed the result.
  if (effects.reads_result || record.handler == &combined_before)
    add_plane(program, record.result, description.reads);
  add_plane(program, record.result, description.writes);
  for (const Slot slot : effects.writes) add_plane(program, slot, description.writes);
  description.is_control_flow |= effects.is_control_flow;
  for (std::uint32_t i = 1; i <= effects.acts_for; ++i) {
    add_planes(program, record_index + i, description);
    add_plane(program, program.records[record_index + i].result,
              description.reads);  // if it does not write it
  }
}

void sort(std::vector<Slot>& planes) {
  std::ranges::sort(planes);
  planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
}

}  // namespace

RecordDescription describe_record(const Program& program, std::uint32_t record_index) {
  RecordDescription description;
  description.name = name_of(program, record_index);
  add_planes(program, record_index, description);
  sort(description.reads);
  sort(description.writes);
  return description;
}

}  // namespace spirv_oracle
