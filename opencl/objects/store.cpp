#include "opencl/objects/store.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace spirv_oracle::opencl {
namespace {

// Contents that are worth a few system calls if they take less memory.
constexpr std::uint64_t many_bytes = std::uint64_t{1} << 20;

// Gives back the pages of zeros, which take no memory until something is stored.
void release_zeros(std::vector<std::byte>& zeros) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(zeros.data());
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + zeros.size()) / page * page;
  if (first < last) madvise(zeros.data() + (first - begin), last - first, MADV_DONTNEED);
}

}  // namespace

Store::Store(std::uint64_t size, std::byte* host) : size_(size), host_(host) {
  contents_.bytes.reserve(size + spare_bytes);
  contents_.bytes.resize(size);
  if (size >= many_bytes) release_zeros(contents_.bytes);
  contents_.shadow.reserve(size + spare_bytes);
  contents_.shadow.resize(size, never_stored);
}

ShadowedBytes Store::read(std::uint64_t offset, std::uint64_t size) const {
  const auto first = static_cast<std::ptrdiff_t>(offset);
  const auto last = static_cast<std::ptrdiff_t>(offset + size);
  ShadowedBytes contents;
  contents.bytes.reserve(size + spare_bytes);
  contents.shadow.reserve(size + spare_bytes);
  contents.bytes.assign(contents_.bytes.begin() + first, contents_.bytes.begin() + last);
  contents.shadow.assign(contents_.shadow.begin() + first, contents_.shadow.begin() + last);
  return contents;
}

void Store::write(std::uint64_t offset, const ShadowedBytes& contents) {
  std::ranges::copy(contents.bytes, contents_.bytes.data() + offset);
  std::ranges::copy(contents.shadow, contents_.shadow.data() + offset);
}

void Store::write(std::uint64_t offset, const void* data, std::uint64_t size) {
  std::copy_n(static_cast<const std::byte*>(data), size, contents_.bytes.data() + offset);
  std::fill_n(contents_.shadow.data() + offset, size, Definedness::defined);
  if (size >= many_bytes) release_defined_pages(std::span(contents_.shadow).subspan(offset, size));
}

void Store::forget(const ByteSpan& span) {
  std::fill_n(contents_.shadow.data() + span.begin, span.size(), never_stored);
}

void Store::count(const ByteSpan& span, Definedness state, StateCount& found) const {
  found.add(std::span(contents_.shadow).subspan(span.begin, span.size()), span.begin, state);
}

std::byte* Store::allocate_host() {
  const std::lock_guard lock(mutex);
  if (host_ == nullptr) {
    own_host_ = std::make_unique<Pages>(size());
    host_ = own_host_->data();
  }
  return host_;
}

void Store::copy_to(const ByteSpan& span, std::byte* data) const {
  const auto is_undefined = [](Definedness state) { return state >= Definedness::undefined; };
  std::copy_n(contents_.bytes.data() + span.begin, span.size(), data);
  const Definedness* const begin = contents_.shadow.data() + span.begin;
  const Definedness* const end = contents_.shadow.data() + span.end;
  for (auto at = std::find_if(begin, end, is_undefined); at != end;
       at = std::find_if(at + 1, end, is_undefined))
    data[at - begin] = undefined_pattern(span.begin + static_cast<std::uint64_t>(at - begin));
}

void Store::show(const ByteSpan& span) {
  if (!seen_) seen_ = std::make_unique<Pages>(size());
  copy_to(span, seen_->data() + span.begin);
  std::copy(seen_->data() + span.begin, seen_->data() + span.end, host_ + span.begin);
}

void Store::show_changes(const ByteSpan& span) {
  constexpr std::uint64_t block = 4096;
  std::array<std::byte, block> now;
  std::byte* const seen = seen_->data();
  for (std::uint64_t begin = span.begin; begin < span.end; begin += block) {
    const std::uint64_t count = std::min(block, span.end - begin);
    copy_to({begin, begin + count}, now.data());
    if (std::memcmp(now.data(), seen + begin, count) == 0) continue;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (now[i] == seen[begin + i]) continue;
      seen[begin + i] = now[i];
      static_cast<volatile std::byte*>(host_)[begin + i] = now[i];
    }
  }
}

ByteSpans Store::take(const ByteSpan& span) {
  if (!seen_) seen_ = std::make_unique<Pages>(size());
  return take_host_changes(
      host_, seen_->data(), span, [&](const ByteSpan& unit, const std::byte* now) {
        for (std::uint64_t i = unit.begin; i < unit.end; ++i) {
          const std::byte byte = now[i - unit.begin];
          const bool is_undefined = value_state(contents_.shadow[i]) == Definedness::undefined;
          if (is_undefined || byte != seen_->data()[i]) write(i, &byte, 1);
        }
      });
}

}  // namespace spirv_oracle::opencl
