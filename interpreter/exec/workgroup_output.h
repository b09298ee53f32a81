// The text of DebugPrintf of one workgroup after the other.
#pragma once

#include <string>
#include <utility>

#include "interpreter/exec/report/workgroup_observers.h"
#include "interpreter/exec/state/budget.h"
#include "interpreter/exec/state/record_observer.h"

namespace spirv_oracle {

class WorkgroupOutput {
 public:
  WorkgroupOutput(Budget& budget, const WorkgroupObservers& observers)
      : budget_(budget), observers_(observers) {}

  // Drops text that exceeds the budget; the run then ends at the next poll.
  void print(const std::string& text) {
    if (observers_.watch != nullptr) return observers_.watch->print(text);
    if (budget_.output.fetch_add(text.size()) + text.size() > budget_.max_output) return;
    text_ += text;
  }
  // The text since the last call.
  std::string take() { return std::exchange(text_, {}); }

 private:
  Budget& budget_;
  const WorkgroupObservers& observers_;
  std::string text_;
};

}  // namespace spirv_oracle
