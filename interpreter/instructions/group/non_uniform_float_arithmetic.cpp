// Non-Uniform Instructions: float addition and multiplication

#include <vector>

#include "interpreter/instructions/group/combination/group_float_operations.h"
#include "interpreter/instructions/group/non_uniform_arithmetic.h"

namespace spirv_oracle {

template GroupCode group_code<FloatAddition>(Lowering&, ScalarType, spv::GroupOperation);
template GroupCode group_code<FloatMultiplication>(Lowering&, ScalarType, spv::GroupOperation);

namespace {

// Reduces from the last lane to the first. The marks of the result do not change.
template <class Operation, class T>
const Record* reduce_backward(Subgroup& subgroup, const Record* record) {
  using Compute = typename ComputeType<T>::type;
  const T* const contributions = subgroup.values<T>(record->operand[0]);
  std::vector<Compute> values;
  subgroup.active.for_each(
      [&](unsigned lane) { values.push_back(widen<Compute>(contributions[lane])); });
  Compute combined = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;)
    combined = Operation::combine(combined, values[i]);
  T* const results = subgroup.values<T>(record->result);
  subgroup.active.for_each([&](unsigned lane) { results[lane] = narrow<T>(combined); });
  return record + 1;
}

// A reduction has another order with ArithmeticChoices::reassociate.
template <class G, class Operation>
struct FloatArithmetic : GroupArithmetic<G, Operation> {
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    GroupArithmetic<G, Operation>::template lower<Self>(lowering, instruction);
    const auto operation = static_cast<spv::GroupOperation>(instruction.literal(G::operation));
    if (operation != spv::GroupOperation::Reduce ||
        !lowering.chooses(&ArithmeticChoices::reassociate))
      return;
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler = internal::for_contribution<Operation>(
        lowering, type, []<class T>() -> Handler { return &reduce_backward<Operation, T>; });
    const std::vector<Slot> results = lowering.value(instruction.result).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i, type);
      lowering.describe(lowering.emit(handler, results[i], {value}), {.reads_result = true});
    }
  }
};

struct OpGroupNonUniformFAdd : FloatArithmetic<grammar::OpGroupNonUniformFAdd, FloatAddition> {};

struct OpGroupNonUniformFMul
    : FloatArithmetic<grammar::OpGroupNonUniformFMul, FloatMultiplication> {};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformFAdd, OpGroupNonUniformFMul>::definitions;
}

}  // namespace spirv_oracle
