// "Precision of Core SPIR-V Instructions" of Vulkan, and the core instructions in "ULP Values for Math Instructions -
// Full Profile" of OpenCL. What is correctly rounded has no entry.
#include "interpreter/semantics/error_bound.h"

#include <algorithm>
#include <limits>

#include "grammar/core.h"

namespace spirv_oracle {
namespace {

constexpr Range no_bound{std::numeric_limits<Real>::quiet_NaN(),
                         std::numeric_limits<Real>::quiet_NaN()};

// --- Vulkan ---

// 2.5 ULP for |y| = 0 or |y| in the range [2^-126, 2^126]; other divisors have a clause of their own.
Range division(const BoundedOperands& in) {
  const Real quotient = in.x() / in.y();
  return in.format.within(quotient, Real{2.5} * in.format.ulp(quotient));
}

// Inherited from x - y * trunc(x/y), x - y * floor(x/y). The quotient's error lets it reach another integer.
template <Real (*Whole)(Real)>
Range remainder(const BoundedOperands& in) {
  const FormulaSteps steps{in.format};
  const Range quotient = steps.divide(exactly(in.x()), exactly(in.y()));
  const Range whole{Whole(quotient.low), Whole(quotient.high)};
  return steps.subtract(exactly(in.x()), steps.multiply(exactly(in.y()), whole));
}
Real truncated(Real x) { return std::trunc(x); }
Real floored(Real x) { return std::floor(x); }

// Inherited from the sum of the products x[i] * y[i].
Range dot(const BoundedOperands& in) {
  return FormulaSteps{in.format}.dot(in.operand[0], in.operand[1]);
}

// The columns that a matrix consists of have as many rows as the result, or as the other operand.
template <class Row>
Range sum_of_products(const BoundedOperands& in, std::span<const Real> other, Row row_of) {
  Real numbers[4] = {};
  for (std::size_t j = 0; j < other.size(); ++j) numbers[j] = row_of(j);
  return FormulaSteps{in.format}.dot({numbers, other.size()}, other);
}

Range matrix_times_vector(const BoundedOperands& in) {
  const std::span<const Real> vector = in.operand[1];
  const std::size_t rows = in.operand[0].size() / vector.size();
  return sum_of_products(in, vector,
                         [&](std::size_t j) { return in.operand[0][j * rows + in.component]; });
}

Range vector_times_matrix(const BoundedOperands& in) {
  const std::span<const Real> vector = in.operand[0];
  return sum_of_products(
      in, vector, [&](std::size_t j) { return in.operand[1][in.component * vector.size() + j]; });
}

Range matrix_times_matrix(const BoundedOperands& in) {
  // As many columns as the right matrix has; its columns are as long as the left one has columns.
  for (std::size_t inner = 2; inner <= 4; ++inner) {
    const std::size_t rows = in.operand[0].size() / inner;
    const std::size_t columns = in.operand[1].size() / inner;
    if (rows * inner != in.operand[0].size() || columns * inner != in.operand[1].size() ||
        rows * columns != in.component_count) {
      continue;
    }
    const std::size_t row = in.component % rows;
    return sum_of_products(in, in.operand[1].subspan(in.component / rows * inner, inner),
                           [&](std::size_t k) { return in.operand[0][k * rows + row]; });
  }
  return no_bound;
}

// --- OpenCL ---

// <= 2.5 ulp, 1 ulp for 16 bits; correctly rounded for 64.
Range opencl_division(const BoundedOperands& in) {
  const Real quotient = in.x() / in.y();
  const Real ulps = in.format.digits == binary16.digits   ? Real{1}
                    : in.format.digits == binary32.digits ? Real{2.5}
                                                          : Real{0};
  if (ulps == 0 || in.x() == 0) return no_bound;
  return in.format.within(quotient, ulps * in.format.ulp(quotient));
}

// max * max * (2n - 1) * EPSILON, of the greatest magnitude among all components
Range opencl_dot(const BoundedOperands& in) {
  Real exact = 0, greatest = 0;
  const std::size_t n = in.operand[0].size();
  for (std::size_t i = 0; i < n; ++i) {
    exact += in.operand[0][i] * in.operand[1][i];
    greatest = std::max({greatest, std::fabs(in.operand[0][i]), std::fabs(in.operand[1][i])});
  }
  const Real epsilon = std::ldexp(Real{1}, 1 - std::min(in.format.digits, binary32.digits));
  const Real steps = static_cast<Real>(2 * n - 1);
  return in.format.within(exact, greatest * greatest * steps * epsilon);
}

constexpr std::uint32_t number(spv::Op opcode) { return static_cast<std::uint32_t>(opcode); }

constexpr ErrorBound vulkan_bounds[] = {
    bound_of_component<division>(number(spv::Op::OpFDiv)),
    bound_of_component<remainder<truncated>>(number(spv::Op::OpFRem)),
    bound_of_component<remainder<floored>>(number(spv::Op::OpFMod)),
    bound_of_vector<dot>(number(spv::Op::OpDot)),
    bound_of_vector<matrix_times_vector>(number(spv::Op::OpMatrixTimesVector)),
    bound_of_vector<vector_times_matrix>(number(spv::Op::OpVectorTimesMatrix)),
    bound_of_vector<matrix_times_matrix>(number(spv::Op::OpMatrixTimesMatrix)),
};

constexpr ErrorBound opencl_bounds[] = {
    bound_of_component<opencl_division>(number(spv::Op::OpFDiv)),
    bound_of_vector<opencl_dot>(number(spv::Op::OpDot)),
};

}  // namespace

Range FormulaSteps::add(Range a, Range b) const {
  return {format.nearest(a.low + b.low), format.nearest(a.high + b.high)};
}

Range FormulaSteps::subtract(Range a, Range b) const {
  return {format.nearest(a.low - b.high), format.nearest(a.high - b.low)};
}

Range FormulaSteps::multiply(Range a, Range b) const {
  const Range with_low = hull(exactly(a.low * b.low), exactly(a.high * b.low));
  const Range product = hull(with_low, hull(exactly(a.low * b.high), exactly(a.high * b.high)));
  return {format.nearest(product.low), format.nearest(product.high)};
}

Range FormulaSteps::divide(Range a, Range b) const {
  if (b.low <= 0 && b.high >= 0) return no_bound;
  const auto quotient = [&](Real x, Real y) {
    return format.within(x / y, Real{2.5} * format.ulp(x / y));
  };
  return hull(hull(quotient(a.low, b.low), quotient(a.high, b.low)),
              hull(quotient(a.low, b.high), quotient(a.high, b.high)));
}

Range FormulaSteps::dot(std::span<const Real> a, std::span<const Real> b) const {
  Real exact = 0, forward = 0, backward = 0;
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t last = n - 1 - i;
    exact += a[i] * b[i];
    // The first product is a sum by itself.
    const Real product = format.nearest(a[i] * b[i]);
    const Real last_product = format.nearest(a[last] * b[last]);
    forward = i == 0 ? product : format.nearest(forward + product);
    backward = i == 0 ? last_product : format.nearest(backward + last_product);
  }
  return hull(exactly(format.nearest(exact)), hull(exactly(forward), exactly(backward)));
}

std::span<const ErrorBound> vulkan_error_bounds() { return vulkan_bounds; }
std::span<const ErrorBound> opencl_error_bounds() { return opencl_bounds; }

}  // namespace spirv_oracle
