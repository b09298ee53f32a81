// Bytes that go from a memory object to the host or to another one.
#pragma once

#include "opencl/commands/hazards.h"

namespace spirv_oracle::opencl {

// Rows of bytes of the same size: of a region of a buffer or an image.
struct Rows {
  std::uint64_t row = 0;                // bytes of a row
  std::vector<std::uint64_t> begins{};  // of each row, in bytes
  ByteSpans ranges(std::uint64_t offset = 0) const;
};
// The rows of a box. `origin` and `region` in bytes, rows and slices; the pitches in bytes.
Rows rows_of(const std::array<std::uint64_t, 3>& origin, const std::array<std::uint64_t, 3>& region,
             std::uint64_t row_pitch, std::uint64_t slice_pitch);
inline Rows rows_of(const ByteSpan& range) { return {range.end - range.begin, {range.begin}}; }

// All offsets are in the store, so they include that of a sub-buffer. Host and device have the same number of rows.
void read_rows(const Event& event, const Memory& memory, const Rows& rows, const Rows& of_host,
               std::byte* host);
void write_rows(const Event& event, const Memory& memory, const Rows& rows, const Rows& of_host,
                const std::byte* host);
void copy_rows(const Event& event, const Memory& from, const Rows& from_rows, const Memory& to,
               const Rows& to_rows);
void fill_rows(const Event& event, const Memory& memory, const Rows& rows,
               const std::vector<std::byte>& pattern);

// Reports undefined bytes that the host reads. `place`: the command. `offset`: of the contents in the store.
void report_undefined(const std::string& place, const std::string& object, const Store& store,
                      const ByteSpans& ranges, bool with_uninitialized);

// The bytes that a command will read from the host: whether the host changes them before the command is complete.
class HostBytes {
 public:
  // `is_blocking`: the host cannot change them.
  HostBytes(const std::byte* host, const Rows& rows, bool is_blocking);
  void check(const Event& event, const std::byte* host) const;

 private:
  Rows rows_;
  std::vector<std::byte> bytes_;  // when the command was enqueued
  bool is_checked_;
};

}  // namespace spirv_oracle::opencl
