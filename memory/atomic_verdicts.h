// What the order of invocations decides about atomic accesses. One run of a dispatch determines it.
// The next run, which makes the same accesses in the same order, uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace spirv_oracle {

struct AtomicVerdict {
  bool result_depends = false;  // Original Value
  bool memory_depends = false;  // the memory after the access

  bool none() const { return !result_depends && !memory_depends; }
  friend bool operator==(const AtomicVerdict&, const AtomicVerdict&) = default;
  friend AtomicVerdict operator|(AtomicVerdict a, AtomicVerdict b) {
    return {a.result_depends || b.result_depends, a.memory_depends || b.memory_depends};
  }
};

class AtomicVerdicts {
 public:
  // A location: a word of an object, and for workgroup memory the workgroup.
  struct Key {
    std::uint32_t object = 0;
    std::uint64_t word = 0;
    std::uint64_t workgroup = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  // Accesses with these numbers, counted from 0 at each location.
  struct Range {
    std::uint32_t begin = 0, end = 0;
    AtomicVerdict verdict;
    friend bool operator==(const Range&, const Range&) = default;
  };
  using Ranges = std::vector<Range>;  // in ascending order, without gaps between equal verdicts

  bool empty() const { return ranges_.empty() && !all_; }
  // Whether everything depends on the order.
  bool all() const { return all_; }
  void set_all() {
    ranges_.clear();
    all_ = true;
  }
  // Null if nothing is known about the location.
  const Ranges* find(const Key& key) const {
    const auto found = ranges_.find(key);
    return found == ranges_.end() ? nullptr : &found->second;
  }
  // Adds ranges, in ascending order and without overlap. Returns whether they add new facts.
  bool add(const Key& key, const Ranges& ranges);
  bool merge(const AtomicVerdicts& other);
  // The approximate number of bytes that it takes.
  std::uint64_t memory() const { return memory_; }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::uint64_t mixed =
          (key.word * 0x9E3779B97F4A7C15ull + key.workgroup) * 0xC2B2AE3D27D4EB4Full + key.object;
      return static_cast<std::size_t>(mixed ^ (mixed >> 29));
    }
  };

  std::unordered_map<Key, Ranges, Hash> ranges_;
  std::uint64_t memory_ = 0;
  bool all_ = false;
};

}  // namespace spirv_oracle
