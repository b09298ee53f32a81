// The handlers of the records of atomic instructions.
#pragma once

#include <bit>

#include "interpreter/instructions/atomic/atomic_kernels.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {

// Treats denormals as zeros in Original Value, Value and the stored value.
template <class Operation>
struct Flushing {
  template <class T>
  static T flushed(T value) {
    using Bits = UnsignedOfSize<sizeof(T)>;
    return std::bit_cast<T>(flush_denormal_bits(std::bit_cast<Bits>(value)));
  }
  template <class T>
  static Checked<T> combine(T original, T value) {
    Checked<T> combined = Operation::combine(flushed(original), flushed(value));
    combined.value = flushed(combined.value);
    return combined;
  }
};

// Stores NaNs with other bits.
template <class Operation>
struct GivingOtherNans {
  template <class T>
  static Checked<T> combine(T original, T value) {
    using Bits = UnsignedOfSize<sizeof(T)>;
    Checked<T> combined = Operation::combine(original, value);
    combined.value = std::bit_cast<T>(with_other_nan_bits(std::bit_cast<Bits>(T{combined.value})));
    return combined;
  }
};

// The usual step, and the ones for flushed denormals and other NaN bits.
template <class Operation>
struct FlushableStep : FloatStep<Operation> {
  static constexpr AtomicOperation operation = Operation::operation;
  using Flushed = FloatStep<Flushing<Operation>>;
  using WithOtherNans = FloatStep<GivingOtherNans<Operation>>;
};

// Executes Step for values of this type. Null if Domain does not have it.
template <class Step, class Domain>
Handler step_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(Domain{}, type, internal::toward_zero(lowering, type),
                               [&]<class T>() -> Handler {
                                 if constexpr (requires { typename Step::Flushed; }) {
                                   if (lowering.flushes_denormals(type.bytes)) {
                                     return &execute_atomic<typename Step::Flushed, T>;
                                   }
                                   if (lowering.chooses(&ArithmeticChoices::other_nans)) {
                                     return &execute_atomic<typename Step::WithOtherNans, T>;
                                   }
                                 }
                                 return &execute_atomic<Step, T>;
                               });
}

// Executes an integer operation. `is_shared`: other host threads may access the same bytes. Null if Domain does not have the type.
template <class Operation, class Domain>
Handler modify_handler(ScalarType type, bool is_shared) {
  return internal::for_storage(Domain{}, type, false, [&]<class T>() -> Handler {
    return is_shared ? &ModifyKernel<Operation, T, Sharing::shared>::execute
                     : &ModifyKernel<Operation, T, Sharing::exclusive>::execute;
  });
}

}  // namespace spirv_oracle
