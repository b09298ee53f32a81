// Memory Instructions: access chains

#include "grammar/core.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/element_pointer.h"
#include "interpreter/instructions/memory/global_variables.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// A step of an access chain whose index is not constant.
struct DynamicIndex {
  Id index = 0;
  std::uint64_t stride = 0;
  std::uint64_t bound = 0;  // number of elements; 0: known only at the access
  unsigned operand = 0;     // its number
  bool is_wide = false;     // its offset has 64 bits
};

// The largest index below a bound (0: none) whose offset fits into 32 bits, or into the range of an object if it has 64.
std::uint64_t last_index(std::uint64_t stride, std::uint64_t bound, bool is_wide) {
  const std::uint64_t largest_offset = is_wide ? largest_wide_offset : 0xFFFFFFFF;
  const std::uint64_t last = largest_offset / std::max<std::uint64_t>(stride, 1);
  return bound == 0 ? last : std::min(last, bound - 1);
}

// Vulkan, "64-Bit Indexing": where indices of runtime arrays and Element get 64 bits of range.
bool has_wide_indices(const Lowering& lowering, spv::StorageClass storage) {
  return lowering.program().indexes_64_bits &&
         (storage == spv::StorageClass::StorageBuffer ||
          storage == spv::StorageClass::PhysicalStorageBuffer);
}

// Follows the indices of an access chain through the type of its base.
class ChainWalker {
 public:
  ChainWalker(Lowering& lowering, const Instruction& chain, Id type, const PointerValue& base,
              spv::StorageClass storage)
      : lowering_(lowering),
        chain_(chain),
        type_(type),
        pointer_(base),
        in_push_constants_(storage == spv::StorageClass::PushConstant),
        has_wide_indices_(has_wide_indices(lowering, storage)),
        has_bounds_(!lowering.program().is_kernel()) {}

  void step(unsigned operand);

  Id type() const { return type_; }
  std::uint64_t offset() const { return offset_; }
  const std::vector<DynamicIndex>& dynamic() const { return dynamic_; }
  // The properties of the resulting pointer.
  const PointerValue& pointer() const { return pointer_; }

 private:
  // Whether the index is a constant within the bound.
  bool is_variable_in_planes() const { return pointer_.variable != PointerValue::in_memory; }
  bool step_by(unsigned operand, std::uint64_t stride, std::uint64_t bound,
               std::uint32_t components, bool is_wide = false);

  Lowering& lowering_;
  const Instruction& chain_;
  Id type_;
  PointerValue pointer_;
  bool in_push_constants_;
  bool has_wide_indices_;
  bool has_bounds_;  // a kernel's pointer may point anywhere; only its accesses are checked
  std::uint64_t offset_ = 0;
  std::vector<DynamicIndex> dynamic_;
};

bool ChainWalker::step_by(unsigned operand, std::uint64_t stride, std::uint64_t bound,
                          std::uint32_t components, bool is_wide) {
  const Id index = chain_.id(operand);
  const auto constant = lowering_.types().integer(index);
  if (!has_bounds_ && !is_variable_in_planes()) {
    if (constant) {
      offset_ += static_cast<std::uint64_t>(*constant) * stride;
    } else {
      dynamic_.push_back({index, stride, 0, operand});
    }
    return constant.has_value();
  }
  const bool in_bounds =
      constant && *constant >= 0 &&
      static_cast<std::uint64_t>(*constant) <= last_index(stride, bound, is_wide);
  if (!in_bounds) {
    dynamic_.push_back({index, stride, bound, operand, is_wide});
    return false;
  }
  offset_ += static_cast<std::uint64_t>(*constant) * stride;
  pointer_.first_component += static_cast<std::uint32_t>(*constant) * components;
  return true;
}

void ChainWalker::step(unsigned operand) {
  const Type& type = lowering_.type(type_);
  const std::uint64_t scalar = type.scalar.memory_bytes();
  MatrixLayout& matrix = pointer_.matrix;
  switch (type.kind) {
    case Type::Kind::structure: {
      const auto member_index = lowering_.types().integer(chain_.id(operand));
      if (!member_index || *member_index < 0 ||
          static_cast<std::size_t>(*member_index) >= type.members.size()) {
        lowering_.fail_input("an index does not select a member of the structure");
      }
      const Type::Member& member = type.members[static_cast<std::size_t>(*member_index)];
      offset_ += member.offset;
      pointer_.first_component += member.first_component;
      matrix = {member.matrix_stride, member.row_major, 0};
      note_member_decorations(lowering_.module(), type_, static_cast<std::uint32_t>(*member_index),
                              pointer_);
      type_ = member.type;
      return;
    }
    case Type::Kind::array:
      if (!step_by(operand, type.stride, type.count, type.element_components)) {
        pointer_.push_constant_varies = in_push_constants_;
      }
      break;
    case Type::Kind::runtime_array:
      step_by(operand, type.stride, 0, type.element_components, has_wide_indices_);
      break;
    case Type::Kind::matrix: {
      const std::uint64_t natural =
          scalar * (matrix.row_major ? type.count : type.element_components);
      const std::uint64_t stride = matrix.stride != 0 ? matrix.stride : natural;
      step_by(operand, matrix.row_major ? scalar : stride, type.count, type.element_components);
      matrix.component_stride = matrix.row_major ? stride : 0;
      break;
    }
    case Type::Kind::cooperative_matrix:
    case Type::Kind::vector:
      // If this index is not constant, the address does not reveal whether the index of the array varies.
      if (!step_by(operand, matrix.component_stride != 0 ? matrix.component_stride : scalar,
                   type.count, 1)) {
        pointer_.push_constant_varies = false;
      }
      matrix = {};
      break;
    default:
      lowering_.fail_input("an access chain indexes a type that has no parts");
  }
  type_ = type.element;
}

