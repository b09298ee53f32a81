// The bytes of a memory object or an SVM allocation, and which of them are defined.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver/memory/dispatch_memory.h"

namespace spirv_oracle::opencl {

// What the host has mapped.
struct Mapping {
  const void* owner = nullptr;  // the memory object; null: SVM
  std::byte* pointer = nullptr;
  ByteSpans ranges;  // ascending
  bool is_write = false;
  std::string place;         // the command
  bool is_active = false;    // the command has executed
  bool is_unmapped = false;  // a command that unmaps it was enqueued
};

// New memory is uninitialized. Only the thread that executes commands uses the contents, once the memory is created. The host has
// a copy of what it maps. What it wrote is found by comparison, in units of host_write_unit bytes, when it unmaps them.
class Store : public UndefinedHistories {
 public:
  // `host`: the memory of the host that the copy is in, which outlives the store; null: the store allocates it.
  explicit Store(std::uint64_t size, std::byte* host = nullptr);

  std::uint64_t size() const { return size_; }
  ShadowedBytes read(std::uint64_t offset, std::uint64_t size) const;
  // All bytes, without a copy: the store has none until they are given back.
  ShadowedBytes lend() { return std::move(contents_); }
  void give_back(ShadowedBytes contents) { contents_ = std::move(contents); }

  void write(std::uint64_t offset, const ShadowedBytes& contents);
  // Defined bytes.
  void write(std::uint64_t offset, const void* data, std::uint64_t size);
  void forget(const ByteSpan& span);  // they are uninitialized again
  // Adds the bytes of a span that have a state. Spans must ascend.
  void count(const ByteSpan& span, Definedness state, StateCount& found) const;

  std::byte* allocate_host();
  // Copies bytes to the host, before it uses them.
  void show(const ByteSpan& span);
  // For bytes that were shown, and that the host may write to at the same time: copies only those that have changed since then.
  void show_changes(const ByteSpan& span);
  // Takes over what the host wrote to bytes that were shown. Returns where.
  ByteSpans take(const ByteSpan& span);

  // Bytes for the host, as show() copies them.
  void copy_to(const ByteSpan& span, std::byte* data) const;

  std::mutex mutex;  // of the next member
  std::vector<Mapping> mappings;

 private:
  std::uint64_t size_;
  ShadowedBytes contents_;
  std::unique_ptr<Pages> own_host_;
  std::byte* host_;              // whose first byte is that of the store
  std::unique_ptr<Pages> seen_;  // what the host's copy had when it was shown
};
using MemoryPart = PartOf<Store>;

}  // namespace spirv_oracle::opencl
