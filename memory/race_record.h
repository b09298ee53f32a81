// A memory access in 64 bits, as the race detector stores it.
#pragma once

#include <cstdint>

#include "memory/race_clock.h"

namespace spirv_oracle {

// An access: invocation, epoch, and site. The stamp identifies the workgroup, because no two
// workgroups share one. The owner of the record defines the flags. 0 means none.
class RaceRecord {
 public:
  static constexpr unsigned invocation_bits = 14, site_bits = 16, flag_bits = 2;

  constexpr RaceRecord() = default;
  // The access of an invocation in its epoch, as RaceOrder::tag gives it, at a site.
  constexpr RaceRecord(std::uint64_t tag, std::uint16_t site)
      : bits_(tag | std::uint64_t{site} << flag_bits) {}
  static constexpr std::uint64_t tag(Stamp epoch, std::uint32_t invocation) {
    return std::uint64_t{epoch} << 32 | std::uint64_t{invocation} << (site_bits + flag_bits);
  }

  constexpr bool empty() const { return bits_ >> 32 == 0; }
  constexpr Stamp epoch() const { return static_cast<Stamp>(bits_ >> 32); }
  constexpr std::uint32_t invocation() const {
    return static_cast<std::uint32_t>(bits_ >> (site_bits + flag_bits)) &
           ((1u << invocation_bits) - 1);
  }
  constexpr std::uint16_t site() const { return static_cast<std::uint16_t>(bits_ >> flag_bits); }
  constexpr unsigned flags() const { return bits_ & ((1u << flag_bits) - 1); }
  constexpr RaceRecord with_flags(unsigned flags) const {
    RaceRecord record = *this;
    record.bits_ = (bits_ & ~std::uint64_t{(1u << flag_bits) - 1}) | flags;
    return record;
  }
  constexpr RaceRecord with_epoch(Stamp epoch) const {
    RaceRecord record = *this;
    record.bits_ = (bits_ & 0xFFFFFFFF) | std::uint64_t{epoch} << 32;
    return record;
  }
  constexpr bool same_invocation(RaceRecord other) const {
    return invocation() == other.invocation();
  }
  // Whether both accesses have the same invocation and epoch, and for the second function the same
  // site. Flags do not count.
  constexpr bool same_epoch(RaceRecord other) const {
    return (bits_ ^ other.bits_) >> (site_bits + flag_bits) == 0;
  }
  constexpr bool same_access(RaceRecord other) const {
    return (bits_ ^ other.bits_) >> flag_bits == 0;
  }
  // Neither an access nor flags.
  constexpr bool blank() const { return bits_ == 0; }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace spirv_oracle
