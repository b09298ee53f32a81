// The values of the temporary ids of the running dispatch. A run keeps them only if somebody has asked for one before.
#pragma once

#include <optional>

#include "debugger/engine/program/executed_records.h"
#include "debugger/engine/program/kept_values.h"
#include "debugger/engine/program/paused_run.h"

namespace spirv_oracle {

class TemporaryValues {
 public:
  // The program must live until the dispatch ends.
  void start_dispatch(const Program& program);
  // To be called when a record has been executed.
  void note(const ExecutedRecord& executed);
  // To be called when the run pauses or the program's own planes were changed.
  void forget_copies();

  // A replay from the start of the run is to keep them.
  void request() { are_requested_ = true; }
  bool are_requested() const { return are_requested_; }
  // Keeps them from now on. To be called at the start of such a replay.
  void keep(const Program& program);
  void stop_keeping() { kept_.reset(); }
  bool are_kept() const { return kept_.has_value(); }

  // Lets the run read them, and note if one is missing.
  void add_to(PausedRun& run);
  // Whether one was missing since the last call.
  bool take_missing();

 private:
  bool are_requested_ = false;
  bool is_missing_ = false;
  std::optional<TemporaryIds> ids_;
  std::optional<KeptValues> kept_;
};

}  // namespace spirv_oracle
