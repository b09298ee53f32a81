// The execution of a run: which tangle executed which instruction, and which bytes it accessed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The execution of one instruction by a tangle.
struct TraceEvent {
  std::uint64_t time = 0;       // number of earlier executions in the run
  std::uint64_t workgroup = 0;  // its linear index
  std::uint32_t subgroup = 0;
  std::uint32_t instruction = 0;  // the argument for locate()
  LaneMask lanes;                 // of the tangle
};

// All executions of an instruction.
struct InstructionCount {
  std::uint64_t executions = 0;  // one per tangle
  std::uint64_t partial = 0;     // those in which not all invocations of the subgroup were active
  std::uint64_t lanes = 0;       // active lanes, summed over the executions
  std::uint64_t possible = 0;    // invocations of the subgroup, summed likewise
};

enum class TracedMemory : std::uint8_t { buffer, workgroup, image };

// All accesses of an instruction to one kind of memory. One access is one record of the executable form: a tangle accesses
// components at equal distances. Of an image, it is one execution of the instruction, and has no segments: an implementation
// chooses the layout of texels.
struct AccessCount {
  bool reads = false, writes = false, atomic = false;
  std::uint64_t accesses = 0;
  std::uint64_t lanes = 0;       // lanes that accessed memory, summed over the accesses
  std::uint64_t bytes = 0;       // bytes that these lanes accessed
  std::uint64_t segments32 = 0;  // distinct aligned segments of 32 bytes, summed over the accesses
  std::uint64_t segments128 = 0;
  std::uint64_t most_segments32 = 0;  // the maximum for one access
};

// One access, lane by lane.
struct TracedAccess {
  std::uint64_t time = 0;  // of its TraceEvent
  std::uint64_t workgroup = 0;
  std::uint32_t subgroup = 0;
  std::uint32_t instruction = 0;
  TracedMemory memory = TracedMemory::buffer;
  std::uint32_t count = 0;   // number of components
  std::uint64_t bytes = 0;   // of each component
  std::uint64_t stride = 0;  // bytes from one component to the next
  LaneMask lanes;            // that access memory
  std::uint64_t first = 0;   // index into ExecutionTrace::places, one for each of these lanes
};

// The place that a lane accesses.
struct TracedAddress {
  std::uint32_t object = 0;  // key of ExecutionTrace::objects
  std::uint64_t offset = 0;  // bytes from the beginning of the object
};

struct ExecutionTrace {
  std::string problem;  // why the recording is not complete; "" if it is
  // In the order of execution. Contains the first events of a long run; `executions` counts all.
  std::vector<TraceEvent> events;
  std::uint64_t executions = 0;
  bool is_complete() const { return executions == events.size(); }
  // For the whole run, by instruction.
  std::map<std::uint32_t, InstructionCount> counts;

  // Loads, stores and atomics in buffers, images and memory of the workgroup. `accesses` does not contain images.
  std::map<std::pair<std::uint32_t, TracedMemory>, AccessCount> access_counts;  // of the whole run
  std::vector<TracedAccess> accesses;  // in the order of execution; the first ones of a long run
  std::vector<TracedAddress> places;
  std::map<std::uint32_t, std::string> objects;  // their names
};

}  // namespace spirv_oracle
