// Pipe Instructions: reservations
//
// A group instruction takes packets once for the group.

#include <span>

#include "grammar/core.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/group/common_operand.h"
#include "interpreter/instructions/group/group_scope.h"
#include "interpreter/instructions/pipe/pipe.h"
#include "interpreter/instructions/pipe/pipe_access.h"

namespace spirv_oracle {
namespace {

// Makes a reservation. Returns its id; 0 if it is not successful.
std::uint64_t reserve(const Subgroup& subgroup, const Record& record, const Taker& taker,
                      std::uint64_t pipe, std::uint64_t count) {
  const ObjectEntry* object = pipe_at(subgroup, pipe);
  if (object == nullptr || count == 0) return 0;
  const auto first = take_packets(subgroup, taker, count, *object);
  if (!first) return 0;
  PipeState state = PipeState::of(*object);
  PipeReservation reservation;
  reservation.first = *first;
  reservation.count = count;
  reservation.workgroup = subgroup.workgroup->shape().index() + 1;
  reservation.record = static_cast<std::uint32_t>(&record - subgroup.program->records.data());
  reservation.store_in(*object, state.reservations);
  const std::uint64_t id = reservation_id(pipe, state.reservations++);
  state.store_in(*object);
  return id;
}

void commit(FoundReservation& found) {
  found.reservation.committed = 1;
  found.reservation.store_in(*found.pipe, found.index);
}

// operands: the pipe, Num Packets
const Record* reserve_packets(Subgroup& subgroup, const Record* record) {
  subgroup.header(record->result) = {};
  subgroup.active.for_each([&](unsigned lane) {
    std::uint64_t& id = subgroup.values<std::uint64_t>(record->result)[lane];
    id = 0;
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[0], lane);
    if (object == nullptr || subgroup.header(record->operand[1]).undefined.test(lane))
      return subgroup.header(record->result).undefined.set(lane);
    id = reserve(subgroup, *record, {subgroup.id, lane},
                 subgroup.values<std::uint64_t>(record->operand[0])[lane],
                 subgroup.values<std::uint32_t>(record->operand[1])[lane]);
    if (depends_on_order(PipeState::of(*object)))
      subgroup.header(record->result).implementation_dependent.set(lane);
  });
  return record + 1;
}

// operands: the pipe, Reserve Id
const Record* commit_packets(Subgroup& subgroup, const Record* record) {
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    auto found = find_reservation(subgroup, record->operand[0], record->operand[1], lane, broken);
    if (found) commit(*found);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

template <class G>
struct Reserve : Arrangement<G> {
  static constexpr auto clauses = with_clauses(packet_clauses, PipeClauses::never_committed);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot pipe = emit_packet_check<G>(lowering, instruction);
    const Slot count = lowering.slot(instruction.id(G::num_packets), 0, pipe_number_type);
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, pipe_type.bytes);
    emit_unknown_write_note(lowering);
    lowering.emit(&reserve_packets, result, {pipe, count});
  }
};

template <class G>
struct Commit : Arrangement<G> {
  static constexpr auto clauses = with_clauses(packet_clauses, PipeClauses::invalid_id,
                                               PipeClauses::other_pipe, PipeClauses::committed);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot pipe = emit_packet_check<G>(lowering, instruction);
    const Slot id = lowering.slot(instruction.id(G::reserve_id), 0, pipe_type);
    emit_unknown_write_note(lowering);
    lowering.emit(&commit_packets, no_slot, {pipe, id});
  }
};

struct OpReserveReadPipePackets : Reserve<grammar::OpReserveReadPipePackets> {};
struct OpReserveWritePipePackets : Reserve<grammar::OpReserveWritePipePackets> {};
struct OpCommitReadPipe : Commit<grammar::OpCommitReadPipe> {};
struct OpCommitWritePipe : Commit<grammar::OpCommitWritePipe> {};

struct OpIsValidReserveId : Arrangement<grammar::OpIsValidReserveId> {
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    LaneMask& truth = subgroup.truth(record->result);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      truth.reset(lane);
      if (subgroup.values<std::uint64_t>(record->operand[0])[lane] != 0) truth.set(lane);
    }
    subgroup.header(record->result) = subgroup.header(record->operand[0]);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot id = lowering.slot(instruction.id(Grammar::reserve_id), 0, pipe_type);
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, ScalarType::boolean().bytes);
    lowering.emit(&execute, result, {id});
  }
};

// --- group instructions ---

// extra: in Program::data { planes of the pipe and of Num Packets or Reserve Id, 1 if the scope is Workgroup }
Taker taker_of(const Subgroup& first, const Record& record) {
  return {first.data[record.extra + 2] != 0 ? whole_group : first.id, whole_group};
}

