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
  void print(const std::string& line) {
    if (observers_.watch != nullptr) return observers_.watch->print(line);
    const std::uint64_t bytes = line.size() + 1;
    if (budget_.output.fetch_add(bytes) + bytes > budget_.max_output) return;
    text_ += line;
    text_ += '\n';
  }
  // The text since the last call.
  std::string take() { return std::exchange(text_, {}); }

 private:
  Budget& budget_;
  const WorkgroupObservers& observers_;
  std::string text_;
};

}  // namespace spirv_oracle
