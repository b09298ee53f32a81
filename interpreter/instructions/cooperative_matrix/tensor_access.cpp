// Memory Instructions: loads and stores of cooperative matrices in tensors (SPV_NV_cooperative_matrix2).

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
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
#include "interpreter/instructions/cooperative_matrix/tensor_placement.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/memory_access_operands.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType coordinate_type = ScalarType::unsigned_integer(4);

// --- the operands ---

// operand 0: Pointer; extra: { the number of planes that must be the same, those planes, the number of planes of block sizes of
// a store, those planes }. For the active lanes.
template <class G>
const Record* check_tensor_operands(Subgroup& subgroup, const Record* record) {
  constexpr std::uint64_t alignment = 16;
  using Clauses = TensorAccessClauses<G>;
  const std::uint32_t* words = subgroup.data + record->extra;
  BrokenClauses broken;
  const auto check = [&](Slot slot, unsigned bytes) {
    const LaneMask known = subgroup.active & ~subgroup.header(slot).undefined;
    if (known.none()) return;
    const std::uint64_t first = component_bits(subgroup, slot, bytes, known.lowest());
    known.for_each([&](unsigned lane) {
      if (component_bits(subgroup, slot, bytes, lane) != first)
        broken.add(Clauses::operand_differs, lane);
    });
  };
  const Slot pointer = record->operand[0];
  check(pointer, ScalarType::pointer().bytes);
  for (std::uint32_t i = 0; i < words[0]; ++i) check(words[1 + i], coordinate_type.bytes);
  (subgroup.active & ~subgroup.header(pointer).undefined).for_each([&](unsigned lane) {
    if (subgroup.values<std::uint64_t>(pointer)[lane] % alignment != 0)
      broken.add(Clauses::not_aligned, lane);
  });
  if constexpr (!G::has_result) {
    words += 1 + words[0];
    for (std::uint32_t i = 0; i < words[0]; ++i) {
      const Slot size = words[1 + i];
      (subgroup.active & ~subgroup.header(size).undefined).for_each([&](unsigned lane) {
        if (subgroup.values<std::uint32_t>(size)[lane] > 1)
          broken.add(StoredBlockClauses::block_size, lane);
      });
    }
  }
  broken.report(subgroup, *record);
  return record + 1;
}

// --- DecodeFunc ---

// Gives lanes that decode no element the arguments of one that does; skips the call if there is none. operand 0: the mask of
// those that do; operand 1: the plane of pointers; extra: { the distance to the record after the call, the number of planes
// of coordinates, those planes }.
const Record* share_arguments(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const LaneMask& decoding = subgroup.truth(record->operand[0]);
  if (decoding.none()) return record + words[0];
  const unsigned from = decoding.lowest();
  const LaneMask others = LaneMask::first(subgroup.size) & ~decoding;
  const auto share = [&]<class T>(Slot slot) {
    PlaneHeader& header = subgroup.header(slot);
    T* const values = subgroup.values<T>(slot);
    others.for_each([&](unsigned lane) { values[lane] = values[from]; });
    header.undefined =
        header.undefined.test(from) ? header.undefined | others : header.undefined & ~others;
  };
  share.template operator()<std::uint64_t>(record->operand[1]);
  for (std::uint32_t i = 0; i < words[1]; ++i)
    share.template operator()<std::uint32_t>(words[2 + i]);
  return record + 1;
}

// result: the lowest bits of operand 0, or all of them and zeros; extra: the bytes of the result.
const Record* resize_clamp_value(Subgroup& subgroup, const Record* record) {
  subgroup.header(record->result) = subgroup.header(record->operand[0]);
  const auto* values = subgroup.values<std::uint32_t>(record->operand[0]);
  for_width(record->extra, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      for (unsigned lane = 0; lane < subgroup.size; ++lane)
        subgroup.values<T>(record->result)[lane] = static_cast<T>(values[lane]);
    }
  });
  return record + 1;
}

// --- lowering ---

// Lowers one load or store.
template <class G>
class TensorAccess {
 public:
  TensorAccess(Lowering& lowering, const Instruction& instruction, Id matrix,
               const MemoryAccessOperands& operands)
      : lowering_(lowering),
        instruction_(instruction),
        matrix_(lowering.type(matrix)),
        elements_(elements_of(lowering, matrix_)),
        layout_(lowering.type_of(instruction.id(G::tensor_layout))),
        pointer_(shared_pointer(lowering, instruction.id(G::pointer))) {
    if (layout_.kind != Type::Kind::tensor_layout)
      lowering.fail_input("TensorLayout is not a tensor layout");
    layout_planes_ = lowering.value(instruction.id(G::tensor_layout)).slots;
    is_generic_ =
        lowering.type_of(instruction.id(G::pointer)).storage_class == spv::StorageClass::Generic;
    read_addressing_operands(operands.end());
    set_placement();
    operands.alignment();  // Pointer must be a multiple of 16 bytes anyway
    race_ = race_site(lowering, instruction.id(G::pointer), operands.memory_model(), is_store);
  }

