// Group and Subgroup Instructions: SPV_INTEL_subgroups

#include "interpreter/checks/race_check.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/instructions/group/block_clauses.h"
#include "interpreter/instructions/group/non_uniform_shuffle.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

template <class G>
struct ShuffleClauses {
  static constexpr Clause out_of_range{internal::ClauseId<G, ".source-out-of-range">::view,
                                       "lane-out-of-range", Effect::undefined_result,
                                       "the shuffle index is out of range"};
  static constexpr Clause not_in_tangle{
      internal::ClauseId<G, ".source-not-in-tangle">::view, "inactive-source-lane",
      Effect::undefined_result,
      "the invocation that the shuffle index selects does not execute the instruction"};
  static constexpr auto clauses = clause_list(out_of_range, not_in_tangle);

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> checked(const T& tangle, unsigned id) {
    if (id >= tangle.size) return out_of_range;
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }
};

struct OpSubgroupShuffleINTEL
    : Shuffle<grammar::OpSubgroupShuffleINTEL, grammar::OpSubgroupShuffleINTEL::data>,
      ShuffleClauses<grammar::OpSubgroupShuffleINTEL>,
      SelectsById {
  static constexpr std::string_view function = "intel_sub_group_shuffle";

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         unsigned invocation_id) {
    return checked(tangle, selected(lane, invocation_id));
  }
};

struct OpSubgroupShuffleXorINTEL
    : Shuffle<grammar::OpSubgroupShuffleXorINTEL, grammar::OpSubgroupShuffleXorINTEL::data>,
      ShuffleClauses<grammar::OpSubgroupShuffleXorINTEL>,
      SelectsByXor {
  static constexpr std::string_view function = "intel_sub_group_shuffle_xor";

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         unsigned value) {
    return checked(tangle, selected(lane, value));
  }
};

// The two data sources form a window, the first before the second. Each invocation selects a position:
//   std::uint64_t position(unsigned size, unsigned lane, std::uint64_t delta)
// It is out of range from 2 * size on. `function`: the name in the source.
template <class G>
struct WindowShuffle : ShuffleClauses<G> {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;
  using Clauses = ShuffleClauses<G>;
  static constexpr unsigned first_place = 0, second_place = 1, delta_place = 2;
  static_assert(delta_place == internal::place<G>(G::delta));

  template <class Self>
  static LaneSource read(const LaneReader& reader) {
    const std::uint64_t size = reader.size;
    const std::uint64_t position = Self::position(
        static_cast<unsigned>(size), static_cast<unsigned>(reader.id), reader.selector[0]);
    return {position < size ? G::first_operand : G::first_operand + 1, position % size,
            position < 2 * size};
  }
  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::read,
            .value = G::first_operand,
            .selector = G::delta,
            .name = Self::function,
            .source = &read<Self>};
  }

  struct Source {
    Slot slot = no_slot;
    unsigned lane = 0;
    const Clause* broken = nullptr;
  };

  template <class Self>
  static Source source(const Subgroup& subgroup, const Record& record, unsigned lane,
                       std::uint64_t delta) {
    const std::uint64_t position = Self::position(subgroup.size, lane, delta);
    if (position >= 2 * std::uint64_t{subgroup.size}) return {.broken = &Clauses::out_of_range};
    const auto from = static_cast<unsigned>(position % subgroup.size);
    if (!subgroup.active.test(from)) return {.broken = &Clauses::not_in_tangle};
    return {record.operand[position < subgroup.size ? first_place : second_place], from};
  }

  // `extra` is the width of Delta.
  template <class Self, class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const UnsignedPlane delta =
        unsigned_plane(subgroup, record->operand[delta_place], record->extra);
    const PlaneHeader header = subgroup.header(record->operand[delta_place]);
    subgroup.header(record->result) = header;
    BrokenClauses broken;
    (subgroup.active & ~header.undefined).for_each([&](unsigned lane) {
      const Source from = source<Self>(subgroup, *record, lane, delta[lane]);
      if (from.broken != nullptr) return broken.add(*from.broken, lane);
      internal::move_value<T>(*record, from.slot, {0, &subgroup, lane}, {0, &subgroup, from.lane});
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = lowering.type(instruction.type).scalar;
    const ScalarType delta_type = lowering.type_of(instruction.id(G::delta)).scalar;
    if (delta_type.scalar_class != ScalarType::Class::integer) {
      return internal::fail_no_handler(lowering);
    }
    const Handler handler =
        for_width(type.bytes, []<class T>() -> Handler { return &execute<Self, T>; });
    const Slot delta = lowering.slot(instruction.id(G::delta), 0, delta_type);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot first = lowering.slot(instruction.id(G::first_operand), i, type);
      const Slot second = lowering.slot(instruction.id(G::first_operand + 1), i, type);
      lowering.emit(handler, results[i], {first, second, delta}, delta_type.bytes);
    }
  }
};

