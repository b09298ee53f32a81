#include "driver/policy.h"

#include "driver/options.h"

namespace spirv_oracle {

Policy dispatch_policy() {
  const DriverOptions& options = driver_options();
  Policy policy;
  policy.stop_on_undefined_behavior = options.stops_on_undefined_behavior;
  policy.seed = options.seed;
  policy.jobs = options.jobs;
  policy.ignored_kinds = options.ignored_kinds;
  policy.limits.timeout_seconds = options.timeout_seconds;
  policy.limits.max_memory = std::uint64_t{1} << 40;  // what the host has is the limit
  policy.explain = options.explains;
  policy.check_races = options.checks_races;
  policy.may_give_up_races = true;
  return policy;
}

Policy probing_policy() {
  Policy policy = dispatch_policy();
  policy.explain = policy.check_races = false;
  return policy;
}

}  // namespace spirv_oracle
