#include "debugger/engine/program/kept_values.h"

#include <algorithm>
#include <cstring>

#include "interpreter/exec/state/no_operation.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

unsigned padded_lanes(const Program& program) { return (program.subgroup_size + 7) / 8 * 8; }

// In the order of the function.
std::vector<Id> ids_of(const Program& program, const DebugInstance& instance) {
  std::vector<Id> ids;
  for (const auto& [id, value] : instance.values) ids.push_back(id);
  std::ranges::sort(ids, {}, [&](Id id) { return program.module->definition(id); });
  return ids;
}

std::uint32_t index_of(const Program& program, Id id) {
  return static_cast<std::uint32_t>(program.module->definition(id) -
                                    &program.module->instruction(0));
}

bool may_rename(const DebugValue& value, const Instruction& definition) {
  return !value.points_to_planes && !value.slots.empty() && definition.opcode != spv::Op::OpPhi &&
         !is_variable(definition.opcode) && definition.opcode != spv::Op::OpFunctionParameter;
}

}  // namespace

TemporaryIds::TemporaryIds(const Program& program) {
  if (program.debug == nullptr) return;
  std::set<std::pair<std::uint32_t, std::uint32_t>> have_records, have_no_operation;
  for (const Record& record : program.records) {
    const Origin& origin = program.origins[record.origin];
    have_records.insert({origin.call, origin.instruction});
    if (record.handler == &no_operation)
      have_no_operation.insert({origin.call, origin.instruction});
  }
  for (const DebugInstance& instance : program.debug->instances) {
    for (const Id id : ids_of(program, instance)) {
      const Instruction& definition = *program.module->definition(id);
      const std::pair place{instance.call, index_of(program, id)};
      bool is_temporary = have_no_operation.contains(place);
      if (!have_records.contains(place) && may_rename(instance.values.at(id), definition)) {
        for (unsigned k = 0; k < definition.operand_count(); ++k) {
          is_temporary =
              is_temporary || (definition.operands[k].operand_class == OperandClass::id &&
                               contain(instance.call, definition.id(k)));
        }
      }
      if (is_temporary) ids_.insert({instance.call, id});
    }
  }
}

KeptValues::KeptValues(const Program& program, const TemporaryIds& temporaries)
    : program_(program),
      units_(program.registers.units),
      plane_bytes_(program.registers.units),
      copies_(program.origins.size()) {
  for (const Plane& plane : program.registers.planes) plane_bytes_[plane.slot] = plane.type.bytes;
  std::vector<bool> has_records(program.origins.size());
  for (const Record& record : program.records) has_records[record.origin] = true;
  Origins origins;
  for (std::uint32_t i = 0; i < has_records.size(); ++i) {
    const Origin& origin = program.origins[i];
    if (has_records[i]) origins[{origin.call, origin.instruction}].push_back(i);
  }
  for (const DebugInstance& instance : program.debug->instances)
    add_instance(instance, temporaries, origins);
}

Slot KeptValues::add_plane(Slot from) {
  const Slot plane = units_;
  units_ += plane_units(plane_bytes_[from], padded_lanes(program_));
  return plane;
}

void KeptValues::add_instance(const DebugInstance& instance, const TemporaryIds& temporaries,
                              const Origins& origins) {
  for (const Id id : ids_of(program_, instance)) {
    if (!temporaries.contain(instance.call, id)) continue;
    const DebugValue& value = instance.values.at(id);
    const Instruction& definition = *program_.module->definition(id);
    std::vector<Slot>& slots = slots_[{instance.call, id}];
    const auto executed = origins.find({instance.call, index_of(program_, id)});
    if (executed != origins.end()) {
      for (const Slot from : value.slots) {
        slots.push_back(add_plane(from));
        for (const std::uint32_t origin : executed->second)
          copies_[origin].push_back({from, slots.back(), plane_bytes_[from]});
      }
      continue;
    }
    // An instruction without records renames parts of its operands.
    slots = value.slots;
    for (unsigned k = 0; k < definition.operand_count(); ++k) {
      if (definition.operands[k].operand_class != OperandClass::id) continue;
      const auto operand = instance.values.find(definition.id(k));
      const auto kept = slots_.find({instance.call, definition.id(k)});
      if (operand == instance.values.end() || kept == slots_.end() || operand->first == id)
        continue;
      for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto part = std::ranges::find(operand->second.slots, value.slots[i]);
        if (part != operand->second.slots.end())
          slots[i] = kept->second[static_cast<std::size_t>(part - operand->second.slots.begin())];
      }
    }
  }
}

