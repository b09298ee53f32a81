#include "builtins/qcom_subgroup_shuffle/qcom_subgroup_shuffle.h"

#include <string>

#include "interpreter/exec/barriers.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/group/non_uniform_shuffle.h"
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
// A source that is outside the group, or does not execute the call, is replaced by default_value. A rotation also has
// the source before it wraps:
//   unsigned unwrapped(unsigned lane, unsigned offset)
template <class G>
struct GroupShuffle {
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

  // Moves the values, with their definedness. Offset and width affect every result.
  template <class Self, class T>
  static void move_values(Subgroup& subgroup, const Record& record, unsigned offset_value,
                          unsigned lanes) {
    const auto depends = [&](Argument argument) {
      return subgroup.header(record.operand[argument]).implementation_dependent;
    };
    subgroup.header(record.result) = {{}, depends(offset) | depends(width)};
    const unsigned last = lanes - 1;
    subgroup.active.for_each([&](unsigned lane) {
      const unsigned source = Self::source(lane, offset_value, last);
      const bool is_inside = ((source ^ lane) & ~last) == 0 && subgroup.active.test(source);
      const Slot from = is_inside ? record.operand[source_value] : subgroup.data[record.extra];
      internal::move_value<T>(record, from, {0, &subgroup, lane},
                              {0, &subgroup, is_inside ? source : lane});
    });
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
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    if (subgroup.active != subgroup.existing) {
      // Inactive sources are defined by the specification, so the results follow it.
      report(subgroup, *record, limitations::not_all_execute, subgroup.active,
             describe_other_lanes(subgroup, record));
    }
    if (!report_not_uniform(subgroup, *record)) return record + 1;
    const unsigned lowest = subgroup.active.lowest();
    const auto argument = [&](Argument which) {
      return subgroup.values<std::uint32_t>(record->operand[which])[lowest];
    };
    const unsigned distance = argument(offset);
    const unsigned lanes = lanes_in_group(argument(width), subgroup.size);
    const Clause* clause = broken(subgroup, distance, lanes);
    if (clause != nullptr && !report_broken(subgroup, *record, *clause, distance, lanes))
      return record + 1;
    for_width(subgroup.data[record->extra + 1],
              [&]<class T>() { move_values<Self, T>(subgroup, *record, distance, lanes); });
    if (!is_full(subgroup)) report_partial_groups<Self>(subgroup, *record, distance, lanes);
    return record + 1;
  }

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
        lowering.emit(&execute<Self>, result,
                      {lowering.slot(argument_id(call, source_value), 0, type),
                       lowering.slot(argument_id(call, offset), 0, word),
                       lowering.slot(argument_id(call, width), 0, word)},
                      lowering.builder().add_shared_data(words));
    lowering.describe(record_index, {.reads = {words[0]}});
  }

  static constexpr auto& clauses = limitations::all;
};

template <class G>
struct Rotation : GroupShuffle<G> {
  static constexpr auto& clauses = limitations::of_rotations;
};

struct ShuffleUp : GroupShuffle<Function<"qcom_sub_group_shuffle_up", 0>> {
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned) {
    return lane - offset;
  }
};

struct ShuffleDown : GroupShuffle<Function<"qcom_sub_group_shuffle_down", 1>> {
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned) {
    return lane + offset;
  }
};

struct ShuffleRotateUp : Rotation<Function<"qcom_sub_group_shuffle_rotate_up", 2>> {
  static constexpr unsigned unwrapped(unsigned lane, unsigned offset) { return lane - offset; }
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned last) {
    return internal::rotated_lane(lane, 0 - offset, last + 1);
  }
};

struct ShuffleRotateDown : Rotation<Function<"qcom_sub_group_shuffle_rotate_down", 3>> {
  static constexpr unsigned unwrapped(unsigned lane, unsigned offset) { return lane + offset; }
  static constexpr unsigned source(unsigned lane, unsigned offset, unsigned last) {
    return internal::rotated_lane(lane, offset, last + 1);
  }
};

struct ShuffleXor : GroupShuffle<Function<"qcom_sub_group_shuffle_xor", 4>> {
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
