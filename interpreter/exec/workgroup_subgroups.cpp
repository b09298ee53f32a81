#include "interpreter/exec/workgroup_subgroups.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <random>
#include <type_traits>
#include <utility>

#include "interpreter/exec/stage_planes.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

template <class T>
void fill_plane(Subgroup& subgroup, Slot slot, std::uint64_t bits) {
  std::fill_n(subgroup.values<T>(slot), subgroup.padded_lanes, static_cast<T>(bits));
}

}  // namespace

std::uint64_t memory_of_registers(const Program& program) {
  const std::uint64_t subgroups = program.layout.subgroup_count;
  const std::uint64_t files = program.subgroups_are_independent() ? 1 : subgroups;
  return files * program.registers.units * slot_unit +
         subgroups * program.frame_count * sizeof(Frame);
}

WorkgroupSubgroups::WorkgroupSubgroups(Workgroup& workgroup, const Program& program,
                                       const AddressSpace& memory, const WorkgroupShape& shape,
                                       bool one_at_a_time)
    : program_(program), shape_(shape), all_(shape.layout().subgroup_count), running_(all_) {
  if (program.request.reconvergence == Reconvergence::minimal &&
      !program.tangles.maximally_reconverge && !program.is_kernel()) {
    separate_.resize(all_.size());
  }
  if (program.request.follows_uncertain_branches && separate_.empty())
    uncertain_.resize(all_.size());
  for (std::uint32_t id = 0; id < size(); ++id) {
    Subgroup& subgroup = all_[id];
    subgroup.id = id;
    subgroup.size = program_.subgroup_size;
    subgroup.padded_lanes = (program_.subgroup_size + 7) / 8 * 8;
    subgroup.memory = &memory;
    subgroup.code = program_.records.data();
    subgroup.data = program_.data.data();
    subgroup.program = &program_;
    subgroup.workgroup = &workgroup;
    subgroup.frames.resize(program_.frame_count);
    subgroup.pending.set_lanes(subgroup.size);
    if (program_.tangles.are_watched) subgroup.groups_at_header.resize(program_.frame_count);
    subgroup.reconvergence_points.resize(program_.reconvergence_points.size());
    subgroup.occupied.resize((program_.reconvergence_points.size() + 63) / 64);
    if (!separate_.empty()) subgroup.separate = &separate_[id];
    if (!uncertain_.empty()) subgroup.uncertain = &uncertain_[id];
    subgroup.has_plain_tangles = subgroup.separate == nullptr && subgroup.uncertain == nullptr &&
                                 program_.graphs.empty() && !program_.tangles.are_watched &&
                                 !program_.tangles.maximally_reconverge;
  }
  create_registers(one_at_a_time || program.subgroups_are_independent());
  take_shape();
}

void WorkgroupSubgroups::create_registers(bool share) {
  const std::size_t bytes =
      (std::size_t{program_.registers.units} * slot_unit + 63) / 64 * 64 + 2 * register_margin;
  registers_.resize(share ? 1 : all_.size());
  for (Registers& file : registers_) {
    auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, bytes));
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    file.reset(memory);
  }
  for (Subgroup& subgroup : all_) {
    subgroup.registers = registers_[share ? 0 : subgroup.id].get() + register_margin;
    fill_constants(subgroup);
  }
}

void WorkgroupSubgroups::fill_constants(Subgroup& subgroup) const {
  for (const ConstantPlane& constant : program_.registers.constants) {
    PlaneHeader& header = subgroup.header(constant.slot);
    header = {};
    if (follows_definedness && constant.undefined) header.undefined = LaneMask::first(128);
    for_width(constant.type.bytes, [&]<class T>() {
      if constexpr (std::is_same_v<T, bool>) {
        subgroup.truth(constant.slot) = constant.bits != 0 ? LaneMask::first(128) : LaneMask{};
      } else {
        fill_plane<T>(subgroup, constant.slot, constant.bits);
      }
    });
  }
}

void WorkgroupSubgroups::fill_lane_addresses(Subgroup& subgroup) const {
  for (const LaneAddressPlane& plane : program_.registers.lane_addresses) {
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const std::uint64_t invocation =
          subgroup.existing.test(lane) ? shape_.layout().invocation(subgroup.id, lane) : 0;
      subgroup.values<std::uint64_t>(plane.slot)[lane] = plane.base + invocation * plane.pitch;
    }
  }
}

std::uint64_t WorkgroupSubgroups::memory_of_suspended_tangles() const {
  std::uint64_t files = 0;
  for (const SeparateTangles& tangles : separate_) files += tangles.suspended();
  return files * program_.registers.units * slot_unit;
}

void WorkgroupSubgroups::take_shape() {
  running_ = std::span(all_).first(shape_.layout().subgroup_count);
  order_.resize(running_.size());
  for (Subgroup& subgroup : running_) {
    subgroup.existing = shape_.layout().existing(subgroup.id);
    fill_lane_addresses(subgroup);
  }
}

void WorkgroupSubgroups::start_workgroup(std::uint64_t seed, bool descends) {
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  if (descends) std::ranges::reverse(order_);
  if (seed != 0) {
    std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ull + shape_.index());
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
  }
  for (Subgroup& subgroup : running_) start(subgroup);
  has_begun_.assign(running_.size(), false);
}

void WorkgroupSubgroups::start(Subgroup& subgroup) const {
  subgroup.workgroup_index = shape_.index();
  if (const StageInvocations* stage = shape_.stage())
    subgroup.existing = stage->existing[shape_.subgroup_in_launch(subgroup.id)];
  subgroup.active = subgroup.existing;
  subgroup.alive = subgroup.existing;
  subgroup.pending.clear();
  if (subgroup.separate != nullptr) subgroup.separate->clear();
  if (subgroup.uncertain != nullptr) subgroup.uncertain->start();
  subgroup.graph = Subgroup::no_graph;
  std::ranges::fill(subgroup.reconvergence_points, WaitingAtPoint{});
  std::ranges::fill(subgroup.occupied, 0);
  subgroup.depth = 0;
  subgroup.guarantee = {};
  subgroup.path = 0;
  subgroup.steps = 0;
  subgroup.lane_instructions = 0;
  subgroup.state = SubgroupState::runnable;
  subgroup.resume = subgroup.code;
  subgroup.deferred = nullptr;
}

void WorkgroupSubgroups::prepare_to_run(Subgroup& subgroup) {
  if (has_begun_[subgroup.id]) return;
  has_begun_[subgroup.id] = true;
  write_inputs(subgroup);
}

void WorkgroupSubgroups::write_inputs(Subgroup& subgroup) const {
  for (const InputPlane& plane : program_.registers.inputs)
    program_.registry->find_input(plane.built_in)(shape_.inputs(), subgroup, plane);
  if (const StageInvocations* stage = shape_.stage())
    fill_stage_inputs(*stage, shape_.subgroup_in_launch(subgroup.id), subgroup);
}

bool WorkgroupSubgroups::owns_registers(std::uint32_t id) const {
  if (!has_begun_[id] || registers_.size() == all_.size()) return has_begun_[id];
  // They share a register file, and run one after the other.
  const auto last =
      std::find_if(order_.rbegin(), order_.rend(), [&](std::uint32_t i) { return has_begun_[i]; });
  return *last == id;
}

}  // namespace spirv_oracle