void reserve_for_group(std::span<Subgroup* const> arrived, const Record& record) {
  Subgroup& first = *arrived.front();
  const std::uint32_t* words = first.data + record.extra;
  const auto pipe =
      common_operand<std::uint64_t>(arrived, record, words[0], PipeClauses::operands_differ);
  const auto count =
      common_operand<std::uint32_t>(arrived, record, words[1], PipeClauses::operands_differ);
  const ObjectEntry* object = pipe.valid ? pipe_at(first, pipe.value) : nullptr;
  std::uint64_t id = 0;
  PlaneHeader header;
  if (object == nullptr || !count.valid) {
    header.undefined = LaneMask::first(128);
  } else {
    id = reserve(first, record, taker_of(first, record), pipe.value, count.value);
    if (depends_on_order(PipeState::of(*object)))
      header.implementation_dependent = LaneMask::first(128);
  }
  for (Subgroup* subgroup : arrived) {
    std::fill_n(subgroup->values<std::uint64_t>(record.result), subgroup->padded_lanes, id);
    subgroup->header(record.result) = header;
  }
}

void commit_for_group(std::span<Subgroup* const> arrived, const Record& record) {
  Subgroup& first = *arrived.front();
  const std::uint32_t* words = first.data + record.extra;
  const auto pipe =
      common_operand<std::uint64_t>(arrived, record, words[0], PipeClauses::operands_differ);
  const auto id =
      common_operand<std::uint64_t>(arrived, record, words[1], PipeClauses::operands_differ);
  if (!pipe.valid || !id.valid) return;
  BrokenClauses broken;
  auto found = find_reservation(first, words[0], words[1], first.active.lowest(), broken);
  if (found) commit(*found);
  broken.report(first, record);
}

template <void (*Group)(std::span<Subgroup* const>, const Record&)>
const Record* in_subgroup(Subgroup& subgroup, const Record* record) {
  Subgroup* const arrived[] = {&subgroup};
  Group(std::span<Subgroup* const>(arrived), *record);
  return record + 1;
}

template <class G, void (*Group)(std::span<Subgroup* const>, const Record&)>
void lower_group(Lowering& lowering, const Instruction& instruction, Slot operand, Slot result) {
  const Slot pipe = emit_packet_check<G>(lowering, instruction);
  emit_unknown_write_note(lowering);
  GroupCode code;
  code.tangle = &in_subgroup<Group>;
  code.workgroup = Group;
  const Handler handler = internal::emit_scope(lowering, instruction, G::execution,
                                               internal::all_take_part<G>(), code, 1);
  const bool is_workgroup = lowering.types().integer(instruction.id(G::execution)) ==
                            static_cast<std::int64_t>(spv::Scope::Workgroup);
  const std::uint32_t words[] = {pipe, operand, is_workgroup ? 1u : 0u};
  if (handler != nullptr) {
    lowering.describe(lowering.emit(handler, result, {}, lowering.add_data(words)),
                      {.reads = {pipe, operand}});
  }
}

template <class G>
struct GroupReserve {
  using Grammar = G;
  static constexpr auto clauses =
      with_clauses(packet_clauses, UniformClause<G>::not_all_execute, PipeClauses::operands_differ,
                   PipeClauses::never_committed);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Slot count = lowering.slot(instruction.id(G::num_packets), 0, pipe_number_type);
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, pipe_type.bytes);
    lower_group<G, &reserve_for_group>(lowering, instruction, count, result);
  }
};

template <class G>
struct GroupCommit {
  using Grammar = G;
  static constexpr auto clauses =
      with_clauses(packet_clauses, UniformClause<G>::not_all_execute, PipeClauses::operands_differ,
                   PipeClauses::invalid_id, PipeClauses::other_pipe, PipeClauses::committed);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Slot id = lowering.slot(instruction.id(G::reserve_id), 0, pipe_type);
    // A broken workgroup synchronization marks the result of the record.
    const Slot nothing = lowering.new_plane(pipe_type);
    lower_group<G, &commit_for_group>(lowering, instruction, id, nothing);
  }
};

struct OpGroupReserveReadPipePackets : GroupReserve<grammar::OpGroupReserveReadPipePackets> {};
struct OpGroupReserveWritePipePackets : GroupReserve<grammar::OpGroupReserveWritePipePackets> {};
struct OpGroupCommitReadPipe : GroupCommit<grammar::OpGroupCommitReadPipe> {};
struct OpGroupCommitWritePipe : GroupCommit<grammar::OpGroupCommitWritePipe> {};

}  // namespace

std::span<const InstructionDefinition> pipe_reservation_instructions() {
  return InstructionList<OpReserveReadPipePackets, OpReserveWritePipePackets, OpCommitReadPipe,
                         OpCommitWritePipe, OpIsValidReserveId, OpGroupReserveReadPipePackets,
                         OpGroupReserveWritePipePackets, OpGroupCommitReadPipe,
                         OpGroupCommitWritePipe>::definitions;
}

}  // namespace spirv_oracle
