// Training: sums in memory to which invocations add vectors and outer products, element by element, with atomics.

#include <cmath>
#include <string>
#include <utility>

#include "grammar/core.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/atomic/atomic_emission.h"
#include "interpreter/instructions/atomic/atomic_handlers.h"
#include "interpreter/instructions/cooperative_vector/accumulation_records.h"
#include "interpreter/instructions/cooperative_vector/cooperative_vector.h"
#include "interpreter/instructions/cooperative_vector/interpretation.h"
#include "interpreter/instructions/cooperative_vector/matrix_memory.h"
#include "interpreter/instructions/float_sums/component_format.h"
#include "interpreter/instructions/float_sums/component_number.h"
#include "interpreter/instructions/memory/element_pointer.h"

namespace spirv_oracle {
namespace {

// --- products ---

template <class G>
struct OuterProductClauses {
  static constexpr Clause product_rounded{
      internal::ClauseId<G, ".product-rounded">::view, "order-of-operations",
      Effect::implementation_defined,
      "MatrixInterpretation does not have the exact product of components of A and B, so the sum "
      "depends on when an implementation rounds"};
  static constexpr Clause nan_or_denormal{
      internal::ClauseId<G, ".nan-or-denormal">::view, "nan-or-denormal",
      Effect::implementation_defined,
      "a component of A or B or their product is a NaN or a denormal, and no float control defines "
      "how it is treated"};
  // Vulkan, VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10101.
  static constexpr Clause not_aligned{internal::ClauseId<G, ".not-aligned">::view,
                                      "misaligned-access", Effect::undefined_behavior,
                                      "Pointer or Offset is not a multiple of 64 bytes"};
};

bool is_denormal(ScalarType type, double number) {
  return number != 0 && std::fabs(number) < std::ldexp(1.0, ComponentFormat(type).min_exponent);
}

bool has(ScalarType type, double number) {
  return std::isnan(number) || float_of_bits(type, bits_of_float(type, number)) == number;
}

// Whether no operation has rounded the product of two numbers.
bool is_exact(double a, double b, double product) {
  if (std::isinf(a) || std::isinf(b)) return true;
  if (a == 0 || b == 0) return true;
  return product != 0 && std::isfinite(product) && std::fma(a, b, -product) == 0;
}

// extra: { type of the components of A and B, MatrixInterpretation, row, column }.
struct ProductOfComponents {
  ScalarType component, matrix;
  std::uint32_t row, column;

  explicit ProductOfComponents(const std::uint32_t* words)
      : component(scalar_of_word(words[0])),
        matrix(scalar_of_word(words[1])),
        row(words[2]),
        column(words[3]) {}

  // Why the sum depends on the implementation; null: it does not.
  template <class Clauses>
  const Clause* dependence(double a, double b) const {
    const double product = a * b;
    if (std::isnan(product)) return &Clauses::nan_or_denormal;
    if (product == 0 && (a == 0 || b == 0)) return nullptr;
    if (!is_exact(a, b, product) || !has(matrix, a) || !has(matrix, b) || !has(matrix, product))
      return &Clauses::product_rounded;
    if (is_denormal(component, a) || is_denormal(component, b) || is_denormal(matrix, product))
      return &Clauses::nan_or_denormal;
    return nullptr;
  }
};

template <class Clauses>
const Record* multiply_components(Subgroup& subgroup, const Record* record) {
  const ProductOfComponents words(subgroup.data + record->extra);
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
  const auto bits = [&](unsigned operand, unsigned lane) {
    return component_bits(subgroup, record->operand[operand], words.component.bytes, lane);
  };
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    if (!words.matrix.is_float())
      return set_component(subgroup, record->result, words.matrix.bytes, lane,
                           bits(0, lane) * bits(1, lane));
    const double a = float_of_bits(words.component, bits(0, lane));
    const double b = float_of_bits(words.component, bits(1, lane));
    set_component(subgroup, record->result, words.matrix.bytes, lane,
                  bits_of_float(words.matrix, a * b));
    const PlaneHeader& header = subgroup.header(record->result);
    if ((header.undefined | header.implementation_dependent).test(lane)) return;
    if (const Clause* clause = words.dependence<Clauses>(a, b)) broken.add(*clause, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned) {
    return "first in row " + std::to_string(words.row) + " and column " +
           std::to_string(words.column);
  });
  return record + 1;
}

// --- lowering ---

void check_storage(Lowering& lowering, Id pointer, const char* rule) {
  const spv::StorageClass storage = lowering.type_of(pointer).storage_class;
  if (storage != spv::StorageClass::StorageBuffer &&
      storage != spv::StorageClass::PhysicalStorageBuffer)
    lowering.fail_input(std::string("Pointer is not to a storage buffer (") + rule + ")");
}

// Elements of one type, to which an instruction adds.
class Accumulation {
 public:
  Accumulation(Lowering& lowering, const Instruction& instruction, Id pointer, ScalarType type)
      : lowering_(lowering), instruction_(instruction), type_(type) {
    handler_ = type.is_float()
                   ? step_handler<FlushableStep<AtomicFloatAddition>, AnyFloat>(lowering, type)
                   : modify_handler<AtomicAddition, AnyInt>(type, false);
    if (handler_ == nullptr) lowering.fail_unsupported("atomic additions to elements of this type");
    if (!private_to_workgroup(lowering, pointer)) lowering.builder().note_order_of_workgroups();
    original_ = lowering.new_plane(type);
  }

