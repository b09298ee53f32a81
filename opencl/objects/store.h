// The bytes of a memory object or an SVM allocation, and which of them are defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/findings/finding.h"
#include "memory/definedness.h"

namespace spirv_oracle::opencl {

// A part of a store.
struct Range {
  std::uint64_t begin = 0, end = 0;  // bytes
  bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
  bool operator==(const Range&) const = default;
};

// The bytes that are in both lists, whose ranges are ascending and do not overlap.
std::vector<Range> intersection(const std::vector<Range>& one, const std::vector<Range>& other);

// What the host has mapped.
struct Mapping {
  const void* owner = nullptr;  // the memory object; null: SVM
  std::byte* pointer = nullptr;
  std::vector<Range> ranges;  // ascending
  bool is_write = false;
  std::string place;         // the command
  bool is_active = false;    // the command has executed
  bool is_unmapped = false;  // a command that unmaps it was enqueued
};

// New memory is uninitialized. Only the thread that executes commands uses the contents, once the memory is created. The host
// has a copy of what it maps. What it wrote is found by comparison, in units of host_write_unit bytes, when it unmaps them: a
// unit that the host changed in part is defined as a whole. In the copy, bytes that are not defined hold a pattern that the
// host hardly writes.
class Store {
 public:
  static constexpr std::uint64_t host_write_unit = 8;
  // `host`: the memory of the host that the copy is in, which outlives the store; null: the store allocates it.
  explicit Store(std::uint64_t size, std::byte* host = nullptr);

  std::uint64_t size() const { return contents_.size(); }
  const ShadowedBytes& contents() const { return contents_; }
  ShadowedBytes read(const Range& range) const;
  void write(std::uint64_t offset, const ShadowedBytes& contents);
  // Defined bytes of the host.
  void write(std::uint64_t offset, const void* data, std::uint64_t size);
  // Where the bytes of a run changed: `before` and `after` are those from `offset` on.
  void write_changes(std::uint64_t offset, const ShadowedBytes& before, const ShadowedBytes& after);

  // The copy for the host, whose first byte is that of the store. Any thread may call this.
  std::byte* host() const { return host_; }
  std::byte* allocate_host();
  // Copies bytes to the host, before it uses them.
  void show(const Range& range);
  // Takes over what the host wrote to bytes that were shown. Returns where.
  std::vector<Range> take(const Range& range);

  // Bytes for the host, as show() copies them.
  void copy_to(const Range& range, void* data) const;

  // Remembers where the undefined bytes of a range came from.
  void add_history(const Range& range, std::vector<Note> history);
  // The latest history of such a byte; null if none is known.
  const std::vector<Note>* history_of(std::uint64_t offset) const;
  // The histories of a range of another store, whose bytes were copied here.
  void copy_histories(const Store& from, const Range& range, std::uint64_t to);

  std::mutex mutex;  // of the next member
  std::vector<Mapping> mappings;

 private:
  ShadowedBytes contents_;
  std::unique_ptr<std::byte[]> own_host_;
  std::byte* host_;
  std::vector<std::byte> seen_;  // what the host's copy had when it was shown
  std::vector<std::pair<Range, std::vector<Note>>> histories_;  // the latest ones come last
};

// Counts bytes with a state, and finds the first one.
struct StateCount {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
};
StateCount count_state(const ShadowedBytes& contents, Definedness state);

}  // namespace spirv_oracle::opencl
