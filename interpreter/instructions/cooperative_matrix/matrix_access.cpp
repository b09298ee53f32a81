// Memory Instructions: loads and stores of cooperative matrices.

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/access_clauses.h"
#include "interpreter/instructions/cooperative_matrix/accessed_elements.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"
#include "interpreter/instructions/cooperative_matrix/element_move.h"
#include "interpreter/instructions/cooperative_matrix/lane_restriction.h"
#include "interpreter/instructions/cooperative_matrix/matrix_scope.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/kernels/sign_extension.h"
#include "interpreter/lowering/memory_access_operands.h"

namespace spirv_oracle {
namespace {

// How the elements of a matrix are laid out in memory: rows, or columns for ColumnMajorKHR, at the distance Stride. Stored
// in Program::data.
struct MatrixInMemory {
  std::uint32_t line_count = 0;   // rows, or columns
  std::uint32_t line_length = 0;  // in elements
  std::uint32_t component_bytes = 0;
  std::uint32_t stride_unit = 0;   // bytes of what the pointer points to
  std::uint32_t stride_bytes = 0;  // of the operand Stride
  std::uint32_t stride_is_signed = 0;
  std::uint32_t alignment = 0;         // of Pointer and Stride in bytes; 0: no rule
  std::uint32_t stated_alignment = 1;  // of Pointer: Aligned
  std::uint32_t is_of_workgroup = 0;   // the scope
};
constexpr std::size_t words_of_matrix = sizeof(MatrixInMemory) / sizeof(std::uint32_t);
using MatrixWords = std::array<std::uint32_t, words_of_matrix>;

MatrixInMemory matrix_at(const Subgroup& subgroup, std::uint32_t data) {
  MatrixWords words;
  std::copy_n(subgroup.data + data, words_of_matrix, words.begin());
  return std::bit_cast<MatrixInMemory>(words);
}

std::int64_t stride_of(const Subgroup& subgroup, Slot slot, const MatrixInMemory& matrix,
                       unsigned lane) {
  const std::uint64_t bits = component_bits(subgroup, slot, matrix.stride_bytes, lane);
  return matrix.stride_is_signed != 0 ? sign_extended(bits, 8 * matrix.stride_bytes)
                                      : static_cast<std::int64_t>(bits);
}

// Where an element is. Lines and places in them fit into 16 bits each.
struct ElementPosition {
  std::uint32_t line = 0, in_line = 0;
};

// The address of an element; that of a reported error if it is outside the range of addresses of the object.
[[gnu::always_inline]] inline std::uint64_t address_of(std::uint64_t pointer, std::int64_t stride,
                                                       const MatrixInMemory& matrix,
                                                       ElementPosition place) {
  constexpr std::int64_t end = std::int64_t{1} << AddressSpace::offset_bits;
  if (stride < 0 || stride >= end) return reported_address;
  // At most 2^(36 + 5 + 16).
  const std::uint64_t address =
      pointer + static_cast<std::uint64_t>(stride) * matrix.stride_unit * place.line +
      std::uint64_t{place.in_line} * matrix.component_bytes;
  const bool stays = pointer >> AddressSpace::offset_bits == address >> AddressSpace::offset_bits;
  return stays ? address : reported_address;
}

// operand 0: Pointer, 1: Stride; extra: the matrix. For the active lanes.
template <class G>
const Record* check_operands(Subgroup& subgroup, const Record* record) {
  using Clauses = MatrixAccessClauses<G>;
  const MatrixInMemory matrix = matrix_at(subgroup, record->extra);
  const std::uint64_t* pointers = subgroup.values<std::uint64_t>(record->operand[0]);
  const PlaneHeader marks =
      subgroup.header(record->operand[0]) | subgroup.header(record->operand[1]);
  const LaneMask known = subgroup.active & ~marks.undefined;
  if (known.none()) return record + 1;
  const unsigned first = known.lowest();
  const std::int64_t first_stride = stride_of(subgroup, record->operand[1], matrix, first);
  BrokenClauses broken;
  known.for_each([&](unsigned lane) {
    const std::int64_t stride = stride_of(subgroup, record->operand[1], matrix, lane);
    if (stride != first_stride || pointers[lane] != pointers[first])
      broken.add(Clauses::operand_differs, lane);
    if (G::has_result ? stride < 0 : stride <= 0) {
      broken.add(Clauses::stride_out_of_range, lane);
    } else if (const std::uint64_t last = address_of(
                   pointers[lane], stride, matrix, {matrix.line_count - 1, matrix.line_length - 1});
               last == reported_address) {
      broken.add(memory_clauses::out_of_bounds, lane);
    }
    const std::uint64_t stride_in_bytes = static_cast<std::uint64_t>(stride) * matrix.stride_unit;
    if (matrix.alignment != 0 && ((pointers[lane] | stride_in_bytes) & (matrix.alignment - 1)) != 0)
      broken.add(Clauses::not_aligned, lane);
    if ((pointers[lane] & (matrix.stated_alignment - 1)) != 0)
      broken.add(memory_clauses::misaligned, lane);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

// result: the addresses of a component; operand 0: Pointer, 1: Stride; extra: { the matrix, for each invocation of the scope the
// line of its element << 16 | the place in it }.
const Record* component_addresses(Subgroup& subgroup, const Record* record) {
  const MatrixInMemory matrix = matrix_at(subgroup, record->extra);
  const std::uint32_t* places = subgroup.data + record->extra + words_of_matrix;
  const std::uint64_t* pointers = subgroup.values<std::uint64_t>(record->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record->result);
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (matrix.is_of_workgroup != 0 && !subgroup.existing.test(lane)) continue;
    const std::uint32_t word = places[number_in_scope(subgroup, lane, matrix.is_of_workgroup != 0)];
    const ElementPosition place{word >> 16, word & 0xFFFF};
    result[lane] = address_of(pointers[lane], stride_of(subgroup, record->operand[1], matrix, lane),
                              matrix, place);
  }
  return record + 1;
}

// result: the lanes of the first invocations of the scope. extra: { their number, whether the scope is the workgroup }.
const Record* first_invocations(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  LaneMask chosen;
  subgroup.active.for_each([&](unsigned lane) {
    if (number_in_scope(subgroup, lane, words[1] != 0) < words[0]) chosen.set(lane);
  });
  subgroup.header(record->result) = {};
  subgroup.truth(record->result) = chosen;
  return record + 1;
}

// Emits what `emit` emits for the first invocations of the scope only.
template <class Emit>
void for_first_invocations(Lowering& lowering, std::uint32_t count, bool is_workgroup,
                           const Emit& emit) {
  const Slot first = lowering.new_plane(ScalarType::boolean());
  lowering.emit(&first_invocations, first, {},
                lowering.builder().add_shared_data({count, is_workgroup ? 1u : 0u}));
  for_lanes_in(lowering, first, emit);
}

// Lowers one load or store.
template <class G>
class MatrixAccess {
 public:
  MatrixAccess(Lowering& lowering, const Instruction& instruction, Id type,
               const MemoryAccessOperands& operands)
      : lowering_(lowering),
        instruction_(instruction),
        matrix_type_(lowering.type(type)),
        elements_(elements_of(lowering, lowering.type(type))),
        scope_(lowering.type(type).cooperative.scope),
        pointer_(shared_pointer(lowering, instruction.id(G::pointer))) {
    const Id pointer_id = instruction.id(G::pointer);
    is_column_major_ = has_column_layout();
    matrix_.line_count = is_column_major_ ? elements_.columns() : elements_.rows();
    matrix_.line_length = is_column_major_ ? elements_.rows() : elements_.columns();
    matrix_.component_bytes = lowering.type(type).scalar.bytes;
    matrix_.is_of_workgroup = scope_ == spv::Scope::Workgroup ? 1 : 0;
    const Id pointee = lowering.type_of(pointer_id).element;
    // Through an untyped pointer, Stride counts bytes.
    matrix_.stride_unit =
        pointee == 0 ? 1 : static_cast<std::uint32_t>(lowering.type(pointee).size);
    matrix_.stated_alignment = operands.alignment().value_or(1);
    if (lowering.request().vulkan_environment) {
      // A power of two: of the size of a row of 3 elements of 4 bytes, which is 12, the factor 4 remains.
      const std::uint32_t natural = matrix_.line_length * matrix_.component_bytes;
      matrix_.alignment = std::min(16u, natural & (0 - natural));
    }
    read_stride();
    is_generic_ = lowering.type_of(pointer_id).storage_class == spv::StorageClass::Generic;
    race_ = race_site(lowering, pointer_id, operands.memory_model(), is_store);
  }

  void emit(std::vector<Slot> planes) {
    if (is_store) planes = with_united_elements(lowering_, matrix_type_, std::move(planes));
    lowering_.emit(&check_operands<G>, no_slot, {pointer_, stride_}, lowering_.add_data(words()));
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
      const ComponentAccess access{.store = is_store,
                                   .address = addresses(i, 0),
                                   .stride = matrix_.component_bytes,
                                   .bytes = matrix_.component_bytes,
                                   .planes = std::span(planes).subspan(i, 1),
                                   .is_generic = is_generic_};
      // Vulkan, "Cooperative Matrix Memory Access": one invocation stores an element.
      const std::uint32_t first = is_store ? elements_.first_holders(i) : elements_.invocations();
      const auto emit_access = [&] { emit_component(access, i); };
      if (first == elements_.invocations()) {
        emit_access();
      } else {
        for_first_invocations(lowering_, first, scope_ == spv::Scope::Workgroup, emit_access);
      }
    }
  }

 private:
  static constexpr bool is_store = !G::has_result;

  bool has_column_layout() const {
    using Layout = spv::CooperativeMatrixLayout;
    const auto layout = lowering_.types().integer(instruction_.id(G::memory_layout));
    if (!layout) lowering_.fail_input("MemoryLayout is not a known constant");
    if (*layout == static_cast<std::int64_t>(Layout::RowMajorKHR)) return false;
    if (*layout == static_cast<std::int64_t>(Layout::ColumnMajorKHR)) return true;
    lowering_.fail_unsupported("the MemoryLayout " + std::to_string(*layout));
  }

  void read_stride() {
    if (!instruction_.has(G::stride))
      lowering_.fail_input("RowMajorKHR and ColumnMajorKHR require Stride");
    const Id id = instruction_.id(G::stride);
    const ScalarType type = lowering_.type_of(id).scalar;
    if (type.scalar_class != ScalarType::Class::integer)
      lowering_.fail_input("Stride is not an integer");
    stride_ = lowering_.slot(id, 0, type);
    matrix_.stride_bytes = type.bytes;
    matrix_.stride_is_signed = type.is_signed ? 1 : 0;
  }

  std::vector<std::uint32_t> words() const {
    const auto all = std::bit_cast<MatrixWords>(matrix_);
    return {all.begin(), all.end()};
  }

  // The plane of the addresses of shifted_elements().
  Slot addresses(std::uint32_t component, std::uint32_t shift) {
    std::vector<std::uint32_t> data = words();
    const std::uint32_t holders = elements_.first_holders(component);
    for (const auto& [row, column] : shifted_elements(elements_, component, holders, shift))
      data.push_back(is_column_major_ ? column << 16 | row : row << 16 | column);
    const Slot result = lowering_.new_plane(ScalarType::pointer());
    lowering_.emit(&component_addresses, result, {pointer_, stride_},
                   lowering_.builder().add_shared_data(data));
    return result;
  }

  void emit_component(const ComponentAccess& access, std::uint32_t component) {
    if (race_) {
      const std::uint32_t shift =
          shift_for_races(lowering_, instruction_, elements_.first_holders(component));
      const Slot places = shift == 0 ? access.address : addresses(component, shift);
      emit_race_check(lowering_, *race_,
                      {places, 0, access.stride, 1, access.bytes, is_generic_, {}});
    }
    emit_component_access(lowering_, access);
    if (race_ && !is_store) emit_race_check_end(lowering_);
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  const Type& matrix_type_;
  MatrixElements elements_;
  spv::Scope scope_;
  bool is_column_major_ = false, is_generic_ = false;
  Slot pointer_, stride_ = no_slot;
  MatrixInMemory matrix_;
  std::optional<RaceSite> race_;
};

struct OpCooperativeMatrixLoadKHR : Arrangement<grammar::OpCooperativeMatrixLoadKHR> {
  static constexpr auto enclosure = &enclosures::accesses;
  using Clauses = MatrixAccessClauses<Grammar>;
  static constexpr bool only_moves = true, depends_on_tangle = true;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .reads = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::operand_differs, Clauses::stride_out_of_range, Clauses::not_aligned,
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::robust_read);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_memory_access(
        lowering, instruction, Grammar::memory_operand, [&](const MemoryAccessOperands& operands) {
          MatrixAccess<Grammar> access(lowering, instruction, instruction.type, operands);
          const std::vector<Slot> results = lowering.new_planes(instruction.type);
          lowering.bind(instruction.result, results);
          access.emit(results);
        });
  }
};

struct OpCooperativeMatrixStoreKHR : Arrangement<grammar::OpCooperativeMatrixStoreKHR> {
  static constexpr auto enclosure = &enclosures::accesses;
  using Clauses = MatrixAccessClauses<Grammar>;
  static constexpr bool depends_on_tangle = true;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .writes = true, .only_pointee = false}};
  static constexpr auto clauses =
      clause_list(Clauses::operand_differs, Clauses::stride_out_of_range, Clauses::not_aligned,
                  memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                  memory_clauses::misaligned, memory_clauses::undefined_pointer,
                  memory_clauses::not_writable, memory_clauses::robust_write);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id object = instruction.id(Grammar::object);
    with_memory_access(lowering, instruction, Grammar::memory_operand,
                       [&](const MemoryAccessOperands& operands) {
                         MatrixAccess<Grammar> access(lowering, instruction,
                                                      lowering.type_id_of(object), operands);
                         access.emit(lowering.value(object).slots);
                       });
  }
};

}  // namespace

std::span<const InstructionDefinition> matrix_access_instructions() {
  return InstructionList<OpCooperativeMatrixLoadKHR, OpCooperativeMatrixStoreKHR>::definitions;
}

}  // namespace spirv_oracle
