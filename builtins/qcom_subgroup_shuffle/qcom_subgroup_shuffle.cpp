#include "builtins/qcom_subgroup_shuffle/qcom_subgroup_shuffle.h"

#include <cstring>
#include <string>

#include "interpreter/exec/barriers.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/group/non_uniform_sources.h"
#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {
namespace {

// The number of lanes in a shuffle group, by qcom_sub_group_shuffle_width_modes_t. Its constants are numbered in
// the order of the specification. 0: an unknown width.
constexpr unsigned lanes_in_group(std::uint64_t width, unsigned subgroup_size) {
  switch (width) {
    case 0:  // CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM
      return subgroup_size;
    case 1:  // ..._W4_QCOM
      return 4;
    case 2:  // ..._W8_QCOM
      return 8;
    default:
      return 0;
  }
}

// "Limitations", which apply to all functions.
namespace limitations {
constexpr Clause not_all_execute{"cl_qcom_subgroup_shuffle.not-all-execute", "group-divergence",
                                 Effect::undefined_behavior,
                                 "not all work-items of the subgroup make the call"};
constexpr Clause offset_not_uniform{"cl_qcom_subgroup_shuffle.offset-not-uniform",
                                    "non-uniform-operand", Effect::undefined_result,
                                    "all work-items must pass the same offset"};
constexpr Clause width_not_uniform{"cl_qcom_subgroup_shuffle.width-not-uniform",
                                   "non-uniform-operand", Effect::undefined_result,
                                   "all work-items must pass the same width"};
constexpr Clause argument_undefined{"cl_qcom_subgroup_shuffle.argument-undefined",
                                    "undefined-operand", Effect::undefined_result,
                                    "offset or width is undefined"};
constexpr Clause unknown_width{"cl_qcom_subgroup_shuffle.unknown-width", "invalid-width",
                               Effect::undefined_behavior,
                               "width must be a constant of qcom_sub_group_shuffle_width_modes_t"};
constexpr Clause subgroup_too_small{"cl_qcom_subgroup_shuffle.subgroup-too-small", "invalid-width",
                                    Effect::undefined_behavior,
                                    "the subgroup size is smaller than the width"};
constexpr Clause too_few_work_items{"cl_qcom_subgroup_shuffle.too-few-work-items",
                                    "partial-subgroup", Effect::undefined_behavior,
                                    "the work-group has fewer work-items than the width"};
constexpr Clause offset_too_large{"cl_qcom_subgroup_shuffle.offset-too-large", "lane-out-of-range",
                                  Effect::undefined_result, "offset must be less than the width"};
constexpr Clause group_not_full{"cl_qcom_subgroup_shuffle.group-not-full", "partial-subgroup",
                                Effect::implementation_defined,
                                "the rotation goes past the last work-item of a shuffle group that "
                                "is not full: it may wrap at the width or at the last work-item"};
constexpr auto all =
    clause_list(not_all_execute, offset_not_uniform, width_not_uniform, argument_undefined,
                unknown_width, subgroup_too_small, too_few_work_items, offset_too_large);
constexpr auto of_rotations = clause_list(not_all_execute, offset_not_uniform, width_not_uniform,
                                          argument_undefined, unknown_width, subgroup_too_small,
                                          too_few_work_items, offset_too_large, group_not_full);
}  // namespace limitations

std::string number(std::uint64_t value) { return std::to_string(value); }

// "lane 0 passes 1, but lane 3 passes 2"
std::string describe_difference(const Subgroup& subgroup, Slot slot) {
  const auto* values = subgroup.values<std::uint32_t>(slot);
  const unsigned first = subgroup.active.lowest();
  std::string text = "lane " + number(first) + " passes " + number(values[first]);
  bool found = false;
  subgroup.active.for_each([&](unsigned lane) {
    if (found || values[lane] == values[first]) return;
    found = true;
    text += ", but lane " + number(lane) + " passes " + number(values[lane]);
  });
  return text;
}

// The equivalent of an instruction's grammar, for a function.
template <internal::FixedString Name, std::uint32_t Number>
struct Function {
  static constexpr std::string_view name{Name.text, sizeof(Name.text) - 1};
  static constexpr std::string_view instruction_class = "Group";
  static constexpr std::uint32_t number = Number;  // among those of the extension
};

// The lane that each lane reads, if the shuffle groups have last + 1 lanes:
//   unsigned source(unsigned lane, unsigned offset, unsigned last)
// and `leaves_group`, whether that lane may be outside the group. A source that is outside, or does not execute the
// call, is replaced by default_value. A rotation also has the source before it wraps:
//   unsigned unwrapped(unsigned lane, unsigned offset)
template <class G>
struct Shuffle {
  using Grammar = G;
  static constexpr bool only_moves = true;

