#include "memory/packing/packed_records.h"

#include <array>
#include <cstring>

namespace spirv_oracle {
namespace {

// The numbers of words that one invocation accesses, and the widths of tiles.
constexpr std::array<std::size_t, 7> distances = {1, 2, 3, 4, 8, 16, 32};
constexpr std::size_t most_runs = 64;  // except for the last one

}  // namespace

PackedRecords::Words PackedRecords::words_at(std::span<const std::byte> records, std::size_t i) {
  Words words;
  static_assert(sizeof words == record_size);
  std::memcpy(&words, records.data() + i * record_size, record_size);
  return words;
}

PackedRecords::Words PackedRecords::words_before(std::span<const std::byte> records, std::size_t i,
                                                 std::size_t distance) {
  return i < distance ? Words{} : words_at(records, i - distance);
}

bool PackedRecords::find_runs(std::span<const std::byte> records, std::size_t distance,
                              std::vector<Run>& runs) {
  runs.clear();
  Run run;
  for (std::size_t i = 0; i < records.size() / record_size; ++i) {
    const Words words = words_at(records, i), before = words_before(records, i, distance);
    const Words difference{words.first - before.first, words.second - before.second};
    if (difference != run.difference) {
      if (runs.size() == most_runs) return false;
      runs.push_back(run);
      run = {difference, 0};
    }
    ++run.count;
  }
  runs.push_back(run);
  return true;
}

std::optional<PackedRecords> PackedRecords::pack(std::span<const std::byte> records) {
  std::vector<Run> runs;
  runs.reserve(most_runs + 1);
  for (const std::size_t distance : distances) {
    if (!find_runs(records, distance, runs)) continue;
    PackedRecords packed;
    packed.distance_ = distance;
    packed.runs_.assign(runs.begin(), runs.end());
    return packed;
  }
  return std::nullopt;
}

void PackedRecords::unpack(std::span<std::byte> records) const {
  std::size_t i = 0;
  for (const Run& run : runs_) {
    for (const std::size_t end = i + run.count; i < end; ++i) {
      const Words before = words_before(records, i, distance_);
      const Words words{before.first + run.difference.first, before.second + run.difference.second};
      std::memcpy(records.data() + i * record_size, &words, record_size);
    }
  }
}

}  // namespace spirv_oracle
