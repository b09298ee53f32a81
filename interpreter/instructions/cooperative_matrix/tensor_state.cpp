// Tensor Layout and View Instructions (SPV_NV_tensor_addressing): each copies a state and changes some of its numbers.

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "grammar/core.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_matrix/cooperative_matrix.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType number_type = ScalarType::unsigned_integer(4);

// The state of a layout or view in registers.
class TensorState {
 public:
  // A new one.
  TensorState(Lowering& lowering, const Instruction& instruction, Type::Kind kind)
      : lowering_(lowering), instruction_(instruction), type_(lowering.type(instruction.type)) {
    if (type_.kind != kind) lowering.fail_input("Result Type is not the type of such a state");
  }
  // A copy of the operand.
  TensorState(Lowering& lowering, const Instruction& instruction, Type::Kind kind, Id copied)
      : TensorState(lowering, instruction, kind) {
    if (lowering.type_id_of(copied) != instruction.type)
      lowering.fail_input("the type of the operand is not Result Type");
    slots_ = lowering.value(copied).slots;
  }

  unsigned dimensions() const { return type_.tensor.dimensions; }
  // The plane of a number in a list.
  Slot& at(unsigned list, unsigned dimension) { return slots_[list * dimensions() + dimension]; }
  // That of a number after the lists.
  Slot& after(unsigned lists, unsigned index) { return slots_[lists * dimensions() + index]; }

  void fill(std::uint32_t number) { slots_.assign(type_.count, constant(number)); }
  void fill_list(unsigned list, std::uint32_t number) {
    for (unsigned i = 0; i < dimensions(); ++i) at(list, i) = constant(number);
  }
  // Sets a list to the operands from `first` on, of which each `step`-th one is for it. There must be one for each dimension.
  void set_list(unsigned list, unsigned first, unsigned step = 1) {
    if (instruction_.operand_count() < first ||
        (instruction_.operand_count() - first + step - 1) / step != dimensions())
      lowering_.fail_input("the number of operands does not match the dimension of Result Type");
    for (unsigned i = 0; i < dimensions(); ++i) at(list, i) = number(first + step * i);
  }
  Slot number(unsigned operand) {
    const Id id = instruction_.id(operand);
    const ScalarType type = lowering_.type_of(id).scalar;
    if (type.scalar_class != ScalarType::Class::integer || type.bytes != number_type.bytes)
      lowering_.fail_input("an operand is not a 32-bit integer");
    return lowering_.slot(id, 0, type);
  }
  Slot constant(std::uint32_t number) { return lowering_.constant_plane(number_type, number); }
  void bind() { lowering_.bind(instruction_.result, slots_); }

 private:
  Lowering& lowering_;
  const Instruction& instruction_;
  const Type& type_;
  std::vector<Slot> slots_;
};

std::uint64_t blocks_in(std::uint32_t size, std::uint32_t block_size) {
  return (std::uint64_t{size} + block_size - 1) / block_size;
}

// result = operand 0 * ceiling(operand 1 / operand 2); undefined if operand 2 is 0.
const Record* next_stride(Subgroup& subgroup, const Record* record) {
  const auto* stride = subgroup.values<std::uint32_t>(record->operand[0]);
  const auto* size = subgroup.values<std::uint32_t>(record->operand[1]);
  const auto* block_size = subgroup.values<std::uint32_t>(record->operand[2]);
  auto* result = subgroup.values<std::uint32_t>(record->result);
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1],
                  record->operand[2]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (block_size[lane] == 0) {
      result[lane] = 0;
      subgroup.header(record->result).undefined.set(lane);
    } else {
      result[lane] =
          static_cast<std::uint32_t>(stride[lane] * blocks_in(size[lane], block_size[lane]));
    }
  }
  return record + 1;
}

