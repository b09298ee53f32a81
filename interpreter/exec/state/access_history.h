// How invocations of a workgroup accessed single bytes, for declarations about the accesses of one
// invocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace spirv_oracle {

// The loop iterations of the last accesses to a byte; 0: never.
struct IterationAccesses {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

// The accesses to a byte since a pointer got its value.
struct PointerAccesses {
  struct Accesses {
    bool read = false;
    bool written = false;
  };
  std::uint64_t begun = 0;  // the number of the pointer's value
  Accesses through;
  Accesses otherwise;
  std::uint32_t other = 0;  // the id through which it was accessed otherwise
};

// A record for each byte that an invocation accessed while such a declaration applied. Bytes beyond
// a limit are not tracked.
template <class Record>
class AccessHistory {
 public:
  struct Key {
    std::uint32_t promise = 0;
    std::uint32_t invocation = 0;
    std::uint64_t byte = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  // Uses at most `max_bytes`.
  explicit AccessHistory(std::uint64_t max_bytes)
      : max_records_(std::min<std::uint64_t>(max_records, max_bytes / bytes_of_record)) {}

  // Null if there are too many.
  Record* find(const Key& key) {
    if (records_.size() >= max_records_ && !records_.contains(key)) return nullptr;
    return &records_[key];
  }
  void clear() { records_.clear(); }

 private:
  static constexpr std::size_t max_records = std::size_t{1} << 21;
  static constexpr std::uint64_t bytes_of_record =
      sizeof(std::pair<Key, Record>) + 4 * sizeof(void*);  // including the node and its bucket
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t mixed = key.byte * 0x9E3779B97F4A7C15;
      mixed ^= (std::uint64_t{key.promise} << 32 | key.invocation) * 0xC2B2AE3D27D4EB4F;
      return mixed ^ mixed >> 29;
    }
  };
  std::size_t max_records_;
  std::unordered_map<Key, Record, Hash> records_;
};

}  // namespace spirv_oracle
