#include "interpreter/exec/schedule.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grammar/core.h"
#include "interpreter/exec/state/shared_memory.h"
#include "interpreter/exec/tangles/reconvergence_point.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t no_origin = 0xFFFFFFFF;

}  // namespace
// --- the order of workgroups ---

WorkgroupOrder::WorkgroupOrder(std::uint64_t count, std::uint64_t seed)
    : count_(count), ascending_(seed == 0), random_(seed) {}

// Fisher-Yates shuffle of an array that only stores the positions whose numbers have moved.
std::uint64_t WorkgroupOrder::next() {
  const std::uint64_t here = next_++;
  if (ascending_) return here;
  const auto number_at = [this](std::uint64_t place) {
    const auto moved = moved_.find(place);
    return moved == moved_.end() ? place : moved->second;
  };
  const std::uint64_t chosen = here + random_() % (count_ - here);
  const std::uint64_t number = number_at(chosen);
  moved_[chosen] = number_at(here);
  moved_.erase(here);
  return number;
}

// --- interruptions ---

Schedule::Schedule(const Program& program, std::uint64_t seed)
    : random_(seed),
      varies_sides_(
          std::ranges::none_of(program.workgroup_syncs,
                               [](const WorkgroupSync& sync) { return sync.combine != nullptr; })),
      sides_(program) {
  for (const Record& record : program.records) {
    if (record.handler == &jump_and_join)
      joined_blocks_.insert(program.records.data() + record.operand[0]);
  }
  points_.reserve(program.origins.size());
  for (const Origin& origin : program.origins) {
    const bool is_instruction = origin.instruction != 0;
    points_.push_back(is_instruction
                          ? point_of(program, program.module->instruction(origin.instruction))
                          : Point::none);
  }
}

Schedule::Point Schedule::point_of(const Program& program, const Instruction& instruction) {
  const InstructionDefinition* definition = program.registry->find(instruction.opcode);
  if (definition != nullptr &&
      definition->instruction_class == grammar::OpAtomicIAdd::instruction_class)
    return Point::atomic;
  const Module& module = *program.module;
  const auto operands = memory_operands_of(*program.registry, module, instruction);
  const bool is_shared = std::ranges::any_of(operands, [&](const MemoryOperand& operand) {
    const Id id = instruction.id(operand.operand);
    return points_to_shared_memory(module, id) || is_storage_image(module, id);
  });
  return is_shared ? Point::access : Point::none;
}

// Short turns expose what happens between two accesses, long ones what happens if others hardly run.
std::uint64_t Schedule::length_of_turn() {
  constexpr std::array<std::uint64_t, 4> most = {2, 8, 32, 128};
  return 1 + below(most[below(most.size())]);
}

void Schedule::run(Subgroup& subgroup, const Record* record, RecordObserver* watch) {
  const bool is_interrupted = steps_in_order_ == 0;
  std::uint64_t left = is_interrupted ? length_of_turn() : 0;
  // A subgroup continues where it was interrupted.
  const auto interrupted = interrupted_.find(&subgroup);
  bool goes_on = interrupted != interrupted_.end() && interrupted->second == record;
  if (interrupted != interrupted_.end()) interrupted_.erase(interrupted);
  std::uint32_t last = no_origin;
  while (record != nullptr && subgroup.state == SubgroupState::runnable) {
    const bool begins = record->origin != last;
    last = record->origin;
    if (begins && points_[last] != Point::none) {
      if (is_interrupted && !goes_on && left-- == 0) {
        interrupted_[&subgroup] = subgroup.resume = record;
        return;
      }
      goes_on = false;
      if (points_[last] == Point::atomic && subgroup.active.count() > 1 && below(2) == 0) {
        record = execute_by_lane(subgroup, record, watch);
        continue;
      }
    }
    if (watch != nullptr) watch->before_one(subgroup, record);
    record = varies_sides_ ? execute(subgroup, record) : record->handler(subgroup, record);
  }
}