  // The arguments. A record has the planes of the first three, in this order. The words at `extra` are the plane of
  // default_value and the size of gentype in bytes.
  enum Argument : unsigned { source_value, offset, width, default_value };

  static std::string width_text(unsigned lanes) { return "the width is " + number(lanes); }

  // Reports a clause for the whole tangle. False: the results are undefined for it.
  [[gnu::cold, gnu::noinline]] static bool break_for_tangle(Subgroup& subgroup,
                                                            const Record& record,
                                                            const Clause& clause,
                                                            const std::string& detail) {
    subgroup.header(record.result) = {};
    BrokenClauses broken;
    broken.add(clause, subgroup.active);
    broken.report(subgroup, record, detail);
    return false;
  }

  // False, after a report, if offset or width cannot be used.
  [[gnu::cold, gnu::noinline]] static bool report_not_uniform(Subgroup& subgroup,
                                                              const Record& record) {
    using internal::Uniformity;
    for (const Argument argument : {offset, width}) {
      const auto found = internal::look_for_uniform_operand(subgroup, record.operand[argument], 4);
      if (found.uniformity == Uniformity::undefined)
        return break_for_tangle(subgroup, record, limitations::argument_undefined, "");
      if (found.uniformity == Uniformity::different) {
        return break_for_tangle(
            subgroup, record,
            argument == offset ? limitations::offset_not_uniform : limitations::width_not_uniform,
            describe_difference(subgroup, record.operand[argument]));
      }
    }
    return true;
  }

  static std::uint32_t work_items(const Subgroup& subgroup) {
    return subgroup.program->layout_of(subgroup.workgroup_index).invocation_count;
  }

  // The clause that this offset and this group break in every subgroup; null: none.
  static const Clause* broken(const Subgroup& subgroup, std::uint64_t offset_value,
                              unsigned lanes) {
    if (lanes == 0) return &limitations::unknown_width;
    if (lanes > subgroup.size) return &limitations::subgroup_too_small;
    if (lanes > work_items(subgroup)) return &limitations::too_few_work_items;
    if (offset_value >= lanes) return &limitations::offset_too_large;
    return nullptr;
  }

  [[gnu::cold, gnu::noinline]] static bool report_broken(Subgroup& subgroup, const Record& record,
                                                         const Clause& clause,
                                                         std::uint64_t offset_value,
                                                         unsigned lanes) {
    std::string detail = width_text(lanes);
    if (&clause == &limitations::unknown_width) {
      detail =
          "it is " +
          number(subgroup.values<std::uint32_t>(record.operand[width])[subgroup.active.lowest()]);
    } else if (&clause == &limitations::subgroup_too_small) {
      detail += ", the subgroup size " + number(subgroup.size);
    } else if (&clause == &limitations::too_few_work_items) {
      detail += ", the work-group has " + number(work_items(subgroup));
    } else {
      detail = "offset is " + number(offset_value) + ", " + detail;
    }
    return break_for_tangle(subgroup, record, clause, detail);
  }

  // The lanes to read from: `from` is always a valid lane, and `outside` has all bits set if the source is not in the
  // group, and otherwise none.
  template <class Self>
  [[gnu::always_inline]] static inline void find_sources(unsigned padded_lanes,
                                                         unsigned offset_value, unsigned lanes,
                                                         std::uint32_t* from,
                                                         std::uint32_t* outside) {
    const unsigned last = lanes - 1;
    for_each_chunk(
        padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
          constexpr unsigned chunk = decltype(count)::value;
          SPIRV_ORACLE_LANE_LOOP
          for (unsigned i = 0; i < chunk; ++i) {
            const unsigned reader = lane + i;
            const unsigned source = Self::source(reader, offset_value, last);
            const std::uint32_t is_outside = ((source ^ reader) & ~last) != 0 ? ~0u : 0u;
            outside[reader] = is_outside;
            from[reader] = source & ~is_outside;
          }
        });
  }

  // Sources that do not execute the call count as outside.
  [[gnu::noinline]] static void leave_out_inactive(const Subgroup& subgroup, std::uint32_t* from,
                                                   std::uint32_t* outside) {
    subgroup.active.for_each([&](unsigned lane) {
      if (outside[lane] != 0 || subgroup.active.test(from[lane])) return;
      outside[lane] = ~0u;
      from[lane] = 0;
    });
  }

