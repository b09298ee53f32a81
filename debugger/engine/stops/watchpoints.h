// The accesses to watched memory, and to the registers of watched variables, at which the debugger stops a run.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/scalar_text.h"
#include "debugger/engine/stops/hit_counter.h"
#include "debugger/engine/stops/stop_points.h"
#include "debugger/engine/views/views.h"

namespace spirv_oracle {

// The contents of watched memory; an undefined byte has no value.
using WatchedBytes = std::vector<std::optional<std::byte>>;

class Watchpoints {
 public:
  // All of them must outlive this object.
  Watchpoints(StopPoints& stops, const Views& views, HitCounter& counter)
      : stops_(stops), views_(views), counter_(counter) {}

  // Finds watched variables that are in registers now, so that the records that write them can be marked.
  void find_registers(PausedRun run, const DebugFocus& focus);
  // Finds the memory of the others, as the focus sees it now, before the run goes to an earlier position, where the focus may
  // not be running yet.
  void find_memory(PausedRun run, const DebugFocus& focus);
  // To be called before a record is executed: finds its accesses to what is watched. If run.lacks_values(), the result means
  // nothing.
  void begin_record(const PausedRun& run, const DebugFocus& focus);
  // Whether the record that was begun last has such accesses.
  bool have_accesses() const { return !accesses_.empty(); }
  // To be called after it was executed, with the run before the next record. Returns the reason to stop, if any. `prints`: log
  // points print their text. If run.lacks_values(), the result means nothing.
  std::optional<nlohmann::json> finish_record(const PausedRun& run, bool prints);
  void forget_accesses() { accesses_.clear(); }

  // Adds to the answer to `set_stops` why there is nothing to watch here, where that is so. What a watchpoint watches is found
  // when the run comes to an access, but mistakes can be found now.
  void add_problems(PausedRun run, const DebugFocus& focus, nlohmann::json& described) const;

 private:
  // An access that is executing.
  struct Access {
    int point = 0;  // its id: the client may replace the points while the access executes
    const Subgroup* subgroup = nullptr;
    LaneMask lanes;
    bool writes = false;
    AddressRange range = {};
    WatchedBytes bytes_before = {};  // the contents of the range
    // Of watched registers: by lane of `lanes`, and component. Empty: memory is watched.
    std::vector<Scalar> planes_before = {};
  };
  struct RecordAccesses;

  void begin_register_write(const StopPoint& point, const PausedRun& run);
  void begin_memory_accesses(const StopPoint& point, const PausedRun& run,
                             const AddressRange& range, const RecordAccesses& accesses);
  Result<AddressRange> place_of(const StopPoint& point, const PausedRun& run,
                                const DebugFocus& focus) const;
  // The memory that the point watches. It is found when it is first needed, and stays: `x[i]` is the element that it was then.
  std::optional<AddressRange> watched_range(StopPoint& point, const PausedRun& run,
                                            const DebugFocus& focus);
  // Counts a hit, and returns the reason to stop, if any.
  std::optional<nlohmann::json> finish(const Access& access, const PausedRun& run, bool prints);

  StopPoints& stops_;
  const Views& views_;
  HitCounter& counter_;
  std::vector<Access> accesses_;
};

}  // namespace spirv_oracle