KeptValues::Registers& KeptValues::registers_of(const Subgroup& subgroup, std::uint64_t workgroup) {
  Registers& registers = registers_[&subgroup];
  if (registers.subgroup == nullptr) {
    registers.bytes.resize(std::size_t{units_} * slot_unit);
    registers.subgroup = std::make_unique<Subgroup>();
    registers.subgroup->registers = registers.bytes.data();
  } else if (registers.workgroup != workgroup) {
    std::ranges::fill(registers.bytes, std::byte{0});
    registers.enclosures.clear();
    registers.has_program_planes = false;
  }
  registers.workgroup = workgroup;
  return registers;
}

void KeptValues::note(const Subgroup& subgroup, std::uint64_t workgroup, const Record& record,
                      const LaneMask& lanes) {
  const std::vector<Copy>& copies = copies_[record.origin];
  if (copies.empty()) return;
  Registers& registers = registers_of(subgroup, workgroup);
  note_enclosures(subgroup, copies, lanes, registers);
  Subgroup& kept = *registers.subgroup;
  const auto keep = [&](LaneMask& to, const LaneMask& from) { to = blend(lanes, from, to); };
  for (const Copy& copy : copies) {
    keep(kept.header(copy.to).undefined, subgroup.header(copy.from).undefined);
    keep(kept.header(copy.to).implementation_dependent,
         subgroup.header(copy.from).implementation_dependent);
    if (copy.bytes == 0) {
      keep(kept.truth(copy.to), subgroup.truth(copy.from));
      continue;
    }
    const std::byte* from = subgroup.values<std::byte>(copy.from);
    std::byte* to = kept.values<std::byte>(copy.to);
    lanes.for_each([&](unsigned lane) {
      const std::size_t at = std::size_t{lane} * copy.bytes;
      std::memcpy(to + at, from + at, copy.bytes);
    });
  }
}

void KeptValues::note_enclosures(const Subgroup& subgroup, const std::vector<Copy>& copies,
                                 const LaneMask& lanes, Registers& registers) {
  const Enclosures* enclosures = enclosures_of(subgroup);
  if (enclosures == nullptr) return;
  for (const Copy& copy : copies) {
    lanes.for_each([&](unsigned lane) {
      if (auto enclosure = enclosures->of_plane(subgroup, copy.from, lane)) {
        registers.enclosures[{copy.to, lane}] = std::move(*enclosure);
      } else {
        registers.enclosures.erase({copy.to, lane});
      }
    });
  }
}

std::optional<EnclosedComponent> KeptValues::enclosure(const Subgroup& copy, Slot slot,
                                                       unsigned lane) const {
  for (const auto& [subgroup, registers] : registers_) {
    if (registers.subgroup.get() != &copy) continue;
    if (slot < program_.registers.units) {
      const Enclosures* enclosures = enclosures_of(*subgroup);
      return enclosures == nullptr ? std::nullopt : enclosures->of_plane(*subgroup, slot, lane);
    }
    const auto found = registers.enclosures.find({slot, lane});
    if (found != registers.enclosures.end()) return found->second;
  }
  return std::nullopt;
}

void KeptValues::forget_enclosure(const Subgroup& copy, Slot slot, unsigned lane) {
  for (auto& [subgroup, registers] : registers_) {
    if (registers.subgroup.get() == &copy) registers.enclosures.erase({slot, lane});
  }
}

KeptValues::KeptPlanes KeptValues::find(const Subgroup& subgroup, std::uint32_t call, Id id) {
  Registers& registers = registers_of(subgroup, subgroup.workgroup_index);
  Subgroup& copy = *registers.subgroup;
  if (!registers.has_program_planes) {
    std::memcpy(copy.registers, subgroup.registers,
                std::size_t{program_.registers.units} * slot_unit);
    copy.memory = subgroup.memory;
    copy.size = subgroup.size;
    copy.id = subgroup.id;
    copy.workgroup = subgroup.workgroup;
    copy.program = subgroup.program;
    copy.workgroup_index = subgroup.workgroup_index;
    registers.has_program_planes = true;
  }
  const auto slots = slots_.find({call, id});
  return {&copy, slots == slots_.end() ? std::vector<Slot>() : slots->second};
}

void KeptValues::forget_copies() {
  for (auto& [subgroup, registers] : registers_) registers.has_program_planes = false;
}

}  // namespace spirv_oracle
