// Composite Instructions

#include <algorithm>
#include <span>

#include "grammar/core.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/lowering/component_count.h"

namespace spirv_oracle {
namespace {

// The part of a composite that literal indices select: where its components begin, and its type.
struct Part {
  std::size_t first = 0;
  Id type = 0;
  std::size_t count(const Lowering& lowering) const { return lowering.type(type).component_count; }
};

Part select_part(Lowering& lowering, Id composite, const Instruction& instruction,
                 unsigned first_index) {
  Part part{0, lowering.type_id_of(composite)};
  for (unsigned i = first_index; i < instruction.operand_count(); ++i) {
    const std::uint32_t index = instruction.literal(i);
    const Type& type = lowering.type(part.type);
    if (type.kind == Type::Kind::structure) {
      if (index >= type.members.size()) {
        lowering.fail_input("an index does not select a part of the composite");
      }
      part = {part.first + type.members[index].first_component, type.members[index].type};
    } else if (index < type.count && type.element != 0) {
      part = {part.first + std::size_t{index} * type.element_components, type.element};
    } else {
      lowering.fail_input("an index does not select a part of the composite");
    }
  }
  return part;
}

std::vector<Slot> planes_of(Lowering& lowering, Id id) { return lowering.value(id).slots; }

// The width of the index of a dynamic vector instruction. Fails unless it is an integer scalar, and the
// instruction's types are a vector and its component.
std::uint32_t dynamic_index_bytes(Lowering& lowering, Id vector_type, Id component_type, Id index) {
  const Type& vector = lowering.type(vector_type);
  const Type& component = lowering.type(component_type);
  const Type& type = lowering.type_of(index);
  if (vector.kind != Type::Kind::vector || component.kind != Type::Kind::scalar ||
      vector.scalar.bytes != component.scalar.bytes || type.kind != Type::Kind::scalar ||
      type.scalar.scalar_class != ScalarType::Class::integer) {
    lowering.fail_input(
        "the operands must be a vector, a value of its component type and an integer index");
  }
  return type.scalar.bytes;
}

// The clauses of both dynamic vector instructions, and their index.
template <class G>
struct DynamicIndexInstruction {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::moves;
  static constexpr Clause out_of_range{
      internal::ClauseId<G, ".index-out-of-range">::view, "out-of-bounds",
      Effect::undefined_behavior,
      "Index is negative, or greater than or equal to the number of components in Vector"};
  static constexpr Clause index_undefined{internal::ClauseId<G, ".index-undefined">::view,
                                          "undefined-address", Effect::undefined_behavior,
                                          "Index has an undefined value"};
  static constexpr auto clauses = clause_list(out_of_range, index_undefined);

  static std::uint64_t index(const Subgroup& subgroup, const std::uint32_t* words, unsigned lane) {
    return component_bits(subgroup, words[0], words[1], lane);
  }

  template <class Self>
  static Handler handler(const Lowering& lowering, const Instruction& instruction) {
    return for_width(lowering.type(instruction.type).scalar.bytes,
                     []<class T>() -> Handler { return &Self::template execute<T>; });
  }
};

// Handles one lane of a component. `header` receives its state.
template <class T>
void copy_lane(Subgroup& subgroup, Slot result, Slot source, unsigned lane, PlaneHeader& header) {
  const PlaneHeader& state = subgroup.header(source);
  if (state.undefined.test(lane)) header.undefined.set(lane);
  if (state.implementation_dependent.test(lane)) header.implementation_dependent.set(lane);
  if constexpr (std::is_same_v<T, bool>) {
    subgroup.truth(result).reset(lane);
    if (subgroup.truth(source).test(lane)) subgroup.truth(result).set(lane);
  } else {
    subgroup.values<T>(result)[lane] = subgroup.values<T>(source)[lane];
  }
}

// Whether a component differs between the planes in that lane, or may differ on another implementation.
template <class T>
bool may_differ(const Subgroup& subgroup, std::span<const std::uint32_t> planes, unsigned lane) {
  return std::ranges::any_of(planes, [&](Slot plane) {
    const PlaneHeader& state = subgroup.header(plane);
    if (state.undefined.test(lane) || state.implementation_dependent.test(lane)) return true;
    if constexpr (std::is_same_v<T, bool>) {
      return subgroup.truth(plane).test(lane) != subgroup.truth(planes[0]).test(lane);
    } else {
      return subgroup.values<T>(plane)[lane] != subgroup.values<T>(planes[0])[lane];
    }
  });
}

struct OpVectorExtractDynamic : DynamicIndexInstruction<grammar::OpVectorExtractDynamic> {
  // data: { index plane, its width, count, component planes }
  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    PlaneHeader header{};
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t i = index(subgroup, words, lane);
      if (subgroup.header(words[0]).undefined.test(lane) || i >= words[2]) {
        header.undefined.set(lane);
        const bool undefined = subgroup.header(words[0]).undefined.test(lane);
        broken.add(undefined ? index_undefined : out_of_range, lane);
        return;
      }
      const Slot component = words[3 + i];
      copy_lane<T>(subgroup, record->result, component, lane, header);
      if (subgroup.header(words[0]).implementation_dependent.test(lane) &&
          may_differ<T>(subgroup, {words + 3, words[2]}, lane))
        header.implementation_dependent.set(lane);
    });
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id index_id = instruction.id(grammar::OpVectorExtractDynamic::index);
    const Id vector_id = instruction.id(grammar::OpVectorExtractDynamic::vector);
    const std::uint32_t index_bytes =
        dynamic_index_bytes(lowering, lowering.type_id_of(vector_id), instruction.type, index_id);
    const std::vector<Slot> vector = planes_of(lowering, vector_id);
    std::vector<std::uint32_t> words = {lowering.slot(index_id), index_bytes,
                                        static_cast<std::uint32_t>(vector.size())};
    words.insert(words.end(), vector.begin(), vector.end());
    const std::uint32_t record_index =
        lowering.emit(handler<Self>(lowering, instruction), lowering.define(instruction).slots[0],
                      {}, lowering.add_data(words));
    RecordEffects effects{.reads = vector};
    effects.reads.push_back(words[0]);
    lowering.describe(record_index, std::move(effects));
  }
};

