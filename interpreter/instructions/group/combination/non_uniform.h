// What the files of the non-uniform and subgroup instructions share: the tangle that an instruction
// works on, operands that must be uniform, and the lists of the files.
//
// Each instruction is a pure function over a tangle, or over a tangle and one lane of it. Families
// own the iteration over components and lanes, definedness, and a fast path for full tangles, where
// every lane of the subgroup is active and every contribution is defined. Inactive lanes hold
// garbage: they are neither read (where that could matter) nor right afterwards. A result plane is
// never the plane of an operand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "grammar/core.h"
#include "interpreter/exec/lanes/tangle_groups.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> non_uniform_vote_instructions();
std::span<const InstructionDefinition> non_uniform_ballot_instructions();
std::span<const InstructionDefinition> non_uniform_broadcast_instructions();
std::span<const InstructionDefinition> non_uniform_shuffle_instructions();
std::span<const InstructionDefinition> non_uniform_integer_arithmetic_instructions();
std::span<const InstructionDefinition> non_uniform_integer_min_max_instructions();
std::span<const InstructionDefinition> non_uniform_bitwise_instructions();
std::span<const InstructionDefinition> non_uniform_float_arithmetic_instructions();
std::span<const InstructionDefinition> non_uniform_float_min_max_instructions();
std::span<const InstructionDefinition> non_uniform_logical_instructions();
std::span<const InstructionDefinition> non_uniform_quad_instructions();
std::span<const InstructionDefinition> non_uniform_partition_instructions();
std::span<const InstructionDefinition> group_subgroup_vote_instructions();
std::span<const InstructionDefinition> group_subgroup_ballot_instructions();
std::span<const InstructionDefinition> group_rotate_instructions();
std::span<const InstructionDefinition> group_vote_and_broadcast_instructions();
std::span<const InstructionDefinition> group_arithmetic_instructions();
std::span<const InstructionDefinition> group_uniform_arithmetic_instructions();
std::span<const InstructionDefinition> group_shader_ballot_amd_instructions();
std::span<const InstructionDefinition> group_subgroups_intel_instructions();

// A tangle of all lanes of the subgroup, for loops that vectorize.
struct FullTangle {
  unsigned size = 1;

  template <class Lane>
  [[gnu::always_inline]] bool contains(Lane lane) const {
    return lane < size;
  }
};

[[gnu::always_inline]] inline bool is_full(const Subgroup& subgroup) {
  const LaneMask& active = subgroup.active;
  if (subgroup.size <= 64) {
    return active.words[0] == ~std::uint64_t{0} >> (64 - subgroup.size);
  }
  return (active.words[0] & active.words[1]) == ~std::uint64_t{0};
}

// Whether a component is defined and exact in all lanes of the tangle.
[[gnu::always_inline]] inline bool is_plain(const Subgroup& subgroup, Slot slot) {
  const PlaneHeader& header = subgroup.header(slot);
  return ((header.undefined | header.implementation_dependent) & subgroup.active).none();
}

// `all` lanes, or none.
inline LaneMask lanes_if(bool all) {
  const std::uint64_t word = all ? ~std::uint64_t{0} : 0;
  return {{word, word}};
}

// A result that is the same in all lanes, from contributions of all lanes of the tangle.
inline PlaneHeader header_for_all(const Subgroup& subgroup, const PlaneHeader& contributions) {
  return {lanes_if((contributions.undefined & subgroup.active).any()),
          lanes_if((contributions.implementation_dependent & subgroup.active).any())};
}

// An unsigned operand of any width, read at its full width.
struct UnsignedPlane {
  const void* values = nullptr;
  unsigned bytes = 4;

  std::uint64_t operator[](unsigned lane) const {
    switch (bytes) {
      case 1:
        return static_cast<const std::uint8_t*>(values)[lane];
      case 2:
        return static_cast<const std::uint16_t*>(values)[lane];
      case 4:
        return static_cast<const std::uint32_t*>(values)[lane];
      default:
        return static_cast<const std::uint64_t*>(values)[lane];
    }
  }
};

inline UnsignedPlane unsigned_plane(const Subgroup& subgroup, Slot slot, unsigned bytes) {
  return {subgroup.values<void>(slot), bytes};
}

// Whether two values are the same. Floats must be ordered and equal.
template <class T>
[[gnu::always_inline]] inline bool equal(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Float16>) {
    const unsigned magnitude_a = a.bits & 0x7FFFu, magnitude_b = b.bits & 0x7FFFu;
    return (a.bits == b.bits && magnitude_a <= 0x7C00u) || (magnitude_a | magnitude_b) == 0;
  } else {
    return a == b;
  }
}

