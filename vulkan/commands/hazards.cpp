#include "vulkan/commands/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

// Sorts the runs, and joins those that touch.
template <class Runs>
void normalize(Runs& runs) {
  std::ranges::sort(runs);
  Runs joined;
  for (const auto& run : runs) {
    if (!joined.empty() && run.first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, run.second);
    } else {
      joined.push_back(run);
    }
  }
  runs = std::move(joined);
}

}  // namespace

void report_hazard(const std::string& earlier, const std::string& later, const DeviceMemory& memory,
                   std::uint64_t byte, std::pair<const char*, const char*> kinds) {
  Reporter::get().report(
      rules::missing_barrier,
      fmt::format("{} {} byte {} of {}, which {} {} without a barrier between them", later,
                  kinds.second, byte, text_of(memory.reported()), earlier, kinds.first),
      {memory.reported()});
}

void Hazards::add(const MemoryPart& part, bool is_write) {
  if (part.size != 0)
    current_[{part.memory, is_write}].emplace_back(part.offset, part.offset + part.size);
}

std::uint64_t Hazards::first_common(const Runs& a, const Runs& b) {
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    const std::uint64_t begin = std::max(left->first, right->first);
    if (begin < std::min(left->second, right->second)) return begin;
    (left->second < right->second ? left : right)++;
  }
  return none;
}

void Hazards::finish(const std::string& place) {
  for (auto& [key, runs] : current_) {
    normalize(runs);
    for (const Access& access : earlier_) {
      const bool conflicts = access.key.first == key.first && (access.key.second || key.second);
      const std::uint64_t byte = conflicts ? first_common(access.runs, runs) : none;
      if (byte == none) continue;
      report_hazard(access.place, place, *key.first, byte,
                    {access.key.second ? "writes" : "reads", key.second ? "writes" : "reads"});
    }
  }
  for (auto& [key, runs] : current_) earlier_.push_back({key, std::move(runs), place});
  current_.clear();
}

std::vector<Hazards::Unordered> Hazards::unordered_writes(const MemoryPart& part) const {
  std::vector<Unordered> found;
  for (const Access& access : earlier_) {
    if (access.key != Key{part.memory, true}) continue;
    for (const auto& [first, last] : access.runs) {
      const std::uint64_t begin = std::max(first, part.offset);
      const std::uint64_t end = std::min(last, part.offset + part.size);
      if (begin < end) found.push_back({begin, end, access.place});
    }
  }
  return found;
}

}  // namespace spirv_oracle::vulkan