// The stride of each dimension is that of the next one times the blocks in it. `block_sizes`: empty if all are 1.
void set_packed_strides(Lowering& lowering, TensorState& state, unsigned list, unsigned sizes,
                        std::vector<Slot> block_sizes) {
  const unsigned last = state.dimensions() - 1;
  if (block_sizes.empty()) block_sizes.assign(last + 1, state.constant(1));
  state.at(list, last) = state.constant(1);
  for (unsigned i = last; i-- > 0;) {
    const Slot stride = lowering.new_plane(number_type);
    lowering.emit(&next_stride, stride,
                  {state.at(list, i + 1), state.at(sizes, i + 1), block_sizes[i + 1]});
    state.at(list, i) = stride;
  }
}

// --- layouts ---

constexpr Type::Kind layout_kind = Type::Kind::tensor_layout;
using LayoutLists = TensorLayoutState;

struct OpCreateTensorLayoutNV : Arrangement<grammar::OpCreateTensorLayoutNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, layout_kind);
    state.fill(0);
    state.fill_list(LayoutLists::in_block_size, 1);
    state.bind();
  }
};

struct OpTensorLayoutSetBlockSizeNV : Arrangement<grammar::OpTensorLayoutSetBlockSizeNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, layout_kind, instruction.id(Grammar::tensor_layout));
    state.set_list(LayoutLists::in_block_size, Grammar::block_size);
    state.bind();
  }
};

struct OpTensorLayoutSetDimensionNV : Arrangement<grammar::OpTensorLayoutSetDimensionNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, layout_kind, instruction.id(Grammar::tensor_layout));
    state.set_list(LayoutLists::in_dimension, Grammar::dim);
    state.set_list(LayoutLists::in_span, Grammar::dim);
    state.fill_list(LayoutLists::in_offset, 0);
    std::vector<Slot> block_sizes;
    for (unsigned i = 0; i < state.dimensions(); ++i)
      block_sizes.push_back(state.at(LayoutLists::in_block_size, i));
    set_packed_strides(lowering, state, LayoutLists::in_stride, LayoutLists::in_dimension,
                       std::move(block_sizes));
    state.bind();
  }
};

struct OpTensorLayoutSetStrideNV : Arrangement<grammar::OpTensorLayoutSetStrideNV> {
  static constexpr Clause too_small{
      "OpTensorLayoutSetStrideNV.too-small", "out-of-range", Effect::undefined_behavior,
      "a stride is less than that of the next dimension times the number of blocks in it"};
  static constexpr auto clauses = clause_list(too_small);

  // extra: { the planes of the stride, the next stride, and the size and the block size of the next dimension }.
  static const Record* check(Subgroup& subgroup, const Record* record) {
    std::array<const std::uint32_t*, 4> numbers{};
    PlaneHeader marks{};
    for (unsigned i = 0; i < numbers.size(); ++i) {
      const Slot slot = subgroup.data[record->extra + i];
      numbers[i] = subgroup.values<std::uint32_t>(slot);
      marks = marks | subgroup.header(slot);
    }
    LaneMask broken;
    (subgroup.active & ~marks.undefined).for_each([&](unsigned lane) {
      const std::uint32_t block_size = std::max(numbers[3][lane], 1u);
      const std::uint64_t blocks = blocks_in(numbers[2][lane], block_size);
      if (numbers[0][lane] < numbers[1][lane] * blocks) broken.set(lane);
    });
    if (broken.any()) [[unlikely]]
      report(subgroup, *record, too_small, broken);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, layout_kind, instruction.id(Grammar::tensor_layout));
    state.set_list(LayoutLists::in_stride, Grammar::stride);
    for (unsigned i = 0; i + 1 < state.dimensions(); ++i) {
      const std::array<std::uint32_t, 4> planes{
          state.at(LayoutLists::in_stride, i), state.at(LayoutLists::in_stride, i + 1),
          state.at(LayoutLists::in_dimension, i + 1), state.at(LayoutLists::in_block_size, i + 1)};
      const std::uint32_t record =
          lowering.emit(&check, no_slot, {no_slot, no_slot, no_slot}, lowering.add_data(planes));
      lowering.describe(record, {.reads = {planes.begin(), planes.end()}});
    }
    state.bind();
  }
};

