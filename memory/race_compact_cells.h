// Cells of one or two bytes, in seven bytes each: what takes eight bytes for four of memory would be too much
// for one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "memory/race_record.h"

namespace spirv_oracle {

// A record is kept as the slot and the number of a *moment*, its epoch and site, which many records of a
// chunk have in common.
class RaceCompactCells {
 public:
  // What a cell has: RaceCell without a side, and its other reader. Flags of the records are not kept.
  struct Records {
    RaceRecord writer, reader, other;
    bool of_atomics = false;
  };
  // One record; 0: none.
  using Packed = std::uint32_t;
  static constexpr unsigned record_bits = 18, cell_bytes = 7;

  // For slots of so many bits, with room for so many moments or what can be numbered.
  RaceCompactCells(std::size_t count, unsigned slot_bits, std::size_t max_moments);

  Records get(std::size_t index) const;
  // False if there are too many moments; then nothing has changed.
  bool set(std::size_t index, const Records& records);

  // A cell as it is: flag of_atomics, writer, reader and other reader, from the lowest bit on.
  std::uint64_t raw(std::size_t index) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &cells_[index * cell_bytes], sizeof bits);
    return bits & cell_mask;
  }
  void set_raw(std::size_t index, std::uint64_t bits) {
    std::uint64_t all = 0;
    std::memcpy(&all, &cells_[index * cell_bytes], sizeof all);
    all = (all & ~cell_mask) | bits;
    std::memcpy(&cells_[index * cell_bytes], &all, sizeof all);
  }
  static constexpr std::uint64_t cell_mask = (std::uint64_t{1} << 8 * cell_bytes) - 1;
  static constexpr std::uint64_t record_mask = (std::uint64_t{1} << record_bits) - 1;
  static Packed writer(std::uint64_t raw) { return static_cast<Packed>(raw >> 1 & record_mask); }
  static Packed reader(std::uint64_t raw) {
    return static_cast<Packed>(raw >> (1 + record_bits) & record_mask);
  }
  static Packed other(std::uint64_t raw) {
    return static_cast<Packed>(raw >> (1 + 2 * record_bits) & record_mask);
  }
  static std::uint64_t raw_of(Packed writer, Packed reader, Packed other = 0) {
    return std::uint64_t{writer} << 1 | std::uint64_t{reader} << (1 + record_bits) |
           std::uint64_t{other} << (1 + 2 * record_bits);
  }

  struct Moment {
    Stamp epoch = 0;
    std::uint32_t site = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  RaceRecord unpack(Packed packed) const {
    if (packed == 0) return {};
    const Moment& moment = moments_[packed >> slot_bits_];
    return {RaceRecord::tag(moment.epoch, slot(packed)), static_cast<std::uint16_t>(moment.site)};
  }
  std::uint32_t slot(Packed packed) const { return packed & ((1u << slot_bits_) - 1); }
  Stamp epoch(Packed packed) const { return moments_[packed >> slot_bits_].epoch; }
  bool same_slot(Packed a, Packed b) const { return slot(a ^ b) == 0; }
  // 0 if there are too many moments. It may be another number than before.
  Packed pack(Stamp epoch, std::uint16_t site, std::uint32_t slot) {
    const Moment moment{epoch, site};
    if (moment != last_) [[unlikely]] {
      if (!find(moment)) return 0;
    }
    return last_number_ | slot;
  }

  // Bytes that are allocated.
  std::size_t size() const;

 private:
  // Makes it the last one.
  bool find(const Moment& moment);
  void collect();

  std::size_t count_;
  unsigned slot_bits_;
  std::size_t max_moments_;
  std::unique_ptr<std::uint8_t[]> cells_;  // with a byte behind them
  std::vector<Moment> moments_;            // the first is none
  // Which was asked for last, and its number where a record has it.
  Moment last_;
  Packed last_number_ = 0;
};

}  // namespace spirv_oracle
