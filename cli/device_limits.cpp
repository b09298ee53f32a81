#include "cli/device_limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <vector>

#include "cli/matrix_limits.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

// "Required Limits" of the versions. Versions between these have the limits of 1.0.
const DeviceLimits vulkan_1_0{
    .max_compute_work_group_count = {65535, 65535, 65535},
    .max_compute_work_group_size = {128, 128, 64},
    .max_compute_work_group_invocations = 128,
    .max_compute_shared_memory_size = 16384,
    .min_texel_offset = -8,
    .max_texel_offset = 7,
    .min_texel_gather_offset = -8,
    .max_texel_gather_offset = 7,
};
const DeviceLimits vulkan_1_4{
    .max_compute_work_group_count = {65535, 65535, 65535},
    .max_compute_work_group_size = {256, 256, 64},
    .max_compute_work_group_invocations = 256,
    .max_compute_shared_memory_size = 16384,
    .min_texel_offset = -8,
    .max_texel_offset = 7,
    .min_texel_gather_offset = -8,
    .max_texel_gather_offset = 7,
};

// "Milestone Limits". Roadmap 2024 adds no limit of those in DeviceLimits.
const DeviceLimits roadmap_2026 = [] {
  DeviceLimits limits = vulkan_1_4;
  limits.max_compute_shared_memory_size = 32768;
  return limits;
}();

struct NamedLimits {
  std::string_view name;
  const DeviceLimits& limits;
};

constexpr NamedLimits limits_of_all_devices[] = {
    {"vulkan1.0", vulkan_1_0},   {"vulkan1.4", vulkan_1_4},     {"roadmap2022", vulkan_1_4},
    {"roadmap2024", vulkan_1_4}, {"roadmap2026", roadmap_2026},
};

template <class T>
Result<void> set(std::string_view value, T& target) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), target);
  if (error != std::errc{} || end != value.data() + value.size())
    return bad_input(fmt::format("'{}' is not a value of a device limit", value));
  return {};
}

struct NamedLimit {
  std::string_view name;
  Result<void> (*store)(std::string_view value, DeviceLimits& limits);
};

template <auto member>
Result<void> store_scalar(std::string_view value, DeviceLimits& limits) {
  return set(value, limits.*member);
}
template <auto member>
Result<void> store_flag(std::string_view value, DeviceLimits& limits) {
  if (value != "0" && value != "1") return bad_input(fmt::format("'{}' is not 0 or 1", value));
  limits.*member = value == "1";
  return {};
}
template <auto member, unsigned dimension>
Result<void> store_dimension(std::string_view value, DeviceLimits& limits) {
  return set(value, (limits.*member)[dimension]);
}

constexpr auto workgroup_count = &DeviceLimits::max_compute_work_group_count;
constexpr auto workgroup_size = &DeviceLimits::max_compute_work_group_size;
constexpr NamedLimit named_limits[] = {
    {"maxComputeWorkGroupCount[0]", &store_dimension<workgroup_count, 0>},
    {"maxComputeWorkGroupCount[1]", &store_dimension<workgroup_count, 1>},
    {"maxComputeWorkGroupCount[2]", &store_dimension<workgroup_count, 2>},
    {"maxComputeWorkGroupSize[0]", &store_dimension<workgroup_size, 0>},
    {"maxComputeWorkGroupSize[1]", &store_dimension<workgroup_size, 1>},
    {"maxComputeWorkGroupSize[2]", &store_dimension<workgroup_size, 2>},
    {"maxComputeWorkGroupInvocations",
     &store_scalar<&DeviceLimits::max_compute_work_group_invocations>},
    {"maxComputeSharedMemorySize", &store_scalar<&DeviceLimits::max_compute_shared_memory_size>},
    {"minTexelOffset", &store_scalar<&DeviceLimits::min_texel_offset>},
    {"maxTexelOffset", &store_scalar<&DeviceLimits::max_texel_offset>},
    {"minTexelGatherOffset", &store_scalar<&DeviceLimits::min_texel_gather_offset>},
    {"maxTexelGatherOffset", &store_scalar<&DeviceLimits::max_texel_gather_offset>},
    {"residencyNonResidentStrict", &store_flag<&DeviceLimits::residency_non_resident_strict>},
    {"matrixProduct", &add_matrix_product},
};

constexpr std::string_view h200_matrices = "h200-matrices";

Result<void> add_limit(std::string_view part, DeviceLimits& limits) {
  if (part == h200_matrices) {
    offer_products_of_h200(limits);
    return {};
  }
  const auto* const all = std::ranges::find(limits_of_all_devices, part, &NamedLimits::name);
  if (all != std::end(limits_of_all_devices)) {
    limits = all->limits;
    return {};
  }
  const std::size_t equals = part.find('=');
  const auto* const named =
      std::ranges::find(named_limits, part.substr(0, equals), &NamedLimit::name);
  if (named != std::end(named_limits) && equals != std::string_view::npos)
    return named->store(part.substr(equals + 1), limits);
  std::vector<std::string_view> sets, names;
  for (const NamedLimits& known : limits_of_all_devices) sets.push_back(known.name);
  sets.push_back(h200_matrices);
  for (const NamedLimit& known : named_limits) names.push_back(known.name);
  return bad_input(fmt::format("expected {} or NAME=VALUE with NAME one of {}, not '{}'",
                               fmt::join(sets, ", "), fmt::join(names, ", "), part));
}

}  // namespace

Result<void> add_device_limits(std::string_view text, DeviceLimits& limits) {
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    if (auto done = add_limit(part, limits); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
