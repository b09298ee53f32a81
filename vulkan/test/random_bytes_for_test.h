// Bytes of a fuzzer or of a random generator as a source of decisions.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace spirv_oracle::vulkan::test {

// Every decision takes bytes; after the last one, all are 0.
class RandomBytes {
 public:
  explicit RandomBytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool is_empty() const { return bytes_.empty(); }
  // Less than `limit`.
  std::uint32_t number(std::uint32_t limit) {
    std::uint32_t value = byte();
    if (limit > 256) value = value << 8 | byte();
    if (limit > 65536) value = value << 16 | std::uint32_t{byte()} << 8 | byte();
    return value % limit;
  }
  bool one_in(std::uint32_t count) { return number(count) == 0; }
  // Mostly small, seldom any number.
  std::uint64_t size(std::uint32_t usual_limit) {
    if (!one_in(32)) return number(usual_limit);
    const std::uint64_t high = number(0xFFFFFFFF);
    return one_in(2) ? ~std::uint64_t{0} - number(16) : high << 32 | number(0xFFFFFFFF);
  }
  std::uint32_t size32(std::uint32_t usual_limit) {
    return static_cast<std::uint32_t>(size(usual_limit));
  }

 private:
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }

  std::span<const std::uint8_t> bytes_;
};

inline std::vector<std::uint8_t> random_bytes(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace spirv_oracle::vulkan::test
