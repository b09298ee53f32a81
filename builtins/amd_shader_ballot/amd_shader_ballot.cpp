#include "builtins/amd_shader_ballot/amd_shader_ballot.h"

#include <bit>

#include "grammar/amd_shader_ballot.h"
#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle {
namespace {

namespace listed = grammar::amd_shader_ballot;

Id operand(const Instruction& instruction, unsigned index) {
  return instruction.id(Lowering::first_operand(instruction) + index);
}

// The components of an operand that must be constants below `bound`. Fails if they are not
// constants.
std::vector<std::uint32_t> constants_below(const Lowering& lowering, Id id, std::size_t count,
                                           std::uint64_t bound, bool& in_range) {
  const ConstantValue* constant = lowering.types().constant(id);
  if (constant == nullptr || constant->size() != count) {
    lowering.fail_input(lowering.module().display(id) + " does not consist of " +
                        std::to_string(count) + " constants");
  }
  std::vector<std::uint32_t> values;
  in_range = true;
  for (const auto& component : *constant) {
    const std::uint64_t value = component.bits & 0xFFFFFFFF;
    in_range = in_range && !component.undefined && value < bound;
    values.push_back(static_cast<std::uint32_t>(value));
  }
  return values;
}

// Every invocation gets `data` of another one, or 0 if that one is not active.
//   unsigned source(unsigned lane, const std::uint32_t* constants)
template <class G>
struct Swizzle {
  using Grammar = G;

  // Operand 0: data; extra: the list of the constants.
  template <class Self, class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Slot data = record->operand[0];
    const std::uint32_t* constants = subgroup.data + record->extra;
    const PlaneHeader& moved = subgroup.header(data);
    PlaneHeader header;
    LaneMask truth;
    subgroup.active.for_each([&](unsigned lane) {
      const unsigned from = Self::source(lane, constants);
      const bool active = from < subgroup.size && subgroup.active.test(from);
      if (active && moved.undefined.test(from)) header.undefined.set(lane);
      if (active && moved.implementation_dependent.test(from)) {
        header.implementation_dependent.set(lane);
      }
      if constexpr (std::is_same_v<T, bool>) {
        if (active && subgroup.truth(data).test(from)) truth.set(lane);
      } else {
        subgroup.values<T>(record->result)[lane] = active ? subgroup.values<T>(data)[from] : T{0};
      }
    });
    if constexpr (std::is_same_v<T, bool>) subgroup.truth(record->result) = truth;
    subgroup.header(record->result) = header;
    return record + 1;
  }

  // `constants_index`: the operand with the constants, `count` of them below `bound`.
  template <class Self>
  static void lower_with(Lowering& lowering, const Instruction& instruction,
                         unsigned constants_index, std::size_t count, std::uint64_t bound) {
    bool in_range = true;
    const auto constants =
        constants_below(lowering, operand(instruction, constants_index), count, bound, in_range);
    if (!in_range) {
      return internal::emit_for_components(lowering, instruction,
                                           &internal::execute_broken<Self::out_of_range>);
    }
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler =
        for_width(type.bytes, []<class T>() -> Handler { return &execute<Self, T>; });
    const std::uint32_t list = lowering.add_data(constants);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.emit(handler, results[i], {lowering.slot(operand(instruction, G::data), i, type)},
                    list);
    }
  }
};

struct SwizzleInvocationsAMD : Swizzle<listed::SwizzleInvocationsAMD> {
  static constexpr Clause out_of_range{
      "SPV_AMD_shader_ballot.SwizzleInvocationsAMD.offset-out-of-range", "lane-out-of-range",
      Effect::undefined_behavior, "a component of offset is not in the range [0, 3]"};
  static constexpr auto clauses = clause_list(out_of_range);

  static unsigned source(unsigned lane, const std::uint32_t* offset) {
    return (lane & ~3u) + offset[lane & 3];
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lower_with<Self>(lowering, instruction, Grammar::offset, 4, 4);
  }
};

struct SwizzleInvocationsMaskedAMD : Swizzle<listed::SwizzleInvocationsMaskedAMD> {
  static constexpr Clause out_of_range{
      "SPV_AMD_shader_ballot.SwizzleInvocationsMaskedAMD.mask-out-of-range", "lane-out-of-range",
      Effect::undefined_behavior, "a component of mask is not in the range [0, 31]"};
  static constexpr auto clauses = clause_list(out_of_range);

  // Within a group of 32 consecutive invocations.
  static unsigned source(unsigned lane, const std::uint32_t* mask) {
    return ((((lane & 31) & mask[0]) | mask[1]) ^ mask[2]) | (lane & ~31u);
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lower_with<Self>(lowering, instruction, Grammar::mask, 3, 32);
  }
};

struct WriteInvocationAMD {
  using Grammar = listed::WriteInvocationAMD;

  static constexpr Clause not_uniform{
      "SPV_AMD_shader_ballot.WriteInvocationAMD.not-uniform", "non-uniform-operand",
      Effect::undefined_result,
      "writeValue and invocationIndex are not dynamically uniform within the subgroup"};
  static constexpr Clause undefined_operand{
      "SPV_AMD_shader_ballot.WriteInvocationAMD.operand-undefined", "undefined-operand",
      Effect::undefined_result,
      "writeValue and invocationIndex must be dynamically uniform within the subgroup, but one is "
      "undefined"};
  static constexpr Clause out_of_range{
      "SPV_AMD_shader_ballot.WriteInvocationAMD.index-out-of-range", "lane-out-of-range",
      Effect::undefined_behavior, "invocationIndex is not in the range [0, SubgroupSize - 1]"};
  static constexpr auto clauses = clause_list(not_uniform, undefined_operand, out_of_range);

