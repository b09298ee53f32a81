// How a dispatch is run: limits, checks, schedules; and who watches it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

class RecordObserver;  // exec/state/record_observer.h

struct Limits {
  std::uint64_t max_steps = 10'000'000'000;           // instructions executed by one tangle
  std::uint64_t max_memory = std::uint64_t{4} << 30;  // bytes
  std::uint64_t max_output = std::uint64_t{1} << 28;  // bytes of DebugPrintf
  double timeout_seconds = 0;                         // 0: none
};

// The progress of a running dispatch.
struct Progress {
  std::uint64_t workgroups_done = 0;
  std::uint64_t workgroups = 0;
  std::uint64_t steps = 0;
  SourceLocation source;  // of a current instruction; line 0: unknown
};

struct Policy {
  bool stop_on_undefined_behavior = false;
  std::vector<std::string> ignored_kinds =
      {};  // kinds of findings that are neither reported nor counted
  std::uint64_t seed =
      0;  // each value selects another legal schedule; values other than 0 use one thread
  // How many workgroups take turns; more than 1 use one thread. 0: 1 without a seed, and a few with
  // one.
  std::uint32_t workgroups_in_flight = 0;
  // Host threads; fewer if threads or memory are not available. 0: one for each core, as far as there are many workgroups for each.
  std::uint32_t jobs = 1;
  Limits limits = {};
  bool record_exchanges = false;  // fills DispatchResult::exchanges; uses one thread
  // If there are findings or indeterminate values, run the dispatch again to find the origin of
  // such values. Fills the notes of findings and BufferResult::indeterminate. Skipped in long
  // dispatches.
  bool explain = false;
  // If float instructions permit several results, run again to enclose them: fill BufferResult::enclosures. That run
  // ends without results once it has done as much work as the first one, or as takes 0.2 s, whichever is more.
  bool enclose = false;
  // Enclose values in this run. Results that depend on uncertain floats, such as comparisons, become
  // implementation-dependent. Uses one thread. With `enclose`: run again to enclose them, whatever it costs.
  bool record_enclosures = false;
  bool check_races = false;  // find data races
  // With check_races: if memory or time does not suffice, continue without detecting races.
  // Otherwise, the run ends if memory does not suffice.
  bool may_give_up_races = false;
  // With check_races, if the module does not declare the Vulkan memory model: also report accesses
  // that are ordered only by widespread practice (clause memory.de-facto-ordering).
  bool check_de_facto_order = false;
  // Mark values that are not floats, but depend on the rounding of floats, as implementation-dependent. If the module has
  // such values, runs again like `enclose`.
  bool mark_rounding = false;
};

struct Observers {
  // Watches the dispatch record by record, once all is known that results depend on; takes one thread. Null: nothing does.
  RecordObserver* watch = nullptr;
  // For DebugPrintf and printf; called in the order of workgroups.
  std::function<void(const std::string&)> print;
  // Whether each call prints a line that begins with its invocation; otherwise exactly its text, as a device does.
  bool prints_places = true;
  // Called from time to time while workgroups run, by one thread at a time.
  std::function<void(const Progress&)> show_progress;
  // If it becomes true, the run ends as at a limit. A signal handler may set it. Null: nothing
  // interrupts.
  const std::atomic<bool>* interrupt = nullptr;
};

}  // namespace spirv_oracle
