#include "opencl/objects/store.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace spirv_oracle::opencl {
namespace {

constexpr std::size_t most_histories = 256;

// Byte `at` of the pattern: the finalizer of MurmurHash3.
std::byte pattern(std::uint64_t at) {
  std::uint64_t bits = at / Store::host_write_unit + 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 33)) * 0xFF51AFD7ED558CCD;
  bits = (bits ^ (bits >> 33)) * 0xC4CEB9FE1A85EC53;
  bits ^= bits >> 33;
  return static_cast<std::byte>(bits >> (at % Store::host_write_unit * 8));
}

}  // namespace

std::vector<Range> intersection(const std::vector<Range>& one, const std::vector<Range>& other) {
  std::vector<Range> both;
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    if (a->overlaps(*b)) both.push_back({std::max(a->begin, b->begin), std::min(a->end, b->end)});
    ++(a->end < b->end ? a : b);
  }
  return both;
}

Store::Store(std::uint64_t size, std::byte* host)
    : contents_(ShadowedBytes::uninitialized(size)), host_(host) {}

ShadowedBytes Store::read(const Range& range) const {
  const auto begin = static_cast<std::ptrdiff_t>(range.begin);
  const auto end = static_cast<std::ptrdiff_t>(range.end);
  return {{contents_.bytes.begin() + begin, contents_.bytes.begin() + end},
          {contents_.shadow.begin() + begin, contents_.shadow.begin() + end}};
}

void Store::write(std::uint64_t offset, const ShadowedBytes& contents) {
  const auto at = static_cast<std::ptrdiff_t>(offset);
  std::ranges::copy(contents.bytes, contents_.bytes.begin() + at);
  std::ranges::copy(contents.shadow, contents_.shadow.begin() + at);
}

void Store::write(std::uint64_t offset, const void* data, std::uint64_t size) {
  if (size == 0) return;
  std::memcpy(contents_.bytes.data() + offset, data, size);
  std::fill_n(contents_.shadow.begin() + static_cast<std::ptrdiff_t>(offset), size,
              Definedness::defined);
}

void Store::write_changes(std::uint64_t offset, const ShadowedBytes& before,
                          const ShadowedBytes& after) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (before.bytes[i] == after.bytes[i] && before.shadow[i] == after.shadow[i]) continue;
    contents_.bytes[offset + i] = after.bytes[i];
    contents_.shadow[offset + i] = after.shadow[i];
  }
}

std::byte* Store::allocate_host() {
  const std::lock_guard lock(mutex);
  if (host_ != nullptr) return host_;
  constexpr std::size_t alignment = 128;  // of the largest type of OpenCL C
  own_host_ = std::make_unique<std::byte[]>(size() + alignment);
  const auto address = reinterpret_cast<std::uintptr_t>(own_host_.get());
  host_ = own_host_.get() + (alignment - address % alignment) % alignment;
  return host_;
}

void Store::copy_to(const Range& range, void* data) const {
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    const bool is_defined = value_state(contents_.shadow[i]) != Definedness::undefined;
    static_cast<std::byte*>(data)[i - range.begin] = is_defined ? contents_.bytes[i] : pattern(i);
  }
}

void Store::show(const Range& range) {
  seen_.resize(size());
  copy_to(range, seen_.data() + range.begin);
  std::copy(seen_.begin() + static_cast<std::ptrdiff_t>(range.begin),
            seen_.begin() + static_cast<std::ptrdiff_t>(range.end), host_ + range.begin);
}

std::vector<Range> Store::take(const Range& range) {
  seen_.resize(size());
  std::vector<Range> runs;
  constexpr std::uint64_t block = 4096;  // most of them are unchanged
  for (std::uint64_t i = range.begin; i < range.end;) {
    const std::uint64_t unit_end = std::min(range.end, (i / host_write_unit + 1) * host_write_unit);
    if (i % block == 0 && i + block <= range.end &&
        std::memcmp(host_ + i, seen_.data() + i, block) == 0) {
      i += block;
      continue;
    }
    if (std::memcmp(host_ + i, seen_.data() + i, unit_end - i) != 0) {
      for (std::uint64_t j = i; j < unit_end; ++j) {
        if (host_[j] == seen_[j]) continue;
        if (runs.empty() || runs.back().end != j) runs.push_back({j, j});
        runs.back().end = j + 1;
      }
      for (std::uint64_t j = i; j < unit_end; ++j) {
        if (host_[j] != seen_[j] || value_state(contents_.shadow[j]) == Definedness::undefined)
          write(j, host_ + j, 1);
      }
      std::memcpy(seen_.data() + i, host_ + i, unit_end - i);
    }
    i = unit_end;
  }
  return runs;
}

void Store::add_history(const Range& range, std::vector<Note> history) {
  if (histories_.size() == most_histories) histories_.erase(histories_.begin());
  histories_.emplace_back(range, std::move(history));
}

const std::vector<Note>* Store::history_of(std::uint64_t offset) const {
  for (std::size_t i = histories_.size(); i-- > 0;) {
    if (histories_[i].first.overlaps({offset, offset + 1})) return &histories_[i].second;
  }
  return nullptr;
}

void Store::copy_histories(const Store& from, const Range& range, std::uint64_t to) {
  std::vector<std::pair<Range, std::vector<Note>>> copied;
  for (const auto& [part, history] : from.histories_) {
    const std::uint64_t begin = std::max(part.begin, range.begin);
    const std::uint64_t end = std::min(part.end, range.end);
    if (begin < end)
      copied.emplace_back(Range{begin - range.begin + to, end - range.begin + to}, history);
  }
  for (auto& [part, history] : copied) add_history(part, std::move(history));
}

StateCount count_state(const ShadowedBytes& contents, Definedness state) {
  const auto found = std::ranges::find(contents.shadow, state);
  if (found == contents.shadow.end()) return {};
  return {static_cast<std::uint64_t>(std::count(found, contents.shadow.end(), state)),
          static_cast<std::uint64_t>(found - contents.shadow.begin())};
}

}  // namespace spirv_oracle::opencl
