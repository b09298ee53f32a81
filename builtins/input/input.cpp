#include "builtins/input/input.h"

#include <algorithm>
#include <span>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/subgroup_layout.h"

namespace spirv_oracle {
namespace {

// The values of one component in all lanes. All built-in inputs are integers.
using Lanes = std::span<std::uint64_t>;

// The data from which built-ins are computed.
struct Where {
  const InputContext& context;
  std::uint32_t subgroup_id;
  std::uint32_t component;

  std::uint32_t first_index() const { return subgroup_id * context.subgroup_size; }
  std::uint32_t workgroup_invocations() const {
    const Dim3& size = context.local_size;
    return size[0] * size[1] * size[2];
  }
  // Whether lane l is the invocation first_index() + l.
  bool is_linear() const {
    return context.layout == nullptr || context.layout->invocations.empty();
  }
};

void fill_uniform(Lanes lanes, std::uint64_t value) { std::ranges::fill(lanes, value); }

// --- the workgroup and its invocations ---

void num_workgroups(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.group_count[where.component]);
}

void workgroup_size(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.local_size[where.component]);
}

// The size of the workgroups that are not smaller than the others.
std::uint32_t enqueued_extent(const Where& where, std::uint32_t component) {
  const InputContext& context = where.context;
  return context.enqueued ? context.enqueued->local_size[component] : context.local_size[component];
}

void enqueued_workgroup_size(const Where& where, Lanes lanes) {
  fill_uniform(lanes, enqueued_extent(where, where.component));
}

void workgroup_id(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.workgroup_id[where.component]);
}

void local_invocation_index(const Where& where, Lanes lanes) {
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    lanes[lane] = where.is_linear() ? where.first_index() + lane
                                    : where.context.layout->invocation(where.subgroup_id, lane);
  }
}

// LocalInvocationIndex = z * size.x * size.y + y * size.x + x
void local_invocation_id(const Where& where, Lanes lanes) {
  const std::uint32_t size_x = std::max(where.context.local_size[0], 1u);
  const std::uint32_t size_y = std::max(where.context.local_size[1], 1u);
  if (!where.is_linear()) {
    local_invocation_index(where, lanes);
    for (std::uint64_t& value : lanes) {
      const std::uint64_t id[] = {value % size_x, value / size_x % size_y, value / size_x / size_y};
      value = id[where.component];
    }
    return;
  }
  const std::uint32_t first = where.first_index();
  Dim3 id{first % size_x, first / size_x % size_y, first / size_x / size_y};
  for (std::uint64_t& value : lanes) {
    value = id[where.component];
    if (++id[0] < size_x) continue;
    id[0] = 0;
    if (++id[1] < size_y) continue;
    id[1] = 0;
    ++id[2];
  }
}

// WorkgroupId * WorkgroupSize + LocalInvocationId; in kernels with EnqueuedWorkgroupSize, and plus GlobalOffset. The
// WorkgroupId of a shader contains the offset.
void global_invocation_id(const Where& where, Lanes lanes) {
  local_invocation_id(where, lanes);
  const std::uint32_t c = where.component;
  const std::uint64_t first =
      std::uint64_t{where.context.workgroup_id[c]} * enqueued_extent(where, c) +
      (where.context.is_kernel ? where.context.global_offset[c] : 0);
  for (std::uint64_t& value : lanes) value += first;
}

// --- of kernels ---

std::uint64_t global_extent(const Where& where, std::uint32_t component) {
  const InputContext& context = where.context;
  if (context.enqueued) return context.enqueued->global_size[component];
  return std::uint64_t{context.group_count[component]} * context.local_size[component];
}

void global_size(const Where& where, Lanes lanes) {
  fill_uniform(lanes, global_extent(where, where.component));
}

void global_offset(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.global_offset[where.component]);
}

void work_dim(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.work_dimensions);
}

// The index of an invocation among all invocations, without GlobalOffset, x first.
void global_linear_id(const Where& where, Lanes lanes) {
  std::uint64_t stride = 1;
  std::uint64_t ids[128];
  std::ranges::fill(lanes, 0);
  for (std::uint32_t c = 0; c < 3; ++c) {
    const Lanes of_component(ids, lanes.size());
    global_invocation_id({where.context, where.subgroup_id, c}, of_component);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      lanes[lane] += stride * (ids[lane] - where.context.global_offset[c]);
    stride *= global_extent(where, c);
  }
}

void device_index(const Where&, Lanes lanes) { fill_uniform(lanes, 0); }

// --- the subgroup and its lanes ---

void subgroup_max_size(const Where& where, Lanes lanes) {
  fill_uniform(lanes, where.context.subgroup_size);
}

// In kernels, the current size: the number of invocations in a subgroup that is partly filled.
void subgroup_size(const Where& where, Lanes lanes) {
  const InputContext& context = where.context;
  if (!context.is_kernel || context.layout == nullptr) return subgroup_max_size(where, lanes);
  fill_uniform(lanes, context.layout->existing(where.subgroup_id).count());
}

void num_subgroups(const Where& where, Lanes lanes) {
  if (where.context.layout != nullptr) {
    return fill_uniform(lanes, where.context.layout->subgroup_count);
  }
  const std::uint32_t size = std::max(where.context.subgroup_size, 1u);
  const std::uint32_t invocations = where.workgroup_invocations();
  fill_uniform(lanes, invocations / size + (invocations % size != 0 ? 1 : 0));
}

