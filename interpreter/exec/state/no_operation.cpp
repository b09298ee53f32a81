#include "interpreter/exec/state/no_operation.h"

namespace spirv_oracle {

const Record* no_operation(Subgroup&, const Record* record) { return record + 1; }

}  // namespace spirv_oracle
