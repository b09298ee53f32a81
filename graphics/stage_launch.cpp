#include "graphics/stage_launch.h"

#include <algorithm>
#include <bit>

#include "interpreter/kernels/float16.h"

namespace spirv_oracle {

double wide_or_half_float_of(std::uint64_t bits, unsigned width) {
  if (width == 64) return std::bit_cast<double>(bits);
  return to_float(Float16{static_cast<std::uint16_t>(bits)});
}

std::uint64_t wide_or_half_float_bits_of(double value, unsigned width) {
  if (width == 64) return std::bit_cast<std::uint64_t>(value);
  return to_float16(static_cast<float>(value)).bits;
}

InterfaceComponent built_in(spv::BuiltIn which, std::uint32_t component) {
  InterfaceComponent result;
  result.kind = InterfaceComponent::Kind::built_in;
  result.number = static_cast<std::uint32_t>(which);
  result.component = component;
  return result;
}

void StageColumn::mark(std::size_t invocation, Definedness state) {
  const bool is_dependent = state == Definedness::implementation_dependent;
  std::vector<LaneMask>& masks =
      is_dependent ? values_->implementation_dependent : values_->undefined;
  if (masks.empty()) masks.resize((values_->bits.size() + subgroup_size_ - 1) / subgroup_size_);
  masks[invocation / subgroup_size_].set(static_cast<unsigned>(invocation % subgroup_size_));
}

Definedness StageOutput::marked_state(std::size_t invocation) const {
  const std::size_t subgroup = invocation / subgroup_size_;
  const auto lane = static_cast<unsigned>(invocation % subgroup_size_);
  const auto is_marked = [&](const std::vector<LaneMask>& masks) {
    return subgroup < masks.size() && masks[subgroup].test(lane);
  };
  if (is_marked(values_->undefined)) return Definedness::undefined;
  return is_marked(values_->implementation_dependent) ? Definedness::implementation_dependent
                                                      : Definedness::defined;
}

LaunchInputs::LaunchInputs(const Pipeline& pipeline, std::size_t count)
    : count_(count), subgroup_size_(pipeline.options().subgroup_size) {
  for (std::size_t first = 0; first < count; first += subgroup_size_) {
    invocations_.existing.push_back(LaneMask::first(
        static_cast<unsigned>(std::min<std::size_t>(subgroup_size_, count - first))));
  }
}

LaunchInputs LaunchInputs::of_patches(const Pipeline& pipeline, std::size_t patches,
                                      std::uint32_t vertices) {
  const std::uint32_t stride = patch_stride(pipeline);
  LaunchInputs inputs(pipeline, 0);
  inputs.count_ = patches * stride;
  for (std::size_t i = 0; i < inputs.count_; i += inputs.subgroup_size_) {
    const std::size_t first = i % stride;
    inputs.invocations_.existing.push_back(
        LaneMask::first(static_cast<unsigned>(std::min<std::size_t>(
            inputs.subgroup_size_, vertices - std::min<std::size_t>(first, vertices)))));
  }
  return inputs;
}

StageColumn LaunchInputs::add(const InterfaceComponent& component) {
  StageValues& values = invocations_.inputs[component];
  values.bits.resize(count_);
  return {values, subgroup_size_};
}

void LaunchInputs::set_helper(std::size_t invocation) {
  if (invocations_.helpers.empty()) invocations_.helpers.resize(invocations_.existing.size());
  invocations_.helpers[invocation / subgroup_size_].set(
      static_cast<unsigned>(invocation % subgroup_size_));
}

// Masks without a lane become empty lists, which take no search.
LaunchOutputs::LaunchOutputs(StageOutputs outputs, std::uint32_t subgroup_size)
    : outputs_(std::move(outputs)), subgroup_size_(subgroup_size) {
  const auto shorten = [](std::vector<LaneMask>& masks) {
    if (std::ranges::all_of(masks, &LaneMask::none)) masks.clear();
  };
  for (auto& [component, values] : outputs_.values) {
    shorten(values.undefined);
    shorten(values.implementation_dependent);
  }
  alive_ = outputs_.returned;
  for (std::size_t i = 0; i < outputs_.helpers.size(); ++i)
    alive_[i] = alive_[i] & ~outputs_.helpers[i];
}

StageOutput LaunchOutputs::find(const InterfaceComponent& component) const {
  const auto found = outputs_.values.find(component);
  if (found == outputs_.values.end()) return {};
  return {&found->second, subgroup_size_};
}

Result<LaunchOutputs> StageLauncher::run(const Pipeline& pipeline, const LaunchInputs& inputs) {
  Policy policy = policy_;
  policy.limits.timeout_seconds = seconds_until(deadline_);
  Observers observers = observers_;
  if (watches_only_fragments_ && pipeline.options().stage != Stage::fragment)
    observers.watch = nullptr;
  Result<DispatchResult> run =
      run_stage(pipeline, inputs.invocations(), bindings_, policy, observers);
  if (!run) return tl::unexpected(run.error());
  result_.steps += run->steps;
  result_.lane_instructions += run->lane_instructions;
  findings_.add(pipeline.options().stage, std::move(run->findings));
  for (const auto& [key, buffer] : run->buffers) {
    if (buffer.written) result_.written_buffers.insert(key);
  }
  for (std::size_t i = 0; i < run->memories.size(); ++i) {
    if (run->memories[i].written) result_.written_memories.insert(i);
  }
  keep_memory(*run, bindings_);
  if (run->status == Status::limit) {
    result_.status = Status::limit;
    result_.message = run->message;
  }
  return LaunchOutputs(std::move(run->stage), inputs.subgroup_size());
}

bool StageLauncher::must_end() {
  const bool is_interrupted = observers_.interrupt != nullptr && *observers_.interrupt;
  if (result_.status != Status::limit && (is_interrupted || is_past(deadline_))) {
    result_.status = Status::limit;
    result_.message = is_interrupted ? "interrupted" : "time limit reached";
  }
  return result_.status == Status::limit ||
         (policy_.stop_on_undefined_behavior && findings_.has_undefined_behavior());
}

}  // namespace spirv_oracle
