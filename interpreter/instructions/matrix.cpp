// Arithmetic Instructions: products of vectors and matrices. Each is a fixed sequence of products and sums
// of components.

#include <string>
#include <vector>

#include "grammar/core.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/encoded_float/encoded_conversion.h"
#include "interpreter/instructions/encoded_float/mixed_dot_product.h"

namespace spirv_oracle {
namespace {

using Handlers = internal::ArithmeticHandlers;

// A matrix operand as its columns of planes.
struct Matrix {
  std::vector<Slot> planes;
  std::uint32_t columns, rows;
  Slot at(std::uint32_t column, std::uint32_t row) const { return planes[column * rows + row]; }
};

Matrix matrix_operand(Lowering& lowering, Id id) {
  const Type& type = lowering.type_of(id);
  const std::vector<Slot> slots = lowering.operand_slots(id);
  if (type.kind == Type::Kind::matrix) return {slots, type.count, type.element_components};
  lowering.fail_input("an operand is not a matrix");
}

// Rows times columns, the mathematical notation.
std::string dimensions(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + "x" + std::to_string(columns);
}
std::string dimensions(const Matrix& matrix) { return dimensions(matrix.rows, matrix.columns); }

[[noreturn]] void fail_dimensions(const Lowering& lowering, const std::string& left,
                                  const std::string& right) {
  lowering.fail_input("operand dimensions do not match: " + left + " times " + right);
}

Slot emit_binary(Lowering& lowering, Handler handler, ScalarType type, Slot a, Slot b) {
  const Slot result = lowering.new_plane(type);
  if (handler == nullptr) internal::fail_no_handler(lowering);
  lowering.check_width(a, type.bytes);
  lowering.check_width(b, type.bytes);
  lowering.emit(handler, result, {a, b});
  return result;
}

// ((a0 * b0) + a1 * b1) + ..., each step rounded.
template <class A, class B>
Slot emit_dot(Lowering& lowering, ScalarType type, std::uint32_t count, A a, B b) {
  const Handler multiply = Handlers::multiply(lowering, type);
  const Handler add = Handlers::add(lowering, type);
  Slot sum = emit_binary(lowering, multiply, type, a(0), b(0));
  for (std::uint32_t i = 1; i < count; ++i) {
    sum = emit_binary(lowering, add, type, sum, emit_binary(lowering, multiply, type, a(i), b(i)));
  }
  return sum;
}

template <class G>
struct Product : Arrangement<G> {
  static constexpr bool flushes_denormals = true, shares_planes = false;
};

// Multiplies every component of a vector or matrix by the scalar.
struct TimesScalar {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler multiply = Handlers::multiply(lowering, type);
    if (multiply == nullptr) return internal::fail_no_handler(lowering);
    const Slot scalar = lowering.slot(instruction.id(3), 0, type);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(results[i], type.bytes);
      lowering.emit(multiply, results[i], {lowering.slot(instruction.id(2), i, type), scalar});
    }
  }
};
struct OpVectorTimesScalar : Product<grammar::OpVectorTimesScalar>, TimesScalar {
  static constexpr auto enclosure = &enclosures::product;
  static constexpr auto source_operator = SourceOperator::multiplicative("*");
};
struct OpMatrixTimesScalar : Product<grammar::OpMatrixTimesScalar>, TimesScalar {
  static constexpr auto enclosure = &enclosures::product;
};

struct OpVectorTimesMatrix : Product<grammar::OpVectorTimesMatrix> {
  static constexpr auto enclosure = &enclosures::vector_times_matrix;

