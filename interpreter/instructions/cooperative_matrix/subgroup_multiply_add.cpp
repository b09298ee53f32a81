// Group Instructions: products of matrices that the vectors of a subgroup's invocations form
// (SPV_INTEL_subgroup_matrix_multiply_accumulate).

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "grammar/core.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/dense_product.h"
#include "interpreter/instructions/cooperative_matrix/enclosed_product.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/instructions/float_sums/component_number.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/sign_extension.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

using Flag = spv::MatrixMultiplyAccumulateOperandsMask;
using ProductFlag = spv::CooperativeMatrixOperandsMask;

constexpr std::uint32_t bit(Flag flag) { return static_cast<std::uint32_t>(flag); }
constexpr std::uint32_t bit(ProductFlag flag) { return static_cast<std::uint32_t>(flag); }

// How the bits of a component are interpreted.
struct ElementFormat {
  ScalarType type;         // of the planes with one element each
  unsigned bits = 0;       // of an element in a component
  bool is_signed = false;  // integers
  bool is_tf32 = false;
};

// The flags that interpret A, or B.
struct MatrixFlags {
  Flag is_signed, int8, int4, tf32, float16, bfloat16;
};
constexpr MatrixFlags flags_of_a{
    Flag::MatrixASignedComponentsINTEL, Flag::MatrixAPackedInt8INTEL,
    Flag::MatrixAPackedInt4INTEL,       Flag::MatrixATF32INTEL,
    Flag::MatrixAPackedFloat16INTEL,    Flag::MatrixAPackedBFloat16INTEL};
constexpr MatrixFlags flags_of_b{
    Flag::MatrixBSignedComponentsINTEL, Flag::MatrixBPackedInt8INTEL,
    Flag::MatrixBPackedInt4INTEL,       Flag::MatrixBTF32INTEL,
    Flag::MatrixBPackedFloat16INTEL,    Flag::MatrixBPackedBFloat16INTEL};

constexpr ScalarType bfloat16{ScalarType::Class::encoded_floating, 2, false,
                              FloatEncoding::bfloat16};

