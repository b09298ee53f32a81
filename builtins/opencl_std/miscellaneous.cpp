// Miscellaneous vector instructions, and prefetch.
#include <bit>

#include "builtins/opencl_std/instruction.h"
#include "builtins/opencl_std/lists.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle::opencl_std {
namespace {

// One component of a shuffled vector: the source that a mask selects. operand 0: the mask; extra: in
// Program::data { count, the planes of the sources }. Only the low bits that number the sources count.
template <class T>
struct ShuffledComponent {
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t count = subgroup.data[record->extra];
    const Slot* sources = subgroup.data + record->extra + 1;
    const T* mask = subgroup.values<T>(record->operand[0]);
    T* result = subgroup.values<T>(record->result);
    PlaneHeader header = subgroup.header(record->operand[0]);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const Slot source = sources[mask[lane] & (count - 1)];
      result[lane] = subgroup.values<T>(source)[lane];
    }
    bool indeterminate = is_indeterminate(header);
    for (std::uint32_t i = 0; i < count; ++i)
      indeterminate |= is_indeterminate(subgroup.header(sources[i]));
    subgroup.header(record->result) = PlaneHeader{};
    return indeterminate ? choose_states(subgroup, record) : record + 1;
  }

  // The result is undefined if the selected source is. If the mask is undefined, it may select any source.
  [[gnu::cold, gnu::noinline]] static const Record* choose_states(Subgroup& subgroup,
                                                                  const Record* record) {
    const std::uint32_t count = subgroup.data[record->extra];
    const Slot* sources = subgroup.data + record->extra + 1;
    subgroup.active.for_each([&](unsigned lane) {
      const PartlyIndeterminate<T> mask =
          partly_indeterminate<T>(subgroup, record->operand[0], lane);
      PlaneHeader& header = subgroup.header(record->result);
      const bool mask_is_indeterminate = (mask.indeterminate & (count - 1)) != 0;
      const PlaneHeader& state = subgroup.header(
          mask_is_indeterminate ? record->operand[0] : sources[mask.value & (count - 1)]);
      if (state.undefined.test(lane)) header.undefined.set(lane);
      if (state.implementation_dependent.test(lane)) header.implementation_dependent.set(lane);
      if (!indeterminate_lanes(header).test(lane)) return;
      const BitMaskOf<T> indeterminate =
          mask_is_indeterminate
              ? all_indeterminate<T>
              : partly_indeterminate<T>(subgroup, sources[mask.value & (count - 1)], lane)
                    .indeterminate;
      set_indeterminate_bits<T>(subgroup, record->result, lane, indeterminate);
    });
    return record + 1;
  }
};

// Chooses each component of the result among `sources`, whose number is a power of two.
void emit_shuffle(Lowering& lowering, const Instruction& instruction,
                  const std::vector<Slot>& sources, Id mask) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const ScalarType index = lowering.type_of(mask).scalar;
  const bool fits = type.bytes == index.bytes && type.bytes != 0 &&
                    index.scalar_class == ScalarType::Class::integer;
  if (!fits || !std::has_single_bit(sources.size())) return internal::fail_no_handler(lowering);
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(sources.size())};
  for (const Slot slot : sources) {
    lowering.check_width(slot, type.bytes);
    words.push_back(slot);
  }
  const std::uint32_t data = lowering.add_data(words);
  const Handler handler = for_width(type.bytes, []<class T>() -> Handler {
    if constexpr (std::is_same_v<T, bool>) {
      return nullptr;
    } else {
      return &ShuffledComponent<T>::execute;
    }
  });
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Slot chooser = lowering.slot(mask, i, index);
    lowering.check_width(results[i], type.bytes);
    lowering.describe(lowering.emit(handler, results[i], {chooser}, data), {.reads = sources});
  }
}

struct shuffle : Arrangement<listed::shuffle> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_shuffle(lowering, instruction, lowering.operand_slots(operand(instruction, Grammar::x)),
                 operand(instruction, Grammar::shuffle_mask));
  }
};

// The components of x come before those of y.
struct shuffle2 : Arrangement<listed::shuffle2> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    std::vector<Slot> sources = lowering.operand_slots(operand(instruction, Grammar::x));
    const std::vector<Slot> y = lowering.operand_slots(operand(instruction, Grammar::y));
    sources.insert(sources.end(), y.begin(), y.end());
    emit_shuffle(lowering, instruction, sources, operand(instruction, Grammar::shuffle_mask));
  }
};

// "Does not affect the functionality of the kernel."
struct prefetch : Arrangement<listed::prefetch> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::ptr, true, false, false}};
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, std::vector<Slot>{});
  }
};

}  // namespace

std::span<const InstructionDefinition> miscellaneous_instructions() {
  return InstructionList<shuffle, shuffle2, prefetch>::definitions;
}

}  // namespace spirv_oracle::opencl_std
