// Records the values that invocations get from each other, to find where two runs begin to differ.
#pragma once

#include <cstdint>

#include "interpreter/dispatch.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

struct Subgroup;

// Must follow an instruction through which invocations exchange values. Records the results of each
// active lane. extra = index of { count, (slot, bytes) * count } in Program::data.
const Record* record_exchange(Subgroup&, const Record*);

class ExchangeRecorder {
 public:
  ExchangeRecorder(ExchangeLog& log, std::uint64_t invocations_per_workgroup) : log_(log) {
    log.invocations_per_workgroup = invocations_per_workgroup;
  }

  void start_workgroup(std::uint64_t index) { first_ = index * log_.invocations_per_workgroup; }
  // `invocation`: its LocalInvocationIndex.
  void add(std::uint64_t invocation, ExchangedResult exchange);

 private:
  ExchangeLog& log_;
  std::uint64_t first_ = 0;
};

}  // namespace spirv_oracle
