#include "interpreter/ir/subgroup_layout.h"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

namespace spirv_oracle {
namespace {

// Invocations that become adjacent lanes: a quad, or a single invocation.
struct Unit {
  Dim3 first{};  // LocalInvocationId
  std::array<std::uint32_t, 4> invocations{};
};

class LayoutMaker {
 public:
  LayoutMaker(const Dim3& local_size, QuadGroup quad_group)
      : size_(local_size), quad_group_(quad_group) {}

  std::size_t unit_size() const { return quad_group_ == QuadGroup::lanes ? 1 : 4; }

  // Ordered by the LocalInvocationIndex of their first invocations.
  std::vector<Unit> units() const {
    std::vector<Unit> units;
    const std::uint32_t count = size_[0] * size_[1] * size_[2];
    units.reserve(count / unit_size());
    for (std::uint32_t index = 0; index < count; ++index) {
      const Dim3 id = id_of(index);
      switch (quad_group_) {
        case QuadGroup::lanes:
          units.push_back({id, {index}});
          break;
        case QuadGroup::linear:
          if (index % 4 == 0) units.push_back({id, {index, index + 1, index + 2, index + 3}});
          break;
        case QuadGroup::quads:
          if (id[0] % 2 != 0 || id[1] % 2 != 0) break;
          units.push_back({id, {index, index + 1, index + size_[0], index + size_[0] + 1}});
          break;
      }
    }
    return units;
  }

 private:
  Dim3 id_of(std::uint32_t index) const {
    return {index % size_[0], index / size_[0] % size_[1], index / size_[0] / size_[1]};
  }

  Dim3 size_;
  QuadGroup quad_group_;
};

void sort_units(std::vector<Unit>& units, const SubgroupMapping& mapping) {
  switch (mapping.order) {
    case SubgroupOrder::linear:
    case SubgroupOrder::rows:
      return;
    case SubgroupOrder::quads:
      std::ranges::stable_sort(units, {}, [](const Unit& unit) {
        const auto& [x, y, z] = unit.first;
        return std::array{z, y / 2, x / 2, y % 2, x % 2};
      });
      return;
    case SubgroupOrder::columns:
      std::ranges::stable_sort(units, {}, [](const Unit& unit) {
        return std::array{unit.first[2], unit.first[0], unit.first[1]};
      });
      return;
    case SubgroupOrder::random:
      break;
  }
  std::mt19937_64 random(mapping.seed);
  for (std::size_t i = units.size(); i > 1; --i) std::swap(units[i - 1], units[random() % i]);
}

}  // namespace

LaneMask SubgroupLayout::existing(std::uint32_t subgroup_id) const {
  LaneMask lanes;
  for (unsigned lane = 0; lane < subgroup_size; ++lane) {
    if (invocation(subgroup_id, lane) < invocation_count) lanes.set(lane);
  }
  return lanes;
}

SubgroupLayout make_subgroup_layout(const Dim3& local_size, std::uint32_t subgroup_size,
                                    const SubgroupMapping& mapping, QuadGroup quad_group) {
  SubgroupLayout layout;
  layout.invocation_count = local_size[0] * local_size[1] * local_size[2];
  layout.subgroup_size = subgroup_size;
  layout.subgroup_count = (layout.invocation_count + subgroup_size - 1) / subgroup_size;
  if (mapping.order == SubgroupOrder::linear && quad_group != QuadGroup::quads) return layout;
  const LayoutMaker maker(local_size, quad_group);
  std::vector<Unit> units = maker.units();
  sort_units(units, mapping);
  const bool rows_apart = mapping.order == SubgroupOrder::rows && !mapping.full_subgroups;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto row = [](const Unit& unit) { return std::pair(unit.first[2], unit.first[1]); };
    if (rows_apart && i > 0 && row(units[i]) != row(units[i - 1])) {
      layout.invocations.resize(
          (layout.invocations.size() + subgroup_size - 1) / subgroup_size * subgroup_size,
          SubgroupLayout::no_invocation);
    }
    layout.invocations.insert(layout.invocations.end(), units[i].invocations.begin(),
                              units[i].invocations.begin() + maker.unit_size());
  }
  layout.subgroup_count =
      static_cast<std::uint32_t>((layout.invocations.size() + subgroup_size - 1) / subgroup_size);
  return layout;
}

}  // namespace spirv_oracle
