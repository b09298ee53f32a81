#include "interpreter/exec/state/progress_meter.h"

#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

void ProgressMeter::tick(std::uint64_t steps, std::uint32_t origin) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;  // another worker is showing it
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + interval;
  const Module& module = *program_.module;
  const std::uint32_t instruction = program_.origins[origin].instruction;
  show_(
      {done_.load(std::memory_order_relaxed), workgroups_, steps,
       instruction == 0 ? SourceLocation{} : module.source(module.instruction(instruction).line)});
}

}  // namespace spirv_oracle