  // The clause that the uniform operands break. Their planes are in the list: { number,
  // (plane, bytes) * number }.
  static const Clause* broken(const Subgroup& subgroup, const std::uint32_t* list) {
    bool different = false;
    for (std::uint32_t i = 0; i < list[0]; ++i) {
      const Slot slot = list[1 + 2 * i];
      const std::uint32_t bytes = list[2 + 2 * i];
      if ((subgroup.header(slot).undefined & subgroup.active).any()) return &undefined_operand;
      if (bytes == 0) {
        const LaneMask set = subgroup.truth(slot) & subgroup.active;
        different |= set.any() && set != subgroup.active;
      } else {
        different |= internal::look_for_uniform_operand(subgroup, slot, bytes).uniformity !=
                     internal::Uniformity::uniform;
      }
    }
    return different ? &not_uniform : nullptr;
  }

  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const auto& [input, write, index] = record->operand;
    const std::uint32_t* list = subgroup.data + record->extra;
    const std::uint64_t named = unsigned_plane(subgroup, index, list[2])[subgroup.active.lowest()];
    const Clause* clause = broken(subgroup, list);
    if (clause == nullptr && named >= subgroup.size) clause = &out_of_range;
    if (clause != nullptr) {
      internal::break_for_tangle(subgroup, *record, *clause);
      return record + 1;
    }
    const auto lane = static_cast<unsigned>(named);
    PlaneHeader header = subgroup.header(input);
    const auto replace = [&](LaneMask& mask, const LaneMask& by) {
      by.test(lane) ? mask.set(lane) : mask.reset(lane);
    };
    replace(header.undefined, subgroup.header(write).undefined);
    replace(header.implementation_dependent, subgroup.header(write).implementation_dependent);
    header.implementation_dependent |= subgroup.header(index).implementation_dependent;
    if constexpr (std::is_same_v<T, bool>) {
      LaneMask truth = subgroup.truth(input);
      replace(truth, subgroup.truth(write));
      subgroup.truth(record->result) = truth;
    } else {
      T* out = subgroup.values<T>(record->result);
      std::copy_n(subgroup.values<T>(input), subgroup.padded_lanes, out);
      out[lane] = subgroup.values<T>(write)[lane];
    }
    subgroup.header(record->result) = header;
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Id input = operand(instruction, Grammar::input_value);
    const Id write = operand(instruction, Grammar::write_value);
    const Id index = operand(instruction, Grammar::invocation_index);
    const ScalarType index_type = lowering.type_of(index).scalar;
    if (index_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const Handler handler = for_width(type.bytes, []<class T>() -> Handler { return &execute<T>; });
    const std::vector<Slot> results = lowering.define(instruction).slots;
    std::vector<std::uint32_t> uniform{0, lowering.slot(index, 0, index_type), index_type.bytes};
    for (std::size_t i = 0; i < results.size(); ++i) {
      uniform.insert(uniform.end(), {lowering.slot(write, i, type), std::uint32_t{type.bytes}});
    }
    uniform[0] = static_cast<std::uint32_t>(uniform.size() / 2);
    const std::uint32_t list = lowering.add_data(uniform);
    std::vector<Slot> planes;
    for (std::size_t i = 1; i < uniform.size(); i += 2) planes.push_back(uniform[i]);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::uint32_t record_index = lowering.emit(
          handler, results[i],
          {lowering.slot(input, i, type), lowering.slot(write, i, type), uniform[1]}, list);
      lowering.describe(record_index, {.reads = planes});
    }
  }
};

// The number of bits of mask below the invocation's own bit.
struct MbcntAMD {
  using Grammar = listed::MbcntAMD;

  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const T* mask = subgroup.values<T>(record->operand[0]);
    auto* out = subgroup.values<std::uint32_t>(record->result);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const std::uint64_t below = LaneMask::first(std::min(lane, subgroup.size)).words[0];
      out[lane] = static_cast<std::uint32_t>(std::popcount(mask[lane] & below));
    }
    combine_headers(subgroup, record->result, record->operand[0]);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id mask = operand(instruction, Grammar::mask);
    const ScalarType type = lowering.type_of(mask).scalar;
    const Slot slot = lowering.slot(mask, 0, type);
    const Slot result = lowering.define(instruction).slots[0];
    if (type.scalar_class != ScalarType::Class::integer || (type.bytes != 4 && type.bytes != 8)) {
      return internal::fail_no_handler(lowering);
    }
    lowering.check_width(result, 4);
    lowering.emit(type.bytes == 4 ? &execute<std::uint32_t> : &execute<std::uint64_t>, result,
                  {slot});
  }
};

}  // namespace

void register_amd_shader_ballot(InstructionRegistry& registry) {
  registry.add_extended("SPV_AMD_shader_ballot",
                        InstructionList<SwizzleInvocationsAMD, SwizzleInvocationsMaskedAMD,
                                        WriteInvocationAMD, MbcntAMD>::definitions);
}

}  // namespace spirv_oracle