// The lanes whose value equals `value`, including inactive and padding lanes.
template <class T>
[[gnu::always_inline]] inline LaneMask equal_lanes(const T* values, unsigned padded_lanes,
                                                   T value) {
  LaneMask lanes;
  using Flag = UnsignedOfSize<sizeof(T)>;
  for_each_chunk(
      padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        alignas(32) Flag flags[chunk];
        SPIRV_ORACLE_LANE_LOOP
        for (std::size_t i = 0; i < chunk; ++i) {
          flags[i] = equal(values[lane + i], value) ? static_cast<Flag>(~Flag{0}) : Flag{0};
        }
        set_mask_bits(lanes, lane, flags_to_bits(flags));
      });
  return lanes;
}

template <class T>
[[gnu::always_inline]] inline void fill(Subgroup& subgroup, Slot slot, T value) {
  T* out = subgroup.values<T>(slot);
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        SPIRV_ORACLE_LANE_LOOP
        for (std::size_t i = 0; i < chunk; ++i) out[lane + i] = value;
      });
}

namespace internal {

// Whether an operand satisfies the requirement to be dynamically uniform within the tangle.
enum class Uniformity : std::uint8_t { uniform, different, undefined };

struct UniformOperand {
  Uniformity uniformity = Uniformity::uniform;
  std::uint64_t value = 0;  // in the lowest lane
};

UniformOperand look_for_uniform_operand(const Subgroup& subgroup, Slot slot, unsigned bytes);

// Whether the operand is the same in all lanes, including inactive ones.
template <class T>
[[gnu::always_inline]] inline bool same_everywhere(const Subgroup& subgroup, Slot slot) {
  const T* values = subgroup.values<T>(slot);
  const T first = values[0];
  T difference = 0;
  for_each_chunk(
      subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
        constexpr unsigned chunk = decltype(count)::value;
        T any = 0;
        for (unsigned i = 0; i < chunk; ++i) any = static_cast<T>(any | (values[lane + i] ^ first));
        difference = static_cast<T>(difference | any);
      });
  return difference == 0;
}

// `bytes`: the width of the operand; 0 for a constant plane of 32 bits.
[[gnu::always_inline]] inline UniformOperand uniform_operand(const Subgroup& subgroup, Slot slot,
                                                             unsigned bytes) {
  if (bytes == 0 || (bytes == 4 && (subgroup.header(slot).undefined & subgroup.active).none() &&
                     same_everywhere<std::uint32_t>(subgroup, slot))) {
    return {Uniformity::uniform, subgroup.values<std::uint32_t>(slot)[0]};
  }
  return look_for_uniform_operand(subgroup, slot, bytes);
}

// Reports a clause for all lanes of the tangle, and marks the results in these planes according to
// its effect.
[[gnu::cold, gnu::noinline]] void break_for_tangle(Subgroup& subgroup, const Record& record,
                                                   const Clause& clause);

// Fails unless Execution, operand `index`, is the Subgroup scope.
void require_subgroup_scope(Lowering& lowering, const Instruction& instruction, unsigned index = 2);

// The value of an integer operand that is a defined constant.
std::optional<std::uint64_t> constant_operand(const Lowering& lowering, Id id);

// The storage types for comparisons: `action` gets bool, an unsigned integer or a float.
template <class Action>
Handler for_comparison(ScalarType type, Action action) {
  if (type.scalar_class == ScalarType::Class::boolean) return action.template operator()<bool>();
  return for_storage(
      TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, Float16, float, double>{},
      type, false, action);
}

// A handler that reports `Broken` for the tangle, for operands that are known to break it.
template <const Clause& Broken>
const Record* execute_broken(Subgroup& subgroup, const Record* record) {
  break_for_tangle(subgroup, *record, Broken);
  return record + 1;
}

// The operand of a record in which an operand of the instruction is. Findings show the values of
// planes by their places.
template <class G>
constexpr unsigned place(unsigned operand_index) {
  return operand_index - G::first_operand;
}

struct PlacedOperand {
  unsigned place;
  Slot slot;
};

// Emits a record with these operands and no others. `listed`: the planes in its list.
void emit_placed(Lowering& lowering, Handler handler, Slot result,
                 std::initializer_list<PlacedOperand> operands, std::uint32_t extra = 0,
                 std::span<const Slot> listed = {});

// Emits `handler` for every component of the result, without operands.
void emit_for_components(Lowering& lowering, const Instruction& instruction, Handler handler);

}  // namespace internal
}  // namespace spirv_oracle