// Current, then Next.
struct OpSubgroupShuffleDownINTEL : WindowShuffle<grammar::OpSubgroupShuffleDownINTEL> {
  static constexpr std::string_view function = "intel_sub_group_shuffle_down";

  static std::uint64_t position(unsigned, unsigned lane, std::uint64_t delta) {
    return std::min<std::uint64_t>(delta, 0xFFFFFFFF) + lane;
  }
};

// Previous, then Current.
struct OpSubgroupShuffleUpINTEL : WindowShuffle<grammar::OpSubgroupShuffleUpINTEL> {
  static constexpr std::string_view function = "intel_sub_group_shuffle_up";

  static std::uint64_t position(unsigned size, unsigned lane, std::uint64_t delta) {
    const std::uint64_t last = std::uint64_t{size} + lane;
    return delta <= last ? last - delta : ~std::uint64_t{0};
  }
};

// --- block reads and writes ---

// A block operation is one access of the whole subgroup, so all its invocations must execute it with
// the same Ptr.
template <class G>
struct BlockAccess : BlockClauses<G> {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::accesses;

  static constexpr Clause not_uniform{internal::ClauseId<G, ".ptr-not-uniform">::view,
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "Ptr is not the same for all invocations in the subgroup"};

  // The access reports a pointer that is undefined or broken.
  static const Clause* broken(const Subgroup& subgroup, Slot ptr) {
    if (const Clause* clause = BlockClauses<G>::missing_invocations(subgroup); clause != nullptr)
      return clause;
    const auto pointer = internal::look_for_uniform_operand(subgroup, ptr, 8);
    return pointer.uniformity == internal::Uniformity::different ? &not_uniform : nullptr;
  }

  // cl_intel_spirv_subgroups: what Ptr is a multiple of in a kernel. Misaligned blocks are accessed nevertheless.
  static void require_alignment(Subgroup& subgroup, const Record& record) {
    const std::uint64_t alignment = subgroup.data[record.extra + 1];
    const std::uint64_t address =
        subgroup.values<std::uint64_t>(record.operand[0])[subgroup.active.lowest()];
    if (address % alignment == 0 || address >> AddressSpace::offset_bits == reported_object) return;
    report(subgroup, record, memory_clauses::misaligned, subgroup.active,
           "the block begins" +
               place_inside(*subgroup.program, *subgroup.memory, address, 1).after(" at ") +
               "; the offset must be a multiple of " + std::to_string(alignment));
  }

  // Operand 0: Ptr; extra: { records that depend on it, alignment, number of results, their planes }.
  static const Record* require_block(Subgroup& subgroup, const Record* record) {
    const Clause* clause = broken(subgroup, record->operand[0]);
    if (clause == nullptr) [[likely]] {
      require_alignment(subgroup, *record);
      return record + 1;
    }
    const bool incomplete = clause == &UniformClause<G>::not_all_execute;
    report(subgroup, *record, *clause, subgroup.active,
           incomplete ? describe_other_lanes(subgroup, record) : "");
    const std::uint32_t* list = subgroup.data + record->extra;
    for (std::uint32_t i = 0; i < list[2]; ++i) {
      subgroup.header(list[3 + i]) = {LaneMask::first(128), {}};
    }
    return record + 1 + list[0];
  }

