// Products of a matrix in memory and a cooperative vector.

#include "interpreter/instructions/cooperative_vector/matrix_product.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/dense_product.h"
#include "interpreter/instructions/cooperative_vector/cooperative_vector.h"
#include "interpreter/instructions/cooperative_vector/matrix_memory.h"
#include "interpreter/instructions/cooperative_vector/vector_address.h"
#include "interpreter/instructions/float_sums/agreement.h"
#include "interpreter/instructions/float_sums/component_number.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/lowering/component_count.h"
#include "memory/definedness.h"

namespace spirv_oracle {

std::vector<std::uint32_t> words_of(const VectorProduct& product) {
  std::vector<std::uint32_t> words = {product.rows,
                                      product.columns,
                                      word_of_scalar(product.input.from),
                                      word_of_scalar(product.input.to.type),
                                      product.input.to.is_packed ? 1u : 0u,
                                      word_of_scalar(product.matrix),
                                      word_of_scalar(product.bias),
                                      word_of_scalar(product.result),
                                      static_cast<std::uint32_t>(product.input_planes.size())};
  for (const auto* planes :
       {&product.input_planes, &product.matrix_planes, &product.bias_planes, &product.results})
    words.insert(words.end(), planes->begin(), planes->end());
  return words;
}

ProductWords::ProductWords(const std::uint32_t* words)
    : rows(words[0]),
      columns(words[1]),
      input{scalar_of_word(words[2]), {scalar_of_word(words[3]), words[4] != 0}},
      matrix(scalar_of_word(words[5])),
      bias(scalar_of_word(words[6])),
      result(scalar_of_word(words[7])),
      input_count(words[8]),
      input_planes(words + 9),
      matrix_planes(input_planes + input_count),
      bias_planes(matrix_planes + std::size_t{rows} * columns),
      results(bias_planes + (bias.bytes == 0 ? 0 : rows)) {}

namespace {

constexpr std::string_view rounded_condition =
    "Input has a value that InputInterpretation does not have, and the conversion may give a "
    "neighbor of it";
constexpr std::string_view nan_condition = "a component of Input that is a NaN becomes an integer";

template <class G>
struct ProductClauses : FloatProductClauses<G> {
  static constexpr Clause input_rounded{internal::ClauseId<G, ".input-rounded">::view,
                                        "conversion-rounding", Effect::implementation_defined,
                                        rounded_condition};
  static constexpr Clause nan_input{internal::ClauseId<G, ".nan-input">::view, "nan-operand",
                                    Effect::undefined_result, nan_condition};
  // Vulkan, VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10096 and -10097.
  static constexpr Clause not_aligned{internal::ClauseId<G, ".matrix-not-aligned">::view,
                                      "misaligned-access", Effect::undefined_behavior,
                                      "Matrix or MatrixOffset is not a multiple of 64 bytes"};
  static constexpr Clause stride_not_aligned{internal::ClauseId<G, ".stride-not-aligned">::view,
                                             "misaligned-access", Effect::undefined_behavior,
                                             "MatrixStride is not a multiple of 16 bytes"};
  static constexpr Clause not_converted{
      internal::ClauseId<G, ".not-converted">::view, "optimal-layout",
      Effect::implementation_defined,
      "bytes of a matrix in an optimal layout do not come from a conversion to it"};
};

// Vulkan, VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulAddNV-10098.
template <class G>
struct BiasClauses {
  static constexpr Clause not_aligned{internal::ClauseId<G, ".bias-not-aligned">::view,
                                      "misaligned-access", Effect::undefined_behavior,
                                      "Bias or BiasOffset is not a multiple of 16 bytes"};
};

Definedness state_in(const Subgroup& subgroup, Slot plane, unsigned lane) {
  const PlaneHeader& header = subgroup.header(plane);
  if (header.undefined.test(lane)) return Definedness::undefined;
  return header.implementation_dependent.test(lane) ? Definedness::implementation_dependent
                                                    : Definedness::defined;
}

void set_state(Subgroup& subgroup, Slot plane, unsigned lane, Definedness state) {
  PlaneHeader& header = subgroup.header(plane);
  header.undefined.reset(lane);
  header.implementation_dependent.reset(lane);
  if (state == Definedness::undefined) header.undefined.set(lane);
  if (state == Definedness::implementation_dependent) header.implementation_dependent.set(lane);
}

// The lanes that break a clause, and the first row of the result where one does.
class BrokenRows {
 public:
  void add(const Clause& clause, unsigned lane, std::uint32_t row) {
    lanes_.add(clause, lane);
    auto& first = rows_[&clause];
    if (first.empty()) first = "first in component " + std::to_string(row) + " of the result";
  }
  void report_for(Subgroup& subgroup, const Record& record,
                  std::initializer_list<const Clause*> clauses) {
    for (const Clause* clause : clauses) {
      const LaneMask lanes = lanes_.lanes_of(*clause);
      if (lanes.any()) report(subgroup, record, *clause, lanes, rows_[clause]);
    }
  }

