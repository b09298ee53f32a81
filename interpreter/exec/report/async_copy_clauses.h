// The clauses of OpGroupAsyncCopy and OpGroupWaitEvents.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct OpGroupAsyncCopy {
  static constexpr Clause operands_differ{
      "OpGroupAsyncCopy.operands-differ", "non-uniform-operand", Effect::undefined_behavior,
      "the operands differ between invocations or are undefined"};
  static constexpr Clause stride_zero{"OpGroupAsyncCopy.stride-zero", "asynchronous-copy",
                                      Effect::undefined_behavior, "Stride is 0"};
  static constexpr Clause never_waited_for{"OpGroupAsyncCopy.never-waited-for", "asynchronous-copy",
                                           Effect::undefined_behavior,
                                           "the kernel ends without waiting for the copy"};
};

struct OpGroupWaitEvents {
  static constexpr Clause operands_differ{"OpGroupWaitEvents.operands-differ",
                                          "non-uniform-operand", Effect::undefined_behavior,
                                          "the events differ between invocations"};
  static constexpr Clause no_event{"OpGroupWaitEvents.no-event", "asynchronous-copy",
                                   Effect::undefined_behavior,
                                   "an event does not belong to an unfinished copy"};
};

}  // namespace spirv_oracle
