#include "interpreter/exec/state/converged_groups.h"

namespace spirv_oracle {

void ConvergedGroups::make_one(const LaneMask& lanes, std::uint32_t assumption) {
  const auto name = static_cast<std::uint8_t>(lanes.lowest());
  lanes.for_each([&](unsigned lane) {
    names_[lane] = name;
    assumptions_[lane] = assumption;
  });
}

void ConvergedGroups::set_apart(const LaneMask& lanes) {
  constexpr std::uint8_t unseen = 0xFF;
  std::array<std::uint8_t, 128> new_names;
  new_names.fill(unseen);
  lanes.for_each([&](unsigned lane) {
    std::uint8_t& name = new_names[names_[lane]];
    if (name == unseen) name = static_cast<std::uint8_t>(lane);
    names_[lane] = name;
  });
}

void ConvergedGroups::restore(const ConvergedGroups& other, const LaneMask& lanes) {
  lanes.for_each([&](unsigned lane) {
    names_[lane] = other.names_[lane];
    assumptions_[lane] = other.assumptions_[lane];
  });
}

bool ConvergedGroups::are_one(const LaneMask& lanes) const {
  const std::uint8_t name = names_[lanes.lowest()];
  bool same = true;
  lanes.for_each([&](unsigned lane) { same = same && names_[lane] == name; });
  return same;
}

}  // namespace spirv_oracle
