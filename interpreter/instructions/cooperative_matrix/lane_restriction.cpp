#include "interpreter/instructions/cooperative_matrix/lane_restriction.h"

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle::internal {

const Record* restrict_lanes(Subgroup& subgroup, const Record* record) {
  subgroup.header(record->result) = {};
  subgroup.truth(record->result) = subgroup.active;
  const LaneMask chosen = subgroup.active & subgroup.truth(record->operand[0]);
  if (chosen.none()) return record + subgroup.data[record->extra];
  subgroup.active = chosen;
  return record + 1;
}

const Record* restore_lanes(Subgroup& subgroup, const Record* record) {
  subgroup.active = subgroup.truth(record->operand[0]);
  return record + 1;
}

}  // namespace spirv_oracle::internal
