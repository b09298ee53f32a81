// Detects endless loops: whether a workgroup returns to an earlier state; and describes for reports
// which lanes wait for what.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Detects that the complete state of a workgroup repeats. Execution is deterministic, so the state
// then repeats forever. Compares hashes of 128 bits, rarely enough to cost almost nothing.
class StallWatch {
 public:
  enum class Sees : std::uint8_t {
    everything,
    // Ignores memory that other workgroups change concurrently; a repeated state is then only a
    // suspicion.
    workgroup,
  };

  StallWatch(const Program& program, Sees sees);
  bool only_suspects() const { return sees_ == Sees::workgroup; }

  void start_workgroup();
  // From now on, checks at once and often.
  void expect();
  // The bytes of the dispatch's memory that a check compares, with their definedness.
  std::uint64_t bytes_of_check(const AddressSpace& memory) const;
  // To be called after all subgroups that can have run for a while, `steps` in total.
  bool repeats(std::span<const Subgroup> subgroups, std::uint64_t steps);

  // A hash of the state that it sees.
  struct Digest {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Digest&, const Digest&) = default;
  };
  Digest digest(std::span<const Subgroup> subgroups) const;

 private:
  struct Hash;

  const Program& program_;
  Sees sees_;
  std::size_t resources_ =
      0;                     // objects 1 to resources_ are those of the dispatch that are compared
  std::uint64_t steps_ = 0;  // since the last check
  std::uint64_t cost_ = 0;   // of a check, in steps
  bool is_expected_ = false;
  std::uint64_t looks_ = 0;
  std::uint64_t next_saved_ = 1;
  Digest saved_;
};

// Bytes that a loop reads, and that other workgroups may write.
struct WatchedWord {
  const std::byte* bytes = nullptr;
  unsigned size = 0;
  std::uint64_t value = 0;  // that the loop read
  std::uint64_t read() const;
};

// The activity of a subgroup in a loop.
struct Spin {
  std::uint32_t start = 0;  // the record with which its next iteration begins
  std::uint32_t origin =
      0;  // of the first read of memory that others may write, or else of the loop
  std::uint32_t subgroup = 0;
  std::uint64_t steps = 0;  // Subgroup::steps
  LaneMask lanes;           // the lanes that read
  std::string who;          // a description of these lanes
  std::string reads;        // what they read; "": nothing that others may write
  std::string others;       // the places of the other lanes; "": there are none elsewhere
  std::vector<WatchedWord> words;
  bool reads_shared_memory = false;  // whether other invocations may end it
};
// Executes a subgroup for at most one more iteration, after which it can continue.
Spin describe_spin(Subgroup& subgroup);
// Describes what it reads, and the places of the other lanes.
std::string text_of(const Spin& spin);

}  // namespace spirv_oracle
