// Launches of the stages of a draw, one after another, on the same resources.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <optional>

#include <spirv/unified1/spirv.hpp11>

#include "graphics/draw.h"
#include "graphics/draw_findings.h"
#include "interpreter/deadline.h"
#include "interpreter/stage.h"
#include "raster/color.h"

namespace spirv_oracle {

// Values of some invocations of a stage, which has this subgroup size.
class StageColumn {
 public:
  StageColumn(StageValues& values, std::uint32_t subgroup_size)
      : values_(&values), subgroup_size_(subgroup_size) {}

  void set(std::size_t invocation, std::uint64_t bits, Definedness state = Definedness::defined) {
    values_->bits[invocation] = bits;
    if (state != Definedness::defined) mark(invocation, state);
  }

 private:
  void mark(std::size_t invocation, Definedness state);

  StageValues* values_;
  std::uint32_t subgroup_size_;
};

// The outputs of a launch.
class StageOutput {
 public:
  StageOutput() = default;
  StageOutput(const StageValues* values, std::uint32_t subgroup_size)
      : values_(values),
        subgroup_size_(subgroup_size),
        is_marked_(!values->undefined.empty() || !values->implementation_dependent.empty()) {}

  explicit operator bool() const { return values_ != nullptr; }
  std::uint64_t bits(std::size_t invocation) const { return values_->bits[invocation]; }
  Definedness state(std::size_t invocation) const {
    return is_marked_ ? marked_state(invocation) : Definedness::defined;
  }

 private:
  Definedness marked_state(std::size_t invocation) const;

  const StageValues* values_ = nullptr;
  std::uint32_t subgroup_size_ = 1;
  bool is_marked_ = false;  // for any invocation
};

// A float of 16, 32 or 64 bits as a number, and back.
double wide_or_half_float_of(std::uint64_t bits, unsigned width);
inline double float_of(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                     : wide_or_half_float_of(bits, width);
}
std::uint64_t wide_or_half_float_bits_of(double value, unsigned width);
inline std::uint64_t float_bits_of(double value, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                     : wide_or_half_float_bits_of(value, width);
}

InterfaceComponent built_in(spv::BuiltIn which, std::uint32_t component = 0);

// The invocations 0 to count - 1 of a launch. Inputs have room for them, and are 0.
class LaunchInputs {
 public:
  LaunchInputs(const Pipeline& pipeline, std::size_t count);

  // Those of patches: the invocations of patch p begin with number p * patch_stride().
  static LaunchInputs of_patches(const Pipeline& pipeline, std::size_t patches,
                                 std::uint32_t vertices);

  StageColumn add(const InterfaceComponent& component);
  void set_interpolator(const InputInterpolator* interpolator) {
    invocations_.interpolator = interpolator;
  }
  void set_helper(std::size_t invocation);
  std::size_t count() const { return count_; }
  std::uint32_t subgroup_size() const { return subgroup_size_; }
  const StageInvocations& invocations() const { return invocations_; }

 private:
  std::size_t count_;
  std::uint32_t subgroup_size_;
  StageInvocations invocations_;
};

// The results of a launch, by invocation.
class LaunchOutputs {
 public:
  LaunchOutputs(StageOutputs outputs, std::uint32_t subgroup_size);

  StageOutput find(const InterfaceComponent& component) const;
  const EmittedVertices& emitted() const { return outputs_.emitted; }
  // Whether it ended as something other than a helper invocation, and was not terminated.
  bool is_alive(std::size_t invocation) const {
    return alive_[invocation / subgroup_size_].test(
        static_cast<unsigned>(invocation % subgroup_size_));
  }

 private:
  StageOutputs outputs_;
  std::uint32_t subgroup_size_;
  std::vector<LaneMask> alive_;  // by subgroup
};

// Runs the launches of a draw and collects what they found and wrote.
class StageLauncher {
 public:
  // All must outlive it. `result` gets the counts.
  StageLauncher(Bindings& bindings, const Policy& policy, const Observers& observers,
                DrawFindings& findings, DrawResult& result)
      : bindings_(bindings),
        policy_(policy),
        observers_(observers),
        findings_(findings),
        result_(result),
        deadline_(deadline_after(policy.limits.timeout_seconds)) {}

  Result<LaunchOutputs> run(const Pipeline& pipeline, const LaunchInputs& inputs);
  // From now on, Observers::watch sees only launches of fragments.
  void watch_only_fragments() { watches_only_fragments_ = true; }
  // Whether the draw must end: at a limit, or at undefined behavior if the policy says so.
  bool must_end();

 private:
  Bindings& bindings_;
  const Policy& policy_;
  const Observers& observers_;
  DrawFindings& findings_;
  DrawResult& result_;
  Deadline deadline_;
  bool watches_only_fragments_ = false;
};

}  // namespace spirv_oracle
