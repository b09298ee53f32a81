// Interpolation Functions: InterpolateAtCentroid, InterpolateAtSample, InterpolateAtOffset, of fragment shaders. Who makes
// the fragments evaluates the input (InputInterpolator in interpreter/stage_values.h).

#include <cmath>

#include "builtins/glsl_std_450/instruction.h"
#include "builtins/glsl_std_450/lists.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/lowering/interface_scalars.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// The operand that all have; another one may follow.
constexpr unsigned interpolant = 0, where = 1;

// A step of an access chain whose index is not constant.
struct DynamicIndex {
  Slot slot = no_slot;
  std::uint32_t bytes = 4, components = 1, count = 1;
};

// The part of an input variable that a pointer selects.
struct Interpolant {
  const Instruction* variable = nullptr;
  std::uint32_t first = 0;  // its first component, for indices of 0
  std::vector<DynamicIndex> indices;
};

// Follows the access chains to the variable.
class InterpolantFinder {
 public:
  explicit InterpolantFinder(Lowering& lowering) : lowering_(lowering) {}

  Interpolant find(Id pointer) {
    const Instruction* definition = lowering_.module().definition(pointer);
    switch (definition == nullptr ? spv::Op::OpNop : definition->opcode) {
      case spv::Op::OpVariable:
      case spv::Op::OpUntypedVariableKHR:
        return {definition, 0, {}};
      case spv::Op::OpCopyObject:
        return find(definition->id(2));
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain: {
        Interpolant found = find(definition->id(2));
        Id type = lowering_.type_of(definition->id(2)).element;
        for (unsigned i = 3; i < definition->operand_count(); ++i)
          type = step(type, definition->id(i), found);
        return found;
      }
      default:
        lowering_.fail_unsupported("an interpolant that is not a part of an input variable");
    }
  }

 private:
  Id step(Id id, Id index, Interpolant& found) {
    const Type& type = lowering_.type(id);
    const auto constant = lowering_.types().integer(index);
    if (type.kind == Type::Kind::structure) {
      const auto member = static_cast<std::size_t>(constant.value_or(-1));
      if (member >= type.members.size())
        lowering_.fail_input("an index does not select a member of the structure");
      found.first += type.members[member].first_component;
      return type.members[member].type;
    }
    const std::uint32_t components = type.kind == Type::Kind::vector ? 1 : type.element_components;
    if (constant && *constant >= 0 && *constant < type.count) {
      found.first += static_cast<std::uint32_t>(*constant) * components;
    } else {
      found.indices.push_back(
          {lowering_.slot(index), lowering_.type_of(index).scalar.bytes, components, type.count});
    }
    return type.element;
  }

  Lowering& lowering_;
};

// In Program::data: { number of the component for indices of 0, number of indices, indices, number of components,
// components }.
constexpr std::size_t words_of_index = 4, words_of_component = 4;

void add_words(Lowering& lowering, const Interpolant& part, std::vector<std::uint32_t>& words) {
  words = {part.first, static_cast<std::uint32_t>(part.indices.size())};
  for (const DynamicIndex& index : part.indices)
    words.insert(words.end(), {index.slot, index.bytes, index.components, index.count});
  const std::uint32_t count =
      lowering.type(lowering.type(part.variable->type).element).component_count;
  words.push_back(count);
  std::vector<std::uint32_t> table(count * words_of_component);
  for (const InterfaceScalar& scalar :
       interface_scalars(lowering.types(), lowering.program().execution_model, *part.variable)) {
    const std::size_t at = scalar.number * words_of_component;
    table[at] = static_cast<std::uint32_t>(scalar.component.kind);
    table[at + 1] = scalar.component.number;
    table[at + 2] = scalar.component.component;
    table[at + 3] = scalar.component.vertex;
  }
  words.insert(words.end(), table.begin(), table.end());
}

// The component of the input that a lane selects; none: an index is outside of its array.
std::optional<InterfaceComponent> selected_component(const Subgroup& subgroup,
                                                     const std::uint32_t* words,
                                                     std::uint32_t offset, unsigned lane) {
  std::uint32_t number = words[0] + offset;
  const std::uint32_t indices = words[1];
  words += 2;
  for (std::uint32_t i = 0; i < indices; ++i, words += words_of_index) {
    const std::uint64_t index = component_bits(subgroup, words[0], words[1], lane);
    if (subgroup.header(words[0]).undefined.test(lane) || index >= words[3]) return std::nullopt;
    number += static_cast<std::uint32_t>(index) * words[2];
  }
  if (number >= words[0]) return std::nullopt;
  const std::uint32_t* component = words + 1 + number * words_of_component;
  InterfaceComponent input;
  input.kind = static_cast<InterfaceComponent::Kind>(component[0]);
  input.number = component[1];
  input.component = component[2];
  input.vertex = component[3];
  return input;
}

