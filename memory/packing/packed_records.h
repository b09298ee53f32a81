// An array of records of 16 bytes in little memory, if records differ from those a few places before by the same amount again and
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace spirv_oracle {

class PackedRecords {
 public:
  static constexpr std::size_t record_size = 16;  // bytes: two words

  // The records are these bytes. None if they would take much more than such differences take.
  static std::optional<PackedRecords> pack(std::span<const std::byte> records);
  // Restores the records in as many bytes.
  void unpack(std::span<std::byte> records) const;

  std::size_t allocated() const { return sizeof(PackedRecords) + runs_.capacity() * sizeof(Run); }

 private:
  struct Words {
    std::uint64_t first = 0, second = 0;
    friend bool operator==(const Words&, const Words&) = default;
  };
  // Consecutive records with the same difference, modulo 2^64, from those `distance_` places before. The records before the
  // first one are zero.
  struct Run {
    Words difference;
    std::uint32_t count = 0;
  };

  static Words words_at(std::span<const std::byte> records, std::size_t i);
  static Words words_before(std::span<const std::byte> records, std::size_t i,
                            std::size_t distance);
  static bool find_runs(std::span<const std::byte> records, std::size_t distance,
                        std::vector<Run>& runs);

  std::size_t distance_ = 1;
  std::vector<Run> runs_;
};

}  // namespace spirv_oracle
