// Values of built-ins by their names in GLSL and OpenCL C.
#include <algorithm>
#include <array>

#include "debugger/engine/program/names.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType component_type = ScalarType::unsigned_integer(4);
constexpr ScalarType size_type = ScalarType::unsigned_integer(8);

Scalar defined(std::uint64_t bits) { return {bits, Definedness::defined}; }

Object scalar(std::uint64_t value) { return Objects::number(component_type, defined(value)); }

Object vector(const Dim3& value) {
  return Objects::vector(component_type, {defined(value[0]), defined(value[1]), defined(value[2])});
}

std::uint32_t invocation_index(const LaneContext& context) {
  return context.workgroup->shape().layout().invocation(context.subgroup->id, context.lane);
}

std::uint64_t global_extent(const LaneContext& context, std::uint32_t dimension) {
  const Workgroup& workgroup = *context.workgroup;
  if (workgroup.launch().global_size) return (*workgroup.launch().global_size)[dimension];
  return std::uint64_t{context.program().local_size[dimension]} *
         workgroup.shape().group_count()[dimension];
}

Object mask(const LaneContext& context, const LaneMask& lanes) {
  const LaneMask kept = lanes & LaneMask::first(context.subgroup->size);
  std::vector<Scalar> words;
  for (unsigned i = 0; i < 4; ++i)
    words.push_back(defined(static_cast<std::uint32_t>(kept.words[i / 2] >> (32 * (i % 2)))));
  return Objects::vector(component_type, std::move(words));
}

struct BuiltIn {
  std::string_view name;
  Object (*value)(const LaneContext&);
};

constexpr std::array built_ins{
    BuiltIn{"gl_LocalInvocationIndex",
            [](const LaneContext& c) { return scalar(invocation_index(c)); }},
    BuiltIn{"gl_LocalInvocationID",
            [](const LaneContext& c) { return vector(local_invocation(c)); }},
    BuiltIn{"gl_GlobalInvocationID",
            [](const LaneContext& c) { return vector(global_invocation(c)); }},
    BuiltIn{"gl_WorkGroupID",
            [](const LaneContext& c) { return vector(c.workgroup->shape().id()); }},
    BuiltIn{"gl_WorkGroupSize",
            [](const LaneContext& c) { return vector(c.workgroup->shape().local_size()); }},
    BuiltIn{"gl_NumWorkGroups",
            [](const LaneContext& c) { return vector(c.workgroup->shape().group_count()); }},
    BuiltIn{"gl_SubgroupInvocationID", [](const LaneContext& c) { return scalar(c.lane); }},
    BuiltIn{"gl_SubgroupID", [](const LaneContext& c) { return scalar(c.subgroup->id); }},
    BuiltIn{"gl_SubgroupSize", [](const LaneContext& c) { return scalar(c.subgroup->size); }},
    BuiltIn{"gl_NumSubgroups",
            [](const LaneContext& c) { return scalar(c.workgroup->subgroups().size()); }},
    BuiltIn{"gl_SubgroupEqMask",
            [](const LaneContext& c) { return mask(c, LaneMask::single(c.lane)); }},
    BuiltIn{"gl_SubgroupGeMask",
            [](const LaneContext& c) { return mask(c, ~LaneMask::first(c.lane)); }},
    BuiltIn{"gl_SubgroupGtMask",
            [](const LaneContext& c) { return mask(c, ~LaneMask::first(c.lane + 1)); }},
    BuiltIn{"gl_SubgroupLeMask",
            [](const LaneContext& c) { return mask(c, LaneMask::first(c.lane + 1)); }},
    BuiltIn{"gl_SubgroupLtMask",
            [](const LaneContext& c) { return mask(c, LaneMask::first(c.lane)); }},
};

// Functions of OpenCL C. The value of a dimension that does not exist is that of a dimension of one work-item.
struct WorkItemFunction {
  std::string_view name;
  std::uint64_t (*value)(const LaneContext&, std::uint32_t dimension);
};

constexpr std::array functions{
    WorkItemFunction{"get_global_id",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3
                                  ? global_invocation(c)[d] + c.workgroup->launch().global_offset[d]
                                  : 0;
                     }},
    WorkItemFunction{"get_local_id",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? local_invocation(c)[d] : 0;
                     }},
    WorkItemFunction{"get_group_id",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? c.workgroup->shape().id()[d] : 0;
                     }},
    WorkItemFunction{"get_local_size",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? c.workgroup->shape().local_size()[d] : 1;
                     }},
    WorkItemFunction{"get_enqueued_local_size",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? c.program().local_size[d] : 1;
                     }},
    WorkItemFunction{"get_num_groups",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? c.workgroup->shape().group_count()[d] : 1;
                     }},
    WorkItemFunction{"get_global_size",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? global_extent(c, d) : 1;
                     }},
    WorkItemFunction{"get_global_offset",
                     [](const LaneContext& c, std::uint32_t d) -> std::uint64_t {
                       return d < 3 ? c.workgroup->launch().global_offset[d] : 0;
                     }},
    WorkItemFunction{
        "get_local_linear_id",
        [](const LaneContext& c, std::uint32_t) -> std::uint64_t { return invocation_index(c); }},
    WorkItemFunction{"get_sub_group_local_id",
                     [](const LaneContext& c, std::uint32_t) -> std::uint64_t { return c.lane; }},
    WorkItemFunction{
        "get_sub_group_id",
        [](const LaneContext& c, std::uint32_t) -> std::uint64_t { return c.subgroup->id; }},
    WorkItemFunction{
        "get_max_sub_group_size",
        [](const LaneContext& c, std::uint32_t) -> std::uint64_t { return c.subgroup->size; }},
    WorkItemFunction{"get_num_sub_groups",
                     [](const LaneContext& c, std::uint32_t) -> std::uint64_t {
                       return c.workgroup->subgroups().size();
                     }},
    WorkItemFunction{"get_enqueued_num_sub_groups",
                     [](const LaneContext& c, std::uint32_t) -> std::uint64_t {
                       return c.program().layout.subgroup_count;
                     }},
};

}  // namespace

Dim3 local_invocation(const LaneContext& context) {
  const std::uint32_t index = invocation_index(context);
  const Dim3& size = context.workgroup->shape().local_size();
  return {index % size[0], index / size[0] % size[1], index / size[0] / size[1]};
}

Dim3 global_invocation(const LaneContext& context) {
  Dim3 result = local_invocation(context);
  for (unsigned d = 0; d < 3; ++d)
    result[d] += context.workgroup->shape().id()[d] * context.program().local_size[d];
  return result;
}

std::optional<Object> find_built_in(const LaneContext& context, std::string_view name) {
  const auto found = std::ranges::find(built_ins, name, &BuiltIn::name);
  if (found == built_ins.end()) return std::nullopt;
  return found->value(context);
}

std::optional<Object> call_built_in(const LaneContext& context, std::string_view function,
                                    std::uint32_t dimension) {
  const auto found = std::ranges::find(functions, function, &WorkItemFunction::name);
  if (found == functions.end()) return std::nullopt;
  return Objects::number(size_type, defined(found->value(context, dimension)));
}

std::vector<std::string> built_in_names(bool is_kernel) {
  std::vector<std::string> names;
  if (is_kernel) {
    for (const WorkItemFunction& function : functions) names.emplace_back(function.name);
  } else {
    for (const BuiltIn& built_in : built_ins) names.emplace_back(built_in.name);
  }
  return names;
}

}  // namespace spirv_oracle
