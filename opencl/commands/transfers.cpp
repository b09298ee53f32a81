#include "opencl/commands/transfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "driver/options.h"

namespace spirv_oracle::opencl {
namespace {

constexpr std::size_t most_host_bytes = std::size_t{1} << 24;  // that are kept for comparison

}  // namespace

ByteSpans Rows::ranges(std::uint64_t offset) const {
  ByteSpans all;
  for (const std::uint64_t begin : begins) {
    const ByteSpan next{offset + begin, offset + begin + row};
    if (!all.empty() && all.back().end == next.begin) {
      all.back().end = next.end;
    } else {
      all.push_back(next);
    }
  }
  return all;
}

Rows rows_of(const std::array<std::uint64_t, 3>& origin, const std::array<std::uint64_t, 3>& region,
             std::uint64_t row_pitch, std::uint64_t slice_pitch) {
  Rows rows{region[0], {}};
  for (std::uint64_t z = 0; z < region[2]; ++z) {
    for (std::uint64_t y = 0; y < region[1]; ++y)
      rows.begins.push_back((origin[2] + z) * slice_pitch + (origin[1] + y) * row_pitch +
                            origin[0]);
  }
  return rows;
}

void report_undefined(const std::string& place, const std::string& object, const Store& store,
                      const ByteSpans& ranges, bool with_uninitialized) {
  for (const Definedness state : {Definedness::undefined, Definedness::uninitialized}) {
    if (state == Definedness::uninitialized && !with_uninitialized) continue;
    StateCount all;
    for (const ByteSpan& span : ranges) store.count(span, state, all);
    if (all.count == 0) continue;
    const bool is_undefined = state == Definedness::undefined;
    const auto* history = is_undefined ? store.history_of(all.first) : nullptr;
    Reporter::get().report(
        is_undefined ? rules::output_undefined : rules::output_uninitialized,
        fmt::format("{}: the host reads {} bytes, the first at byte {} of {}, that {}", place,
                    all.count, all.first, object,
                    is_undefined ? "hold undefined values" : "nothing has written"),
        history == nullptr ? std::vector<Note>{} : *history);
  }
}

void read_rows(const Event& event, const Memory& memory, const Rows& rows, const Rows& of_host,
               std::byte* host) {
  const ByteSpans ranges = rows.ranges();
  add_access(accessor_of(event, memory), memory.store, ranges, false);
  report_undefined(event.place, memory.text(), *memory.store, ranges, true);
  for (std::size_t i = 0; i < rows.begins.size(); ++i) {
    const std::uint64_t begin = rows.begins[i];
    memory.store->copy_to({begin, begin + rows.row}, host + of_host.begins[i]);
  }
}

void write_rows(const Event& event, const Memory& memory, const Rows& rows, const Rows& of_host,
                const std::byte* host) {
  add_access(accessor_of(event, memory), memory.store, rows.ranges(), true);
  for (std::size_t i = 0; i < rows.begins.size(); ++i)
    memory.store->write(rows.begins[i], host + of_host.begins[i], rows.row);
}

void copy_rows(const Event& event, const Memory& from, const Rows& from_rows, const Memory& to,
               const Rows& to_rows) {
  add_access(accessor_of(event, from), from.store, from_rows.ranges(), false);
  add_access(accessor_of(event, to), to.store, to_rows.ranges(), true);
  for (std::size_t i = 0; i < from_rows.begins.size(); ++i) {
    const ByteSpan range{from_rows.begins[i], from_rows.begins[i] + from_rows.row};
    to.store->write(to_rows.begins[i], from.store->read(range.begin, range.size()));
    to.store->copy_histories(*from.store, range, to_rows.begins[i]);
  }
}

void fill_rows(const Event& event, const Memory& memory, const Rows& rows,
               const std::vector<std::byte>& pattern) {
  add_access(accessor_of(event, memory), memory.store, rows.ranges(), true);
  std::vector<std::byte> row;
  while (row.size() < rows.row) row.insert(row.end(), pattern.begin(), pattern.end());
  for (const std::uint64_t begin : rows.begins) memory.store->write(begin, row.data(), rows.row);
}

HostBytes::HostBytes(const std::byte* host, const Rows& rows, bool is_blocking)
    : rows_(rows),
      is_checked_(!is_blocking && driver_options().checks_races &&
                  rows.row * rows.begins.size() <= most_host_bytes) {
  if (!is_checked_) return;
  for (const std::uint64_t begin : rows.begins)
    bytes_.insert(bytes_.end(), host + begin, host + begin + rows.row);
}

void HostBytes::check(const Event& event, const std::byte* host) const {
  if (!is_checked_) return;
  for (std::size_t i = 0; i < rows_.begins.size(); ++i) {
    const std::byte* const now = host + rows_.begins[i];
    const std::byte* const then = bytes_.data() + i * rows_.row;
    if (std::memcmp(now, then, rows_.row) == 0) continue;
    const auto* const end = then + rows_.row;
    const auto at = static_cast<std::uint64_t>(std::mismatch(then, end, now).first - then);
    return Reporter::get().report(
        rules::host_write_in_use,
        fmt::format("{}: the host changed byte {} of the memory that the command reads, after it "
                    "enqueued the command",
                    event.place, rows_.begins[i] + at));
  }
}

}  // namespace spirv_oracle::opencl