// If the chain first selects an element of an array of descriptors: `base` receives its address.
unsigned select_descriptor(Lowering& lowering, const Instruction& chain, unsigned first, Id& type,
                           Slot& base, PointerValue& pointer) {
  base = lowering.slot(base_of(chain));
  if (pointer.descriptors == 0) return first;
  const Type::Kind kind = lowering.type(type).kind;
  const bool is_array = kind == Type::Kind::array || kind == Type::Kind::runtime_array;
  if (!chain.has(first) || !is_array) {
    lowering.fail_unsupported("a pointer to a whole array of descriptors");
  }
  base = lowering.new_plane(ScalarType::pointer());
  lower_descriptor_index(lowering, pointer.descriptors, chain.id(first), base);
  pointer.descriptors = 0;
  pointer.descriptor_varies = !lowering.types().integer(chain.id(first));
  type = lowering.type(type).element;
  return first + 1;
}

void emit_chain(Lowering& lowering, const Instruction& chain, std::optional<DynamicIndex> element) {
  const Id base_id = base_of(chain);
  Value base = lowering.value(base_id);
  Id type = base_type(lowering.module(), chain);
  Slot address = no_slot;
  unsigned next = first_index_operand(chain.opcode);
  if (!Lowering::in_planes(base))
    next = select_descriptor(lowering, chain, next, type, address, base.pointer);
  if (type != pointee_type(lowering.module(), base_id)) base.pointer.matrix = {};
  ChainWalker walker(lowering, chain, type, base.pointer, lowering.type_of(base_id).storage_class);
  for (unsigned i = next; i < chain.operand_count(); ++i) walker.step(i);
  Value result;
  result.pointer = walker.pointer();
  if (Lowering::in_planes(base)) {
    const bool moves = element && lowering.types().integer(element->index) != 0;
    if (!walker.dynamic().empty() || moves) {
      lowering.fail_unsupported("an index that is not constant into " +
                                lowering.module().display(base_id) + ", which is in registers");
    }
    return lowering.bind(chain.result, std::move(result));
  }

  const std::vector<DynamicIndex> indices = walker.dynamic();
  const std::uint64_t offset = walker.offset();
  if (element && lowering.types().integer(element->index) != 0) {
    address =
        emit_element_address(lowering, base_id, address, element->index, element->stride,
                             has_wide_indices(lowering, lowering.type_of(base_id).storage_class));
  }
  if (indices.empty() && offset == 0) {
    result.slots = {address};
    return lowering.bind(chain.result, std::move(result));
  }
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(offset),
                                      static_cast<std::uint32_t>(offset >> 32),
                                      static_cast<std::uint32_t>(indices.size())};
  for (const DynamicIndex& index : indices) {
    const ScalarType scalar = lowering.type_of(index.index).scalar;
    if (scalar.scalar_class != ScalarType::Class::integer) {
      lowering.fail_input("an index is not an integer");
    }
    words.push_back(lowering.slot(index.index, 0, scalar));
    words.push_back(scalar.bytes);
    words.push_back(static_cast<std::uint32_t>(index.stride));
    words.push_back(static_cast<std::uint32_t>(index.stride >> 32));
    words.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(index.bound, 0xFFFFFFFF)));
    const std::uint64_t last = last_index(index.stride, index.bound, index.is_wide);
    words.push_back(static_cast<std::uint32_t>(last));
    words.push_back(static_cast<std::uint32_t>(last >> 32));
    words.push_back(index.is_wide ? 1 : 0);
    words.push_back(index.operand);
  }
  lowering.check_width(address, ScalarType::pointer().bytes);
  const Slot slot = lowering.new_plane(ScalarType::pointer());
  const Handler handler = access_chain_handler(lowering.program().is_kernel());
  lowering.builder().set_access_chain_handler(handler);
  RecordEffects effects;
  for (std::size_t i = 3; i < words.size(); i += ChainIndex::size)
    effects.reads.push_back(words[i]);
  lowering.describe(lowering.emit(handler, slot, {address}, lowering.add_data(words)),
                    std::move(effects));
  result.slots = {slot};
  lowering.bind(chain.result, std::move(result));
}

