// Loops that never end: whether a workgroup is in a state in which it was before, and for people who
// waits there for what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// Sees whether the complete state of a workgroup repeats: then, as execution is deterministic, it does
// so forever. States are compared by hashes of 128 bits, so seldom that it costs next to nothing.
class StallWatch {
 public:
  enum class Sees : std::uint8_t {
    everything,
    // Not memory that other workgroups change meanwhile: that a state repeats is then only a suspicion.
    workgroup,
  };

  StallWatch(const Program& program, const Dispatch& dispatch, Sees sees);
  bool only_suspects() const { return sees_ == Sees::workgroup; }

  void start_workgroup();
  // Looks at once, and often, from now on.
  void expect();
  // After all subgroups that can have run for a while, `steps` in all.
  bool repeats(std::span<const Subgroup> subgroups, std::uint64_t steps);

 private:
  struct Digest {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
  };
  struct Hash;

  Digest digest(std::span<const Subgroup> subgroups) const;

  const Program& program_;
  Sees sees_;
  std::size_t resources_ = 0;  // objects 1 to resources_ are those of the dispatch that it sees
  std::uint64_t steps_ = 0;    // since the last look
  std::uint64_t cost_ = 0;     // of a look, in steps
  bool is_expected_ = false;
  std::uint64_t looks_ = 0;
  std::uint64_t next_saved_ = 1;
  Digest saved_;
};

// Bytes that a loop reads and that other workgroups may write.
struct WatchedWord {
  const std::byte* bytes = nullptr;
  unsigned size = 0;
  std::uint64_t value = 0;  // that it read
  std::uint64_t read() const;
};

// What a subgroup does that is in a loop.
struct Spin {
  std::uint32_t start = 0;   // where its next iteration begins
  std::uint32_t origin = 0;  // of the first read of memory that others may write; else of the loop
  std::uint32_t subgroup = 0;
  std::uint64_t steps = 0;  // Subgroup::steps
  LaneMask lanes;           // that read
  std::string who;          // those, for people
  std::string reads;        // what they read; "": nothing that others may write
  std::string others;       // where the other lanes are; "": there are none elsewhere
  std::vector<WatchedWord> words;
  bool reads_shared_memory = false;  // other invocations may end it
};
// Executes a subgroup for up to one more iteration, after which it can go on.
Spin describe_spin(Subgroup& subgroup);
// What it reads, and where the other lanes are.
std::string text_of(const Spin& spin);

}  // namespace spirv_oracle
