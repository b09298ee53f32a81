#include "memory/race_compact_cells.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// As many as slots of the most bits leave room for.
constexpr std::size_t least_moments = 16;
static_assert(RaceRecord::slot_bits + 4 <= RaceCompactCells::record_bits);

}  // namespace

RaceCompactCells::RaceCompactCells(std::size_t count, unsigned slot_bits, std::size_t max_moments)
    : count_(count),
      slot_bits_(slot_bits),
      max_moments_(
          std::clamp(max_moments, least_moments, std::size_t{1} << (record_bits - slot_bits))),
      cells_(std::make_unique<std::uint8_t[]>(count * cell_bytes + 1)) {
  moments_.reserve(max_moments_);
  moments_.emplace_back();
}

RaceCompactCells::Records RaceCompactCells::get(std::size_t index) const {
  const std::uint64_t bits = raw(index);
  return {unpack(writer(bits)), unpack(reader(bits)), unpack(other(bits)), (bits & 1) != 0};
}

bool RaceCompactCells::set(std::size_t index, const Records& records) {
  const RaceRecord all[] = {records.writer, records.reader, records.other};
  // A moment that is new may be the reason for others to get new numbers.
  std::uint64_t bits = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {
    bits = records.of_atomics ? 1 : 0;
    unsigned shift = 1;
    for (const RaceRecord record : all) {
      const Packed packed = record.empty() ? 0 : pack(record.epoch(), record.site(), record.slot());
      if (packed == 0 && !record.empty()) return false;
      bits |= std::uint64_t{packed} << shift;
      shift += record_bits;
    }
  }
  set_raw(index, bits);
  return true;
}

// The latest are looked at; an earlier one gets a second number.
bool RaceCompactCells::find(const Moment& moment) {
  constexpr std::size_t looked_at = 16;
  const auto use = [&](std::size_t number) {
    last_ = moment;
    last_number_ = static_cast<Packed>(number << slot_bits_);
    return true;
  };
  for (bool full : {moments_.size() >= max_moments_, false}) {
    const std::size_t size = moments_.size();
    for (std::size_t i = size; i-- > size - std::min(size, looked_at);) {
      if (moments_[i] == moment) return use(i);
    }
    if (!full) break;
    collect();
    // If few have become free, that would happen too often.
    if (moments_.size() > max_moments_ - max_moments_ / 4) return false;
  }
  moments_.push_back(moment);
  return use(moments_.size() - 1);
}

// Leaves out the moments that no record has any more.
void RaceCompactCells::collect() {
  std::vector<std::uint16_t> numbers(moments_.size());
  const auto each_record = [&](auto change) {
    for (std::size_t i = 0; i < count_; ++i) {
      std::uint64_t bits = raw(i);
      for (unsigned shift = 1; shift <= 1 + 2 * record_bits; shift += record_bits) {
        const auto packed = static_cast<Packed>(bits >> shift & record_mask);
        if (packed == 0) continue;
        bits = (bits & ~(record_mask << shift)) | std::uint64_t{change(packed)} << shift;
      }
      set_raw(i, bits);
    }
  };
  each_record([&](Packed packed) {
    numbers[packed >> slot_bits_] = 1;
    return packed;
  });
  std::size_t used = 1;
  for (std::size_t i = 1; i < moments_.size(); ++i) {
    if (numbers[i] == 0) continue;
    numbers[i] = static_cast<std::uint16_t>(used);
    moments_[used++] = moments_[i];
  }
  moments_.resize(used);
  each_record([&](Packed packed) {
    return static_cast<Packed>(numbers[packed >> slot_bits_]) << slot_bits_ | slot(packed);
  });
  last_ = {};
}

std::size_t RaceCompactCells::size() const {
  return count_ * cell_bytes + 1 + max_moments_ * sizeof(Moment);
}

}  // namespace spirv_oracle
