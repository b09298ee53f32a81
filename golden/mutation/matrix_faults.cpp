// Faults of cooperative matrices: products, loads and stores.
#include <algorithm>
#include <cmath>
#include <vector>

#include "data/scalar.h"
#include "golden/mutation/fault.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::golden {
namespace {

using OperandsMask = spv::CooperativeMatrixOperandsMask;

bool is_product(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixMulAddKHR";
}
bool is_matrix_load(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixLoadKHR";
}
bool is_matrix_access(std::string_view instruction) {
  return is_matrix_load(instruction) || instruction == "OpCooperativeMatrixStoreKHR";
}
bool is_use_conversion(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixConvertNV" ||
         instruction == "OpCooperativeMatrixTransposeNV";
}
bool is_reduction_of_matrix(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixReduceNV";
}
bool is_map_of_elements(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixPerElementOpNV";
}
bool is_tensor_load(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixLoadTensorNV";
}
bool is_tensor_access(std::string_view instruction) {
  return is_tensor_load(instruction) || instruction == "OpCooperativeMatrixStoreTensorNV";
}
bool is_length(std::string_view instruction) {
  return instruction == "OpCooperativeMatrixLengthKHR";
}

// --- elements as numbers ---

std::uint64_t bits_of(ScalarType type, double number) {
  if (is_float_type(type)) return float_bits(float_kind(type), number);
  const double modulus = std::ldexp(1.0, 8 * type.bytes);
  const double wrapped = number - std::floor(number / modulus) * modulus;
  return static_cast<std::uint64_t>(wrapped) & all_bits_of(type);
}

// The elements of an operand, row by row.
struct Numbers {
  std::uint32_t rows = 0, columns = 0;
  std::vector<double> elements;
  double at(std::uint32_t row, std::uint32_t column) const {
    return elements[row * columns + column];
  }
};

Numbers operand_numbers(const ExchangeView& view, std::size_t index, OperandsMask sign_flag) {
  const ViewedMatrix& matrix = view.operand_matrix(index);
  Numbers numbers{matrix.rows, matrix.columns,
                  std::vector<double>(std::size_t{matrix.rows} * matrix.columns)};
  const bool is_signed = (view.flags() & static_cast<std::uint32_t>(sign_flag)) != 0;
  for (std::size_t c = 0; c < view.operand_components(index); ++c) {
    for (unsigned lane = 0; lane < view.size(); ++lane) {
      numbers.elements[matrix.elements[c * view.size() + lane]] =
          number_of(view.operand_type(index), view.operand(index, c, lane), is_signed);
    }
  }
  return numbers;
}

// The number of the element that a lane holds in a component of the result.
std::uint32_t element_of(const ExchangeView& view, std::size_t component, unsigned lane) {
  return view.result_matrix().elements[component * view.size() + lane];
}

// Gives each element the bits of another one.
template <class Source>
void take_elements(ExchangeView& view, const Source& source_of) {
  const ViewedMatrix& matrix = view.result_matrix();
  std::vector<std::uint64_t> bits(std::size_t{matrix.rows} * matrix.columns);
  for (std::size_t c = 0; c < view.components(); ++c) {
    for (unsigned lane = 0; lane < view.size(); ++lane)
      bits[element_of(view, c, lane)] = view.result(c, lane);
  }
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const std::uint32_t element = element_of(view, c, lane);
    const std::uint32_t source =
        source_of(matrix, element / matrix.columns, element % matrix.columns);
    view.set_result(c, lane, bits[source]);
  });
}

void rows_swapped(ExchangeView& view) {
  take_elements(view, [](const ViewedMatrix& matrix, std::uint32_t row, std::uint32_t column) {
    return (row < 2 && matrix.rows > 1 ? 1 - row : row) * matrix.columns + column;
  });
}
void last_column_lost(ExchangeView& view) {
  take_elements(view, [](const ViewedMatrix& matrix, std::uint32_t row, std::uint32_t column) {
    return row * matrix.columns + (column + 1 == matrix.columns ? 0 : column);
  });
}

// Computes the elements of a product again: step(sum, product), from the value of C.
template <class Step>
void compute_again(ExchangeView& view, std::uint32_t inner, const Step& step) {
  const Numbers a = operand_numbers(view, 0, OperandsMask::MatrixASignedComponentsKHR);
  const Numbers b = operand_numbers(view, 1, OperandsMask::MatrixBSignedComponentsKHR);
  const Numbers c = operand_numbers(view, 2, OperandsMask::MatrixCSignedComponentsKHR);
  view.for_each_result([&](std::size_t component, unsigned lane) {
    const std::uint32_t element = element_of(view, component, lane);
    const std::uint32_t row = element / c.columns, column = element % c.columns;
    double sum = c.elements[element];
    for (std::uint32_t k = 0; k < inner; ++k) sum = step(sum, a.at(row, k) * b.at(k, column));
    view.set_result(component, lane, bits_of(view.result_type(component), sum));
  });
}