  // Ptr[SubgroupLocalInvocationId]; extra is the size of a component.
  static const Record* address_of_lane(Subgroup& subgroup, const Record* record) {
    subgroup.header(record->result) = subgroup.header(record->operand[0]);
    const auto* pointers = subgroup.values<std::uint64_t>(record->operand[0]);
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      subgroup.values<std::uint64_t>(record->result)[lane] =
          pointers[lane] + std::uint64_t{lane} * record->extra;
    }
    return record + 1;
  }

  // Component c of lane i is Ptr[i + c * SubgroupMaxSize].
  static void emit(Lowering& lowering, const Instruction& instruction, bool store,
                   std::span<const Slot> components) {
    const Id ptr = instruction.id(G::ptr);
    const Id number = accessed_type(lowering.module(), instruction, ptr);
    const ScalarType type = lowering.type(number).scalar;
    if (Lowering::in_planes(lowering.value(ptr)) || type.bytes == 0) {
      lowering.fail_unsupported("Ptr does not point to numbers in a buffer");
    }
    for (const Slot slot : components) {
      lowering.check_width(slot, type.bytes);
    }
    const Slot base = lowering.slot(ptr, 0, ScalarType::pointer());
    const std::optional<RaceSite> race = race_site(lowering, ptr, {}, store);
    const std::uint32_t alignment = lowering.program().is_kernel() ? (store ? 16 : 4) : 1;
    std::vector<std::uint32_t> results{race ? 3u : 2u, alignment, 0};
    if (!store) {
      results[2] = static_cast<std::uint32_t>(components.size());
      results.insert(results.end(), components.begin(), components.end());
    }
    const std::uint32_t stride = lowering.program().subgroup_size * type.bytes;
    const Slot address = lowering.new_plane(ScalarType::pointer());
    lowering.describe(lowering.emit(&require_block, no_slot, {base, no_slot, no_slot},
                                    lowering.add_data(results)),
                      {.reads = {results.begin() + 3, results.end()},
                       .writes = {results.begin() + 3, results.end()},
                       .is_control_flow = true});
    lowering.emit(&address_of_lane, address, {base}, type.bytes);
    emit_component_access(lowering, {.store = store,
                                     .address = address,
                                     .stride = stride,
                                     .bytes = type.bytes,
                                     .planes = components,
                                     .race = race});
  }
};

struct OpSubgroupBlockReadINTEL : BlockAccess<grammar::OpSubgroupBlockReadINTEL> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::ptr, true, false, false}};
  static constexpr auto clauses =
      clause_list(UniformClause<Grammar>::not_all_execute, partly_filled, not_uniform,
                  memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                  memory_clauses::misaligned, memory_clauses::undefined_pointer);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> results = lowering.define(instruction).slots;
    emit(lowering, instruction, false, results);
  }
};

struct OpSubgroupBlockWriteINTEL : BlockAccess<grammar::OpSubgroupBlockWriteINTEL> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::ptr, false, true, false}};
  static constexpr auto clauses = clause_list(
      UniformClause<Grammar>::not_all_execute, partly_filled, not_uniform,
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::not_writable);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> data = lowering.value(instruction.id(Grammar::data)).slots;
    emit(lowering, instruction, true, data);
  }
};

}  // namespace

std::span<const InstructionDefinition> group_subgroups_intel_instructions() {
  return InstructionList<OpSubgroupShuffleINTEL, OpSubgroupShuffleDownINTEL,
                         OpSubgroupShuffleUpINTEL, OpSubgroupShuffleXorINTEL,
                         OpSubgroupBlockReadINTEL, OpSubgroupBlockWriteINTEL>::definitions;
}

}  // namespace spirv_oracle
