#include "interpreter/exec/stalled_period.h"

#include <algorithm>

#include "interpreter/exec/state/record_observer.h"
#include "interpreter/exec/state/shared_memory.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_period_records = 1u << 20;

bool may_write_shared(const Program& program, const Instruction& instruction) {
  const auto operands = memory_operands_of(*program.registry, *program.module, instruction);
  return std::ranges::any_of(operands, [&](const MemoryOperand& operand) {
    const Id id = instruction.id(operand.operand);
    return operand.writes &&
           (points_to_shared_memory(*program.module, id) || is_storage_image(*program.module, id));
  });
}

// Runs the subgroups of a stalled workgroup in order, each for one iteration of its loop.
class PeriodRun {
 public:
  PeriodRun(Workgroup& workgroup, std::span<const WatchedWord> watched)
      : workgroup_(workgroup),
        watched_(watched),
        // What the loops read from shared memory is in the registers once they have read it.
        watch_(workgroup.program(), StallWatch::Sees::workgroup) {
    watch_.expect();
  }

  StalledPeriod run() {
    while (records_ < max_period_records) {
      const std::uint64_t before = records_;
      for (const std::uint32_t i : workgroup_.subgroups().order()) {
        Subgroup& subgroup = workgroup_.subgroups()[i];
        if (subgroup.state == SubgroupState::finished) continue;
        const bool runs = subgroup.state == SubgroupState::runnable ||
                          workgroup_.state().barriers.may_go_on(subgroup);
        if (runs && run_iteration(subgroup)) return {StalledPeriod::End::has_written, may_write_};
        if (has_ended(subgroup)) return {StalledPeriod::End::goes_on, may_write_};
        // The others use the same registers, and have not begun.
        if (workgroup_.program().subgroups_are_independent()) break;
      }
      if (records_ == before) {
        release_furthest_behind(workgroup_);
        ++records_;
      }
      const bool repeats = watch_.repeats(workgroup_.subgroups(), records_ - before);
      if (repeats) return {StalledPeriod::End::repeats, may_write_};
    }
    return {StalledPeriod::End::unknown, may_write_};
  }

 private:
  static bool has_ended(const Subgroup& subgroup) {
    return subgroup.state == SubgroupState::finished || subgroup.state == SubgroupState::stopped;
  }

  bool writes(std::uint32_t origin) const {
    const Program& program = workgroup_.program();
    return may_write_shared(program,
                            program.module->instruction(program.origins[origin].instruction));
  }

  bool has_written() const {
    return std::ranges::any_of(watched_,
                               [](const WatchedWord& word) { return word.read() != word.value; });
  }

  // Returns whether it has written. Then the subgroup continues with the next instruction.
  bool run_iteration(Subgroup& subgroup) {
    workgroup_.subgroups().prepare_to_run(subgroup);
    subgroup.step_limit = ~std::uint64_t{0};
    const std::uint64_t steps = subgroup.steps;
    const std::uint64_t lane_instructions = subgroup.lane_instructions;
    RecordObserver* const observer = workgroup_.observers().watch;
    const Record* const start = subgroup.resume;
    const Record* record = start;
    bool wrote = false;
    do {
      const std::uint32_t origin = record->origin;
      if (observer != nullptr) observer->before_one(subgroup, record);
      record = record->handler(subgroup, record);
      ++records_;
      if (record != nullptr) subgroup.resume = record;
      may_write_ |= subgroup.active.any() && writes(origin);
      wrote = (record == nullptr || record->origin != origin) && has_written();
    } while (!wrote && record != nullptr && record != start && records_ < max_period_records &&
             subgroup.state == SubgroupState::runnable);
    workgroup_.limits().count(subgroup.steps - steps,
                              subgroup.lane_instructions - lane_instructions);
    return wrote;
  }

  Workgroup& workgroup_;
  std::span<const WatchedWord> watched_;
  StallWatch watch_;
  std::uint64_t records_ = 0;
  bool may_write_ = false;
};

}  // namespace

StalledPeriod run_stalled_period(Workgroup& workgroup, std::span<const WatchedWord> watched) {
  return PeriodRun(workgroup, watched).run();
}

}  // namespace spirv_oracle
