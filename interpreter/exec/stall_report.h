// Workgroups that repeat their state (exec/stall.h): what they wait for, and the findings about them.
#pragma once

#include <string>
#include <vector>

#include "interpreter/exec/stall.h"

namespace spirv_oracle {

class Workgroup;

// What a stalled workgroup waits for.
struct Stall {
  std::vector<Spin> spins;  // of each running subgroup
  std::string places;       // the places of all of them
  // Whether other workgroups may end it.
  bool reads_shared_memory() const;
};

// Executes the repeated actions once more, to describe them.
Stall describe_stall(Workgroup& workgroup);
// Ends the run: nothing ends the loop, or only a workgroup that cannot be started.
void report_endless(Workgroup& workgroup, const Stall& stall, bool is_alone);
void report_no_progress(Workgroup& workgroup, const Stall& stall);
// Ends the run: no order of the workgroups that was tried ends the loops, but another order may.
void report_order_dependence(Workgroup& workgroup, const Stall& stall);
// Reports that a subgroup continued after another workgroup had written the awaited value;
// `writer`: "" if unknown.
void report_reliance(Workgroup& workgroup, const Spin& spin, const std::string& writer);

}  // namespace spirv_oracle
