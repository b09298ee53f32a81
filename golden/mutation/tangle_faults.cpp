// Faults in the set of participating lanes.
#include <algorithm>

#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

// Instructions that compute with a whole tangle. For others, a wrong tangle only changes undefined sources.
bool depends_on_tangle(std::string_view instruction) {
  return is_reduction(instruction) || is_vote(instruction) || gives_ballot(instruction);
}
bool may_run_in_part(std::string_view instruction) {
  return depends_on_tangle(instruction) && !is_whole_subgroup(instruction);
}
bool finds_first(std::string_view instruction) {
  return instruction.ends_with("BroadcastFirst") || instruction.ends_with("Elect") ||
         instruction.ends_with("FirstInvocationKHR");
}
bool depends_on_mask(std::string_view instruction) {
  return may_run_in_part(instruction) || finds_first(instruction);
}
bool combines(std::string_view instruction) {
  return depends_on_tangle(instruction) || finds_first(instruction);
}
bool combines_beyond_quads(std::string_view instruction) {
  return combines(instruction) && instruction.find("Quad") == std::string_view::npos;
}

LaneMask existing(const Subgroup& subgroup) { return subgroup.existing; }

LaneMask without_last(const Subgroup& subgroup) {
  LaneMask lanes = subgroup.active;
  lanes.reset(lanes.highest());
  return lanes;
}

LaneMask without_first(const Subgroup& subgroup) {
  LaneMask lanes = subgroup.active;
  lanes.reset(lanes.lowest());
  return lanes;
}

LaneMask without_helpers(const Subgroup& subgroup) { return subgroup.active & ~subgroup.helpers; }

LaneMask with_lane_0(const Subgroup& subgroup) { return subgroup.active | LaneMask::single(0); }

LaneMask whole_rows(const Subgroup& subgroup, unsigned row) {
  LaneMask lanes;
  subgroup.active.for_each([&](unsigned lane) {
    for (unsigned k = 0; k < row; ++k) lanes.set(lane / row * row + k);
  });
  return lanes & subgroup.existing;
}
LaneMask whole_quads(const Subgroup& subgroup) { return whole_rows(subgroup, 4); }
LaneMask whole_pairs(const Subgroup& subgroup) { return whole_rows(subgroup, 2); }

LaneMask without_upper_half(const Subgroup& subgroup) {
  return subgroup.active & LaneMask::first(std::max(1u, subgroup.size / 2));
}

std::vector<LaneMask> rows(unsigned size, unsigned row) {
  std::vector<LaneMask> groups;
  for (unsigned begin = 0; begin < size; begin += row)
    groups.push_back(LaneMask::first(std::min(size, begin + row)) & ~LaneMask::first(begin));
  return groups;
}
std::vector<LaneMask> halves(unsigned size, unsigned) { return rows(size, size / 2); }
template <unsigned Row>
std::vector<LaneMask> rows_of(unsigned size, unsigned) {
  return rows(size, Row);
}
std::vector<LaneMask> even_and_odd(unsigned size, unsigned) {
  std::vector<LaneMask> groups(2);
  for (unsigned lane = 0; lane < size; ++lane) groups[lane % 2].set(lane);
  return groups;
}

constexpr Fault tangle_fault_table[] = {
    {.name = "execution-mask-ignored",
     .description = "Inactive lanes take part",
     .concerns = depends_on_mask,
     .least_size = 2,
     .tangle = existing},
    {.name = "last-active-lane-dropped",
     .description = "The active lane with the highest id does not take part",
     .concerns = depends_on_tangle,
     .least_size = 2,
     .tangle = without_last},
    {.name = "first-active-lane-dropped",
     .description = "The active lane with the lowest id does not take part",
     .concerns = combines,
     .least_size = 2,
     .tangle = without_first},
    {.name = "lane-0-always-takes-part",
     .description = "Lane 0 takes part even where it is inactive",
     .concerns = depends_on_mask,
     .least_size = 2,
     .tangle = with_lane_0},
    {.name = "upper-half-dropped",
     .description = "Lanes in the upper half of the subgroup do not take part",
     .concerns = depends_on_tangle,
     .least_size = 8,
     .tangle = without_upper_half},
    {.name = "inactive-lanes-of-quads-take-part",
     .description = "Inactive lanes take part if a lane of their quad is active",
     .concerns = depends_on_mask,
     .least_size = 4,
     .tangle = whole_quads},
    {.name = "inactive-lanes-of-pairs-take-part",
     .description = "An inactive lane takes part if its neighbor is active",
     .concerns = depends_on_mask,
     .least_size = 2,
     .tangle = whole_pairs},
    {.name = "helpers-dropped",
     .description = "Helper invocations do not take part in votes, ballots and sums of fragments",
     .concerns = combines_beyond_quads,
     .least_size = 4,
     .of_draws = true,
     .tangle = without_helpers},
    {.name = "halves-never-combined",
     .description = "Each half of the subgroup is a group of its own",
     .concerns = combines_beyond_quads,
     .least_size = 8,
     .groups = halves},
    {.name = "rows-of-16-never-combined",
     .description = "Each row of 16 lanes is a group of its own",
     .concerns = combines_beyond_quads,
     .least_size = 32,
     .groups = rows_of<16>},
    {.name = "rows-of-32-never-combined",
     .description = "Each row of 32 lanes is a group of its own",
     .concerns = combines_beyond_quads,
     .least_size = 64,
     .groups = rows_of<32>},
    {.name = "quads-never-combined",
     .description = "Each quad is a group of its own",
     .concerns = combines_beyond_quads,
     .least_size = 8,
     .groups = rows_of<4>},
    {.name = "even-and-odd-lanes-never-combined",
     .description = "Lanes with even and with odd ids are groups of their own",
     .concerns = combines,
     .least_size = 4,
     .groups = even_and_odd},
};

}  // namespace

std::span<const Fault> tangle_faults() { return tangle_fault_table; }

}  // namespace spirv_oracle::golden