struct OpVectorInsertDynamic : DynamicIndexInstruction<grammar::OpVectorInsertDynamic> {
  // One component of the result: operand 0 = the old component, 1 = the new one; data: { index plane,
  // its width, count, number of this component }.
  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    const PlaneHeader& index_header = subgroup.header(words[0]);
    PlaneHeader header{};
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t i = index(subgroup, words, lane);
      const Slot source = record->operand[i == words[3] ? 1 : 0];
      if (index_header.undefined.test(lane) || i >= words[2]) {
        header.undefined.set(lane);
        // Once for all components.
        const bool undefined = index_header.undefined.test(lane);
        if (words[3] == 0) broken.add(undefined ? index_undefined : out_of_range, lane);
      }
      copy_lane<T>(subgroup, record->result, source, lane, header);
      if (index_header.implementation_dependent.test(lane) &&
          may_differ<T>(subgroup, {record->operand, 2}, lane))
        header.implementation_dependent.set(lane);
    });
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id index_id = instruction.id(grammar::OpVectorInsertDynamic::index);
    const Id component_id = instruction.id(grammar::OpVectorInsertDynamic::component);
    const std::uint32_t index_bytes = dynamic_index_bytes(
        lowering, instruction.type, lowering.type_id_of(component_id), index_id);
    const Slot component = lowering.slot(component_id);
    const std::vector<Slot> vector =
        planes_of(lowering, instruction.id(grammar::OpVectorInsertDynamic::vector));
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (vector.size() != results.size())
      lowering.fail_input("the type of Vector differs from Result Type");
    for (std::uint32_t i = 0; i < results.size(); ++i) {
      lowering.check_width(vector[i], lowering.type(instruction.type).scalar.bytes);
      const std::uint32_t words[] = {lowering.slot(index_id), index_bytes,
                                     static_cast<std::uint32_t>(vector.size()), i};
      const std::uint32_t record_index =
          lowering.emit(handler<Self>(lowering, instruction), results[i], {vector[i], component},
                        lowering.add_data(words));
      lowering.describe(record_index, {.reads = {words[0]}});
    }
  }
};

// --- instructions that only rename components ---

