// Memory of the process in whole pages, and a view of it for the host that notices accesses.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spirv_oracle {

// Pages that are zero until something is stored.
class Pages {
 public:
  // Throws std::bad_alloc if the host has none. `is_shared`: in a file, for a HostView or another process.
  explicit Pages(std::size_t size, bool is_shared = false);
  // The pages of a file, which this object closes at its end.
  Pages(std::size_t size, int file);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  int file() const { return file_; }  // of shared pages; otherwise -1

 private:
  std::byte* data_ = nullptr;
  std::size_t size_;
  int file_ = -1;
};

// Another view of shared pages. The first access to a page after guard() is noticed by a signal (SIGSEGV), and then permitted.
// System calls that get a guarded page fail (EFAULT).
class HostView {
 public:
  // Whether the processor tells reads from writes.
  static const bool is_possible;
  // Throws std::bad_alloc.
  explicit HostView(const Pages& pages);
  ~HostView();
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;

  std::byte* data() const { return data_; }
  void guard(std::uint64_t begin, std::uint64_t end);
  // The first bytes of the reads that were noticed since the last call, at most one of each page.
  std::vector<std::uint64_t> take_reads();
  // For the signal handler: an access at an address, if it is in the view.
  bool notice(std::uintptr_t address, bool is_write);

 private:
  static constexpr std::size_t most_reads = 1024;

  std::byte* data_ = nullptr;
  std::size_t size_;
  std::array<std::atomic<std::uint64_t>, most_reads> reads_{};  // offsets plus 1
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace spirv_oracle
