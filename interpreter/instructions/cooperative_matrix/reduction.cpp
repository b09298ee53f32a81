#include "interpreter/instructions/cooperative_matrix/reduction.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "grammar/glsl_std_450.h"
#include "interpreter/instructions/cooperative_matrix/broken_elements.h"
#include "interpreter/kernels/float_format.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {

std::uint32_t group_of_element(ReduceMask reduce, std::uint32_t columns, std::uint32_t element) {
  switch (reduce) {
    case ReduceMask::Row:
      return element / columns;
    case ReduceMask::Column:
      return element % columns;
    case ReduceMask::CooperativeMatrixReduce2x2:
      return element / columns / 2 * (columns / 2) + element % columns / 2;
    default:
      return 0;
  }
}

std::uint32_t group_of_result(ReduceMask reduce, std::uint32_t columns, std::uint32_t element) {
  return reduce == ReduceMask::CooperativeMatrixReduce2x2
             ? element
             : group_of_element(reduce, columns, element);
}

// --- the function ---

namespace {

// The only instruction of a function with one block, if it has both parameters as its last operands and is what the
// function returns; null: there is none.
const Instruction* only_operation(const Module& module, const Function& function) {
  if (function.blocks.size() != 1 || function.parameters.size() != 2) return nullptr;
  const Instruction* operation = nullptr;
  const Block& block = function.blocks.front();
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Instruction& instruction = module.instruction(i);
    if (is_debug_information(module, instruction)) continue;
    if (operation != nullptr) return nullptr;
    operation = &instruction;
  }
  const Instruction& end = module.instruction(block.last);
  if (operation == nullptr || end.opcode != spv::Op::OpReturnValue ||
      end.id(0) != operation->result || operation->operand_count() < 4)
    return nullptr;
  const Id first = operation->id(operation->operand_count() - 2);
  const Id second = operation->id(operation->operand_count() - 1);
  const bool has_both = (first == function.parameters[0] && second == function.parameters[1]) ||
                        (first == function.parameters[1] && second == function.parameters[0]);
  return has_both ? operation : nullptr;
}

CombineFunction combination_of_extended(const Module& module, const Instruction& operation) {
  if (module.extended_set(operation.id(2)) != "GLSL.std.450") return CombineFunction::unknown;
  switch (operation.literal(3)) {
    case grammar::glsl_std_450::SMin::number:
    case grammar::glsl_std_450::SMax::number:
    case grammar::glsl_std_450::UMin::number:
    case grammar::glsl_std_450::UMax::number:
      return CombineFunction::any_order;
    case grammar::glsl_std_450::FMin::number:
    case grammar::glsl_std_450::FMax::number:
    case grammar::glsl_std_450::NMin::number:
    case grammar::glsl_std_450::NMax::number:
      return CombineFunction::extremum;
    default:
      return CombineFunction::unknown;
  }
}

}  // namespace

CombineFunction combination_of(const Lowering& lowering, Id function) {
  const Module& module = lowering.module();
  const Function* called = module.function(function);
  const Instruction* operation = called == nullptr ? nullptr : only_operation(module, *called);
  if (operation == nullptr) return CombineFunction::unknown;
  switch (operation->opcode) {
    case spv::Op::OpIAdd:
    case spv::Op::OpIMul:
    case spv::Op::OpBitwiseAnd:
    case spv::Op::OpBitwiseOr:
    case spv::Op::OpBitwiseXor:
      return CombineFunction::any_order;
    case spv::Op::OpFAdd:
      return CombineFunction::sum;
    case spv::Op::OpExtInst:
      return combination_of_extended(module, *operation);
    default:
      return CombineFunction::unknown;
  }
}

// --- the order ---

bool order_matters(std::span<const double> values, const ComponentFormat& format) {
  if (values.size() <= 2) return false;
  int quantum = format.max_exponent;
  double magnitudes = 0, infinities = 0;
  for (const double value : values) {
    if (std::isnan(value)) return false;  // in every order
    if (std::isinf(value)) {
      infinities += value;
    } else if (value != 0) {
      quantum = std::min(quantum, FloatFormat<double>::quantum(value));
      magnitudes += std::fabs(value);
    }
  }
  if (std::isnan(infinities)) return false;
  // The sum of the magnitudes is rounded as well.
  constexpr double slack = 1 + 0x1p-30;
  const double greatest = std::ldexp(1.0, format.max_exponent + 1);
  if (infinities != 0) return magnitudes * slack >= greatest;
  // All partial sums are multiples of one power of two. If their magnitudes have no more bits than the format, none rounds.
  return magnitudes * slack >= std::min(greatest, std::ldexp(1.0, quantum + format.precision));
}

namespace {

std::vector<bool> groups_whose_order_matters(MatrixHolders holders, ReduceMask reduce,
                                             const MatrixPlanes& matrix) {
  const DenseMatrix<double> dense = gather_floats(holders, matrix);
  std::vector<std::vector<double>> groups;
  for (std::uint32_t i = 0; i < dense.elements.size(); ++i) {
    const std::uint32_t group = group_of_element(reduce, matrix.columns, i);
    if (group >= groups.size()) groups.resize(group + 1);
    groups[group].push_back(dense.elements[i]);
  }
  std::vector<bool> matters;
  for (const auto& group : groups)
    matters.push_back(order_matters(group, ComponentFormat(matrix.type)));
  return matters;
}

}  // namespace

void mark_order_dependence(MatrixHolders holders, const Record& record,
                           const std::uint32_t* words) {
  if (!all_take_part(holders)) return;
  const auto reduce = static_cast<ReduceMask>(words[0]);
  const bool adds = static_cast<CombineFunction>(words[1]) == CombineFunction::sum;
  words += 2;
  const MatrixPlanes matrix = read_matrix(words), result = read_matrix(words);
  std::vector<bool> matters;
  DenseMatrix<std::uint64_t> other;
  if (adds) {
    matters = groups_whose_order_matters(holders, reduce, matrix);
  } else {
    other = gather_integers(holders, read_matrix(words), false);
  }
  DenseMatrix<std::uint64_t> dense = gather_integers(holders, result, false);
  BrokenElements broken{&ReductionClauses::order, Definedness::implementation_dependent};
  for (std::uint32_t i = 0; i < dense.elements.size(); ++i) {
    if (!dense.marks.empty() && dense.marks[i] != 0) continue;
    const bool differs = adds ? matters[group_of_result(reduce, result.columns, i)]
                              : dense.elements[i] != other.elements[i];
    if (differs) broken.elements.push_back(i);
  }
  if (broken.elements.empty()) return;
  broken.mark_in(dense);
  broken.report_for(holders, record, result);
  scatter(holders, result, dense);
}

}  // namespace spirv_oracle
