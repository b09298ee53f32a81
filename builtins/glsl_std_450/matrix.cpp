// Matrix Functions

#include "builtins/glsl_std_450/matrix.h"

#include <limits>

#include "builtins/glsl_std_450/instruction.h"
#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// The type in which one lane's matrix is computed. Results are rounded once to the storage type.
template <class Storage>
struct WorkingType {
  using Type = double;
  static constexpr double epsilon = sizeof(Storage) == 2 ? 0x1p-10 : 0x1p-23;
};
template <>
struct WorkingType<double> {
  using Type = long double;
  static constexpr long double epsilon = std::numeric_limits<double>::epsilon();
};

template <class Storage>
auto load(const Storage& value) {
  using Working = typename WorkingType<Storage>::Type;
  return static_cast<Working>(widen<typename ComputeType<Storage>::type>(value));
}

template <class Storage>
Storage round_once(typename WorkingType<Storage>::Type value) {
  if constexpr (sizeof(Storage) == 2) {
    return narrow<Storage>(static_cast<double>(value));
  } else {
    return static_cast<Storage>(value);
  }
}

// The list at Record::extra: the planes of the matrix, column by column, then those of the result.
template <class Storage, std::size_t N>
struct Operands {
  using Working = typename WorkingType<Storage>::Type;

  Operands(Subgroup& subgroup, const Record& record)
      : subgroup_(subgroup), matrix_(subgroup.data + record.extra), result_(matrix_ + N * N) {}

  SquareMatrix<Working, N> matrix(unsigned lane) const {
    SquareMatrix<Working, N> m;
    for (std::size_t c = 0; c < N; ++c) {
      for (std::size_t r = 0; r < N; ++r) {
        m[c][r] = load(subgroup_.values<Storage>(matrix_[c * N + r])[lane]);
      }
    }
    return m;
  }
  Storage& result(std::size_t component, unsigned lane) const {
    return subgroup_.values<Storage>(result_[component])[lane];
  }

  PlaneHeader combined_header() const {
    PlaneHeader header;
    for (std::size_t i = 0; i < N * N; ++i) header = header | subgroup_.header(matrix_[i]);
    return header;
  }
  void set_headers(std::size_t count, const PlaneHeader& header) const {
    for (std::size_t i = 0; i < count; ++i) subgroup_.header(result_[i]) = header;
  }

 private:
  Subgroup& subgroup_;
  const std::uint32_t* matrix_;
  const std::uint32_t* result_;
};

// The handlers of Self for matrices with 2, 3 and 4 columns.
template <class Self, class Storage>
Handler handler_for(std::uint32_t columns) {
  switch (columns) {
    case 2:
      return &Self::template execute<Storage, 2>;
    case 3:
      return &Self::template execute<Storage, 3>;
    case 4:
      return &Self::template execute<Storage, 4>;
    default:
      return nullptr;
  }
}

template <class Self>
void lower_matrix_function(Lowering& lowering, const Instruction& instruction,
                           const std::vector<Slot>& results) {
  const Id x = operand(instruction, Self::Grammar::x);
  const Type& type = lowering.type_of(x);
  const bool square = type.kind == Type::Kind::matrix && type.count == type.element_components;
  const Handler handler =
      internal::for_storage(AnyFloat{}, type.scalar, internal::toward_zero(lowering, type.scalar),
                            [&]<class T>() { return handler_for<Self, T>(type.count); });
  if (!square || handler == nullptr || lowering.type(instruction.type).scalar != type.scalar) {
    return internal::fail_no_handler(lowering);
  }
  std::vector<Slot> list = lowering.operand_slots(x);
  list.insert(list.end(), results.begin(), results.end());
  const std::uint32_t record_index =
      lowering.emit(handler, results[0], {list[0], list[1], list[2]}, lowering.add_data(list));
  const auto of_results = list.end() - static_cast<std::ptrdiff_t>(results.size());
  lowering.describe(record_index, {.reads = {list.begin(), of_results}, .writes = results});
}

struct Determinant : Arrangement<listed::Determinant> {
  template <class Storage, std::size_t N>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Operands<Storage, N> operands(subgroup, *record);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      operands.result(0, lane) = round_once<Storage>(determinant(operands.matrix(lane)));
    }
    operands.set_headers(1, operands.combined_header());
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (results.size() != 1) return internal::fail_no_handler(lowering);
    lower_matrix_function<Determinant>(lowering, instruction, results);
  }
};

struct MatrixInverse : Arrangement<listed::MatrixInverse> {
  static constexpr ComponentRule depends = &depends_on_all;
  static constexpr Clause singular{"GLSL.std.450.MatrixInverse.singular", math_domain,
                                   Effect::undefined_result, "x is singular or nearly singular"};
  static constexpr auto clauses = clause_list(singular);

  template <class Storage, std::size_t N>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Operands<Storage, N> operands(subgroup, *record);
    LaneMask singular_lanes;
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const auto matrix = operands.matrix(lane);
      const auto inverted = inverse(matrix);
      for (std::size_t i = 0; i < N * N; ++i) {
        operands.result(i, lane) = round_once<Storage>(inverted[i / N][i % N]);
      }
      const auto epsilon = WorkingType<Storage>::epsilon;
      if (nearly_singular(matrix, epsilon)) singular_lanes.set(lane);
    }
    PlaneHeader header = operands.combined_header();
    const LaneMask reported = singular_lanes & subgroup.active & ~header.undefined;
    if (reported.any()) report(subgroup, *record, singular, reported);
    header.undefined |= reported;
    operands.set_headers(N * N, header);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const std::size_t expected = lowering.type_of(operand(instruction, Grammar::x)).component_count;
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (results.empty() || results.size() != expected) return internal::fail_no_handler(lowering);
    lower_matrix_function<MatrixInverse>(lowering, instruction, results);
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_instructions() {
  return Chapter<Determinant, MatrixInverse>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