struct OpVectorShuffle : Arrangement<grammar::OpVectorShuffle> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    constexpr std::uint32_t no_component = 0xFFFFFFFF;
    std::vector<Slot> both =
        planes_of(lowering, instruction.id(grammar::OpVectorShuffle::vector_1));
    const std::vector<Slot> second =
        planes_of(lowering, instruction.id(grammar::OpVectorShuffle::vector_2));
    both.insert(both.end(), second.begin(), second.end());
    std::vector<Slot> result;
    for (unsigned i = grammar::OpVectorShuffle::components; i < instruction.operand_count(); ++i) {
      const std::uint32_t component = instruction.literal(i);
      if (component == no_component) {
        result.push_back(lowering.undefined_plane(lowering.type(instruction.type).scalar));
      } else if (component < both.size()) {
        result.push_back(both[component]);
      } else {
        lowering.fail_input("a component literal is out of range");
      }
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

// One value for every component or element.
void replicate(Lowering& lowering, const Instruction& instruction, Id value) {
  const std::vector<Slot> part = planes_of(lowering, value);
  const std::size_t count = count_components(lowering, instruction.type);
  std::vector<Slot> result;
  while (!part.empty() && result.size() + part.size() <= count) {
    result.insert(result.end(), part.begin(), part.end());
  }
  lowering.bind(instruction.result, std::move(result));
}

struct OpCompositeConstruct : Arrangement<grammar::OpCompositeConstruct> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    // The only constituent of a cooperative matrix is the value of all its components.
    if (lowering.type(instruction.type).kind == Type::Kind::cooperative_matrix)
      return replicate(lowering, instruction, instruction.id(Grammar::constituents));
    const std::size_t count = count_components(lowering, instruction.type);
    std::vector<Slot> result;
    for (unsigned i = grammar::OpCompositeConstruct::constituents; i < instruction.operand_count();
         ++i) {
      const std::vector<Slot> part = planes_of(lowering, instruction.id(i));
      if (part.size() > count - result.size())
        lowering.fail_input("the constituents do not match Result Type");
      result.insert(result.end(), part.begin(), part.end());
    }
    if (result.size() != count) lowering.fail_input("the constituents do not match Result Type");
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpCompositeConstructReplicateEXT : Arrangement<grammar::OpCompositeConstructReplicateEXT> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    replicate(lowering, instruction, instruction.id(Grammar::value));
  }
};

struct OpCompositeExtract : Arrangement<grammar::OpCompositeExtract> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id composite = instruction.id(grammar::OpCompositeExtract::composite);
    const std::vector<Slot> planes = planes_of(lowering, composite);
    const Part part =
        select_part(lowering, composite, instruction, grammar::OpCompositeExtract::indexes);
    if (part.first + part.count(lowering) > planes.size()) {
      lowering.fail_input("an index does not select a part of the composite");
    }
    const auto first = planes.begin() + static_cast<std::ptrdiff_t>(part.first);
    lowering.bind(
        instruction.result,
        std::vector<Slot>(first, first + static_cast<std::ptrdiff_t>(part.count(lowering))));
  }
};

struct OpCompositeInsert : Arrangement<grammar::OpCompositeInsert> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id composite = instruction.id(grammar::OpCompositeInsert::composite);
    const std::vector<Slot> object =
        planes_of(lowering, instruction.id(grammar::OpCompositeInsert::object));
    std::vector<Slot> result = planes_of(lowering, composite);
    const Part part =
        select_part(lowering, composite, instruction, grammar::OpCompositeInsert::indexes);
    if (object.size() != part.count(lowering) || part.first + object.size() > result.size()) {
      lowering.fail_input("the type of Object differs from the type of the part that it replaces");
    }
    std::ranges::copy(object, result.begin() + static_cast<std::ptrdiff_t>(part.first));
    lowering.bind(instruction.result, std::move(result));
  }
};

struct OpCopyObject : Arrangement<grammar::OpCopyObject> {
  static constexpr auto enclosure = &enclosures::moves;
  static constexpr auto signedness = Signedness::kept();
  static constexpr bool only_moves = true;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result,
                  lowering.value(instruction.id(grammar::OpCopyObject::operand)));
  }
};

// The types match logically: they have the same components in the same order, with any layout.
struct OpCopyLogical : Arrangement<grammar::OpCopyLogical> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result,
                  lowering.value(instruction.id(grammar::OpCopyLogical::operand)));
  }
};

struct OpTranspose : Arrangement<grammar::OpTranspose> {
  static constexpr auto enclosure = &enclosures::moves;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id matrix = instruction.id(grammar::OpTranspose::matrix);
    const std::vector<Slot> planes = planes_of(lowering, matrix);
    const std::uint32_t columns = lowering.type_of(matrix).count;
    const std::uint32_t rows = lowering.type_of(matrix).element_components;
    if (lowering.type_of(matrix).kind != Type::Kind::matrix ||
        planes.size() != std::size_t{columns} * rows) {
      lowering.fail_input("Matrix is not a matrix");
    }
    std::vector<Slot> result;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        result.push_back(planes[column * rows + row]);
      }
    }
    lowering.bind(instruction.result, std::move(result));
  }
};

}  // namespace

std::span<const InstructionDefinition> composite_instructions() {
  return InstructionList<OpVectorExtractDynamic, OpVectorInsertDynamic, OpVectorShuffle,
                         OpCompositeConstruct, OpCompositeConstructReplicateEXT, OpCompositeExtract,
                         OpCompositeInsert, OpCopyObject, OpTranspose, OpCopyLogical>::definitions;
}

}  // namespace spirv_oracle