// result = operand 0 + operand 1
const Record* add_offset(Subgroup& subgroup, const Record* record) {
  const auto* offset = subgroup.values<std::uint32_t>(record->operand[0]);
  const auto* added = subgroup.values<std::uint32_t>(record->operand[1]);
  auto* result = subgroup.values<std::uint32_t>(record->result);
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane) result[lane] = offset[lane] + added[lane];
  return record + 1;
}

struct OpTensorLayoutSliceNV : Arrangement<grammar::OpTensorLayoutSliceNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    constexpr unsigned offsets = Grammar::operands, pair = 2;
    TensorState state(lowering, instruction, layout_kind, instruction.id(Grammar::tensor_layout));
    TensorState added = state;
    added.set_list(LayoutLists::in_offset, offsets, pair);
    state.set_list(LayoutLists::in_span, offsets + 1, pair);
    for (unsigned i = 0; i < state.dimensions(); ++i) {
      const Slot sum = lowering.new_plane(number_type);
      Slot& offset = state.at(LayoutLists::in_offset, i);
      lowering.emit(&add_offset, sum, {offset, added.at(LayoutLists::in_offset, i)});
      offset = sum;
    }
    state.bind();
  }
};

struct OpTensorLayoutSetClampValueNV : Arrangement<grammar::OpTensorLayoutSetClampValueNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, layout_kind, instruction.id(Grammar::tensor_layout));
    state.after(LayoutLists::list_count, 0) = state.number(Grammar::value);
    state.bind();
  }
};

// --- views ---

constexpr Type::Kind view_kind = Type::Kind::tensor_view;
using ViewLists = TensorViewState;

struct OpCreateTensorViewNV : Arrangement<grammar::OpCreateTensorViewNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, view_kind);
    state.fill(0);
    for (const ViewLists::Clip span : {ViewLists::row_span, ViewLists::column_span})
      state.after(ViewLists::list_count, span) =
          state.constant(std::numeric_limits<std::uint32_t>::max());
    state.bind();
  }
};

struct OpTensorViewSetDimensionNV : Arrangement<grammar::OpTensorViewSetDimensionNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, view_kind, instruction.id(Grammar::tensor_view));
    state.set_list(ViewLists::in_dimension, Grammar::dim);
    set_packed_strides(lowering, state, ViewLists::in_stride, ViewLists::in_dimension, {});
    state.bind();
  }
};

struct OpTensorViewSetStrideNV : Arrangement<grammar::OpTensorViewSetStrideNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, view_kind, instruction.id(Grammar::tensor_view));
    state.set_list(ViewLists::in_stride, Grammar::stride);
    state.bind();
  }
};

struct OpTensorViewSetClipNV : Arrangement<grammar::OpTensorViewSetClipNV> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    TensorState state(lowering, instruction, view_kind, instruction.id(Grammar::tensor_view));
    for (unsigned i = 0; i < ViewLists::clip_count; ++i)
      state.after(ViewLists::list_count, i) = state.number(Grammar::clip_row_offset + i);
    state.bind();
  }
};

}  // namespace

std::span<const InstructionDefinition> tensor_state_instructions() {
  return InstructionList<OpCreateTensorLayoutNV, OpTensorLayoutSetBlockSizeNV,
                         OpTensorLayoutSetDimensionNV, OpTensorLayoutSetStrideNV,
                         OpTensorLayoutSliceNV, OpTensorLayoutSetClampValueNV, OpCreateTensorViewNV,
                         OpTensorViewSetDimensionNV, OpTensorViewSetStrideNV,
                         OpTensorViewSetClipNV>::definitions;
}

}  // namespace spirv_oracle