  // Loads into `planes`; clipped elements come from those of Object.
  void load(const std::vector<Slot>& planes, const std::vector<Slot>& object) {
    emit_operand_check();
    const Slot clamp_value = can_clamp() ? resized_clamp_value() : no_slot;
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
      TensorPlacement placement = new_placement(elements_.invocations(), true);
      placement.clipped = view_ == nullptr ? no_slot : lowering_.new_plane(ScalarType::boolean());
      placement.clamped = can_clamp() ? lowering_.new_plane(ScalarType::boolean()) : no_slot;
      std::vector<Slot> coordinates;
      if (decode_ != 0) coordinates = new_coordinates();
      emit_placement(placement, planes[i], i, 0, coordinates);
      const auto give = [&](Slot lanes, Slot value) {
        if (lanes == no_slot) return;
        for_lanes_in(lowering_, lanes,
                     [&] { emit_masked_copy(lowering_, planes[i], value, matrix_.scalar); });
      };
      Slot loaded = no_slot;
      if (decode_ != 0) {
        loaded = decoded(placement, coordinates);
      } else {
        loaded = lowering_.new_plane(matrix_.scalar);
        emit_access(placement, loaded, i);
      }
      give(placement.accessed, loaded);
      give(placement.clipped, object[i]);
      give(placement.clamped, clamp_value);
    }
  }

  void store(std::vector<Slot> planes) {
    emit_operand_check();
    planes = with_united_elements(lowering_, matrix_, std::move(planes));
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
      const TensorPlacement placement = new_placement(elements_.first_holders(i), true);
      emit_placement(placement, no_slot, i, 0, {});
      emit_access(placement, planes[i], i);
    }
  }

 private:
  static constexpr bool is_store = !G::has_result;
  using AddressingMask = spv::TensorAddressingOperandsMask;

  bool can_clamp() const { return layout_.tensor.clamp_mode == TensorClamp::constant; }
  bool is_of_workgroup() const { return matrix_.cooperative.scope == spv::Scope::Workgroup; }

  void read_addressing_operands(unsigned mask) {
    const std::uint32_t bits = instruction_.has(mask) ? instruction_.literal(mask) : 0;
    const auto has = [bits](AddressingMask flag) {
      return (bits & static_cast<std::uint32_t>(flag)) != 0;
    };
    unsigned next = mask + 1;
    if (has(AddressingMask::TensorView)) {
      const Id id = instruction_.id(next++);
      view_ = &lowering_.type_of(id);
      if (view_->kind != Type::Kind::tensor_view)
        lowering_.fail_input("TensorView is not a tensor view");
      if (!view_->tensor.has_dimensions && view_->tensor.dimensions > layout_.tensor.dimensions)
        lowering_.fail_input("TensorView has more dimensions than TensorLayout");
      view_planes_ = lowering_.value(id).slots;
    }
    if (has(AddressingMask::DecodeFunc)) {
      if (is_store) lowering_.fail_input("a store must not have DecodeFunc");
      decode_ = instruction_.id(next++);
    }
    const auto known =
        static_cast<std::uint32_t>(AddressingMask::TensorView | AddressingMask::DecodeFunc);
    if ((bits & ~known) != 0)
      lowering_.fail_unsupported("the Tensor Addressing Operands " + std::to_string(bits));
  }

  // What DecodeFunc reads: the size of a block.
  std::uint32_t block_bytes() const {
    const Function* function = lowering_.module().function(decode_);
    if (function == nullptr || function->parameters.empty())
      lowering_.fail_input("DecodeFunc has no parameters");
    const Type& pointer = lowering_.type_of(function->parameters[0]);
    if (pointer.kind != Type::Kind::pointer)
      lowering_.fail_input("the first parameter of DecodeFunc is not a pointer");
    if (pointer.element == 0)
      lowering_.fail_unsupported("an untyped pointer as the parameter of DecodeFunc");
    const Type& block = lowering_.type(pointer.element);
    const std::uint64_t alignment = std::max(block.alignment, 1u);
    return static_cast<std::uint32_t>((block.size + alignment - 1) / alignment * alignment);
  }

  void set_placement() {
    placement_.dimensions = layout_.tensor.dimensions;
    placement_.clamp_mode = static_cast<std::uint32_t>(layout_.tensor.clamp_mode);
    if (view_ != nullptr) {
      placement_.view_dimensions = view_->tensor.dimensions;
      placement_.view_has_dimensions = view_->tensor.has_dimensions ? 1 : 0;
      for (unsigned i = 0; i < view_->tensor.dimensions; ++i)
        placement_.permutation |= std::uint32_t{view_->tensor.permutation[i]} << (4 * i);
    }
    placement_.columns = elements_.columns();
    placement_.element_bytes = decode_ != 0 ? block_bytes() : matrix_.scalar.bytes;
    placement_.component_bytes = matrix_.scalar.bytes;
    placement_.is_of_workgroup = is_of_workgroup() ? 1 : 0;
    placement_.pointer = pointer_;
  }

  TensorPlacement new_placement(std::uint32_t holders, bool reports) {
    TensorPlacement placement = placement_;
    placement.holders = holders;
    placement.reports = reports ? 1 : 0;
    placement.address = lowering_.new_plane(ScalarType::pointer());
    placement.accessed = lowering_.new_plane(ScalarType::boolean());
    return placement;
  }

  // Planes for the coordinates of the block, then in it.
  std::vector<Slot> new_coordinates() {
    std::vector<Slot> planes;
    for (unsigned i = 0; i < 2 * layout_.tensor.dimensions; ++i)
      planes.push_back(lowering_.new_plane(coordinate_type));
    return planes;
  }

  // The places of shifted_elements() in the tensor.
  void emit_placement(TensorPlacement placement, Slot result, std::uint32_t component,
                      std::uint32_t shift, const std::vector<Slot>& coordinates) {
    placement.has_blocks = coordinates.empty() ? 0 : 1;
    const auto head = std::bit_cast<PlacementWords>(placement);
    std::vector<std::uint32_t> words(head.begin(), head.end());
    words.insert(words.end(), layout_planes_.begin(), layout_planes_.end());
    words.insert(words.end(), view_planes_.begin(), view_planes_.end());
    words.insert(words.end(), coordinates.begin(), coordinates.end());
    for (const auto& [row, column] :
         shifted_elements(elements_, component, placement.holders, shift))
      words.push_back(row << 16 | column);
    RecordEffects effects{.reads = layout_planes_, .writes = coordinates};
    effects.reads.insert(effects.reads.end(), view_planes_.begin(), view_planes_.end());
    effects.reads.push_back(pointer_);
    for (const Slot slot :
         {placement.address, placement.accessed, placement.clipped, placement.clamped})
      effects.writes.push_back(slot);
    const std::uint32_t record =
        lowering_.emit(&place_elements<G>, result, {no_slot, no_slot, no_slot},
                       lowering_.builder().add_shared_data(words));
    lowering_.describe(record, std::move(effects));
  }

  void emit_operand_check() {
    std::vector<std::uint32_t> words{0};
    for (const auto* const planes : {&layout_planes_, &view_planes_}) {
      for (const Slot slot : *planes) {
        if (!lowering_.builder().is_constant(slot)) words.push_back(slot);
      }
    }
    words[0] = static_cast<std::uint32_t>(words.size() - 1);
    const auto block_sizes = layout_planes_.begin() + TensorLayoutState::in_block_size;
    words.push_back(layout_.tensor.dimensions);
    words.insert(words.end(), block_sizes, block_sizes + layout_.tensor.dimensions);
    RecordEffects effects{.reads = layout_planes_};
    effects.reads.insert(effects.reads.end(), view_planes_.begin(), view_planes_.end());
    const std::uint32_t record =
        lowering_.emit(&check_tensor_operands<G>, no_slot, {pointer_, no_slot, no_slot},
                       lowering_.add_data(words));
    lowering_.describe(record, std::move(effects));
  }

  Slot resized_clamp_value() {
    const Slot value = layout_planes_[TensorLayoutState::list_count * layout_.tensor.dimensions];
    const Slot resized = lowering_.new_plane(matrix_.scalar);
    lowering_.describe(lowering_.emit(&resize_clamp_value, resized, {value}, matrix_.scalar.bytes),
                       {.plane_operands = 1});
    return resized;
  }

  void emit_access(const TensorPlacement& placement, Slot plane, std::uint32_t component) {
    const unsigned bytes = matrix_.scalar.bytes;
    TensorPlacement counted = placement;
    if (race_) {
      if (const std::uint32_t shift = shift_for_races(lowering_, instruction_, placement.holders)) {
        counted = new_placement(placement.holders, false);
        emit_placement(counted, no_slot, component, shift, {});
      }
      for_lanes_in(lowering_, counted.accessed, [&] {
        emit_race_check(lowering_, *race_, {counted.address, 0, bytes, 1, bytes, is_generic_, {}});
      });
    }
    const ComponentAccess access{.store = is_store,
                                 .address = placement.address,
                                 .stride = bytes,
                                 .bytes = bytes,
                                 .planes = {&plane, 1},
                                 .is_generic = is_generic_};
    for_lanes_in(lowering_, placement.accessed, [&] { emit_component_access(lowering_, access); });
    if (race_ && !is_store)
      for_lanes_in(lowering_, counted.accessed, [&] { emit_race_check_end(lowering_); });
  }

  // The plane of what DecodeFunc returns for the lanes that access an element.
  Slot decoded(const TensorPlacement& placement, const std::vector<Slot>& coordinates) {
    std::vector<std::uint32_t> words{0, static_cast<std::uint32_t>(coordinates.size())};
    words.insert(words.end(), coordinates.begin(), coordinates.end());
    const std::uint32_t data = lowering_.add_data(words);
    const std::uint32_t begin =
        lowering_.emit(&share_arguments, no_slot, {placement.accessed, placement.address}, data);
    RecordEffects effects{
        .reads = coordinates, .writes = coordinates, .plane_operands = 2, .is_control_flow = true};
    effects.writes.push_back(placement.address);
    lowering_.describe(begin, std::move(effects));
    const auto middle = coordinates.begin() + layout_.tensor.dimensions;
    const std::array<Value, 3> arguments{Value{{placement.address}, {}, true},
                                         Value{{coordinates.begin(), middle}, {}, true},
                                         Value{{middle, coordinates.end()}, {}, true}};
    const Slot returned = emit_component_call(lowering_, decode_, arguments, matrix_);
    lowering_.builder().set_data(data, lowering_.builder().next_record() - begin);
    return returned;
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  const Type& matrix_;
  MatrixElements elements_;
  const Type& layout_;
  const Type* view_ = nullptr;
  Slot pointer_;
  std::vector<Slot> layout_planes_, view_planes_;
  Id decode_ = 0;
  bool is_generic_ = false;
  TensorPlacement placement_;
  std::optional<RaceSite> race_;
};