void half_of_k(ExchangeView& view) {
  compute_again(view, view.operand_matrix(0).columns / 2,
                [](double sum, double product) { return sum + product; });
}
void c_ignored(ExchangeView& view) {
  const std::uint32_t inner = view.operand_matrix(0).columns;
  const Numbers c = operand_numbers(view, 2, OperandsMask::MatrixCSignedComponentsKHR);
  compute_again(view, inner, [](double sum, double product) { return sum + product; });
  view.for_each_result([&](std::size_t component, unsigned lane) {
    const ScalarType type = view.result_type(component);
    const double sum = number_of(type, view.result(component, lane), false);
    view.set_result(component, lane,
                    bits_of(type, sum - c.elements[element_of(view, component, lane)]));
  });
}
// Each sum has the type of the factors.
void narrow_sums(ExchangeView& view) {
  const ScalarType narrow = view.operand_type(0);
  compute_again(view, view.operand_matrix(0).columns, [narrow](double sum, double product) {
    if (narrow.is_encoded()) {
      const EncodedFormat& format = format_of(narrow.encoding);
      return decode(format, encode(format, sum + product, EncodedRounding::nearest_even));
    }
    return number_of(narrow, bits_of(narrow, sum + product), true);
  });
}

void one_component_less(ExchangeView& view) {
  view.for_each_result(
      [&](std::size_t c, unsigned lane) { view.set_result(c, lane, view.result(c, lane) - 1); });
}

// --- operands of the instruction ---

template <OperandsMask flag>
std::uint32_t without(std::uint32_t flags) {
  return flags & ~static_cast<std::uint32_t>(flag);
}

// Swaps Row and Column, whose values are 1 and 2.
std::uint32_t other_direction(std::uint32_t reduce) {
  return reduce == 1 || reduce == 2 ? 3 - reduce : reduce;
}

// --- the state of a tensor layout ---

using LayoutState = TensorLayoutState;

void without_clamp_value(Lowering& lowering, unsigned, std::vector<Slot>& state) {
  state.back() = lowering.constant_plane(ScalarType::unsigned_integer(4), 0);
}
// Those of the two innermost dimensions.
template <LayoutState::List list>
void swap_last_two(Lowering&, unsigned dimensions, std::vector<Slot>& state) {
  const std::size_t last = list * dimensions + dimensions - 1;
  if (dimensions > 1) std::swap(state[last], state[last - 1]);
}
void without_offsets(Lowering& lowering, unsigned dimensions, std::vector<Slot>& state) {
  std::fill_n(state.begin() + LayoutState::in_offset * static_cast<std::ptrdiff_t>(dimensions),
              dimensions, lowering.constant_plane(ScalarType::unsigned_integer(4), 0));
}

constexpr Fault matrix_fault_table[] = {
    {.name = "matrix-other-direction",
     .description = "Columns of a matrix are reduced instead of rows, and rows instead of columns",
     .concerns = is_reduction_of_matrix,
     .reduce = other_direction},
    {.name = "tensor-clamp-value-ignored",
     .description = "Elements outside of a tensor are 0 instead of the clamp value",
     .concerns = is_tensor_load,
     .layout = without_clamp_value},
    {.name = "tensor-block-sizes-swapped",
     .description = "The coordinates of blocks come from the block sizes of other dimensions",
     .concerns = is_tensor_load,
     .layout = swap_last_two<LayoutState::in_block_size>},
    {.name = "tensor-dimensions-swapped",
     .description = "Coordinates are clamped to the sizes of other dimensions of a tensor",
     .concerns = is_tensor_access,
     .layout = swap_last_two<LayoutState::in_dimension>},
    {.name = "tensor-offsets-ignored",
     .description = "A slice begins where the tensor begins",
     .concerns = is_tensor_access,
     .layout = without_offsets},
    {.name = "matrix-rows-swapped",
     .description = "The first two rows of a matrix are swapped",
     .concerns =
         [](std::string_view name) {
           return is_product(name) || is_use_conversion(name) || is_map_of_elements(name);
         },
     .change = rows_swapped},
    {.name = "matrix-last-column-lost",
     .description = "The last column of a matrix is that of the first",
     .concerns = [](std::string_view name) { return is_product(name) || is_matrix_load(name); },
     .change = last_column_lost},
    {.name = "matrix-half-of-k",
     .description = "A product of matrices adds only the first half of the products",
     .concerns = is_product,
     .change = half_of_k},
    {.name = "matrix-c-ignored",
     .description = "A product of matrices does not add C",
     .concerns = is_product,
     .change = c_ignored},
    {.name = "matrix-narrow-accumulator",
     .description = "A product of matrices is added in the component type of A",
     .concerns = is_product,
     .change = narrow_sums},
    {.name = "matrix-saturation-forgotten",
     .description = "A product of matrices wraps, despite SaturatingAccumulation",
     .concerns = is_product,
     .product_flags = without<OperandsMask::SaturatingAccumulationKHR>},
    {.name = "matrix-a-unsigned",
     .description = "The signed components of A are taken for unsigned ones",
     .concerns = is_product,
     .product_flags = without<OperandsMask::MatrixASignedComponentsKHR>},
    {.name = "matrix-b-unsigned",
     .description = "The signed components of B are taken for unsigned ones",
     .concerns = is_product,
     .product_flags = without<OperandsMask::MatrixBSignedComponentsKHR>},
    {.name = "matrix-saturation-unsigned",
     .description = "A product of matrices saturates as if its result were unsigned",
     .concerns = is_product,
     .product_flags = without<OperandsMask::MatrixResultSignedComponentsKHR>},
    {.name = "matrix-layout-ignored",
     .description = "Matrices are loaded and stored row by row, whatever their layout",
     .concerns = is_matrix_access,
     .ignores_layout = true},
    {.name = "matrix-length-less-one",
     .description = "The length of a matrix is one less",
     .concerns = is_length,
     .change = one_component_less},
};

}  // namespace

std::span<const Fault> matrix_faults() { return matrix_fault_table; }

}  // namespace spirv_oracle::golden
