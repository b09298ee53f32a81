// The clauses of the pipe instructions (OpenCL C, "Pipe Functions", Restrictions).
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct PipeClauses {
  static constexpr Clause alignment{"pipe.packet-alignment", "misaligned-access",
                                    Effect::undefined_behavior,
                                    "Packet Alignment is 0 or does not divide Packet Size"};
  static constexpr Clause packet_size{
      "pipe.packet-size", "false-assumption", Effect::undefined_behavior,
      "Packet Size differs from the size of the packets in the pipe"};
  static constexpr Clause undefined{"pipe.undefined", "undefined-operand",
                                    Effect::undefined_behavior, "the pipe has an undefined value"};
  static constexpr Clause invalid_id{
      "pipe.invalid-reservation",  "pipe-reservation",
      Effect::undefined_behavior,  "the reservation id is not valid",
      ArithmeticPoison::unchanged, "test is_valid_reserve_id() before using the reservation"};
  static constexpr Clause other_pipe{"pipe.reservation-of-other-pipe", "pipe-reservation",
                                     Effect::undefined_behavior,
                                     "the reservation was made for another pipe"};
  static constexpr Clause committed{"pipe.committed-reservation", "pipe-reservation",
                                    Effect::undefined_behavior,
                                    "the reservation has already been committed"};
  static constexpr Clause index_out_of_range{
      "pipe.index-out-of-range", "out-of-bounds", Effect::undefined_behavior,
      "the index is not less than the number of reserved packets"};
  static constexpr Clause never_committed{"pipe.never-committed", "pipe-reservation",
                                          Effect::undefined_behavior,
                                          "the kernel ends without committing the reservation"};
  static constexpr Clause operands_differ{
      "pipe.operands-differ", "non-uniform-operand", Effect::undefined_behavior,
      "the operands of a group instruction differ between invocations or are undefined"};
};

}  // namespace spirv_oracle
