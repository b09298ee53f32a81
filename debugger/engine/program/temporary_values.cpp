#include "debugger/engine/program/temporary_values.h"

#include <utility>

namespace spirv_oracle {

void TemporaryValues::start_dispatch(const Program& program) {
  kept_.reset();
  ids_.emplace(program);
  if (are_requested_) kept_.emplace(program, *ids_);
}

void TemporaryValues::note(const ExecutedRecord& executed) {
  if (kept_ && executed.record != nullptr)
    kept_->note(*executed.subgroup, executed.workgroup, *executed.record, executed.active);
}

void TemporaryValues::forget_copies() {
  if (kept_) kept_->forget_copies();
}

void TemporaryValues::keep(const Program& program) {
  are_requested_ = true;
  kept_.emplace(program, *ids_);
}

void TemporaryValues::add_to(PausedRun& run) {
  run.temporaries = ids_ ? &*ids_ : nullptr;
  run.kept = kept_ ? &*kept_ : nullptr;
  run.misses_kept = &is_missing_;
}

bool TemporaryValues::take_missing() { return std::exchange(is_missing_, false); }

}  // namespace spirv_oracle