struct OpAccessChain : Arrangement<grammar::OpAccessChain> {
  static constexpr bool only_moves = true;
  static constexpr auto clauses =
      clause_list(chain_clauses::index_out_of_bounds, chain_clauses::index_undefined,
                  chain_clauses::offset_too_large);
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_chain(lowering, instruction, std::nullopt);
  }
};
struct OpInBoundsAccessChain : Arrangement<grammar::OpInBoundsAccessChain> {
  static constexpr bool only_moves = true;
  static constexpr auto clauses = OpAccessChain::clauses;
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_chain(lowering, instruction, std::nullopt);
  }
};
struct OpUntypedAccessChainKHR : Arrangement<grammar::OpUntypedAccessChainKHR> {
  static constexpr bool only_moves = true;
  static constexpr auto clauses = OpAccessChain::clauses;
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_chain(lowering, instruction, std::nullopt);
  }
};
struct OpUntypedInBoundsAccessChainKHR : Arrangement<grammar::OpUntypedInBoundsAccessChainKHR> {
  static constexpr bool only_moves = true;
  static constexpr auto clauses = OpAccessChain::clauses;
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_chain(lowering, instruction, std::nullopt);
  }
};

// Element moves the base by whole objects. `block_clause`: about an Element of a block.
template <class Grammar, const Clause& block_clause>
struct ElementChain : Arrangement<Grammar> {
  // operand 1: Element.
  template <class T>
  static const Record* check_element(Subgroup& subgroup, const Record* record) {
    const T* element = subgroup.values<T>(record->operand[1]);
    LaneMask not_zero;
    (subgroup.active & ~subgroup.header(record->operand[1]).undefined).for_each([&](unsigned lane) {
      if (element[lane] != 0) not_zero.set(lane);
    });
    if (not_zero.any()) [[unlikely]]
      report(subgroup, *record, block_clause, not_zero);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id base = instruction.id(Grammar::base);
    const Id element = instruction.id(Grammar::element);
    const Module& module = lowering.module();
    const Id whole = base_type(module, instruction);
    const bool is_block = module.has_decoration(whole, spv::Decoration::Block) ||
                          module.has_decoration(whole, spv::Decoration::BufferBlock);
    const ScalarType index = lowering.type_of(element).scalar;
    if (is_block && lowering.types().integer(element) != 0 &&
        index.scalar_class == ScalarType::Class::integer) {
      const Handler handler =
          for_width(index.bytes, []<class T>() -> Handler { return &check_element<T>; });
      lowering.emit(handler, no_slot, {no_slot, lowering.slot(element, 0, index)});
    }
    const auto stride = module.decoration(lowering.type_id_of(base), spv::Decoration::ArrayStride);
    const std::uint64_t natural = lowering.type(whole).size;
    emit_chain(lowering, instruction, DynamicIndex{element, stride.value_or(natural)});
  }
};

constexpr Clause element_of_block{
    "OpPtrAccessChain.element-of-block", "out-of-bounds", Effect::undefined_behavior,
    "Base points to a structure decorated Block or BufferBlock and Element is not 0"};
constexpr Clause element_of_untyped_block{
    "OpUntypedPtrAccessChainKHR.element-of-block", "out-of-bounds", Effect::undefined_behavior,
    "Base Type is a structure decorated Block or BufferBlock and Element is not 0"};

struct OpPtrAccessChain : ElementChain<grammar::OpPtrAccessChain, element_of_block> {
  static constexpr auto clauses =
      clause_list(element_of_block, chain_clauses::element_out_of_array);
};
struct OpInBoundsPtrAccessChain
    : ElementChain<grammar::OpInBoundsPtrAccessChain, element_of_block> {
  static constexpr auto clauses = OpPtrAccessChain::clauses;
};
struct OpUntypedPtrAccessChainKHR
    : ElementChain<grammar::OpUntypedPtrAccessChainKHR, element_of_untyped_block> {
  static constexpr auto clauses =
      clause_list(element_of_untyped_block, chain_clauses::index_out_of_bounds,
                  chain_clauses::index_undefined, chain_clauses::offset_too_large);
};
struct OpUntypedInBoundsPtrAccessChainKHR
    : ElementChain<grammar::OpUntypedInBoundsPtrAccessChainKHR, element_of_untyped_block> {
  static constexpr auto clauses = OpUntypedPtrAccessChainKHR::clauses;
};

}  // namespace

std::span<const InstructionDefinition> access_chain_instructions() {
  return InstructionList<OpAccessChain, OpInBoundsAccessChain, OpPtrAccessChain,
                         OpInBoundsPtrAccessChain, OpUntypedAccessChainKHR,
                         OpUntypedInBoundsAccessChainKHR, OpUntypedPtrAccessChainKHR,
                         OpUntypedInBoundsPtrAccessChainKHR>::definitions;
}

}  // namespace spirv_oracle