  static bool depends(const ComponentPair& pair) {
    const bool is_vector = pair.operand == 0;
    return is_vector ||
           pair.of_operand / (pair.operand_count / pair.result_count) == pair.of_result;
  }
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const std::vector<Slot> vector = lowering.operand_slots(instruction.id(2));
    const Matrix matrix = matrix_operand(lowering, instruction.id(3));
    if (vector.size() != matrix.rows)
      return fail_dimensions(lowering, dimensions(1, vector.size()), dimensions(matrix));
    std::vector<Slot> result;
    for (std::uint32_t column = 0; column < matrix.columns; ++column) {
      result.push_back(emit_dot(
          lowering, type, matrix.rows, [&](auto row) { return vector[row]; },
          [&](auto row) { return matrix.at(column, row); }));
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpMatrixTimesVector : Product<grammar::OpMatrixTimesVector> {
  static constexpr auto enclosure = &enclosures::matrix_times_vector;

  static bool depends(const ComponentPair& pair) {
    const bool is_vector = pair.operand == 1;
    return is_vector || pair.of_operand % pair.result_count == pair.of_result;
  }
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const std::vector<Slot> vector = lowering.operand_slots(instruction.id(3));
    const Matrix matrix = matrix_operand(lowering, instruction.id(2));
    if (vector.size() != matrix.columns)
      return fail_dimensions(lowering, dimensions(matrix), dimensions(vector.size(), 1));
    std::vector<Slot> result;
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
      result.push_back(emit_dot(
          lowering, type, matrix.columns, [&](auto column) { return matrix.at(column, row); },
          [&](auto column) { return vector[column]; }));
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpMatrixTimesMatrix : Product<grammar::OpMatrixTimesMatrix> {
  static constexpr auto enclosure = &enclosures::matrix_times_matrix;

  static bool depends(const ComponentPair& pair) {
    const std::size_t rows = pair.result_rows, columns = pair.result_count / rows;
    if (pair.operand == 0) return pair.of_operand % rows == pair.of_result % rows;
    return pair.of_operand / (pair.operand_count / columns) == pair.of_result / rows;
  }
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Matrix left = matrix_operand(lowering, instruction.id(2));
    const Matrix right = matrix_operand(lowering, instruction.id(3));
    if (left.columns != right.rows)
      return fail_dimensions(lowering, dimensions(left), dimensions(right));
    std::vector<Slot> result;
    for (std::uint32_t column = 0; column < right.columns; ++column) {
      for (std::uint32_t row = 0; row < left.rows; ++row) {
        result.push_back(emit_dot(
            lowering, type, left.columns, [&](auto i) { return left.at(i, row); },
            [&](auto i) { return right.at(column, i); }));
      }
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpOuterProduct : Product<grammar::OpOuterProduct> {
  static constexpr auto enclosure = &enclosures::product;

  static bool depends(const ComponentPair& pair) {
    const bool is_column = pair.operand == 0;
    return pair.of_operand ==
           (is_column ? pair.of_result % pair.result_rows : pair.of_result / pair.result_rows);
  }
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler multiply = Handlers::multiply(lowering, type);
    const std::vector<Slot> rows = lowering.operand_slots(instruction.id(2));
    const std::vector<Slot> columns = lowering.operand_slots(instruction.id(3));
    std::vector<Slot> result;
    for (const Slot column : columns) {
      for (const Slot row : rows) {
        result.push_back(emit_binary(lowering, multiply, type, row, column));
      }
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpDot : Product<grammar::OpDot> {
  static constexpr auto enclosure = &enclosures::dot_product;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    if (type.is_encoded())
      return emit_mixed_dot(lowering, instruction, {instruction.id(2), instruction.id(3)});
    const std::vector<Slot> a = lowering.operand_slots(instruction.id(2));
    const std::vector<Slot> b = lowering.operand_slots(instruction.id(3));
    if (a.size() != b.size())
      return fail_dimensions(lowering, dimensions(1, a.size()), dimensions(b.size(), 1));
    lowering.bind(instruction.result,
                  {emit_dot(
                      lowering, type, static_cast<std::uint32_t>(a.size()),
                      [&](auto i) { return a[i]; }, [&](auto i) { return b[i]; })});
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_instructions() {
  return InstructionList<OpVectorTimesScalar, OpMatrixTimesScalar, OpVectorTimesMatrix,
                         OpMatrixTimesVector, OpMatrixTimesMatrix, OpOuterProduct,
                         OpDot>::definitions;
}

}  // namespace spirv_oracle
