#include "interpreter/compile/instruction/rearrangement.h"

#include <cmath>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/fused_multiply_add.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/arithmetic_steps.h"
#include "interpreter/lowering/emit_copy.h"

namespace spirv_oracle {
namespace {

using fast_math::allow_contract, fast_math::allow_reassoc, fast_math::allow_recip;

// Sums of a product and a third value, with a single rounding.
struct ProductPlus {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};
struct ProductMinus {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(a, b, -c);
  }
};
struct MinusProduct {
  using Float16Compute = double;
  template <class T>
  static T component(T a, T b, T c) {
    return std::fma(-a, b, c);
  }
};

struct Reciprocal {
  template <class T>
  static T component(T a) {
    return 1 / a;
  }
};

template <class Self>
Handler fused_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type), []<class T>() -> Handler {
        return internal::WithHostFma<ComponentKernel<Self, T, T, T, T>>::pick();
      });
}

template <class Self>
Handler binary_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type),
      []<class T>() -> Handler { return internal::component_handler<Self, T, T, T>(); });
}

Handler reciprocal_handler(Lowering& lowering, ScalarType type) {
  return internal::for_storage(
      AnyFloat{}, type, internal::toward_zero(lowering, type),
      []<class T>() -> Handler { return internal::component_handler<Reciprocal, T, T>(); });
}

Handler handler_of(Lowering& lowering, spv::Op opcode, ScalarType type) {
  switch (opcode) {
    case spv::Op::OpFAdd:
      return binary_handler<steps::Add>(lowering, type);
    case spv::Op::OpFSub:
      return binary_handler<steps::Subtract>(lowering, type);
    default:
      return binary_handler<steps::Multiply>(lowering, type);
  }
}

bool is_sum(spv::Op opcode) { return opcode == spv::Op::OpFAdd || opcode == spv::Op::OpFSub; }

// Whether `second` follows `first` in the same block, so that the values that `first` read are unchanged.
bool in_one_block(const Instruction& first, const Instruction& second) {
  if (&first >= &second) return false;
  for (const Instruction* between = &first; between != &second; ++between) {
    if (between->opcode == spv::Op::OpLabel) return false;
  }
  return true;
}

// The operation that computes an operand, if both may be combined in a way that needs this flag;
// otherwise null.
const Instruction* inner_operation(Lowering& lowering, const Instruction& outer, unsigned operand,
                                   std::uint32_t flag) {
  const Instruction* inner = lowering.module().definition(outer.id(operand));
  const bool allowed = inner != nullptr && in_one_block(*inner, outer) && inner->result != 0 &&
                       may_rearrange(lowering, *inner, flag);
  return allowed ? inner : nullptr;
}

bool multiplies(const Instruction* instruction) {
  return instruction != nullptr && (instruction->opcode == spv::Op::OpFMul ||
                                    instruction->opcode == spv::Op::OpVectorTimesScalar);
}

// --- contraction ---

// How a sum or difference is fused with the product that is its operand number 2 or 3.
Handler contraction_handler(Lowering& lowering, const Instruction& sum, unsigned operand) {
  const ScalarType type = lowering.type(sum.type).scalar;
  if (sum.opcode == spv::Op::OpFAdd) return fused_handler<ProductPlus>(lowering, type);
  return operand == 2 ? fused_handler<ProductMinus>(lowering, type)
                      : fused_handler<MinusProduct>(lowering, type);
}

// False if the sum has no product to fuse.
bool lower_contracted(Lowering& lowering, const Instruction& sum) {
  if (!is_sum(sum.opcode) || !may_rearrange(lowering, sum, allow_contract)) return false;
  for (const unsigned operand : {2u, 3u}) {
    const Instruction* product = inner_operation(lowering, sum, operand, allow_contract);
    const Handler handler = contraction_handler(lowering, sum, operand);
    if (!multiplies(product) || handler == nullptr) continue;
    const ScalarType type = lowering.type(sum.type).scalar;
    const bool by_scalar = product->opcode == spv::Op::OpVectorTimesScalar;
    const std::vector<Slot> results = lowering.define(sum).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.emit(handler, results[i],
                    {lowering.slot(product->id(2), i, type),
                     lowering.slot(product->id(3), by_scalar ? 0 : i, type),
                     lowering.slot(sum.id(operand == 2 ? 3 : 2), i, type)});
    }
    return true;
  }
  return false;
}

// --- two operations that are regrouped ---

// a OUTER (b INNER c), or (a INNER b) OUTER c, depending on the position of the inner operation.
struct Grouping {
  spv::Op outer = spv::Op::OpNop, inner = spv::Op::OpNop;
  Id a = 0, b = 0, c = 0;
  bool inner_first = false;
};

void lower_grouped(Lowering& lowering, const Instruction& instruction, const Grouping& grouping) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const Handler inner = handler_of(lowering, grouping.inner, type);
  const Handler outer = handler_of(lowering, grouping.outer, type);
  if (inner == nullptr || outer == nullptr) return internal::fail_no_handler(lowering);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Slot group = lowering.new_plane(type);
    const Slot a = lowering.slot(grouping.a, i, type), b = lowering.slot(grouping.b, i, type),
               c = lowering.slot(grouping.c, i, type);
    if (grouping.inner_first) {
      lowering.emit(inner, group, {a, b});
      lowering.emit(outer, results[i], {group, c});
    } else {
      lowering.emit(inner, group, {b, c});
      lowering.emit(outer, results[i], {a, group});
    }
  }
}

