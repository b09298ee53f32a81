#include "interpreter/exec/tangles/separate_tangles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

std::size_t register_bytes(const Subgroup& subgroup) {
  return std::size_t{subgroup.program->registers.units} * slot_unit;
}

template <class T>
void copy_lanes(Subgroup& subgroup, const std::byte* from, Slot slot, const LaneMask& lanes) {
  const T* source =
      reinterpret_cast<const T*>(from + std::size_t{slot} * slot_unit + sizeof(PlaneHeader));
  lanes.for_each([&](unsigned lane) { subgroup.values<T>(slot)[lane] = source[lane]; });
}

// Copies the values of these lanes from another register file.
void merge_registers(Subgroup& subgroup, const std::byte* from, const LaneMask& lanes) {
  for (const Plane& plane : subgroup.program->registers.planes) {
    const auto& header =
        *reinterpret_cast<const PlaneHeader*>(from + std::size_t{plane.slot} * slot_unit);
    PlaneHeader& target = subgroup.header(plane.slot);
    target.undefined = blend(lanes, header.undefined, target.undefined);
    target.implementation_dependent =
        blend(lanes, header.implementation_dependent, target.implementation_dependent);
    for_width(plane.type.bytes, [&]<class T>() {
      if constexpr (std::is_same_v<T, bool>) {
        const auto& truth = *reinterpret_cast<const LaneMask*>(&header + 1);
        subgroup.truth(plane.slot) = blend(lanes, truth, subgroup.truth(plane.slot));
      } else {
        copy_lanes<T>(subgroup, from, plane.slot, lanes);
      }
    });
  }
}

// Whether all lanes that entered may still leave through the merge block as the single tangle that the
// specification guarantees. It guarantees nothing for a call with several returns.
bool may_be_guaranteed(const Subgroup& subgroup, const Frame& frame) {
  return frame.kind != Frame::Kind::call && frame.entered == subgroup.existing;
}

}  // namespace

void SeparateTangles::clear() {
  ready_.clear();
  waiting_.clear();
  finished_ = {};
}

// Ready tangles run last in, first out. One that waits does so for lanes that may still arrive: those that run, are ready, or
// wait at an inner construct.
std::optional<SeparateTangles::View> SeparateTangles::find(unsigned lane, const LaneMask& active) {
  LaneMask first = active;
  for (std::size_t i = ready_.size(); i-- > 0;) {
    Suspended& tangle = ready_[i];
    if (tangle.lanes.test(lane))
      return View{i, tangle.pc, false, first, tangle.frames, tangle.registers.data()};
    first |= tangle.lanes;
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    Suspended& tangle = waiting_[i];
    if (!tangle.lanes.test(lane)) continue;
    LaneMask missing = first;
    for (const Suspended& other : waiting_)
      if (other.frames.size() > tangle.frames.size()) missing |= other.lanes;
    return View{ready_.size() + i,
                tangle.pc,
                true,
                missing & tangle.frames.back().entered,
                tangle.frames,
                tangle.registers.data()};
  }
  return std::nullopt;
}

SeparateTangles::Suspended SeparateTangles::suspend(const Subgroup& subgroup, const Record* pc,
                                                    const LaneMask& lanes, std::uint32_t depth) {
  Suspended tangle;
  tangle.pc = pc;
  tangle.lanes = lanes;
  tangle.frames.assign(subgroup.frames.begin(), subgroup.frames.begin() + depth + 1);
  tangle.registers.assign(subgroup.registers, subgroup.registers + register_bytes(subgroup));
  tangle.indeterminate_bits = subgroup.indeterminate_bits;
  return tangle;
}

const Record* SeparateTangles::resume(Subgroup& subgroup, Suspended&& tangle) {
  subgroup.active = tangle.lanes;
  subgroup.depth = static_cast<std::uint32_t>(tangle.frames.size() - 1);
  std::ranges::copy(tangle.frames, subgroup.frames.begin());
  std::memcpy(subgroup.registers, tangle.registers.data(), tangle.registers.size());
  subgroup.indeterminate_bits = std::move(tangle.indeterminate_bits);
  return tangle.pc;
}

void SeparateTangles::fork(const Subgroup& subgroup, const Record* pc, const LaneMask& lanes) {
  ready_.push_back(suspend(subgroup, pc, lanes, subgroup.depth));
}

const Record* SeparateTangles::leave_by_merge(Subgroup& subgroup, std::uint32_t depth) {
  const Frame& frame = subgroup.frames[depth];
  if (depth == 0) {
    finished_ |= subgroup.active;
    return next(subgroup);
  }
  if (subgroup.active != frame.entered && may_be_guaranteed(subgroup, frame)) {
    waiting_.push_back(suspend(subgroup, frame.merge, subgroup.active, depth));
    return next(subgroup);
  }
  subgroup.depth = depth - 1;
  return frame.merge;
}

const Record* SeparateTangles::leave_by_continue(Subgroup& subgroup, std::uint32_t depth) {
  const Frame& frame = subgroup.frames[depth];
  subgroup.depth = depth;
  return frame.continue_target;
}

const Record* SeparateTangles::leave_by_header(Subgroup& subgroup, std::uint32_t depth) {
  Frame& frame = subgroup.frames[depth];
  subgroup.depth = depth;
  ++frame.iteration;
  if (subgroup.steps >= subgroup.step_limit) {
    subgroup.resume = frame.header;
    return nullptr;
  }
  return frame.header;
}

const Record* SeparateTangles::next(Subgroup& subgroup) {
  if (!ready_.empty()) {
    Suspended tangle = std::move(ready_.back());
    ready_.pop_back();
    return resume(subgroup, std::move(tangle));
  }
  if (!waiting_.empty()) return resume_waiting(subgroup);
  subgroup.depth = 0;
  subgroup.active = finished_;
  return subgroup.frames[0].merge;
}

// Frames that may be guaranteed were entered by the whole subgroup. They are therefore the same for all
// tangles, and those that wait at the deepest one wait for each other.
const Record* SeparateTangles::resume_waiting(Subgroup& subgroup) {
  std::size_t deepest = 0;
  for (const Suspended& tangle : waiting_) deepest = std::max(deepest, tangle.frames.size());
  const auto here = std::stable_partition(
      waiting_.begin(), waiting_.end(),
      [&](const Suspended& tangle) { return tangle.frames.size() != deepest; });
  std::vector<Suspended> group(std::make_move_iterator(here),
                               std::make_move_iterator(waiting_.end()));
  waiting_.erase(here, waiting_.end());

  const Frame frame = group.front().frames.back();
  LaneMask lanes;
  for (Suspended& tangle : group) {
    lanes |= tangle.lanes;
    tangle.frames.pop_back();
  }
  if (lanes == frame.entered) {
    const Record* pc = resume(subgroup, std::move(group.front()));
    for (std::size_t i = 1; i < group.size(); ++i) {
      merge_registers(subgroup, group[i].registers.data(), group[i].lanes);
      subgroup.indeterminate_bits.merge(group[i].indeterminate_bits, group[i].lanes);
    }
    subgroup.active = lanes;
    return pc;
  }
  for (std::size_t i = group.size(); i-- > 0;) ready_.push_back(std::move(group[i]));
  return next(subgroup);
}

}  // namespace spirv_oracle