  [[gnu::always_inline]] static inline LaneMask mask_of(const std::uint32_t* flags,
                                                        unsigned padded_lanes) {
    LaneMask lanes;
    for_each_chunk(
        padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
          constexpr unsigned chunk = decltype(count)::value;
          alignas(32) std::uint32_t part[chunk];
          std::memcpy(part, flags + lane, sizeof(part));
          internal::add_lanes(lanes, lane, flags_to_bits(part));
        });
    return lanes;
  }

  // Moves only the values. `all_inside`: no source is outside.
  template <class T>
  [[gnu::always_inline]] static inline void move_values(Subgroup& subgroup, const Record& record,
                                                        const std::uint32_t* from,
                                                        const std::uint32_t* outside,
                                                        bool all_inside) {
    PlaneHeader& result = located_header(subgroup, record.result);
    internal::gather_plane<T>(result, located_header(subgroup, record.operand[source_value]), from,
                              subgroup.padded_lanes);
    if (all_inside) return;
    T* const out = values_behind<T>(result);
    const T* const defaults = subgroup.values<T>(subgroup.data[record.extra]);
    for_each_chunk(
        subgroup.padded_lanes, [&](auto count, unsigned lane) __attribute__((always_inline)) {
          constexpr unsigned chunk = decltype(count)::value;
          SPIRV_ORACLE_LANE_LOOP
          for (unsigned i = 0; i < chunk; ++i)
            out[lane + i] = outside[lane + i] != 0 ? defaults[lane + i] : out[lane + i];
        });
  }

  // Definedness moves with the values. Offset and width affect every result.
  [[gnu::always_inline]] static inline void move_headers(Subgroup& subgroup, const Record& record,
                                                         const std::uint32_t* from,
                                                         const std::uint32_t* outside) {
    const unsigned count = subgroup.padded_lanes;
    const LaneMask defaulted = mask_of(outside, count);
    const PlaneHeader& moved = subgroup.header(record.operand[source_value]);
    const PlaneHeader& defaults = subgroup.header(subgroup.data[record.extra]);
    const auto pick = [&](const LaneMask& value, const LaneMask& otherwise)
        __attribute__((always_inline)) {
      return (internal::gather_mask(value, from, count) & ~defaulted) | (otherwise & defaulted);
    };
    const auto depends = [&](Argument argument) {
      return subgroup.header(record.operand[argument]).implementation_dependent;
    };
    subgroup.header(record.result) = {
        pick(moved.undefined, defaults.undefined),
        pick(moved.implementation_dependent, defaults.implementation_dependent) | depends(offset) |
            depends(width)};
  }

  // The lanes of a rotation whose result depends on how partly filled groups wrap.
  template <class Self>
  [[gnu::cold, gnu::noinline]] static void report_partial_groups(Subgroup& subgroup,
                                                                 const Record& record,
                                                                 unsigned offset_value,
                                                                 unsigned lanes) {
    if constexpr (requires { &Self::unwrapped; }) {
      const unsigned last = lanes - 1;
      BrokenClauses broken;
      subgroup.active.for_each([&](unsigned lane) {
        const unsigned first = lane & ~last;
        const LaneMask group = LaneMask::first(first + lanes) & ~LaneMask::first(first);
        const unsigned source = Self::unwrapped(lane, offset_value);
        const bool stays = ((source ^ lane) & ~last) == 0 && subgroup.existing.test(source);
        if (!subgroup.existing.contains(group) && !stays)
          broken.add(limitations::group_not_full, lane);
      });
      broken.report(subgroup, record, width_text(lanes));
    }
  }

  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      if (subgroup.active != subgroup.existing) [[unlikely]] {
        // Inactive sources are defined by the specification, so the results follow it.
        report(subgroup, record, limitations::not_all_execute, subgroup.active,
               describe_other_lanes(subgroup, &record));
      }
      const Slot offset_slot = record.operand[offset], width_slot = record.operand[width];
      const auto offset_found = internal::uniform_operand(subgroup, offset_slot, 4);
      const auto width_found = internal::uniform_operand(subgroup, width_slot, 4);
      const bool uniform = offset_found.uniformity == internal::Uniformity::uniform &&
                           width_found.uniformity == internal::Uniformity::uniform;
      if (!uniform && !report_not_uniform(subgroup, record)) [[unlikely]]
        return;
      const unsigned lanes = lanes_in_group(width_found.value, subgroup.size);
      const Clause* clause = broken(subgroup, offset_found.value, lanes);
      if (clause != nullptr && !report_broken(subgroup, record, *clause, offset_found.value, lanes))
          [[unlikely]]
        return;
      const auto distance = static_cast<unsigned>(offset_found.value);
      alignas(32) std::uint32_t from[128];
      alignas(32) std::uint32_t outside[128];
      find_sources<Self>(subgroup.padded_lanes, distance, lanes, from, outside);
      const bool full = is_full(subgroup);
      if (!full) [[unlikely]]
        leave_out_inactive(subgroup, from, outside);
      for_width(
          subgroup.data[record.extra + 1], [&]<class T>() __attribute__((always_inline)) {
            move_values<T>(subgroup, record, from, outside, full && !Self::leaves_group);
          });
      const bool indeterminate = is_indeterminate(subgroup.header(record.operand[source_value])) ||
                                 is_indeterminate(subgroup.header(subgroup.data[record.extra])) ||
                                 is_indeterminate(subgroup.header(offset_slot)) ||
                                 is_indeterminate(subgroup.header(width_slot));
      if (indeterminate) [[unlikely]] {
        move_headers(subgroup, record, from, outside);
      } else {
        subgroup.header(record.result) = {};
      }
      if (!full) [[unlikely]]
        report_partial_groups<Self>(subgroup, record, distance, lanes);
    }
  };

  // gentype f(gentype source_value, uint offset, qcom_sub_group_shuffle_width_modes_t width, gentype default_value)
  static bool has_right_types(const Lowering& lowering, const Instruction& call) {
    if (call.operand_count() != first_argument + 4) return false;
    const auto type_of = [&](Argument argument) -> const Type& {
      return lowering.type_of(argument_id(call, argument));
    };
    const auto is_gentype = [&](const Type& type) {
      const ScalarType& scalar = type.scalar;
      if (type.kind != Type::Kind::scalar || scalar.bytes == 0) return false;
      return scalar.scalar_class == ScalarType::Class::integer ||
             (scalar.scalar_class == ScalarType::Class::floating && scalar.bytes <= 4);
    };
    const auto is_uint = [](const Type& type) {
      return type.kind == Type::Kind::scalar && type.scalar.bytes == 4 &&
             type.scalar.scalar_class == ScalarType::Class::integer;
    };
    const auto is_result = [&](const Type& type) {
      const ScalarType& result = lowering.type(call.type).scalar;
      return is_gentype(type) && type.scalar.bytes == result.bytes &&
             type.scalar.scalar_class == result.scalar_class;
    };
    return is_gentype(lowering.type(call.type)) && is_result(type_of(source_value)) &&
           is_result(type_of(default_value)) && is_uint(type_of(offset)) && is_uint(type_of(width));
  }

  static Id argument_id(const Instruction& call, Argument argument) {
    return call.id(first_argument + argument);
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& call) {
    if (!has_right_types(lowering, call)) {
      lowering.fail_unsupported(std::string(G::name) +
                                " with arguments that cl_qcom_subgroup_shuffle does not have");
    }
    const ScalarType type = lowering.type(call.type).scalar;
    const Slot result = lowering.define(call).slots[0];
    const std::vector<std::uint32_t> words = {
        lowering.slot(argument_id(call, default_value), 0, type), type.bytes};
    const ScalarType word = ScalarType::unsigned_integer(4);
    const std::uint32_t record_index =
        lowering.emit(Multiversion<Kernel<Self>>::pick(), result,
                      {lowering.slot(argument_id(call, source_value), 0, type),
                       lowering.slot(argument_id(call, offset), 0, word),
                       lowering.slot(argument_id(call, width), 0, word)},
                      lowering.builder().add_shared_data(words));
    lowering.describe(record_index, {.reads = {words[0]}});
  }

  static constexpr auto& clauses = limitations::all;
};

