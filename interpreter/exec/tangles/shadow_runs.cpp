#include "interpreter/exec/tangles/shadow_runs.h"

#include <cstring>
#include <utility>

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

// The workgroup has its own budget, so that the run does not count what shadow runs execute.
struct ShadowRuns::Shadow {
  Budget budget;
  Workgroup workgroup;

  Shadow(Workgroup& of, unsigned level)
      : workgroup(of.program(), of.launch(), of.policy(), of.memory(), budget, level) {
    budget.max_steps = ~std::uint64_t{0};
    budget.max_output = ~std::uint64_t{0};
  }
};

ShadowRuns::ShadowRuns(Workgroup& workgroup, unsigned level)
    : workgroup_(workgroup), level_(level) {}
ShadowRuns::~ShadowRuns() = default;

// Shadow runs execute at most as many records as the run itself, unless the run is short.
bool ShadowRuns::may_start() const {
  constexpr unsigned max_level = 6;
  constexpr std::uint64_t always = 200'000;
  return level_ < max_level && records_ <= always + workgroup_.limits().steps();
}

Subgroup* ShadowRuns::start(const Subgroup& subgroup) {
  if (!may_start()) return nullptr;
  if (!shadow_) shadow_ = std::make_unique<Shadow>(workgroup_, level_ + 1);
  Workgroup& other = shadow_->workgroup;
  other.start_in_shadow_of(workgroup_);
  Subgroup& shadow = other.subgroups()[subgroup.id];
  Subgroup copy = subgroup;
  copy.registers = shadow.registers;
  copy.workgroup = &other;
  copy.uncertain = shadow.uncertain;
  shadow = std::move(copy);
  std::memcpy(shadow.registers, subgroup.registers,
              std::size_t{subgroup.program->registers.units} * slot_unit);
  return &shadow;
}

void ShadowRuns::end(std::uint64_t records, bool is_reachable) {
  Workgroup& other = shadow_->workgroup;
  // Copying and comparing the registers takes time as well.
  records_ +=
      records + workgroup_.program().registers.planes.size() / 4 + other.shadow_runs().records_;
  other.shadow_runs().records_ = 0;
  workgroup_.findings().take_possible(other.findings(), is_reachable);
  workgroup_.knowledge().unfollowed.text |= other.knowledge().unfollowed.text;
}

}  // namespace spirv_oracle