 private:
  BrokenClauses lanes_;
  std::map<const Clause*, std::string> rows_;
};

// The result in one lane after the other.
class LaneProduct {
 public:
  LaneProduct(Subgroup& subgroup, const ProductWords& words)
      : subgroup_(subgroup), words_(words), row_states_(words.rows) {}

  // The state of a component of the result, as far as it comes from the operands.
  Definedness state(std::uint32_t row) const { return std::max(row_states_[row], input_state_); }

 protected:
  void note_states(unsigned lane) {
    input_state_ = Definedness::defined;
    for (std::uint32_t i = 0; i < words_.input_count; ++i)
      input_state_ = std::max(input_state_, state_in(subgroup_, words_.input_planes[i], lane));
    for (std::uint32_t row = 0; row < words_.rows; ++row) {
      Definedness state = words_.bias.bytes == 0
                              ? Definedness::defined
                              : state_in(subgroup_, words_.bias_planes[row], lane);
      for (std::uint32_t k = 0; k < words_.columns; ++k)
        state = std::max(state, state_in(subgroup_, matrix_plane(row, k), lane));
      row_states_[row] = state;
    }
  }
  Slot matrix_plane(std::uint32_t row, std::uint32_t k) const {
    return words_.matrix_planes[std::size_t{row} * words_.columns + k];
  }
  std::uint64_t input_bits(std::uint32_t k, unsigned lane) const {
    return component_bits(subgroup_, words_.input_planes[component_of_element(words_.input, k)],
                          words_.input.from.bytes, lane);
  }

  Subgroup& subgroup_;
  const ProductWords& words_;
  std::vector<Definedness> row_states_;
  Definedness input_state_ = Definedness::defined;
};

// Sums in the order of K with the precision of double, rounded once.
class FloatLaneProduct : public LaneProduct {
 public:
  FloatLaneProduct(Subgroup& subgroup, const ProductWords& words)
      : LaneProduct(subgroup, words), input_(words.columns), row_(words.columns) {}

  template <class Clauses>
  void compute(unsigned lane, BrokenRows& broken) {
    note_states(lane);
    const int min_exponent = ComponentFormat(words_.input.to.type).min_exponent;
    NumberRange of_input;
    is_rounded_ = false;
    for (std::uint32_t k = 0; k < words_.columns; ++k) {
      const ConvertedFloat element = converted_float(words_.input, input_bits(k, lane));
      input_[k] = element.value;
      is_rounded_ |= element.radius != 0;
      of_input.add(element.value, min_exponent);
    }
    for (std::uint32_t row = 0; row < words_.rows; ++row) {
      const Clause* clause = compute_row<Clauses>(row, lane, of_input);
      Definedness from_operands = state(row);
      if (clause != nullptr && from_operands == Definedness::defined) {
        broken.add(*clause, lane, row);
        from_operands = Definedness::implementation_dependent;
      }
      set_state(subgroup_, words_.results[row], lane, from_operands);
    }
  }

 private:
  // Returns why the result depends on the implementation; null: it does not.
  template <class Clauses>
  const Clause* compute_row(std::uint32_t row, unsigned lane, const NumberRange& of_input) {
    const int min_exponent = ComponentFormat(words_.matrix).min_exponent;
    NumberRange of_row;
    const double bias = words_.bias.bytes == 0 ? 0
                                               : float_component(subgroup_, words_.bias,
                                                                 words_.bias_planes[row], lane);
    double sum = bias;
    for (std::uint32_t k = 0; k < words_.columns; ++k) {
      row_[k] = float_component(subgroup_, words_.matrix, matrix_plane(row, k), lane);
      of_row.add(row_[k], min_exponent);
      sum = k == 0 && words_.bias.bytes == 0 ? row_[k] * input_[k] : sum + row_[k] * input_[k];
    }
    set_component(subgroup_, words_.results[row], words_.result.bytes, lane,
                  bits_of_float(words_.result, sum));
    if (is_rounded_) return &Clauses::input_rounded;
    // An implementation may begin with +0.
    if (sum == 0 && std::signbit(sum)) return &Clauses::order;
    switch (agreement({row_.data(), input_.data(), 1, words_.columns, bias}, of_row, of_input,
                      ComponentFormat(words_.result))) {
      case Agreement::order:
        return &Clauses::order;
      case Agreement::nan_or_denormal:
        return &Clauses::nan_or_denormal;
      default:
        return nullptr;
    }
  }