template <class G>
struct Interpolation {
  using Grammar = G;
  static constexpr auto kind =
      std::is_same_v<G, listed::InterpolateAtCentroid> ? InterpolationPosition::Kind::centroid
      : std::is_same_v<G, listed::InterpolateAtSample> ? InterpolationPosition::Kind::sample
                                                       : InterpolationPosition::Kind::offset;
  static constexpr Clause offset_not_supported{
      internal::ClauseId<InSet<G>, ".offset-not-supported">::view, one_of_several,
      Effect::implementation_defined,
      "implementations need not support this offset: it is not a multiple of 1/16 from -0.5 to "
      "0.4375"};
  static constexpr Clause sample_does_not_exist{
      internal::ClauseId<InSet<G>, ".sample-does-not-exist">::view, "out-of-range",
      Effect::undefined_result, "the fragment has no sample with this number"};
  static constexpr auto clauses = [] {
    if constexpr (kind == InterpolationPosition::Kind::offset) {
      return clause_list(offset_not_supported);
    } else if constexpr (kind == InterpolationPosition::Kind::sample) {
      return clause_list(sample_does_not_exist);
    } else {
      return clause_list();
    }
  }();

  static bool is_supported(float offset) {
    constexpr float steps = 16;
    return offset >= -0.5F && offset <= 0.4375F && std::floor(offset * steps) == offset * steps;
  }

  static InterpolationPosition place_in(const Subgroup& subgroup, const Record& record,
                                        unsigned lane) {
    InterpolationPosition place{.kind = kind};
    if constexpr (kind == InterpolationPosition::Kind::sample)
      place.sample = subgroup.values<std::uint32_t>(record.operand[0])[lane];
    if constexpr (kind == InterpolationPosition::Kind::offset) {
      place.x = subgroup.values<float>(record.operand[0])[lane];
      place.y = subgroup.values<float>(record.operand[1])[lane];
    }
    return place;
  }

  // operands: the sample, or x and y of the offset; then the number of the component in the result. extra: see add_words()
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const StageInvocations* stage = subgroup.workgroup->shape().stage();
    const InputInterpolator* interpolator = stage == nullptr ? nullptr : stage->interpolator;
    const std::size_t first =
        subgroup.workgroup->shape().subgroup_in_launch(subgroup.id) * subgroup.size;
    PlaneHeader& header = subgroup.header(record->result);
    PlaneHeader states;
    if constexpr (kind != InterpolationPosition::Kind::centroid)
      states = subgroup.header(record->operand[0]);
    if constexpr (kind == InterpolationPosition::Kind::offset) {
      states.undefined |= subgroup.header(record->operand[1]).undefined;
      states.implementation_dependent |=
          subgroup.header(record->operand[1]).implementation_dependent;
    }
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      const auto input =
          selected_component(subgroup, subgroup.data + record->extra, record->operand[2], lane);
      if (!input || interpolator == nullptr || states.undefined.test(lane))
        return states.undefined.set(lane);
      const InterpolationPosition place = place_in(subgroup, *record, lane);
      const InterpolatedValue value = interpolator->value(*input, first + lane, place);
      subgroup.values<std::uint32_t>(record->result)[lane] = static_cast<std::uint32_t>(value.bits);
      if (value.state == Definedness::undefined) states.undefined.set(lane);
      if (value.state == Definedness::implementation_dependent)
        states.implementation_dependent.set(lane);
      if constexpr (kind == InterpolationPosition::Kind::sample) {
        if (place.sample >= interpolator->samples()) broken.add(sample_does_not_exist, lane);
      }
      if constexpr (kind == InterpolationPosition::Kind::offset) {
        if (!is_supported(place.x) || !is_supported(place.y))
          broken.add(offset_not_supported, lane);
      }
    });
    header = {states.undefined & subgroup.active,
              states.implementation_dependent & subgroup.active};
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Interpolant part = InterpolantFinder(lowering).find(operand(instruction, interpolant));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (const ScalarType& type : lowering.components(instruction.type)) {
      if (!type.is_float() || type.bytes != sizeof(float)) lowering.fail_unsupported_operands();
    }
    Slot first = no_slot, second = no_slot;
    constexpr auto word = ScalarType::unsigned_integer(sizeof(std::uint32_t));
    if constexpr (kind == InterpolationPosition::Kind::sample)
      first = lowering.slot(operand(instruction, where), 0);
    if constexpr (kind == InterpolationPosition::Kind::offset) {
      first = lowering.slot(operand(instruction, where), 0);
      second = lowering.slot(operand(instruction, where), 1);
      lowering.check_width(second, word.bytes);
    }
    if (first != no_slot) lowering.check_width(first, word.bytes);
    std::vector<std::uint32_t> words;
    add_words(lowering, part, words);
    const std::uint32_t data = lowering.add_data(words);
    std::vector<Slot> reads;
    for (const DynamicIndex& index : part.indices) reads.push_back(index.slot);
    if (first != no_slot) reads.push_back(first);
    if (second != no_slot) reads.push_back(second);
    for (std::uint32_t i = 0; i < results.size(); ++i) {
      const std::uint32_t record = lowering.emit(&execute, results[i], {first, second, i}, data);
      lowering.describe(record, {.reads = reads, .plane_operands = 2});
    }
  }
};

struct InterpolateAtCentroid : Interpolation<listed::InterpolateAtCentroid> {};
struct InterpolateAtSample : Interpolation<listed::InterpolateAtSample> {};
struct InterpolateAtOffset : Interpolation<listed::InterpolateAtOffset> {};

}  // namespace

std::span<const InstructionDefinition> interpolation_instructions() {
  return Chapter<InterpolateAtCentroid, InterpolateAtSample, InterpolateAtOffset>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
