#include "builtins/opencl_std/geometric.h"

#include "builtins/opencl_std/lists.h"
#include "interpreter/exec/report/report.h"

namespace spirv_oracle::opencl_std {
namespace {

// Two vectors of four components, or a component and its vector.
constexpr std::size_t max_operands = 8;

// The record of a result that depends on any number of components. extra: in Program::data { count,
// their slots }.
template <class Self, class Storage>
struct ManyOperands {
  // The storage type to which results are rounded, and the wider type of the computation.
  using Rounded = std::conditional_t<std::is_same_v<Storage, Float16>, double, Storage>;
  using Wider = std::conditional_t<std::is_same_v<Storage, double>, long double, double>;
  using Returned = decltype(Self::value(std::declval<std::span<const Wider>>()));
  static constexpr bool checked = IsChecked<Returned>::value;

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::span<const Slot> slots(subgroup.data + record->extra + 1,
                                      subgroup.data[record->extra]);
    PlaneHeader header{};
    for (const Slot slot : slots) {
      header.undefined |= subgroup.header(slot).undefined;
      header.implementation_dependent |= subgroup.header(slot).implementation_dependent;
    }
    Storage* results = subgroup.values<Storage>(record->result);
    BrokenClauses broken;
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
      Wider operands[max_operands];
      for (std::size_t i = 0; i < slots.size(); ++i)
        operands[i] = static_cast<Wider>(widen<Rounded>(subgroup.values<Storage>(slots[i])[lane]));
      const Returned returned = Self::value(std::span<const Wider>(operands, slots.size()));
      if constexpr (checked) {
        results[lane] = narrow<Storage>(static_cast<Rounded>(returned.value));
        const bool counts = subgroup.active.test(lane) && !header.undefined.test(lane);
        if (returned.broken != nullptr && counts) broken.add(*returned.broken, lane);
      } else {
        results[lane] = narrow<Storage>(static_cast<Rounded>(returned));
      }
    }
    subgroup.header(record->result) = header;
    if constexpr (checked) broken.report(subgroup, *record);
    return record + 1;
  }
};

// Emits the components of the result. `operands_of(i)` returns the operands of component i.
template <class Self, class OperandsOf>
void emit_result(Lowering& lowering, const Instruction& instruction, OperandsOf operands_of) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  require_rounding_to_nearest(lowering, type);
  const Handler handler =
      internal::for_storage(NearestFloat{}, type, false,
                            []<class T>() -> Handler { return &ManyOperands<Self, T>::execute; });
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::vector<Slot> operands = operands_of(i);
    if (handler == nullptr || operands.empty() || operands.size() > max_operands)
      return internal::fail_no_handler(lowering);
    lowering.check_width(results[i], type.bytes);
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(operands.size())};
    for (const Slot slot : operands) {
      lowering.check_width(slot, type.bytes);
      words.push_back(slot);
    }
    lowering.describe(lowering.emit(handler, results[i], {}, lowering.add_data(words)),
                      {.reads = operands});
  }
}

// length(p)
template <class G>
struct LengthOfVector : Arrangement<G> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> p = lowering.operand_slots(operand(instruction, G::p));
    emit_result<length_of>(lowering, instruction, [&](std::size_t) { return p; });
  }
};
struct length : LengthOfVector<listed::length> {};
struct fast_length : LengthOfVector<listed::fast_length> {};

// length(p0 - p1)
template <class G>
struct DistanceOfPoints : Arrangement<G> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    std::vector<Slot> points = lowering.operand_slots(operand(instruction, G::p0));
    const std::vector<Slot> p1 = lowering.operand_slots(operand(instruction, G::p1));
    if (points.size() != p1.size()) return internal::fail_no_handler(lowering);
    points.insert(points.end(), p1.begin(), p1.end());
    emit_result<distance_between>(lowering, instruction, [&](std::size_t) { return points; });
  }
};
struct distance : DistanceOfPoints<listed::distance> {};
struct fast_distance : DistanceOfPoints<listed::fast_distance> {};

// "Individual elements of p with magnitude very small", if denormals are flushed: less than the root of FLT_MIN.
struct WithoutSmall {
  static float component(float x) { return std::fabs(x) < 0x1p-63f ? std::copysign(0.0f, x) : x; }
};

std::vector<Slot> without_small(Lowering& lowering, ScalarType type, std::vector<Slot> p) {
  for (Slot& slot : p) {
    const Slot kept = lowering.new_plane(type);
    lowering.emit(internal::component_handler<WithoutSmall, float, float>(), kept, {slot});
    slot = kept;
  }
  return p;
}

// p / length(p)
template <class G, class Component>
struct NormalizedVector : Arrangement<G> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    std::vector<Slot> p = lowering.operand_slots(operand(instruction, G::p));
    const ScalarType type = lowering.type(instruction.type).scalar;
    if constexpr (G::number == listed::fast_normalize::number) {
      if (type.bytes == 4 && (lowering.float_modes().chosen_flush & type.bytes) != 0)
        p = without_small(lowering, type, p);
    }
    emit_result<Component>(lowering, instruction, [&](std::size_t i) {
      std::vector<Slot> operands;
      if (i < p.size()) operands.push_back(p[i]);
      operands.insert(operands.end(), p.begin(), p.end());
      return operands;
    });
  }
};
struct normalize : NormalizedVector<listed::normalize, component_of_normalized> {};
struct fast_normalize : NormalizedVector<listed::fast_normalize, component_of_fast_normalized> {
  static constexpr auto clauses = clause_list(component_of_fast_normalized::sum_too_large,
                                              component_of_fast_normalized::sum_too_small);
};

// p0[1] * p1[2] - p0[2] * p1[1], and the other components in turn; "if the vector component count is 4, the w component
// returned is 0.0".
struct cross : Arrangement<listed::cross> {
  static constexpr ComponentRule depends = &depends_on_others;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> a = lowering.operand_slots(operand(instruction, Grammar::p0));
    const std::vector<Slot> b = lowering.operand_slots(operand(instruction, Grammar::p1));
    if (a.size() != b.size() || (a.size() != 3 && a.size() != 4))
      return internal::fail_no_handler(lowering);
    const Slot zero = lowering.constant_plane(lowering.type(instruction.type).scalar, 0);
    emit_result<difference_of_products>(lowering, instruction, [&](std::size_t i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      if (i == 3) return std::vector<Slot>(4, zero);
      return std::vector<Slot>{a[j], b[k], a[k], b[j]};
    });
  }
};

}  // namespace

std::span<const InstructionDefinition> geometric_instructions() {
  return FloatChapter<cross, distance, length, normalize, fast_distance, fast_length,
                      fast_normalize>::definitions;
}

}  // namespace spirv_oracle::opencl_std
