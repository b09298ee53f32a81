#include "interpreter/instructions/cooperative_matrix/dense_product.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "interpreter/instructions/cooperative_matrix/broken_elements.h"
#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/instructions/float_sums/agreement.h"
#include "memory/definedness.h"

namespace spirv_oracle {
namespace {

using OperandsMask = spv::CooperativeMatrixOperandsMask;

// The operands and the result of a record.
struct ProductOperands {
  explicit ProductOperands(const std::uint32_t* words) : flags(*words++) {
    a = read_matrix(words);
    b = read_matrix(words);
    c = read_matrix(words);
    result = read_matrix(words);
  }
  bool has(OperandsMask flag) const { return (flags & static_cast<std::uint32_t>(flag)) != 0; }

  std::uint32_t flags;
  MatrixPlanes a, b, c, result;
};

// --- marks ---

// The marks of the elements that the products and C give to the result.
template <class Number>
void combine_marks(const ProductOperands& operands, const DenseMatrix<Number>& a,
                   const DenseMatrix<Number>& b, const DenseMatrix<Number>& c,
                   DenseMatrix<Number>& result) {
  if (a.marks.empty() && b.marks.empty() && c.marks.empty()) return;
  const std::uint32_t rows = operands.a.rows, inner = operands.a.columns;
  const std::uint32_t columns = operands.b.columns;
  std::vector<std::uint8_t> of_rows(rows), of_columns(columns);
  for (std::size_t i = 0; i < a.marks.size(); ++i)
    of_rows[i / inner] = std::max(of_rows[i / inner], a.marks[i]);
  for (std::size_t i = 0; i < b.marks.size(); ++i)
    of_columns[i % columns] = std::max(of_columns[i % columns], b.marks[i]);
  result.marks.resize(result.elements.size());
  for (std::size_t i = 0; i < result.marks.size(); ++i) {
    result.marks[i] = std::max({of_rows[i / columns], of_columns[i % columns],
                                c.marks.empty() ? std::uint8_t{0} : c.marks[i]});
  }
}

// --- floats ---

// The ranges of the rows of A, or of the columns of B.
std::vector<NumberRange> ranges_of(const MatrixPlanes& matrix, const std::vector<double>& elements,
                                   bool of_rows) {
  std::vector<NumberRange> ranges(of_rows ? matrix.rows : matrix.columns);
  const int min_exponent = ComponentFormat(matrix.type).min_exponent;
  for (std::size_t i = 0; i < elements.size(); ++i)
    ranges[of_rows ? i / matrix.columns : i % matrix.columns].add(elements[i], min_exponent);
  return ranges;
}

// --- integers ---

__extension__ using Wide = __int128;

// A product of A and B before C is added, in the type of the result: whether its sum, or a partial sum in some order, overflows.
struct SaturatingSum {
  Wide positive = 0, negative = 0;  // the sums of the positive and of the negative products
  bool overflows = false;           // one of them needs more than 128 bits

