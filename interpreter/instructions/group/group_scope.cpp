#include "interpreter/instructions/group/group_scope.h"

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/lowering/emit_workgroup_sync.h"

namespace spirv_oracle {

const Record* internal::break_incomplete(Subgroup& subgroup, const Record* record,
                                         const Clause& clause) {
  report(subgroup, *record, clause, subgroup.active, describe_other_lanes(subgroup, record));
  const Record* end = record + 1 + record->extra;
  for (++record; record != end; ++record)
    subgroup.header(record->result) = {LaneMask::first(128), {}};
  return end;
}

Handler internal::emit_scope(Lowering& lowering, const Instruction& instruction, unsigned execution,
                             const Participation& participation, const GroupCode& code,
                             std::size_t count) {
  const auto scope = lowering.types().integer(instruction.id(execution));
  if (!scope) {
    lowering.fail_input("Execution is not a constant");
  }
  const auto records = static_cast<std::uint32_t>(count);
  switch (static_cast<spv::Scope>(*scope)) {
    case spv::Scope::Subgroup:
      if (participation.whole_subgroup != nullptr) {
        lowering.describe(lowering.emit(participation.whole_subgroup, no_slot,
                                        {no_slot, no_slot, no_slot}, records),
                          {.is_control_flow = true, .acts_for = records});
      }
      return code.tangle;
    case spv::Scope::Workgroup:
      if (lowering.function() == nullptr) break;
      emit_workgroup_sync(lowering, {.all_must_arrive = participation.all_must_arrive,
                                     .combined_records = records,
                                     .combine = code.workgroup});
      return &combined_before;
    default:
      break;
  }
  lowering.fail_unsupported("scope " + std::to_string(*scope) +
                            " is neither Workgroup nor Subgroup");
}

}  // namespace spirv_oracle
