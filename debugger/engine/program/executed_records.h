// Which records the run executed last: of all subgroups, and of each.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/record.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

class Workgroup;
struct Subgroup;

// A record that the debugger examined before it was executed.
struct ExecutedRecord {
  const Record* record = nullptr;  // null: not known
  const Subgroup* subgroup = nullptr;
  std::uint64_t workgroup = 0;  // its index in the dispatch
  LaneMask active;
  LaneMask tangle;  // those and the others of a tangle whose lanes take turns
  std::uint64_t moment = 0;
};

class ExecutedRecords {
 public:
  // To be called when a dispatch starts.
  void clear();
  // To be called before a record is executed. `every`: this is called before every record, so that last_of() knows the last
  // one of each subgroup. If it is false, last_of() knows none.
  void note(const Subgroup& subgroup, const Record& record, std::uint64_t moment, bool every);

  // The last one that was noted. Its `record` is null if there is none.
  const ExecutedRecord& last() const { return last_; }
  // Whether that is the one before `moment`, or none comes before that.
  bool is_last_before(std::uint64_t moment) const {
    return last_.record == nullptr || last_.moment + 1 == moment;
  }
  // The results of the records of the last one's instruction.
  const std::vector<Slot>& last_results() const { return last_results_; }
  // Whether the record before `moment` ran in another tangle than this subgroup's next one: in other lanes, another
  // subgroup or another workgroup. False if that record is not known.
  bool is_in_other_tangle(const Subgroup& next, std::uint64_t moment) const;

  // The last one of a subgroup; null: not known, or none.
  const ExecutedRecord* last_of(const Subgroup& subgroup) const;
  bool knows_subgroups() const { return !last_of_.empty(); }
  void forget_subgroups() { last_of_.clear(); }
  // If the last ones of the subgroups were not noted, assumes that each subgroup executed its last one in the lanes that are
  // active now. `executing`: the subgroup that executes the next record.
  void assume_last(const std::vector<Workgroup*>& workgroups, const Subgroup& executing,
                   std::uint64_t moment);

 private:
  ExecutedRecord last_;
  std::vector<Slot> last_results_;
  std::unordered_map<const Subgroup*, ExecutedRecord> last_of_;
};

}  // namespace spirv_oracle