  void add(Wide product) {
    Wide& sum = product < 0 ? negative : positive;
    overflows |= __builtin_add_overflow(sum, product, &sum);
  }
};

void mark_inexact(MatrixHolders holders, const Record& record, const ReportedClauses& clauses,
                  const ProductOperands& operands, const DenseMatrix<double>& a,
                  const DenseMatrix<double>& b, const DenseMatrix<double>& c,
                  DenseMatrix<double>& result) {
  const std::vector<NumberRange> rows = ranges_of(operands.a, a.elements, true);
  const std::vector<NumberRange> columns = ranges_of(operands.b, b.elements, false);
  const ComponentFormat format(operands.result.type);
  const std::size_t inner = operands.a.columns;
  BrokenElements by_order{clauses.order, Definedness::implementation_dependent};
  BrokenElements special{clauses.nan_or_denormal, Definedness::implementation_dependent};
  for (std::size_t i = 0; i < result.elements.size(); ++i) {
    const std::size_t m = i / columns.size(), n = i % columns.size();
    const Contributions contributions{a.elements.data() + m * inner, b.elements.data() + n,
                                      columns.size(), inner, c.elements[i]};
    // An implementation may begin with +0.
    const bool is_minus_zero = result.elements[i] == 0 && std::signbit(result.elements[i]);
    const Agreement all =
        is_minus_zero ? Agreement::order : agreement(contributions, rows[m], columns[n], format);
    if (all == Agreement::exact || (!result.marks.empty() && result.marks[i] != 0)) continue;
    (all == Agreement::order ? by_order : special).elements.push_back(i);
  }
  for (const BrokenElements* broken : {&by_order, &special}) {
    broken->mark_in(result);
    broken->report_for(holders, record, operands.result);
  }
}

// The lowest bits of the exact result do not depend on higher bits.
void wrap(const ProductOperands& operands, const DenseMatrix<std::uint64_t>& a,
          const DenseMatrix<std::uint64_t>& b, const DenseMatrix<std::uint64_t>& c,
          DenseMatrix<std::uint64_t>& result) {
  const std::size_t rows = operands.a.rows, inner = operands.a.columns;
  const std::size_t columns = operands.b.columns;
  result.elements = c.elements;
  for (std::size_t m = 0; m < rows; ++m) {
    std::uint64_t* sums = result.elements.data() + m * columns;
    for (std::size_t k = 0; k < inner; ++k) {
      const std::uint64_t factor = a.elements[m * inner + k];
      const std::uint64_t* row = b.elements.data() + k * columns;
      for (std::size_t n = 0; n < columns; ++n) sums[n] += factor * row[n];
    }
  }
}

Wide number(std::uint64_t bits, bool is_signed) {
  return is_signed ? Wide{static_cast<std::int64_t>(bits)} : Wide{bits};
}

void saturate(const ProductOperands& operands, const DenseMatrix<std::uint64_t>& a,
              const DenseMatrix<std::uint64_t>& b, const DenseMatrix<std::uint64_t>& c,
              DenseMatrix<std::uint64_t>& result, BrokenElements& overflowing) {
  const bool a_signed = operands.has(OperandsMask::MatrixASignedComponentsKHR);
  const bool b_signed = operands.has(OperandsMask::MatrixBSignedComponentsKHR);
  const bool c_signed = operands.has(OperandsMask::MatrixCSignedComponentsKHR);
  const bool is_signed = operands.has(OperandsMask::MatrixResultSignedComponentsKHR);
  const int bits = 8 * operands.result.type.bytes - (is_signed ? 1 : 0);
  const Wide greatest = (Wide{1} << bits) - 1, least = is_signed ? -greatest - 1 : Wide{0};
  const std::size_t inner = operands.a.columns, columns = operands.b.columns;
  result.elements.resize(operands.result.count());
  for (std::size_t i = 0; i < result.elements.size(); ++i) {
    SaturatingSum sum;
    for (std::size_t k = 0; k < inner; ++k) {
      Wide product = 0;
      sum.overflows |=
          __builtin_mul_overflow(number(a.elements[i / columns * inner + k], a_signed),
                                 number(b.elements[k * columns + i % columns], b_signed), &product);
      sum.add(product);
    }
    if (sum.overflows || sum.positive > greatest || sum.negative < least) {
      overflowing.elements.push_back(i);
      continue;
    }
    const Wide all = sum.positive + sum.negative + number(c.elements[i], c_signed);
    result.elements[i] = static_cast<std::uint64_t>(std::clamp(all, least, greatest));
  }
}

}  // namespace

// Sums in the order of K with the precision of double, rounded once.
void multiply_floats(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                     const ReportedClauses& clauses) {
  const ProductOperands operands(words);
  const DenseMatrix<double> a = gather_floats(holders, operands.a);
  const DenseMatrix<double> b = gather_floats(holders, operands.b);
  const DenseMatrix<double> c = gather_floats(holders, operands.c);
  const std::size_t rows = operands.a.rows, inner = operands.a.columns;
  const std::size_t columns = operands.b.columns;
  DenseMatrix<double> result;
  result.elements = c.elements;
  for (std::size_t m = 0; m < rows; ++m) {
    double* sums = result.elements.data() + m * columns;
    for (std::size_t k = 0; k < inner; ++k) {
      const double factor = a.elements[m * inner + k];
      const double* row = b.elements.data() + k * columns;
      for (std::size_t n = 0; n < columns; ++n) sums[n] += factor * row[n];
    }
  }
  combine_marks(operands, a, b, c, result);
  mark_inexact(holders, record, clauses, operands, a, b, c, result);
  scatter(holders, operands.result, result);
}

void multiply_integers(MatrixHolders holders, const Record& record, const std::uint32_t* words,
                       const ReportedClauses& clauses) {
  const ProductOperands operands(words);
  const auto a =
      gather_integers(holders, operands.a, operands.has(OperandsMask::MatrixASignedComponentsKHR));
  const auto b =
      gather_integers(holders, operands.b, operands.has(OperandsMask::MatrixBSignedComponentsKHR));
  const auto c =
      gather_integers(holders, operands.c, operands.has(OperandsMask::MatrixCSignedComponentsKHR));
  DenseMatrix<std::uint64_t> result;
  BrokenElements overflowing{clauses.product_overflows, Definedness::undefined};
  if (operands.has(OperandsMask::SaturatingAccumulationKHR)) {
    saturate(operands, a, b, c, result, overflowing);
  } else {
    wrap(operands, a, b, c, result);
  }
  combine_marks(operands, a, b, c, result);
  overflowing.mark_in(result);
  overflowing.report_for(holders, record, operands.result);
  scatter(holders, operands.result, result);
}

}  // namespace spirv_oracle