  std::vector<double> input_, row_;
  bool is_rounded_ = false;
};

// Exact, modulo the size of the result.
class IntegerLaneProduct : public LaneProduct {
 public:
  IntegerLaneProduct(Subgroup& subgroup, const ProductWords& words)
      : LaneProduct(subgroup, words), input_(words.columns) {}

  template <class Clauses>
  void compute(unsigned lane, BrokenRows& broken) {
    note_states(lane);
    bool has_nan = false;
    for (std::uint32_t k = 0; k < words_.columns; ++k) {
      const ConvertedInteger element = converted_integer(words_.input, input_bits(k, lane), k);
      input_[k] = element.bits;
      has_nan |= element.is_nan;
    }
    has_nan &= input_state_ == Definedness::defined;
    if (has_nan) broken.add(Clauses::nan_input, lane, 0);
    for (std::uint32_t row = 0; row < words_.rows; ++row) {
      std::uint64_t sum =
          words_.bias.bytes == 0 ? 0 : integer(words_.bias, words_.bias_planes[row], lane);
      for (std::uint32_t k = 0; k < words_.columns; ++k)
        sum += integer(words_.matrix, matrix_plane(row, k), lane) * input_[k];
      set_component(subgroup_, words_.results[row], words_.result.bytes, lane, sum);
      set_state(subgroup_, words_.results[row], lane,
                has_nan ? Definedness::undefined : state(row));
    }
  }

 private:
  std::uint64_t integer(ScalarType type, Slot plane, unsigned lane) const {
    return extended_component(type, component_bits(subgroup_, plane, type.bytes, lane));
  }

  std::vector<std::uint64_t> input_;
};

template <class Clauses>
const Record* multiply(Subgroup& subgroup, const Record* record) {
  const ProductWords words(subgroup.data + record->extra);
  BrokenRows broken;
  const auto compute = [&](auto product) {
    subgroup.active.for_each(
        [&](unsigned lane) { product.template compute<Clauses>(lane, broken); });
  };
  if (words.result.is_float()) {
    compute(FloatLaneProduct(subgroup, words));
  } else {
    compute(IntegerLaneProduct(subgroup, words));
  }
  broken.report_for(
      subgroup, *record,
      {&Clauses::order, &Clauses::nan_or_denormal, &Clauses::input_rounded, &Clauses::nan_input});
  return record + 1;
}

// --- lowering ---

using OperandsMask = spv::CooperativeMatrixOperandsMask;

template <class G>
constexpr bool has_bias = requires {
  G::bias;
};

// Lowers one product.
template <class G>
class ProductLowering {
 public:
  ProductLowering(Lowering& lowering, const Instruction& instruction)
      : lowering_(lowering), instruction_(instruction) {}

  void emit() {
    read_types();
    check_types();
    read_layout();
    load_matrix();
    if constexpr (has_bias<G>) load_bias();
    product_.results = lowering_.define(instruction_).slots;
    RecordEffects effects;
    for (const auto* planes :
         {&product_.input_planes, &product_.matrix_planes, &product_.bias_planes})
      effects.reads.insert(effects.reads.end(), planes->begin(), planes->end());
    effects.writes = product_.results;
    const std::uint32_t data = lowering_.add_data(words_of(product_));
    lowering_.describe(lowering_.emit(&multiply<ProductClauses<G>>, no_slot, {}, data),
                       std::move(effects));
    if (lowering_.request().record_enclosures)
      lowering_.describe(lowering_.emit(&enclose_vector_product, no_slot, {}, data),
                         {.writes = product_.results});
  }

 private:
  bool is_vulkan() const { return lowering_.request().vulkan_environment; }