void num_enqueued_subgroups(const Where& where, Lanes lanes) {
  if (!where.context.enqueued) return num_subgroups(where, lanes);
  fill_uniform(lanes, where.context.enqueued->subgroup_count);
}

void subgroup_id(const Where& where, Lanes lanes) { fill_uniform(lanes, where.subgroup_id); }

void subgroup_local_invocation_id(const Where&, Lanes lanes) {
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] = lane;
}

// Component c of a mask contains the bits of the lanes 32 * c .. 32 * c + 31. Bits from SubgroupSize on are
// never set.
template <LaneMask (*Mask)(std::uint32_t lane, const LaneMask& all)>
void subgroup_mask(const Where& where, Lanes lanes) {
  const LaneMask all = LaneMask::first(where.context.subgroup_size);
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    const LaneMask mask = Mask(lane, all) & all;
    const std::uint64_t word = mask.words[where.component / 2];
    lanes[lane] = static_cast<std::uint32_t>(word >> (32 * (where.component % 2)));
  }
}

LaneMask equal(std::uint32_t lane, const LaneMask&) { return LaneMask::single(lane); }
LaneMask less(std::uint32_t lane, const LaneMask&) { return LaneMask::first(lane); }
LaneMask less_or_equal(std::uint32_t lane, const LaneMask&) { return LaneMask::first(lane + 1); }
LaneMask greater(std::uint32_t lane, const LaneMask& all) {
  return all & ~LaneMask::first(lane + 1);
}
LaneMask greater_or_equal(std::uint32_t lane, const LaneMask& all) {
  return all & ~LaneMask::first(lane);
}

struct Input {
  spv::BuiltIn built_in;
  std::uint32_t components;
  void (*fill)(const Where&, Lanes);
};

constexpr Input inputs[] = {
    {spv::BuiltIn::NumWorkgroups, 3, num_workgroups},
    {spv::BuiltIn::WorkgroupSize, 3, workgroup_size},
    {spv::BuiltIn::WorkgroupId, 3, workgroup_id},
    {spv::BuiltIn::LocalInvocationId, 3, local_invocation_id},
    {spv::BuiltIn::GlobalInvocationId, 3, global_invocation_id},
    {spv::BuiltIn::GlobalSize, 3, global_size},
    {spv::BuiltIn::GlobalOffset, 3, global_offset},
    {spv::BuiltIn::GlobalLinearId, 1, global_linear_id},
    {spv::BuiltIn::EnqueuedWorkgroupSize, 3, enqueued_workgroup_size},
    {spv::BuiltIn::WorkDim, 1, work_dim},
    {spv::BuiltIn::LocalInvocationIndex, 1, local_invocation_index},
    {spv::BuiltIn::SubgroupSize, 1, subgroup_size},
    {spv::BuiltIn::SubgroupMaxSize, 1, subgroup_max_size},
    {spv::BuiltIn::NumSubgroups, 1, num_subgroups},
    {spv::BuiltIn::NumEnqueuedSubgroups, 1, num_enqueued_subgroups},
    {spv::BuiltIn::SubgroupId, 1, subgroup_id},
    {spv::BuiltIn::SubgroupLocalInvocationId, 1, subgroup_local_invocation_id},
    {spv::BuiltIn::SubgroupEqMask, 4, subgroup_mask<equal>},
    {spv::BuiltIn::SubgroupGeMask, 4, subgroup_mask<greater_or_equal>},
    {spv::BuiltIn::SubgroupGtMask, 4, subgroup_mask<greater>},
    {spv::BuiltIn::SubgroupLeMask, 4, subgroup_mask<less_or_equal>},
    {spv::BuiltIn::SubgroupLtMask, 4, subgroup_mask<less>},
    {spv::BuiltIn::DeviceIndex, 1, device_index},
};

const Input* find_input(spv::BuiltIn built_in) {
  const auto* found = std::ranges::find(inputs, built_in, &Input::built_in);
  return found == std::end(inputs) ? nullptr : found;
}

template <class T>
void store(Subgroup& subgroup, Slot slot, Lanes lanes) {
  T* values = subgroup.values<T>(slot);
  for (const std::uint64_t value : lanes) *values++ = static_cast<T>(value);
}

void store_truth(Subgroup& subgroup, Slot slot, Lanes lanes) {
  LaneMask truth;
  for (unsigned lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane] != 0) truth.set(lane);
  }
  subgroup.truth(slot) = truth;
}

}  // namespace

bool fill_input(const InputContext& context, Subgroup& subgroup, const InputPlane& plane) {
  const Input* input = find_input(plane.built_in);
  if (input == nullptr || plane.component >= input->components) return false;
  std::uint64_t values[128];
  const Lanes lanes(values, subgroup.padded_lanes);
  input->fill({context, subgroup.id, plane.component}, lanes);
  switch (plane.type.bytes) {
    case 0:
      store_truth(subgroup, plane.slot, lanes);
      break;
    case 1:
      store<std::uint8_t>(subgroup, plane.slot, lanes);
      break;
    case 2:
      store<std::uint16_t>(subgroup, plane.slot, lanes);
      break;
    case 4:
      store<std::uint32_t>(subgroup, plane.slot, lanes);
      break;
    default:
      store<std::uint64_t>(subgroup, plane.slot, lanes);
      break;
  }
  subgroup.header(plane.slot) = {};
  return true;
}

void register_built_in_inputs(InstructionRegistry& registry) {
  for (const Input& input : inputs) registry.add_input(input.built_in, &fill_input);
}

}  // namespace spirv_oracle
