// Where the lanes of a paused run are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "debugger/engine/program/object.h"
#include "debugger/engine/program/paused_run.h"
#include "debugger/engine/program/symbols.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// What a lane does.
enum class LaneState : std::uint8_t {
  running,         // in the tangle that executes, or would if its subgroup ran
  at_barrier,      // in a tangle that waits for other subgroups
  other_branch,    // runs when the tangle that executes is done
  at_merge,        // waits at the end of a construct
  at_continue,     // waits at the continue target
  next_iteration,  // waits for the next iteration
  returned,        // waits for others that have not returned from the function
  ended,           // returned from the entry point, or terminated
  absent,          // has no invocation
};
std::string lane_state_text(LaneState state);

// Where a lane is.
struct LaneLocation {
  const Record* record = nullptr;  // the next record that it will execute; null: none
  LaneState state = LaneState::absent;
  std::uint32_t construct = 0;  // where it waits in one: index into Program::constructs
  // 0, or 1 + the index of its suspended tangle (see SeparateTangles::View).
  std::size_t suspended_tangle = 0;

  bool operator==(const LaneLocation&) const = default;
};
LaneLocation place_of(const PausedRun& run, const Subgroup& subgroup, unsigned lane);

// Where in which function.
struct FrameLocation {
  std::uint32_t instruction = 0;  // index into Module::instructions
  std::uint32_t call = 0;         // the origin of the call of the function, see DebugInstance
  SourceScope scope;
};

// One function of the call stack.
struct CallFrame {
  std::string function;
  SourceLocation source;
  bool is_inlined = false;
  FrameLocation place;
};

// The context of expressions and views: a lane, and a function of its call stack.
struct LaneContext {
  const PausedRun* run = nullptr;
  const Symbols* symbols = nullptr;
  const DebugTables* tables = nullptr;
  const Workgroup* workgroup = nullptr;
  Subgroup* subgroup = nullptr;
  unsigned lane = 0;
  LaneLocation place;
  FrameLocation frame;
  std::shared_ptr<Subgroup>
      suspended;  // has the registers of the lane if its tangle is suspended; else null
  // Has only the built-in inputs. Null if the subgroup's own registers have them.
  std::shared_ptr<Subgroup> inputs;

  const Program& program() const { return *run->program; }
  const Module& module() const { return symbols->module(); }
  Objects objects() const;
  // The function instance of the frame; null: it was not lowered.
  const DebugInstance* instance() const;
};

// The names of the program that runs. Errors: bad_input where it has no information for a debugger.
Result<const Symbols*> symbols_of(const PausedRun& run);

// Innermost first; empty for a lane that has ended.
std::vector<CallFrame> call_stack(const PausedRun& run, const Symbols& symbols,
                                  const LaneLocation& place);
// Errors: bad_input if the workgroup, subgroup, lane or frame does not exist, or the run is not debugged.
Result<LaneContext> context_of(const PausedRun& run, const Symbols& symbols,
                               const DebugFocus& focus);
// The context of another lane of the subgroup, in the function of this one.
LaneContext in_lane(const LaneContext& context, unsigned lane);

Result<Workgroup*> find_workgroup(const PausedRun& run, std::uint64_t index);
// The subgroups of a workgroup: the one that executes is that of the run.
Subgroup* find_subgroup(Workgroup& workgroup, std::uint32_t id);

}  // namespace spirv_oracle