  std::uint32_t size(unsigned operand, const char* name) const {
    const auto value = lowering_.types().integer(instruction_.id(operand));
    if (!value || *value < 1 || *value > SpecializedModule::max_components)
      lowering_.fail_input(std::string(name) + " is not a number from 1 to " +
                           std::to_string(SpecializedModule::max_components));
    return static_cast<std::uint32_t>(*value);
  }

  void read_types() {
    product_.rows = size(G::m, "M");
    product_.columns = size(G::k, "K");
    const Id input = instruction_.id(G::input);
    const std::uint32_t flags = instruction_.has(G::cooperative_matrix_operands)
                                    ? instruction_.literal(G::cooperative_matrix_operands)
                                    : 0;
    if ((flags & static_cast<std::uint32_t>(OperandsMask::SaturatingAccumulationKHR)) != 0)
      lowering_.fail_unsupported(
          "SaturatingAccumulationKHR, to which SPV_NV_cooperative_vector gives no meaning");
    product_.input.from = lowering_.type_of(input).scalar;
    product_.input.from.is_signed =
        (flags & static_cast<std::uint32_t>(OperandsMask::MatrixBSignedComponentsKHR)) != 0;
    product_.input.to = interpretation(lowering_, instruction_.id(G::input_interpretation));
    product_.matrix = element_type(G::matrix_interpretation);
    if constexpr (has_bias<G>) product_.bias = element_type(G::bias_interpretation);
    if constexpr (!has_bias<G>) product_.bias.bytes = 0;
    product_.result = lowering_.type(instruction_.type).scalar;
    product_.input_planes = lowering_.operand_slots(input);
  }

  // Of the matrix or the bias.
  ScalarType element_type(unsigned operand) {
    const Interpretation found = interpretation(lowering_, instruction_.id(operand));
    if (found.is_packed) lowering_.fail_input("only Input can be packed");
    return found.type;
  }

  void check_types() {
    const Type& result = lowering_.type(instruction_.type);
    const Type& input = lowering_.type_of(instruction_.id(G::input));
    const InputConversion& conversion = product_.input;
    if (result.kind != Type::Kind::vector || result.count != product_.rows)
      lowering_.fail_input("Result Type is not a vector of M components");
    if (input.kind != Type::Kind::vector || conversion.from.bytes == 0)
      lowering_.fail_input("Input is not a cooperative vector");
    const bool is_unsigned_32 =
        conversion.from.scalar_class == ScalarType::Class::integer && conversion.from.bytes == 4;
    if (conversion.to.is_packed ? !is_unsigned_32 || input.count < (product_.columns + 3) / 4
                                : input.count != product_.columns)
      lowering_.fail_input("Input does not have the components for K elements");
    if (conversion.to.is_packed) product_.input.from.is_signed = false;
    const bool floats = result.scalar.is_float();
    if (floats ? result.scalar.bytes > 4 : result.scalar.bytes != 4)
      lowering_.fail_input(
          "the components of Result Type are not 32-bit integers or 16- or 32-bit "
          "floats");
    const bool bias_differs = has_bias<G> && product_.bias.is_any_float() != floats;
    if (conversion.to.type.is_any_float() != floats || product_.matrix.is_any_float() != floats ||
        bias_differs)
      lowering_.fail_unsupported("a combination of interpretations with floats and integers");
    if (std::uint64_t{product_.rows} * product_.columns > SpecializedModule::max_components)
      lowering_.fail({Status::limit, "a matrix of " + std::to_string(product_.rows) + " x " +
                                         std::to_string(product_.columns) +
                                         " elements is too large for registers"});
  }

  void read_layout() {
    layout_ = matrix_layout(lowering_, instruction_.id(G::memory_layout));
    if (is_vulkan() && is_float8(product_.matrix) && !layout_.optimal)
      lowering_.fail_input(
          "a matrix of 8-bit floats must be in an optimal layout "
          "(VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10090)");
    const ConstantValue* transpose = lowering_.types().constant(instruction_.id(G::transpose));
    if (transpose == nullptr || transpose->size() != 1)
      lowering_.fail_input("Transpose is not a known constant");
    is_transposed_ = transpose->front().bits != 0;
    if (is_transposed_ && !layout_.optimal)
      lowering_.fail_input("Transpose is not supported for RowMajorNV and ColumnMajorNV");
  }