  void add(const ElementPlace& place, Slot value) {
    lowering_.check_width(value, type_.bytes);
    const Slot address = emit_later_address(lowering_, place.address, place.offset);
    emit_atomic(lowering_, instruction_,
                {.handler = handler_,
                 .accessed = {.address = address,
                              .result = original_,
                              .value = value,
                              .bytes = type_.bytes,
                              .has_semantics = false,
                              .operation = type_.is_float() ? AtomicOperation::float_add
                                                            : AtomicOperation::add}});
    observe_accumulation(lowering_, {address, value, original_, type_});
  }

 private:
  Lowering& lowering_;
  const Instruction& instruction_;
  ScalarType type_;
  Handler handler_ = nullptr;
  Slot original_ = no_slot;
};

struct OpCooperativeVectorReduceSumAccumulateNV {
  using Grammar = grammar::OpCooperativeVectorReduceSumAccumulateNV;
  // Vulkan, VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10100.
  struct Clauses {
    static constexpr Clause not_aligned{"OpCooperativeVectorReduceSumAccumulateNV.not-aligned",
                                        "misaligned-access", Effect::undefined_behavior,
                                        "Pointer or Offset is not a multiple of 16 bytes"};
  };
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool flushes_denormals = true;
  static constexpr auto atomic_operation = AtomicOperation::float_add;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .reads = true, .writes = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::not_aligned, memory_clauses::null_pointer, memory_clauses::out_of_bounds,
      memory_clauses::misaligned, memory_clauses::undefined_pointer, memory_clauses::not_writable);

  static void check_for_vulkan(Lowering& lowering, Id pointer, ScalarType type) {
    constexpr auto rule = "VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10092";
    check_storage(lowering, pointer, rule);
    if (!type.is_float() || type.bytes > 4)
      lowering.fail_input(std::string("the components of V are not 16- or 32-bit floats (") + rule +
                          ")");
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(Grammar::pointer), v = instruction.id(Grammar::v);
    const Type& vector = lowering.type_of(v);
    if (vector.kind != Type::Kind::vector || vector.scalar.bytes == 0)
      lowering.fail_input("V is not a cooperative vector");
    const bool is_vulkan = lowering.request().vulkan_environment;
    if (is_vulkan) check_for_vulkan(lowering, pointer, vector.scalar);
    const ScalarType type = vector.scalar;
    const std::vector<Slot> values = lowering.operand_slots(v);
    Accumulation sums(lowering, instruction, pointer, type);
    const LinesInMemory array{.pointer = pointer,
                              .offset = instruction.id(Grammar::offset),
                              .bytes = static_cast<std::uint32_t>(values.size() * type.bytes),
                              .access = AccessKind::atomic,
                              .alignment = is_vulkan ? 16u : 0u,
                              .check = &check_lines<Clauses>};
    const Slot address = emit_line_addresses(lowering, array)[0];
    for (std::size_t i = 0; i < values.size(); ++i) sums.add({address, i * type.bytes}, values[i]);
  }
};

// Lowers one outer product.
class OuterProductLowering {
 public:
  using G = grammar::OpCooperativeVectorOuterProductAccumulateNV;
  using Clauses = OuterProductClauses<G>;

  OuterProductLowering(Lowering& lowering, const Instruction& instruction)
      : lowering_(lowering),
        instruction_(instruction),
        a_(lowering.operand_slots(instruction.id(G::a))),
        b_(lowering.operand_slots(instruction.id(G::b))),
        component_(lowering.type_of(instruction.id(G::a)).scalar) {}

