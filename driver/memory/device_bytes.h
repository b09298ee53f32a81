// The bytes of a memory of a device, which of them are defined, and where undefined ones came from.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>

#include "driver/memory/byte_spans.h"
#include "driver/memory/pages.h"
#include "driver/memory/shadow.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// Where the undefined bytes of a memory came from.
class UndefinedHistories {
 public:
  void add_history(const ByteSpan& span, std::vector<Note> history);
  // The latest history of such a byte; null if none is known.
  const std::vector<Note>* history_of(std::uint64_t offset) const;
  // The histories of a span of another memory, whose bytes were copied here.
  void copy_histories(const UndefinedHistories& from, const ByteSpan& span, std::uint64_t to);

 private:
  struct History {
    ByteSpan span;
    std::vector<Note> notes;
  };
  std::vector<History> histories_;  // the latest ones come last
};

// A run does not copy contents that it only reads if their vectors have room for this many more bytes (AddressSpace::bind).
inline constexpr std::uint64_t spare_bytes = 64;

// Bytes with their states, which belong to others.
struct ShadowedView {
  ShadowedView(std::span<const std::byte> of_bytes, std::span<const Definedness> of_shadow)
      : bytes(of_bytes), shadow(of_shadow) {}
  explicit(false) ShadowedView(const ShadowedBytes& contents)
      : bytes(contents.bytes), shadow(contents.shadow) {}

  std::uint64_t size() const { return bytes.size(); }
  ShadowedView part(const ByteSpan& span) const {
    return {bytes.subspan(span.begin, span.size()), shadow.subspan(span.begin, span.size())};
  }

  std::span<const std::byte> bytes;
  std::span<const Definedness> shadow;
};

// Bytes in pages, with their states in blocks. New memory is uninitialized. Spans must be inside, as in all functions.
class DeviceBytes : public UndefinedHistories {
 public:
  // `is_shared` and `file` as for Pages. Throws std::bad_alloc.
  explicit DeviceBytes(std::uint64_t size, bool is_shared = false);
  DeviceBytes(std::uint64_t size, int file);

  std::uint64_t size() const { return pages_.size(); }
  std::byte* data() const { return pages_.data(); }
  const Pages& pages() const { return pages_; }
  Shadow& shadow() { return shadow_; }
  const Shadow& shadow() const { return shadow_; }

  ShadowedBytes load(const ByteSpan& span) const { return load(span, data()); }
  // The states of the span, with the bytes that other pages have there.
  ShadowedBytes load(const ByteSpan& span, const std::byte* pages) const;
  void store(std::uint64_t offset, const ShadowedView& contents);
  // Defined bytes.
  void store(std::uint64_t offset, const void* data, std::uint64_t size);

 private:
  Pages pages_;
  Shadow shadow_;
};

// Changes of the host are found by comparison, in units of this many bytes: a unit that the host changed in part is defined as a
// whole. In the bytes for the host, those that are not defined hold a pattern that it hardly writes.
inline constexpr std::uint64_t host_write_unit = 8;  // bytes
std::byte undefined_pattern(std::uint64_t offset);
// Calls `visit(unit, bytes)` for each unit of a span in which the host's bytes differ from those that it has seen, which then
// become these. Returns the bytes that differed. The host may write meanwhile: each byte is read once, and what is written later
// is found by the next call.
template <class Visit>
ByteSpans take_host_changes(const std::byte* host, std::byte* seen, const ByteSpan& span,
                            Visit visit);

// Calls `visit(span)` where a run changed bytes or their states, in pieces that take little memory.
template <class Visit>
void each_change(const ShadowedView& before, const ShadowedView& after, Visit visit);

// Where the undefined bytes that a dispatch stored came from. `name`: of what it stored to; `place`: the dispatch.
std::vector<Note> history_of_store(const std::string& name, const std::string& place,
                                   const ShadowedBytes& after,
                                   const std::vector<IndeterminateComponent>& indeterminate);

template <class Visit>
ByteSpans take_host_changes(const std::byte* host, std::byte* seen, const ByteSpan& span,
                            Visit visit) {
  ByteSpans changed;
  constexpr std::uint64_t block = 4096;  // most of them are unchanged
  for (std::uint64_t i = span.begin; i < span.end;) {
    if (i % block == 0 && i + block <= span.end && std::memcmp(host + i, seen + i, block) == 0) {
      i += block;
      continue;
    }
    const ByteSpan unit{i, std::min(span.end, (i / host_write_unit + 1) * host_write_unit)};
    i = unit.end;
    std::array<std::byte, host_write_unit> now;
    for (std::uint64_t j = unit.begin; j < unit.end; ++j)
      now[j - unit.begin] = static_cast<const volatile std::byte*>(host)[j];
    if (std::memcmp(now.data(), seen + unit.begin, unit.size()) == 0) continue;
    for (std::uint64_t j = unit.begin; j < unit.end; ++j) {
      if (now[j - unit.begin] != seen[j]) append(changed, j);
    }
    visit(unit, static_cast<const std::byte*>(now.data()));
    std::copy_n(now.data(), unit.size(), seen + unit.begin);
  }
  return changed;
}

template <class Visit>
void each_change(const ShadowedView& before, const ShadowedView& after, Visit visit) {
  constexpr std::uint64_t most = std::uint64_t{1} << 16;  // bytes at a time
  constexpr std::uint64_t block = 4096;                   // most of them are unchanged
  const std::uint64_t size = after.size();
  const auto differs = [&](std::uint64_t i) {
    return before.bytes[i] != after.bytes[i] || before.shadow[i] != after.shadow[i];
  };
  const auto same_block = [&](std::uint64_t i) {
    return std::memcmp(before.bytes.data() + i, after.bytes.data() + i, block) == 0 &&
           std::memcmp(before.shadow.data() + i, after.shadow.data() + i, block) == 0;
  };
  for (std::uint64_t i = 0; i < size;) {
    if (i % block == 0 && i + block <= size && same_block(i)) {
      i += block;
    } else if (!differs(i)) {
      ++i;
    } else {
      const std::uint64_t begin = i;
      while (i < size && i - begin < most && differs(i)) ++i;
      visit(ByteSpan{begin, i});
    }
  }
}

// A copy of a part.
ShadowedBytes part_of(const ShadowedBytes& whole, const ByteSpan& span);

}  // namespace spirv_oracle