const Record* Schedule::execute(Subgroup& subgroup, const Record* record) {
  static const Handler branch = branch_handler();
  static const std::array<Handler, 4> switches{switch_handler(1), switch_handler(2),
                                               switch_handler(4), switch_handler(8)};
  const Handler handler = record->handler;
  if (handler == &branch_unstructured) {
    const bool may_swap = no_lanes_wait(subgroup) && sides_.are_independent(*record);
    return may_swap && below(2) == 0 ? branch_to_later_side(subgroup, record)
                                     : handler(subgroup, record);
  }
  const std::size_t pending = subgroup.pending.size();
  const Record* next = handler(subgroup, record);
  if (subgroup.pending.size() <= pending || next == nullptr) return next;
  if (handler == branch) return below(2) == 0 ? take_other_side(subgroup, next) : next;
  return std::ranges::count(switches, handler) != 0 ? reorder_cases(subgroup, next, pending) : next;
}

// The tangle has diverged. Where its parts rejoin does not depend on which part runs first: a block that both
// reach is entered by a jump that waits for the other part (exec/tangles/tangle.h, jump_and_join).
const Record* Schedule::take_other_side(Subgroup& subgroup, const Record* record) {
  Pending& pending = subgroup.pending.back();
  std::swap(subgroup.active, pending.lanes);
  std::swap(subgroup.guarantee, pending.guarantee);
  return std::exchange(pending.pc, record);
}

// Moves some parts before the others. A case that others fall through to must remain behind them, so that they can join.
const Record* Schedule::reorder_cases(Subgroup& subgroup, const Record* record, std::size_t first) {
  Pending* const parts = subgroup.pending.begin() + first;
  const std::size_t count =
      subgroup.pending.size() - first;  // without the running one; the last one is next
  for (std::size_t i = 0; i <= count; ++i) {
    const std::uint64_t chosen = below(count + 1);
    if (chosen == count || joined_blocks_.contains(parts[chosen].pc)) continue;
    const Pending moved = parts[chosen];
    std::move(parts + chosen + 1, parts + count, parts + chosen);
    parts[count - 1] = {record, subgroup.guarantee, subgroup.active};
    record = moved.pc;
    subgroup.guarantee = moved.guarantee;
    subgroup.active = moved.lanes;
  }
  return record;
}

const Record* Schedule::execute_by_lane(Subgroup& subgroup, const Record* record,
                                        RecordObserver* watch) {
  const Record* end = record;
  while (end->origin == record->origin) ++end;
  std::vector<unsigned> order;
  const LaneMask all = subgroup.active;
  subgroup.before_turn = all;
  all.for_each([&](unsigned lane) { order.push_back(lane); });
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  // A record writes the header of its result only for the active lanes. Lanes that have left a loop keep the marks of their results.
  std::vector<PlaneHeader> headers(static_cast<std::size_t>(end - record));
  for (const Record* each = record; each != end; ++each) {
    if (each->result == no_slot) continue;
    PlaneHeader& kept = headers[static_cast<std::size_t>(each - record)];
    kept = subgroup.header(each->result);
    kept.undefined &= ~all;
    kept.implementation_dependent &= ~all;
  }
  for (const unsigned lane : order) {
    if (subgroup.state != SubgroupState::runnable) break;  // undefined behavior ended the run
    const LaneMask one = LaneMask::single(lane);
    subgroup.active = one;
    subgroup.before_turn &= ~one;
    for (const Record* each = record; each != end; ++each) {
      if (watch != nullptr) watch->before_one(subgroup, each);
      each->handler(subgroup, each);
    }
    subgroup.after_turn |= one;
    // Records after the one that computed the result may have marked it.
    for (const Record* each = record; each != end; ++each) {
      if (each->result == no_slot) continue;
      const PlaneHeader& header = subgroup.header(each->result);
      PlaneHeader& kept = headers[static_cast<std::size_t>(each - record)];
      kept.undefined |= header.undefined & one;
      kept.implementation_dependent |= header.implementation_dependent & one;
    }
  }
  subgroup.active = all;
  subgroup.before_turn = subgroup.after_turn = {};
  for (const Record* each = record; each != end; ++each) {
    if (each->result != no_slot)
      subgroup.header(each->result) = headers[static_cast<std::size_t>(each - record)];
  }
  return end;
}

}  // namespace spirv_oracle