  void emit() {
    read_matrix();
    check_types();
    if (is_vulkan()) check_for_vulkan();
    if (matrix_.layout.is_opaque(matrix_.type))
      lowering_.fail_unsupported(std::string("sums in a matrix in the layout ") +
                                 matrix_.layout.name() +
                                 ", whose bytes only an implementation knows");
    Accumulation sums(lowering_, instruction_, matrix_.pointer, matrix_.type);
    const std::vector<ElementPlace> places = emit_matrix_places(lowering_, matrix_);
    const Slot product = lowering_.new_plane(matrix_.type);
    for (std::uint32_t row = 0; row < matrix_.rows; ++row) {
      for (std::uint32_t column = 0; column < matrix_.columns; ++column) {
        multiply(product, row, column);
        sums.add(places[std::size_t{row} * matrix_.columns + column], product);
      }
    }
  }

 private:
  bool is_vulkan() const { return lowering_.request().vulkan_environment; }

  void read_matrix() {
    const Interpretation found =
        interpretation(lowering_, instruction_.id(G::matrix_interpretation));
    if (found.is_packed) lowering_.fail_input("a matrix cannot be packed");
    matrix_ = {.pointer = instruction_.id(G::pointer),
               .offset = instruction_.id(G::offset),
               .layout = matrix_layout(lowering_, instruction_.id(G::memory_layout)),
               .rows = static_cast<std::uint32_t>(a_.size()),
               .columns = static_cast<std::uint32_t>(b_.size()),
               .type = found.type,
               .access = AccessKind::atomic,
               .alignment = is_vulkan() ? 64u : 0u,
               .check = &check_lines<Clauses>};
    if (instruction_.has(G::matrix_stride)) matrix_.stride = instruction_.id(G::matrix_stride);
  }

  void check_types() {
    for (const unsigned operand : {G::a, G::b}) {
      const Type& type = lowering_.type_of(instruction_.id(operand));
      if (type.kind != Type::Kind::vector || type.scalar.bytes == 0 ||
          type.scalar.bytes != component_.bytes ||
          type.scalar.scalar_class != component_.scalar_class)
        lowering_.fail_input("A and B are not cooperative vectors with the same Component Type");
    }
    const bool are_floats = component_.is_float() && matrix_.type.is_float();
    const bool are_integers = component_.scalar_class == ScalarType::Class::integer &&
                              matrix_.type.scalar_class == ScalarType::Class::integer &&
                              component_.bytes == matrix_.type.bytes;
    if (!are_floats && !are_integers)
      lowering_.fail_unsupported("a combination of MatrixInterpretation and Component Type");
    if (std::uint64_t{matrix_.rows} * matrix_.columns > SpecializedModule::max_components)
      lowering_.fail({Status::limit, "an outer product of " + std::to_string(matrix_.rows) + " x " +
                                         std::to_string(matrix_.columns) +
                                         " elements is too large"});
  }

  void check_for_vulkan() {
    constexpr auto rule = "VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10093";
    check_storage(lowering_, matrix_.pointer, rule);
    const auto fail = [&](const char* what) {
      lowering_.fail_input(std::string(what) + " (" + rule + ")");
    };
    if (!matrix_.type.is_float() || matrix_.type.bytes > 4)
      fail("MatrixInterpretation is not a 16- or 32-bit float");
    if (!component_.is_float() || component_.bytes != 2)
      fail("the components of A and B are not 16-bit floats");
    if (matrix_.layout.optimal != OptimalLayout::training)
      fail("MemoryLayout is not TrainingOptimalNV");
  }

  void multiply(Slot product, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t words[] = {word_of_scalar(component_), word_of_scalar(matrix_.type), row,
                                   column};
    lowering_.emit(&multiply_components<Clauses>, product, {a_[row], b_[column]},
                   lowering_.add_data(words));
    observe_product(lowering_, product, matrix_.type, {a_[row], b_[column]});
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  std::vector<Slot> a_, b_;
  ScalarType component_;
  MatrixInMemory matrix_;
};

struct OpCooperativeVectorOuterProductAccumulateNV {
  using Grammar = grammar::OpCooperativeVectorOuterProductAccumulateNV;
  using Clauses = OuterProductClauses<Grammar>;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool flushes_denormals = true;
  static constexpr auto atomic_operation = AtomicOperation::float_add;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .reads = true, .writes = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::product_rounded, Clauses::nan_or_denormal, Clauses::not_aligned,
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::not_writable);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    OuterProductLowering(lowering, instruction).emit();
  }
};

}  // namespace

std::span<const InstructionDefinition> cooperative_vector_accumulation_instructions() {
  return InstructionList<OpCooperativeVectorOuterProductAccumulateNV,
                         OpCooperativeVectorReduceSumAccumulateNV>::definitions;
}

}  // namespace spirv_oracle
