// Miscellaneous Instructions, and instructions of other classes that have no effect when executed

#include <algorithm>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/instructions/common/clock.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

template <class G>
struct NoEffect {
  using Grammar = G;
  template <class Self>
  static void lower(Lowering&, const Instruction&) {}
};
struct OpNop : NoEffect<grammar::OpNop> {};
struct OpLine : NoEffect<grammar::OpLine> {};
struct OpNoLine : NoEffect<grammar::OpNoLine> {};

// The value is undefined in every lane, and each use may see another one.
template <class G>
struct NoValue : Arrangement<G> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    std::vector<Slot> planes;
    if (lowering.type(instruction.type).kind == Type::Kind::pointer) {
      planes.push_back(lowering.undefined_plane(ScalarType::pointer()));
    } else {
      for (const ScalarType scalar : lowering.components(instruction.type)) {
        planes.push_back(lowering.undefined_plane(scalar));
      }
    }
    lowering.bind(instruction.result, std::move(planes));
  }
};
struct OpUndef : NoValue<grammar::OpUndef> {
  static constexpr auto enclosure = &enclosures::moves;
};
struct OpPoisonKHR : NoValue<grammar::OpPoisonKHR> {};

// If Value is undefined (or poison), the result is any value, but the same one for each use.
struct OpFreezeKHR {
  using Grammar = grammar::OpFreezeKHR;
  static constexpr bool shares_planes = true;
  static constexpr auto enclosure = &enclosures::moves;

  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const PlaneHeader& value = subgroup.header(record->operand[0]);
    subgroup.header(record->result) = {{}, indeterminate_lanes(value)};
    copy_indeterminate_bits(subgroup, record->result, record->operand[0], subgroup.active);
    if constexpr (std::is_same_v<T, bool>) {
      subgroup.truth(record->result) = subgroup.truth(record->operand[0]);
    } else {
      std::copy_n(subgroup.values<T>(record->operand[0]), subgroup.padded_lanes,
                  subgroup.values<T>(record->result));
    }
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id value_id = instruction.id(grammar::OpFreezeKHR::value);
    const Value value = lowering.value(value_id);
    if (Lowering::in_planes(value)) return lowering.bind(instruction.result, value);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const auto types = lowering.components(instruction.type);
    if (results.size() != value.slots.size())
      lowering.fail_input("Value must have the result's type");
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(value.slots[i], types[i].bytes);
      const Handler handler =
          for_width(types[i].bytes, []<class T>() -> Handler { return &execute<T>; });
      lowering.emit(handler, results[i], {value.slots[i]});
    }
  }
};

// The expectation is a hint. The result is Value.
struct OpExpectKHR : Arrangement<grammar::OpExpectKHR> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, lowering.value(instruction.id(2)));
  }
};

// Nothing here moves or combines operations, so the fence has no effect.
struct OpArithmeticFenceEXT : Arrangement<grammar::OpArithmeticFenceEXT> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, lowering.value(instruction.id(Grammar::target)));
  }
};

// The clocks of all scopes are the same. "An observer may see sampled values wrap around zero", so clocks of different workgroups
// need not agree.
struct OpReadClockKHR {
  using Grammar = grammar::OpReadClockKHR;
  static constexpr Clause value{"OpReadClockKHR.value", "implementation-choice",
                                Effect::implementation_defined,
                                "the value of a clock differs between implementations"};
  static constexpr auto clauses = clause_list(value);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const auto types = lowering.components(instruction.type);
    const bool is_whole = types.size() == 1 && types[0].bytes == 8;
    if (!is_whole && !(types.size() == 2 && types[0].bytes == 4))
      return lowering.fail_input(
          "Result Type must be 64 bits wide, or a vector of two 32-bit integers");
    if (is_whole) {
      lowering.emit(&read_clock<std::uint64_t, value>, results[0], {}, 0);
    } else {
      lowering.emit(&read_clock<std::uint32_t, value>, results[0], {}, 0);
      lowering.emit(&read_clock<std::uint32_t, value>, results[1], {}, 32);
    }
  }
};

struct OpAssumeTrueKHR {
  using Grammar = grammar::OpAssumeTrueKHR;
  static constexpr Clause not_true{"OpAssumeTrueKHR.not-true", "false-assumption",
                                   Effect::undefined_behavior, "Condition is not true"};
  static constexpr auto clauses = clause_list(not_true);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const LaneMask undefined = subgroup.header(record->operand[0]).undefined;
    const LaneMask wrong = subgroup.active & (~subgroup.truth(record->operand[0]) | undefined);
    if (wrong.any()) [[unlikely]]
      report(subgroup, *record, not_true, wrong);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lowering.emit(&execute, no_slot, {lowering.slot(instruction.id(0), 0, ScalarType::boolean())});
  }
};

}  // namespace

std::span<const InstructionDefinition> miscellaneous_instructions() {
  return InstructionList<OpNop, OpUndef, OpPoisonKHR, OpFreezeKHR, OpLine, OpNoLine, OpExpectKHR,
                         OpAssumeTrueKHR, OpArithmeticFenceEXT, OpReadClockKHR>::definitions;
}

}  // namespace spirv_oracle
