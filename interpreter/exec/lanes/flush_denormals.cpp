#include "interpreter/exec/lanes/flush_denormals.h"

#include "interpreter/exec/lanes/component_handler.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {
namespace {

struct FlushToZero {
  template <class Bits>
  static Bits component(Bits bits) {
    return flush_denormal_bits(bits);
  }
};

// "If an operand or result is flushed to zero, the sign of the zero is undefined" ("Edge Case Behavior in Flush To Zero
// Mode" of OpenCL).
struct FlushToOtherZero {
  template <class Bits>
  static Bits component(Bits bits) {
    const Bits flushed = flush_denormal_bits(bits);
    return flushed == bits ? bits : static_cast<Bits>(flushed ^ float_sign<Bits>);
  }
};

template <class Flush>
Handler handler(unsigned bytes) {
  using internal::component_handler;
  switch (bytes) {
    case 2:
      return component_handler<Flush, std::uint16_t, std::uint16_t>();
    case 4:
      return component_handler<Flush, std::uint32_t, std::uint32_t>();
    default:
      return component_handler<Flush, std::uint64_t, std::uint64_t>();
  }
}

}  // namespace

Handler flush_handler(unsigned bytes) { return handler<FlushToZero>(bytes); }
Handler flush_to_other_zero_handler(unsigned bytes) { return handler<FlushToOtherZero>(bytes); }

}  // namespace spirv_oracle
