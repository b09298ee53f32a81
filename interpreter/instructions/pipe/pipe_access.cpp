#include "interpreter/instructions/pipe/pipe_access.h"

#include <string>

#include "interpreter/instructions/pipe/pipe.h"

namespace spirv_oracle {
namespace {

// OpenCL C, "Built-in Work-group Pipe Read and Write Functions": the order in the program, barriers and group functions
// order what the invocations of one workgroup take.
void note_order(const Subgroup& subgroup, const Taker& taker, PipeState& pipe) {
  const std::uint64_t here = subgroup.workgroup->shape().index() + 1;
  const auto is_same = [](std::uint32_t a, std::uint32_t b) {
    return a == b || a == whole_group || b == whole_group;
  };
  const bool in_order = pipe.workgroup == 0 ||
                        (pipe.workgroup == here &&
                         (pipe.subgroup == whole_group || taker.subgroup == whole_group ||
                          (pipe.subgroup == taker.subgroup && is_same(pipe.lane, taker.lane))));
  if (!in_order) pipe.found.unordered = 1;
  if (pipe.workgroup != here) {
    const auto& subgroups = subgroup.workgroup->subgroups();
    pipe.at_barrier = static_cast<std::uint32_t>(
        std::ranges::count(subgroups, SubgroupState::at_barrier, &Subgroup::state));
  }
  pipe.workgroup = here;
  pipe.subgroup = taker.subgroup;
  pipe.lane = taker.lane;
}

// operands: the pipe, Packet Size, Packet Alignment
const Record* check_packets(Subgroup& subgroup, const Record* record) {
  BrokenClauses broken;
  const auto* sizes = subgroup.values<std::uint32_t>(record->operand[1]);
  const auto* alignments = subgroup.values<std::uint32_t>(record->operand[2]);
  subgroup.active.for_each([&](unsigned lane) {
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[0], lane);
    if (object == nullptr) return broken.add(PipeClauses::undefined, lane);
    if (alignments[lane] == 0 || sizes[lane] % alignments[lane] != 0)
      broken.add(PipeClauses::alignment, lane);
    if (sizes[lane] != PipeState::of(*object).packet_size)
      broken.add(PipeClauses::packet_size, lane);
  });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) -> std::string {
    if (&clause == &PipeClauses::alignment)
      return "Packet Size is " + std::to_string(sizes[lane]) + ", Packet Alignment is " +
             std::to_string(alignments[lane]);
    if (&clause != &PipeClauses::packet_size) return "";
    const PipeState pipe = PipeState::of(*pipe_of_lane(subgroup, record->operand[0], lane));
    return "Packet Size is " + std::to_string(sizes[lane]) + ", but the packets of argument " +
           std::to_string(pipe.argument) + " have " + std::to_string(pipe.packet_size) + " bytes";
  });
  return record + 1;
}

// A barrier at which all subgroups have arrived orders the packets that the workgroup took before those that it takes next.
const Record* note_barrier(Subgroup& subgroup, const Record* record) {
  const Workgroup& workgroup = *subgroup.workgroup;
  for (std::uint32_t id = 1; id < subgroup.memory->object_count(); ++id) {
    const ObjectEntry& object = subgroup.memory->object(id);
    if (!is_pipe(object)) continue;
    PipeState pipe = PipeState::of(object);
    if (pipe.workgroup != workgroup.shape().index() + 1) continue;
    if (++pipe.at_barrier >= workgroup.subgroups().size()) {
      pipe.at_barrier = 0;
      pipe.subgroup = whole_group;
    }
    pipe.store_in(object);
  }
  return record + 1;
}

}  // namespace

const ObjectEntry* pipe_at(const Subgroup& subgroup, std::uint64_t address) {
  const ObjectEntry& object = subgroup.memory->find(address);
  return is_pipe(object) ? &object : nullptr;
}

const ObjectEntry* pipe_of_lane(const Subgroup& subgroup, Slot slot, unsigned lane) {
  if (subgroup.header(slot).undefined.test(lane)) return nullptr;
  return pipe_at(subgroup, subgroup.values<std::uint64_t>(slot)[lane]);
}

std::optional<std::uint64_t> take_packets(const Subgroup& subgroup, const Taker& taker,
                                          std::uint64_t count, const ObjectEntry& object) {
  PipeState pipe = PipeState::of(object);
  note_order(subgroup, taker, pipe);
  const bool is_enough = count <= pipe.limit - pipe.taken;
  if (!is_enough) pipe.found.refused = 1;
  const std::uint64_t first = pipe.taken;
  if (is_enough) pipe.taken += count;
  pipe.store_in(object);
  if (!is_enough) return std::nullopt;
  if (pipe.is_written != 0) {
    std::fill_n(object.shadow + first * pipe.packet_size, count * pipe.packet_size,
                Definedness::undefined);
    object.allocation->written.store(true, std::memory_order_relaxed);
  }
  return first;
}

std::optional<FoundReservation> find_reservation(const Subgroup& subgroup, Slot pipe, Slot id,
                                                 unsigned lane, BrokenClauses& broken) {
  const std::uint64_t value = subgroup.values<std::uint64_t>(id)[lane];
  FoundReservation found;
  found.pipe = subgroup.header(id).undefined.test(lane) ? nullptr : pipe_at(subgroup, value);
  found.index = AddressSpace::offset(value);
  if (found.pipe == nullptr || found.index >= PipeState::of(*found.pipe).reservations) {
    broken.add(PipeClauses::invalid_id, lane);
    return std::nullopt;
  }
  found.reservation = PipeReservation::of(*found.pipe, found.index);
  const Clause* clause = nullptr;
  if (found.pipe != pipe_of_lane(subgroup, pipe, lane)) {
    clause = &PipeClauses::other_pipe;
  } else if (found.reservation.committed != 0) {
    clause = &PipeClauses::committed;
  }
  if (clause == nullptr) return found;
  broken.add(*clause, lane);
  return std::nullopt;
}

Handler packet_check_handler() { return &check_packets; }

void emit_pipe_barrier(Lowering& lowering) {
  const auto capabilities = lowering.module().capabilities();
  if (std::ranges::find(capabilities, spv::Capability::Pipes) != capabilities.end())
    lowering.emit(&note_barrier, no_slot);
}

}  // namespace spirv_oracle