struct OpSubgroupMatrixMultiplyAccumulateINTEL
    : FloatProductClauses<grammar::OpSubgroupMatrixMultiplyAccumulateINTEL> {
  using Grammar = grammar::OpSubgroupMatrixMultiplyAccumulateINTEL;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool depends_on_tangle = true;
  static constexpr bool takes_math_defaults = false;
  static constexpr Clause not_tf32{
      "OpSubgroupMatrixMultiplyAccumulateINTEL.not-tf32", "conversion-rounding",
      Effect::implementation_defined,
      "a component that is interpreted as TF32 has bits below those of that format"};
  static constexpr Clause inactive_invocations{
      "OpSubgroupMatrixMultiplyAccumulateINTEL.inactive-invocations", "group-divergence",
      Effect::undefined_behavior,
      "only some of the invocations of the subgroup execute the instruction"};
  static constexpr Clause partial_subgroup{
      "OpSubgroupMatrixMultiplyAccumulateINTEL.partial-subgroup", "partial-subgroup",
      Effect::undefined_behavior,
      "the subgroup is not full, so it has fewer invocations than the matrices have columns"};
  static constexpr auto clauses =
      clause_list(order, nan_or_denormal, not_tf32, inactive_invocations, partial_subgroup);
  static constexpr ReportedClauses product_clauses{&order, &nan_or_denormal};

  static bool depends(const ComponentPair&) { return true; }
  // Each result depends on values of all lanes.
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {};
  }

  // An element of a component; operand 0: the component; extra: the words of emit_elements(). Lanes that do not take part, which
  // is reported, contribute zeros.
  static const Record* unpack(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    const unsigned from_bytes = words[0], shift = words[1], bits = words[2], bytes = words[3];
    const bool is_signed = words[4] != 0, is_tf32 = words[5] != 0;
    const Slot from = record->operand[0];
    PlaneHeader& header = subgroup.header(record->result);
    header = subgroup.header(from);
    header.undefined &= subgroup.active;
    header.implementation_dependent &= subgroup.active;
    if (const Enclosures* enclosures = enclosures_of(subgroup))
      header.implementation_dependent |= enclosures->inexact_lanes(subgroup, from);
    const LaneMask present = lanes_of_tangle(subgroup);
    LaneMask rounded;
    constexpr unsigned below_tf32 = 32 - tensor_float32_format.bits();
    for (unsigned lane = 0; lane < subgroup.size; ++lane) {
      std::uint64_t value =
          present.test(lane) ? component_bits(subgroup, from, from_bytes, lane) >> shift : 0;
      if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
      if (is_signed) value = static_cast<std::uint64_t>(sign_extended(value, bits));
      const std::uint64_t kept = is_tf32 ? value >> below_tf32 << below_tf32 : value;
      if (kept != value && subgroup.active.test(lane) && !header.undefined.test(lane))
        rounded.set(lane);
      set_component(subgroup, record->result, bytes, lane, kept);
    }
    header.implementation_dependent |= rounded;
    if (rounded.any()) report(subgroup, *record, not_tf32, rounded);
    return record + 1;
  }

  // extra: { number, planes of the result }.
  static const Record* check_participation(Subgroup& subgroup, const Record* record) {
    const LaneMask all = LaneMask::first(subgroup.size);
    if (lanes_of_tangle(subgroup) == all) [[likely]]
      return record + 1;
    report(subgroup, *record, subgroup.existing == all ? inactive_invocations : partial_subgroup,
           subgroup.active);
    const std::uint32_t* words = subgroup.data + record->extra;
    for (std::uint32_t i = 0; i < words[0]; ++i)
      subgroup.header(words[1 + i]).undefined |= subgroup.active;
    return record + 1;
  }

  static void multiply_floats_here(MatrixHolders holders, const Record& record,
                                   const std::uint32_t* words) {
    multiply_floats(holders, record, words, product_clauses);
  }
  static void multiply_integers_here(MatrixHolders holders, const Record& record,
                                     const std::uint32_t* words) {
    multiply_integers(holders, record, words, product_clauses);
  }

  static ElementFormat element_format(const Lowering& lowering, const Type& type,
                                      std::uint32_t flags, const MatrixFlags& meaning) {
    const auto has = [&](Flag flag) { return (flags & bit(flag)) != 0; };
    const unsigned bits = 8 * type.scalar.bytes;
    const bool is_integer = type.scalar.scalar_class == ScalarType::Class::integer;
    const auto interpretations = {meaning.int8, meaning.int4, meaning.tf32, meaning.float16,
                                  meaning.bfloat16};
    if (std::ranges::count_if(interpretations, has) > 1)
      lowering.fail_input("the operands interpret one matrix in several ways");
    const auto packed = [&](ScalarType element, unsigned element_bits, bool is_signed) {
      if (!is_integer || bits < element_bits)
        lowering.fail_input("the components of a packed matrix are not integers of enough bits");
      return ElementFormat{element, element_bits, is_signed};
    };
    if (has(meaning.int8))
      return packed(ScalarType::unsigned_integer(1), 8, has(meaning.is_signed));
    if (has(meaning.int4))
      return packed(ScalarType::unsigned_integer(1), 4, has(meaning.is_signed));
    if (has(meaning.float16)) return packed({ScalarType::Class::floating, 2}, 16, false);
    if (has(meaning.bfloat16)) return packed(bfloat16, 16, false);
    if (has(meaning.tf32) && !(type.scalar.is_float() && bits == 32))
      lowering.fail_input("the components of a TF32 matrix are not 32-bit floats");
    return {type.scalar, bits, is_integer && has(meaning.is_signed), has(meaning.tf32)};
  }

  // A matrix whose elements have planes of their own. Component c of a lane has `per_component` of them.
  static PlacedPlanes emit_elements(Lowering& lowering, Id id, const ElementFormat& format,
                                    PlacedPlanes matrix) {
    const unsigned from_bytes = lowering.type_of(id).scalar.bytes;
    const unsigned per_component = 8 * from_bytes / format.bits;
    matrix.type = format.type;
    for (const Slot component : lowering.operand_slots(id)) {
      for (unsigned j = 0; j < per_component; ++j) {
        const Slot element = lowering.new_plane(format.type);
        const std::uint32_t words[] = {from_bytes,
                                       j * format.bits,
                                       format.bits,
                                       format.type.bytes,
                                       format.is_signed ? 1u : 0u,
                                       format.is_tf32 ? 1u : 0u};
        lowering.describe(lowering.emit(&unpack, element, {component}, lowering.add_data(words)),
                          {.reads = {component}, .writes = {element}});
        matrix.planes.push_back(element);
      }
    }
    return matrix;
  }

  [[noreturn]] static void fail_size(const Lowering& lowering, const char* matrix,
                                     std::uint32_t rows, std::uint32_t columns) {
    lowering.fail_input("at subgroup size " + std::to_string(lowering.program().subgroup_size) +
                        ", " + matrix + " does not have the components of a " +
                        std::to_string(rows) + " x " + std::to_string(columns) + " matrix");
  }

  // A: K columns over the invocations, several in each component if there are more columns than invocations. If there are fewer,
  // an invocation has every (N / K)-th row of a column.
  static PlacedPlanes emit_a(Lowering& lowering, Id id, const ElementFormat& format,
                             std::uint32_t m, std::uint32_t k, std::uint32_t n) {
    const Type& type = lowering.type_of(id);
    const std::uint32_t per_component = 8u * type.scalar.bytes / format.bits;
    const std::uint32_t ratio = n > k ? n / k : 1;
    const bool fits = n > k ? per_component == 1 && n % k == 0 : k == n * per_component;
    if (!fits || type.component_count != (m + ratio - 1) / ratio)
      fail_size(lowering, "Matrix A", m, k);
    PlacedPlanes matrix{m, k, n, format.type, {}, {}};
    for (std::uint32_t c = 0; c < type.component_count; ++c) {
      for (std::uint32_t j = 0; j < per_component; ++j) {
        for (std::uint32_t lane = 0; lane < n; ++lane) {
          const std::uint32_t row = c * ratio + (n > k ? lane / k : 0);
          const std::uint32_t column = n > k ? lane % k : lane * per_component + j;
          matrix.places.push_back(row < m ? row * k + column : MatrixPlanes::no_element);
        }
      }
    }
    return emit_elements(lowering, id, format, std::move(matrix));
  }

  // B, C and the result: each invocation has a column.
  static std::vector<std::uint32_t> places_of_columns(std::uint32_t rows, std::uint32_t columns) {
    std::vector<std::uint32_t> places(std::size_t{rows} * columns);
    for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = i;
    return places;
  }

  static PlacedPlanes emit_b(Lowering& lowering, Id id, const ElementFormat& format,
                             std::uint32_t k, std::uint32_t n) {
    const Type& type = lowering.type_of(id);
    const std::uint32_t bytes = type.scalar.bytes;
    const bool is_packed = format.bits <= 16;
    if ((is_packed ? bytes != 4 : format.bits != 8 * bytes) ||
        type.component_count * (8 * bytes / format.bits) != k)
      fail_size(lowering, "Matrix B", k, n);
    return emit_elements(lowering, id, format, {k, n, n, format.type, {}, places_of_columns(k, n)});
  }

  static ScalarType accumulator_type(const Lowering& lowering, const Type& type, bool is_bfloat16) {
    if (!is_bfloat16) return type.scalar;
    if (type.scalar.scalar_class != ScalarType::Class::integer || type.scalar.bytes != 2)
      lowering.fail_input("the components of a bfloat16 matrix are not 16-bit integers");
    return bfloat16;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Type& result = lowering.type(instruction.type);
    const Id id_a = instruction.id(Grammar::matrix_a), id_b = instruction.id(Grammar::matrix_b);
    const Id id_c = instruction.id(Grammar::matrix_c);
    const Type& c = lowering.type_of(id_c);
    const std::uint32_t flags =
        instruction.has(Grammar::matrix_multiply_accumulate_operands)
            ? instruction.literal(Grammar::matrix_multiply_accumulate_operands)
            : 0;
    const std::uint32_t n = lowering.program().subgroup_size, m = result.component_count;
    const auto inner = lowering.types().integer(instruction.id(Grammar::k_dim));
    constexpr std::int64_t max_inner = 1024;
    if (!inner || *inner < 1 || *inner > max_inner)
      lowering.fail_input("K Dim is not a number from 1 to 1024");
    const auto k = static_cast<std::uint32_t>(*inner);

    const ElementFormat of_a = element_format(lowering, lowering.type_of(id_a), flags, flags_of_a);
    const ElementFormat of_b = element_format(lowering, lowering.type_of(id_b), flags, flags_of_b);
    const ScalarType of_c =
        accumulator_type(lowering, c, (flags & bit(Flag::MatrixCBFloat16INTEL)) != 0);
    const ScalarType of_result =
        accumulator_type(lowering, result, (flags & bit(Flag::MatrixResultBFloat16INTEL)) != 0);
    const bool floats = of_result.is_any_float();
    if (of_a.type.is_any_float() != floats || of_b.type.is_any_float() != floats ||
        of_c.is_any_float() != floats)
      lowering.fail_unsupported_operands();
    if (c.component_count != m) fail_size(lowering, "Matrix C", m, n);

    std::vector<std::uint32_t> words{
        (of_a.is_signed ? bit(ProductFlag::MatrixASignedComponentsKHR) : 0) |
        (of_b.is_signed ? bit(ProductFlag::MatrixBSignedComponentsKHR) : 0) |
        bit(ProductFlag::MatrixCSignedComponentsKHR)};
    const PlacedPlanes matrix_a = emit_a(lowering, id_a, of_a, m, k, n);
    const PlacedPlanes matrix_b = emit_b(lowering, id_b, of_b, k, n);
    const PlacedPlanes matrix_c{
        m, n, n, of_c, lowering.operand_slots(id_c), places_of_columns(m, n)};
    RecordEffects effects;
    for (const PlacedPlanes* operand : {&matrix_a, &matrix_b, &matrix_c}) {
      append_matrix(*operand, words);
      effects.reads.insert(effects.reads.end(), operand->planes.begin(), operand->planes.end());
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    append_matrix({m, n, n, of_result, results, places_of_columns(m, n)}, words);
    effects.writes = results;
    emit_product(lowering, floats, words, effects);
  }

  static void emit_product(Lowering& lowering, bool floats, const std::vector<std::uint32_t>& words,
                           const RecordEffects& effects) {
    const std::vector<Slot> results = effects.writes;
    if (floats) {
      emit_matrix_record<&multiply_floats_here>(lowering, spv::Scope::Subgroup, words, effects);
      if (lowering.request().record_enclosures)
        emit_matrix_record<&enclose_product>(lowering, spv::Scope::Subgroup, words,
                                             {.writes = results});
    } else {
      emit_matrix_record<&multiply_integers_here>(lowering, spv::Scope::Subgroup, words, effects);
    }
    std::vector<std::uint32_t> checked{static_cast<std::uint32_t>(results.size())};
    checked.insert(checked.end(), results.begin(), results.end());
    lowering.describe(lowering.emit(&check_participation, no_slot, {no_slot, no_slot, no_slot},
                                    lowering.add_data(checked)),
                      {.reads = results, .writes = results});
  }
};

}  // namespace

std::span<const InstructionDefinition> subgroup_matrix_product_instructions() {
  return InstructionList<OpSubgroupMatrixMultiplyAccumulateINTEL>::definitions;
}

}  // namespace spirv_oracle
