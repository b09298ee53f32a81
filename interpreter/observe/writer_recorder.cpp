#include "interpreter/observe/writer_recorder.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

// Limits of the tables: planes times invocations, executions, stored components.
constexpr std::uint64_t max_recorded_places = 1u << 26;
constexpr std::size_t max_executions = 1u << 18, max_stored = 1u << 20;

}  // namespace

bool WriterRecorder::is_affordable(const Program& program, std::uint64_t max_memory) {
  return ShadowPlanes<ExecutionId>::is_affordable(program, max_recorded_places, max_memory);
}

WriterRecorder::WriterRecorder(const Program& program)
    : program_(program), planes_(program), contents_(program) {}

void WriterRecorder::start_workgroup() {
  contents_.forget_all();
  own_.clear();
}

std::uint32_t WriterRecorder::instruction_of(const Record& record) const {
  return program_.origins[record.origin].instruction;
}

// Some, such as OpGroupNonUniformBallotBitCount, only use the value of their own invocation.
bool WriterRecorder::is_group_instruction(const Record& record) const {
  const spv::Op opcode = program_.module->instruction(instruction_of(record)).opcode;
  const InstructionDefinition* definition = program_.registry->find(opcode);
  return definition != nullptr && (definition->instruction_class == "Non-Uniform" ||
                                   definition->instruction_class == "Group");
}

WriterRecorder::ExecutionId WriterRecorder::add_execution(const Subgroup& subgroup,
                                                          const Record& record,
                                                          ExecutionId before) {
  if (executions_.size() >= max_executions) {
    complete_ = false;
    return 0;
  }
  executions_.push_back({instruction_of(record), subgroup.workgroup->shape().id(), subgroup.id,
                         subgroup.active, before});
  return static_cast<ExecutionId>(executions_.size() - 1);
}

WriterRecorder::ExecutionId WriterRecorder::latest_of(const Subgroup& subgroup, const Slot* planes,
                                                      std::uint32_t count, unsigned lane) {
  ExecutionId latest = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    latest = std::max(latest, at(subgroup, planes[i], lane));
  return latest;
}

void WriterRecorder::note_copy(const Subgroup& subgroup, const Record& record) {
  subgroup.active.for_each([&](unsigned lane) {
    at(subgroup, record.result, lane) = at(subgroup, record.operand[0], lane);
  });
}

void WriterRecorder::note_unset(const Subgroup& subgroup, const Record& record) {
  subgroup.active.for_each([&](unsigned lane) { at(subgroup, record.result, lane) = 0; });
}

void WriterRecorder::note_result(const Subgroup& subgroup, const Record& record) {
  const std::uint32_t* words = subgroup.data + record.extra;
  const bool is_exchange = words[0] != 0 || is_group_instruction(record);
  const auto for_each_result = [&](const auto& action) {
    const std::uint32_t* result = words + 2;
    for (std::uint32_t i = 0; i < words[1]; ++i, result += 3 + result[2]) action(result);
  };
  ExecutionId execution = 0;
  if (is_exchange) {
    for_each_result([&](const std::uint32_t* result) {
      subgroup.active.for_each([&](unsigned lane) {
        execution = std::max(execution, latest_of(subgroup, result + 3, result[2], lane));
      });
    });
    execution = add_execution(subgroup, record, execution);
  }
  for_each_result([&](const std::uint32_t* result) {
    subgroup.active.for_each([&](unsigned lane) {
      at(subgroup, result[0], lane) =
          is_exchange ? execution : latest_of(subgroup, result + 3, result[1], lane);
    });
  });
}

WriterRecorder::Stored& WriterRecorder::stored_near(const Subgroup& subgroup,
                                                    std::uint64_t address) {
  return is_own_memory(subgroup.memory->find(address).allocation) ? own_ : stored_;
}

WriterRecorder::ExecutionId WriterRecorder::loaded(const Subgroup& subgroup, std::uint64_t address,
                                                   unsigned bytes) {
  ExecutionId latest = 0;
  stored_near(subgroup, address).for_each_in(address, bytes, [&](const Stored::Entry& entry) {
    latest = std::max(latest, entry.second.content.value_from);
  });
  return latest;
}

void WriterRecorder::note_load(const Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    subgroup.active.for_each([&](unsigned lane) {
      at(subgroup, slot, lane) =
          loaded(subgroup, address[lane] + words.offset + c * words.stride, planes_.bytes_of(slot));
    });
  }
}

void WriterRecorder::store(const Subgroup& subgroup, const Record& record, unsigned lane,
                           std::uint64_t address, unsigned bytes, ExecutionId value_from) {
  if (!subgroup.memory->find(address).contains(address, bytes)) return;
  Stored& stored = stored_near(subgroup, address);
  stored.erase(address, bytes, [](const Writer&) { return false; });
  if (stored.size() >= max_stored) {
    complete_ = false;
    return;
  }
  stored.put(
      address, bytes,
      Writer{AddressSpace::offset(address), bytes, instruction_of(record),
             subgroup.workgroup->shape().id(), subgroup.id, lane, subgroup.active, value_from});
}

void WriterRecorder::note_store(const Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    subgroup.active.for_each([&](unsigned lane) {
      store(subgroup, record, lane, address[lane] + words.offset + c * words.stride,
            planes_.bytes_of(slot), at(subgroup, slot, lane));
    });
  }
}

// One lane after the other, because each reads what the lanes before it have written.
void WriterRecorder::note_atomic(const Subgroup& subgroup, const Record& record) {
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const unsigned bytes = record.extra;
  const bool only_loads =
      program_.module->instruction(instruction_of(record)).opcode == spv::Op::OpAtomicLoad;
  subgroup.active.for_each([&](unsigned lane) {
    const ExecutionId before = loaded(subgroup, addresses[lane], bytes);
    if (record.result != no_slot) at(subgroup, record.result, lane) = before;
    if (only_loads) return;
    const Slot value = record.operand[1];
    const ExecutionId added = value == no_slot ? 0 : at(subgroup, value, lane);
    store(subgroup, record, lane, addresses[lane], bytes, std::max(before, added));
  });
}

std::vector<Writer> WriterRecorder::stored_in(std::uint32_t object) const {
  std::vector<Writer> found;
  stored_.for_each_from(AddressSpace::base_of(object),
                        std::uint64_t{1} << AddressSpace::offset_bits,
                        [&](const Stored::Entry& entry) { found.push_back(entry.second.content); });
  return found;
}

WriterRecorder* writers_of(const Subgroup& subgroup) {
  return static_cast<WriterRecorder*>(subgroup.workgroup->observers().values.writers);
}

}  // namespace spirv_oracle
