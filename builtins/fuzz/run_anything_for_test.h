// Runs any input as a module, under small limits, and returns how that ended. The generator word in
// the header selects the settings, so every SPIR-V file is an input.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::test {

struct Ending {
  Status status = Status::ok;
  std::string message;
  // Whether it ended in a documented way. Every error must have a message.
  bool is_proper() const {
    switch (status) {
      case Status::ok:
      case Status::undefined_behavior:
        return true;
      case Status::bad_input:
      case Status::unsupported:
      case Status::limit:
        return !message.empty();
      default:
        return false;
    }
  }
};

inline ShadowedBytes some_bytes(std::uint64_t wanted) {
  constexpr std::uint64_t most = 4096;
  ShadowedBytes contents;
  contents.bytes.resize(static_cast<std::size_t>(std::min(wanted, most)));
  for (std::size_t i = 0; i < contents.bytes.size(); ++i)
    contents.bytes[i] = std::byte(i % 4 == 0 ? i / 4 : 0);
  contents.shadow.assign(contents.bytes.size(), Definedness::defined);
  return contents;
}

// None for 0; otherwise one choice for each number.
inline ArithmeticChoices some_arithmetic(std::uint32_t number) {
  using A = ArithmeticChoices;
  constexpr bool A::*all[] = {
      &A::contract,        &A::split_fma,     &A::reassociate,  &A::reciprocal, &A::toward_zero,
      &A::flush_denormals, &A::flush_results, &A::low,          &A::high,       &A::relax,
      &A::other_zeros,     &A::other_nans,    &A::assume_finite};
  A chosen;
  if (const std::uint32_t choice = number % 16 - 1; choice < std::size(all))
    chosen.*all[choice] = true;
  return chosen;
}

inline Dispatch some_dispatch(const Module& module, std::uint32_t choices) {
  Dispatch dispatch;
  dispatch.groups = {2, 1, 1};
  dispatch.local_size = Dim3{7, 1, 1};
  dispatch.subgroup_size = 1u << (choices % 8);
  dispatch.reconvergence = (choices & 0x200) != 0 ? Reconvergence::minimal : Reconvergence::maximal;
  dispatch.arithmetic = some_arithmetic(choices >> 10);
  dispatch.limits = {
      .max_steps = 20'000, .max_memory = std::uint64_t{64} << 20, .timeout_seconds = 1};
  const ModuleInfo info = describe(module);
  if (info.entry_points.empty()) return dispatch;
  dispatch.entry_point = info.entry_points.front().name;
  for (const ResourceInfo& resource : info.entry_points.front().resources) {
    const ShadowedBytes contents = some_bytes(
        resource.fixed_size + 16 * std::min<std::uint64_t>(resource.runtime_stride, 256));
    if (resource.kind == ResourceKind::push_constant) {
      dispatch.push_constants = contents;
      continue;
    }
    const std::uint32_t elements = std::clamp(resource.descriptor_count, 1u, 3u);
    for (std::uint32_t i = 0; i < elements; ++i)
      dispatch.buffers[{resource.set, resource.binding, i}] = contents;
  }
  return dispatch;
}

inline Ending run_anything(std::span<const std::uint32_t> words) {
  const std::uint32_t choices = words.size() > 2 ? words[2] : 0;
  const auto module = load_module(words, {.validate = (choices & 0x100) != 0, .target_env = ""});
  if (!module) return {module.error().status, module.error().message};
  const auto result = run(**module, default_registry(), some_dispatch(**module, choices));
  if (!result) return {result.error().status, result.error().message};
  return {result->status, result->message};
}

}  // namespace spirv_oracle::test