// (p + q) + r = p + (q + r), (p - q) + r = p - (q - r) and so on. If r is subtracted and equals p: (q + p) - r.
Grouping group_at_end(const Instruction& outer, const Instruction& inner) {
  Id p = inner.id(2), q = inner.id(3);
  const Id r = outer.id(3);
  if (outer.opcode == spv::Op::OpFMul) return {spv::Op::OpFMul, spv::Op::OpFMul, p, q, r, false};
  if (outer.opcode == spv::Op::OpFSub && inner.opcode == spv::Op::OpFAdd && p == r) std::swap(p, q);
  const bool same_sign = inner.opcode == outer.opcode;
  return {inner.opcode, same_sign ? spv::Op::OpFAdd : spv::Op::OpFSub, p, q, r, false};
}

// r + (p + q) = (r + p) + q, r - (p + q) = (r - p) - q and so on.
Grouping group_at_start(const Instruction& outer, const Instruction& inner) {
  const Id r = outer.id(2), p = inner.id(2), q = inner.id(3);
  if (outer.opcode == spv::Op::OpFMul) return {spv::Op::OpFMul, spv::Op::OpFMul, r, p, q, true};
  const bool same_sign = inner.opcode == outer.opcode;
  return {same_sign ? spv::Op::OpFAdd : spv::Op::OpFSub, outer.opcode, r, p, q, true};
}

// False without another grouping.
bool lower_reassociated(Lowering& lowering, const Instruction& outer) {
  const bool sums = is_sum(outer.opcode);
  if (!(sums || outer.opcode == spv::Op::OpFMul) || !may_rearrange(lowering, outer, allow_reassoc))
    return false;
  for (const unsigned operand : {2u, 3u}) {
    const Instruction* inner = inner_operation(lowering, outer, operand, allow_reassoc);
    if (inner == nullptr || !(sums ? is_sum(inner->opcode) : inner->opcode == spv::Op::OpFMul))
      continue;
    lower_grouped(lowering, outer,
                  operand == 2 ? group_at_end(outer, *inner) : group_at_start(outer, *inner));
    return true;
  }
  return false;
}

// Computes x * y / y as x. False: the instruction does not have this form.
bool lower_reduced(Lowering& lowering, const Instruction& division) {
  if (division.opcode != spv::Op::OpFDiv || !may_rearrange(lowering, division, allow_reassoc))
    return false;
  const Instruction* product = inner_operation(lowering, division, 2, allow_reassoc);
  if (product == nullptr || product->opcode != spv::Op::OpFMul) return false;
  const Id divisor = division.id(3);
  if (product->id(2) != divisor && product->id(3) != divisor) return false;
  const Id rest = product->id(product->id(2) == divisor ? 3 : 2);
  const ScalarType type = lowering.type(division.type).scalar;
  const std::vector<Slot> results = lowering.define(division).slots;
  for (std::size_t i = 0; i < results.size(); ++i)
    emit_copy(lowering, results[i], lowering.slot(rest, i, type), type);
  return true;
}

// a * b + c, rounded twice.
void lower_split(Lowering& lowering, const Instruction& fma) {
  lower_grouped(lowering, fma,
                {spv::Op::OpFAdd, spv::Op::OpFMul, fma.id(4), fma.id(5), fma.id(6), true});
}

// x / y as x * (1 / y)
void lower_by_reciprocal(Lowering& lowering, const Instruction& division) {
  const ScalarType type = lowering.type(division.type).scalar;
  const Handler reciprocal = reciprocal_handler(lowering, type);
  const Handler product = binary_handler<steps::Multiply>(lowering, type);
  if (reciprocal == nullptr || product == nullptr) return internal::fail_no_handler(lowering);
  const std::vector<Slot> results = lowering.define(division).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Slot of_divisor = lowering.new_plane(type);
    lowering.emit(reciprocal, of_divisor, {lowering.slot(division.id(3), i, type)});
    lowering.emit(product, results[i], {lowering.slot(division.id(2), i, type), of_divisor});
  }
}

// Fma of GLSL.std.450 inherits its precision from a product and a sum; mad of OpenCL.std may be computed either way.
bool may_be_split(const Module& module, const Instruction& instruction) {
  if (instruction.opcode != spv::Op::OpExtInst) return false;
  const std::string_view set = module.extended_set(instruction.id(2));
  return (set == "GLSL.std.450" && instruction.literal(3) == grammar::glsl_std_450::Fma::number) ||
         (set == "OpenCL.std" && instruction.literal(3) == grammar::opencl_std::mad::number);
}

}  // namespace

bool lower_rearranged(Lowering& lowering, const Instruction& instruction) {
  const ArithmeticChoices& choices = lowering.request().arithmetic;
  if (choices.split_fma && may_be_split(lowering.module(), instruction) &&
      !lowering.module().has_decoration(instruction.result, spv::Decoration::NoContraction)) {
    lower_split(lowering, instruction);
    return lowering.chooses(&ArithmeticChoices::split_fma);
  }
  if (choices.contract && lower_contracted(lowering, instruction))
    return lowering.chooses(&ArithmeticChoices::contract);
  if (choices.reassociate &&
      (lower_reassociated(lowering, instruction) || lower_reduced(lowering, instruction))) {
    return lowering.chooses(&ArithmeticChoices::reassociate);
  }
  if (choices.reciprocal && instruction.opcode == spv::Op::OpFDiv &&
      may_rearrange(lowering, instruction, allow_recip)) {
    lower_by_reciprocal(lowering, instruction);
    return lowering.chooses(&ArithmeticChoices::reciprocal);
  }
  return false;
}

}  // namespace spirv_oracle