struct OpCooperativeMatrixLoadTensorNV : Arrangement<grammar::OpCooperativeMatrixLoadTensorNV> {
  static constexpr auto enclosure = &enclosures::accesses;
  using Clauses = TensorAccessClauses<Grammar>;
  static constexpr bool only_moves = true, depends_on_tangle = true;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .reads = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::operand_differs, Clauses::not_aligned, Clauses::outside, Clauses::divides_by_zero,
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::robust_read);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    if (lowering.type_id_of(instruction.id(Grammar::object)) != instruction.type)
      lowering.fail_input("the type of Object is not Result Type");
    with_memory_access(
        lowering, instruction, Grammar::memory_operand, [&](const MemoryAccessOperands& operands) {
          TensorAccess<Grammar> access(lowering, instruction, instruction.type, operands);
          const std::vector<Slot> results = lowering.new_planes(instruction.type);
          access.load(results, lowering.value(instruction.id(Grammar::object)).slots);
          lowering.bind(instruction.result, results);
        });
  }
};

struct OpCooperativeMatrixStoreTensorNV : Arrangement<grammar::OpCooperativeMatrixStoreTensorNV> {
  static constexpr auto enclosure = &enclosures::accesses;
  using Clauses = TensorAccessClauses<Grammar>;
  static constexpr bool depends_on_tangle = true;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .writes = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      Clauses::operand_differs, Clauses::not_aligned, Clauses::outside, Clauses::divides_by_zero,
      StoredBlockClauses::block_size, memory_clauses::null_pointer, memory_clauses::out_of_bounds,
      memory_clauses::misaligned, memory_clauses::undefined_pointer, memory_clauses::not_writable,
      memory_clauses::robust_write);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id object = instruction.id(Grammar::object);
    with_memory_access(lowering, instruction, Grammar::memory_operand,
                       [&](const MemoryAccessOperands& operands) {
                         TensorAccess<Grammar> access(lowering, instruction,
                                                      lowering.type_id_of(object), operands);
                         access.store(lowering.value(object).slots);
                       });
  }
};

}  // namespace

std::span<const InstructionDefinition> tensor_access_instructions() {
  return InstructionList<OpCooperativeMatrixLoadTensorNV,
                         OpCooperativeMatrixStoreTensorNV>::definitions;
}

}  // namespace spirv_oracle
