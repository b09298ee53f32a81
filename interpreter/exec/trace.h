// A trace of an execution in the Chrome trace-event format, for Perfetto.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/ir/op.h"
#include "interpreter/kernels/lane_mask.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct Program;
struct Subgroup;

// Records which tangle executes which instruction. In the trace, a workgroup is a process, a
// subgroup a thread, and a step takes a microsecond. Stops after max_events.
class TraceRecorder {
 public:
  static constexpr std::size_t max_events = 2'000'000;

  // Must be called before each record. Records of one instruction count once.
  void record(const Subgroup& subgroup, const Op& op);
  void start_workgroup(std::uint64_t index) { workgroup_ = index; }

  // Errors: bad_input if the file cannot be written.
  Result<void> write(const Program& program, const std::string& file) const;

 private:
  struct Event {
    std::uint64_t time = 0;
    std::uint32_t origin = 0;
    std::uint32_t subgroup = 0;
    std::uint64_t workgroup = 0;
    LaneMask lanes;
  };

  std::vector<Event> events_;
  std::uint64_t workgroup_ = 0;
  std::uint64_t time_ = 0;
  bool complete_ = true;
};

}  // namespace spirv_oracle
