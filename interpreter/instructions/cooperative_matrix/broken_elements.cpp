#include "interpreter/instructions/cooperative_matrix/broken_elements.h"

#include <string>

#include "interpreter/exec/report/report.h"

namespace spirv_oracle {

void BrokenElements::report_for(MatrixHolders holders, const Record& record,
                                const MatrixPlanes& result) const {
  if (elements.empty()) return;
  const std::size_t first = elements.front();
  const std::string detail = "first in row " + std::to_string(first / result.columns) +
                             ", column " + std::to_string(first % result.columns) +
                             " of the result, " + std::to_string(elements.size()) + " of " +
                             std::to_string(result.count()) + " elements";
  for (Subgroup* subgroup : subgroups_of(holders)) {
    LaneMask lanes;
    for (std::size_t i = 0; i < result.places.size(); ++i) {
      const MatrixHolder& holder = holders[i % holders.size()];
      if (holder.subgroup != subgroup) continue;
      const std::size_t element = result.places[i] & ~MatrixPlanes::copy_bit;
      if (std::ranges::binary_search(elements, element)) lanes.set(holder.lane);
    }
    lanes &= subgroup->active;
    if (lanes.any()) report(*subgroup, record, *clause, lanes, detail);
  }
}
}  // namespace spirv_oracle