template <class G>
struct Rotation : Shuffle<G> {
  static constexpr auto& clauses = limitations::of_rotations;
};

struct ShuffleUp : Shuffle<Function<"qcom_sub_group_shuffle_up", 0>> {
  static constexpr bool leaves_group = true;
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned) {
    return lane - offset;
  }
};

struct ShuffleDown : Shuffle<Function<"qcom_sub_group_shuffle_down", 1>> {
  static constexpr bool leaves_group = true;
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned) {
    return lane + offset;
  }
};

struct ShuffleRotateUp : Rotation<Function<"qcom_sub_group_shuffle_rotate_up", 2>> {
  static constexpr bool leaves_group = false;
  static constexpr unsigned unwrapped(unsigned lane, unsigned offset) { return lane - offset; }
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned last) {
    return internal::rotated_lane(lane, 0 - offset, last + 1);
  }
};

struct ShuffleRotateDown : Rotation<Function<"qcom_sub_group_shuffle_rotate_down", 3>> {
  static constexpr bool leaves_group = false;
  static constexpr unsigned unwrapped(unsigned lane, unsigned offset) { return lane + offset; }
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned last) {
    return internal::rotated_lane(lane, offset, last + 1);
  }
};

struct ShuffleXor : Shuffle<Function<"qcom_sub_group_shuffle_xor", 4>> {
  static constexpr bool leaves_group = false;
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned) {
    return lane ^ offset;
  }
};

}  // namespace

void register_qcom_subgroup_shuffle(InstructionRegistry& registry) {
  registry.add_extended("cl_qcom_subgroup_shuffle",
                        InstructionList<ShuffleUp, ShuffleDown, ShuffleRotateUp, ShuffleRotateDown,
                                        ShuffleXor>::definitions);
}

}  // namespace spirv_oracle
