#include "driver/memory/device_bytes.h"

#include <fmt/format.h>

#include <algorithm>

namespace spirv_oracle {
namespace {

constexpr std::size_t most_histories = 256;
// The states of this number of bytes are worth a few system calls if they then take less memory.
constexpr std::uint64_t many_bytes = std::uint64_t{1} << 20;

}  // namespace

DeviceBytes::DeviceBytes(std::uint64_t size, bool is_shared)
    : pages_(size, is_shared), shadow_(size) {}
DeviceBytes::DeviceBytes(std::uint64_t size, int file) : pages_(size, file), shadow_(size) {}

ShadowedBytes DeviceBytes::load(const ByteSpan& span, const std::byte* pages) const {
  ShadowedBytes contents;
  contents.bytes.reserve(span.size() + spare_bytes);
  contents.shadow.reserve(span.size() + spare_bytes);
  contents.bytes.assign(pages + span.begin, pages + span.end);
  for (std::uint64_t done = 0; done < span.size();) {
    const std::uint64_t count = std::min(span.size() - done, many_bytes);
    contents.shadow.resize(done + count);
    const std::span piece(contents.shadow.data() + done, count);
    shadow_.load(span.begin + done, piece);
    if (count == many_bytes) release_defined_pages(piece);
    done += count;
  }
  return contents;
}

void DeviceBytes::store(std::uint64_t offset, const ShadowedView& contents) {
  std::ranges::copy(contents.bytes, data() + offset);
  shadow_.store(offset, contents.shadow);
}

void DeviceBytes::store(std::uint64_t offset, const void* bytes, std::uint64_t size) {
  std::copy_n(static_cast<const std::byte*>(bytes), size, data() + offset);
  shadow_.set(offset, offset + size, Definedness::defined);
}

void UndefinedHistories::add_history(const ByteSpan& span, std::vector<Note> history) {
  if (histories_.size() == most_histories) histories_.erase(histories_.begin());
  histories_.push_back({span, std::move(history)});
}

const std::vector<Note>* UndefinedHistories::history_of(std::uint64_t offset) const {
  for (std::size_t i = histories_.size(); i-- > 0;) {
    if (histories_[i].span.overlaps({offset, offset + 1})) return &histories_[i].notes;
  }
  return nullptr;
}

void UndefinedHistories::copy_histories(const UndefinedHistories& from, const ByteSpan& span,
                                        std::uint64_t to) {
  std::vector<History> copied;
  for (const History& history : from.histories_) {
    for (const ByteSpan& both : common({history.span}, {span}))
      copied.push_back({{both.begin - span.begin + to, both.end - span.begin + to}, history.notes});
  }
  for (History& history : copied) add_history(history.span, std::move(history.notes));
}

// The finalizer of MurmurHash3.
std::byte undefined_pattern(std::uint64_t offset) {
  std::uint64_t bits = offset / host_write_unit + 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 33)) * 0xFF51AFD7ED558CCD;
  bits = (bits ^ (bits >> 33)) * 0xC4CEB9FE1A85EC53;
  bits ^= bits >> 33;
  return static_cast<std::byte>(bits >> (offset % host_write_unit * 8));
}

std::vector<Note> history_of_store(const std::string& name, const std::string& place,
                                   const ShadowedBytes& after,
                                   const std::vector<IndeterminateComponent>& indeterminate) {
  std::vector<Note> history{{fmt::format("{} was stored in {}", name, place), {}, 0}};
  const auto known = std::ranges::find_if(indeterminate, [&](const auto& component) {
    return after.shadow[component.offset] == Definedness::undefined && !component.history.empty();
  });
  if (known != indeterminate.end())
    history.insert(history.end(), known->history.begin(), known->history.end());
  return history;
}

ShadowedBytes part_of(const ShadowedBytes& whole, const ByteSpan& span) {
  const auto first = static_cast<std::ptrdiff_t>(span.begin);
  const auto last = static_cast<std::ptrdiff_t>(span.end);
  return {{whole.bytes.begin() + first, whole.bytes.begin() + last},
          {whole.shadow.begin() + first, whole.shadow.begin() + last}};
}

}  // namespace spirv_oracle
