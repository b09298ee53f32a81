#include "interpreter/checks/loop_control.h"

#include <string>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t no_limit = 0xFFFFFFFF;

// operand 0: the counter.
const Record* reset_counter(Subgroup& subgroup, const Record* record) {
  auto* counter = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) { counter[lane] = 0; });
  return record + 1;
}

const Record* count_header(Subgroup& subgroup, const Record* record) {
  auto* counter = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) { ++counter[lane]; });
  return record + 1;
}

const Record* check_counter(Subgroup& subgroup, const Record* record) {
  const auto* counter = subgroup.values<std::uint64_t>(record->operand[0]);
  const std::uint32_t* limits = subgroup.data + record->extra;
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t most = counter[lane];
    const std::uint64_t least = most - 1;
    if (most < limits[0]) broken.add(LoopControl::min_iterations, lane);
    if (limits[1] != no_limit && least > limits[1]) broken.add(LoopControl::max_iterations, lane);
    if (most % limits[2] != 0 && least % limits[2] != 0)
      broken.add(LoopControl::iteration_multiple, lane);
  });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    const bool is_minimum = &clause == &LoopControl::min_iterations;
    const bool is_maximum = &clause == &LoopControl::max_iterations;
    const std::string asserted = is_minimum   ? "MinIterations is " + std::to_string(limits[0])
                                 : is_maximum ? "MaxIterations is " + std::to_string(limits[1])
                                              : "IterationMultiple is " + std::to_string(limits[2]);
    return "lane " + std::to_string(lane) + " executes the header " +
           std::to_string(counter[lane]) + (counter[lane] == 1 ? " time" : " times") + ", but " +
           asserted;
  });
  return record + 1;
}

}  // namespace

std::optional<LoopCounter> LoopCounter::start(Lowering& lowering, const Instruction& merge) {
  if (merge.opcode != spv::Op::OpLoopMerge) return std::nullopt;
  constexpr unsigned control = 2;
  const std::uint32_t mask = merge.literal(control);
  std::uint32_t limits[] = {0, no_limit, 1};
  bool asserts = false;
  // The literals are in the order of the bits of their flags.
  unsigned operand = control + 1;
  for (const auto bit :
       {spv::LoopControlMask::DependencyLength, spv::LoopControlMask::MinIterations,
        spv::LoopControlMask::MaxIterations, spv::LoopControlMask::IterationMultiple}) {
    if ((mask & static_cast<std::uint32_t>(bit)) == 0) continue;
    const std::uint32_t literal = merge.literal(operand++);
    if (bit == spv::LoopControlMask::DependencyLength) continue;
    asserts = true;
    if (bit == spv::LoopControlMask::MinIterations) limits[0] = literal;
    if (bit == spv::LoopControlMask::MaxIterations) limits[1] = literal;
    if (bit == spv::LoopControlMask::IterationMultiple && literal != 0) limits[2] = literal;
  }
  if (!asserts) return std::nullopt;
  LoopCounter counter;
  counter.counter_ = lowering.new_plane(ScalarType::unsigned_integer(8));
  counter.limits_ = lowering.add_data(limits);
  lowering.describe(lowering.emit(&reset_counter, no_slot, {counter.counter_}),
                    {.writes = {counter.counter_}});
  return counter;
}

void LoopCounter::count(Lowering& lowering) const {
  lowering.describe(lowering.emit(&count_header, no_slot, {counter_}), {.writes = {counter_}});
}

void LoopCounter::check(Lowering& lowering) const {
  lowering.emit(&check_counter, no_slot, {counter_}, limits_);
}

}  // namespace spirv_oracle
