// The shadow runs that uncertain branches start (exec/tangles/uncertain_branches.h). Each executes a copy of a subgroup in a
// separate workgroup, which shares the memory.
#pragma once

#include <cstdint>
#include <memory>

namespace spirv_oracle {

struct Subgroup;
class Workgroup;

class ShadowRuns {
 public:
  // `level`: the nesting depth of `workgroup`; 0: it is not in a shadow run itself.
  ShadowRuns(Workgroup& workgroup, unsigned level);
  ~ShadowRuns();

  // A copy of a subgroup, which executes what other implementations may execute. Null if there have been too many.
  Subgroup* start(const Subgroup& subgroup);
  // Ends a shadow run that executed `records` records. If its path is reachable, its findings become possible undefined
  // behavior.
  void end(std::uint64_t records, bool is_reachable);

 private:
  struct Shadow;
  bool may_start() const;

  Workgroup& workgroup_;
  unsigned level_;
  std::uint64_t records_ = 0;
  std::unique_ptr<Shadow> shadow_;  // made when it is first needed
};

}  // namespace spirv_oracle