  // "As if the Memory Operands were None."
  void load(const ElementPlace& first, Id pointer, ScalarType type,
            const std::vector<Slot>& planes) {
    emit_component_access(lowering_, {.store = false,
                                      .address = first.address,
                                      .offset = first.offset,
                                      .stride = type.bytes,
                                      .bytes = type.bytes,
                                      .planes = planes,
                                      .race = race_site(lowering_, pointer, {}, false)});
  }

  std::vector<Slot> new_planes(ScalarType type, std::size_t count) {
    std::vector<Slot> planes(count);
    std::ranges::generate(planes, [&] { return lowering_.new_plane(type); });
    return planes;
  }

  void load_matrix() {
    const ScalarType type = product_.matrix;
    // "KxM (before transposing) if Transpose is true."
    MatrixInMemory matrix{.pointer = instruction_.id(G::matrix),
                          .offset = instruction_.id(G::matrix_offset),
                          .layout = layout_,
                          .rows = is_transposed_ ? product_.columns : product_.rows,
                          .columns = is_transposed_ ? product_.rows : product_.columns,
                          .type = type,
                          .alignment = is_vulkan() ? 64u : 0u,
                          .stride_alignment = is_vulkan() ? 16u : 0u,
                          .check = &check_lines<ProductClauses<G>>};
    if (instruction_.has(G::matrix_stride)) matrix.stride = instruction_.id(G::matrix_stride);
    const std::vector<ElementPlace> places = emit_matrix_places(lowering_, matrix);
    const std::vector<Slot> planes = new_planes(type, places.size());
    for (const ElementRun& run : consecutive_elements(places, planes, type.bytes))
      load(run.first, matrix.pointer, type, run.planes);
    if (layout_.is_opaque(type))
      emit_opaque_elements(lowering_, {type, places.front().address, planes,
                                       &take_opaque_elements<ProductClauses<G>>});
    for (std::size_t row = 0; row < product_.rows; ++row) {
      for (std::size_t k = 0; k < product_.columns; ++k)
        product_.matrix_planes.push_back(
            planes[is_transposed_ ? k * product_.rows + row : row * product_.columns + k]);
    }
  }

  void load_bias() requires has_bias<G> {
    const LinesInMemory lines{.pointer = instruction_.id(G::bias),
                              .offset = instruction_.id(G::bias_offset),
                              .bytes = product_.rows * product_.bias.bytes,
                              .alignment = is_vulkan() ? 16u : 0u,
                              .check = &check_lines<BiasClauses<G>>};
    product_.bias_planes = new_planes(product_.bias, product_.rows);
    load({emit_line_addresses(lowering_, lines)[0], 0}, lines.pointer, product_.bias,
         product_.bias_planes);
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  VectorProduct product_;
  CooperativeVectorMatrixLayout layout_;
  bool is_transposed_ = false;
};

template <class G>
struct MatrixProduct {
  using Grammar = G;
  using Clauses = ProductClauses<G>;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool computes_floats = true, takes_math_defaults = false;
  static bool depends(const ComponentPair&) { return true; }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    ProductLowering<G>(lowering, instruction).emit();
  }
};

struct OpCooperativeVectorMatrixMulNV : MatrixProduct<grammar::OpCooperativeVectorMatrixMulNV> {
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::matrix, .reads = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::order, Clauses::nan_or_denormal, Clauses::input_rounded, Clauses::nan_input,
      Clauses::not_aligned, Clauses::stride_not_aligned, Clauses::not_converted,
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer);
};

struct OpCooperativeVectorMatrixMulAddNV
    : MatrixProduct<grammar::OpCooperativeVectorMatrixMulAddNV> {
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::matrix, .reads = true, .only_pointee = false},
      {.operand = Grammar::bias, .reads = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::order, Clauses::nan_or_denormal, Clauses::input_rounded, Clauses::nan_input,
      Clauses::not_aligned, Clauses::stride_not_aligned, Clauses::not_converted,
      BiasClauses<Grammar>::not_aligned, memory_clauses::null_pointer,
      memory_clauses::out_of_bounds, memory_clauses::misaligned, memory_clauses::undefined_pointer);
};

}  // namespace

std::span<const InstructionDefinition> cooperative_vector_product_instructions() {
  return InstructionList<OpCooperativeVectorMatrixMulNV,
                         OpCooperativeVectorMatrixMulAddNV>::definitions;
}

}  // namespace spirv_oracle
