#include "interpreter/exec/stalled_period.h"

#include <algorithm>

#include "interpreter/exec/record_watch.h"
#include "interpreter/exec/shared_memory.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_period_records = 1u << 20;

constexpr unsigned max_iteration_records = 20'000;

bool is_atomic_update(spv::Op opcode) {
  return (opcode >= spv::Op::OpAtomicExchange && opcode <= spv::Op::OpAtomicXor) ||
         opcode == spv::Op::OpAtomicFlagTestAndSet;
}

bool may_write_shared(const Module& module, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
    case spv::Op::OpCopyMemorySized:
    case spv::Op::OpAtomicStore:
    case spv::Op::OpAtomicFlagClear:
      return points_to_shared_memory(module, instruction.id(0));
    case spv::Op::OpImageWrite:
    case spv::Op::OpGroupWaitEvents:
      return true;
    case spv::Op::OpExtInst:
      for (unsigned i = 0; i < instruction.operand_count(); ++i) {
        if (instruction.operands[i].operand_class == OperandClass::id &&
            points_to_shared_memory(module, instruction.id(i)))
          return true;
      }
      return false;
    default:
      break;
  }
  return is_atomic_update(instruction.opcode);
}

// Runs the subgroups of a stalled workgroup in order, each for one iteration of its loop.
class PeriodRun {
 public:
  PeriodRun(Workgroup& workgroup, std::span<const WatchedWord> watched)
      : workgroup_(workgroup),
        watched_(watched),
        // What the loops read from shared memory is in the registers once they have read it.
        watch_(workgroup.program(), workgroup.dispatch(), StallWatch::Sees::workgroup) {
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
    const Module& module = *workgroup_.program().module;
    return may_write_shared(module,
                            module.instruction(workgroup_.program().origins[origin].instruction));
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
    RecordWatch* const observer = workgroup_.observers().watch;
    const Op* const start = subgroup.resume;
    const Op* op = start;
    bool wrote = false;
    do {
      const std::uint32_t origin = op->origin;
      if (observer != nullptr) observer->before_one(subgroup, op);
      op = op->handler(subgroup, op);
      ++records_;
      if (op != nullptr) subgroup.resume = op;
      may_write_ |= subgroup.active.any() && writes(origin);
      wrote = (op == nullptr || op->origin != origin) && has_written();
    } while (!wrote && op != nullptr && op != start && records_ < max_period_records &&
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

// Notes the word that a record reads from memory which other workgroups may write.
void watch_word(const Subgroup& subgroup, const Op& op, std::vector<WatchedWord>& words) {
  const Program& program = *subgroup.program;
  const Instruction& instruction =
      program.module->instruction(program.origins[op.origin].instruction);
  const bool reads = instruction.opcode == spv::Op::OpLoad ||
                     instruction.opcode == spv::Op::OpAtomicLoad ||
                     is_atomic_update(instruction.opcode);
  if (op.result == no_slot || subgroup.active.none() || !reads ||
      !points_to_shared_memory(*program.module, instruction.id(2)))
    return;
  const auto plane = std::ranges::find(program.registers.planes, op.result, &Plane::slot);
  if (plane == program.registers.planes.end()) return;
  const unsigned size = plane->type.bytes;
  const std::uint64_t address =
      subgroup.values<std::uint64_t>(op.operand[0])[subgroup.active.lowest()];
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  if (object.allocation == nullptr || object.allocation->kind == MemoryKind::workgroup ||
      size > sizeof(std::uint64_t) || offset >= object.size || size > object.size - offset)
    return;
  WatchedWord word{object.bytes + offset, size};
  word.value = word.read();
  const bool is_new = std::ranges::none_of(words, [&](const WatchedWord& other) {
    return other.bytes == word.bytes && other.size == word.size;
  });
  if (is_new) words.push_back(word);
}

}  // namespace

StalledPeriod run_stalled_period(Workgroup& workgroup, std::span<const WatchedWord> watched) {
  return PeriodRun(workgroup, watched).run();
}

void watch_words(Subgroup& subgroup, Spin& spin) {
  subgroup.step_limit = ~std::uint64_t{0};
  const Op* const start = subgroup.resume;
  const Op* op = start;
  for (unsigned i = 0; i < max_iteration_records && op != nullptr; ++i) {
    watch_word(subgroup, *op, spin.words);
    op = op->handler(subgroup, op);
    if (op != nullptr) subgroup.resume = op;
    if (op == start || subgroup.state != SubgroupState::runnable) break;
  }
}

}  // namespace spirv_oracle
