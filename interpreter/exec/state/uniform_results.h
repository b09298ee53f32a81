// Values that must be the same in all subgroups of a workgroup (decoration UniformId).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace spirv_oracle {

class UniformResults {
 public:
  // Forgets the last workgroup.
  void start(std::uint32_t subgroups) {
    subgroups_ = subgroups;
    seen_.clear();
  }

  // Adds the value that a subgroup computed with a record; `path` identifies the dynamic instance.
  // Only when all subgroups have arrived is it certain that they are at the same one. Then returns
  // the first subgroup and one with a different value, if any.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> add(std::uint64_t path,
                                                             std::uint32_t record,
                                                             std::uint32_t subgroup,
                                                             std::vector<std::uint64_t> values) {
    if (seen_.size() >= max_entries) return std::nullopt;
    const auto [entry, inserted] = seen_.try_emplace({path, record});
    Seen& seen = entry->second;
    if (inserted) {
      seen.first = subgroup;
      seen.values = std::move(values);
    } else if (seen.values != values && !seen.other) {
      seen.other = subgroup;
    }
    if (++seen.count < subgroups_ || !seen.other) return std::nullopt;
    return std::pair(seen.first, *seen.other);
  }

 private:
  static constexpr std::size_t max_entries = std::size_t{1} << 20;
  struct Seen {
    std::uint32_t first = 0;
    std::vector<std::uint64_t> values;  // of the first subgroup
    std::uint32_t count = 0;
    std::optional<std::uint32_t> other;
  };
  std::uint32_t subgroups_ = 0;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Seen> seen_;
};

}  // namespace spirv_oracle
