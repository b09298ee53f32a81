// Memory Instructions: comparison and difference of pointers

#include <algorithm>
#include <type_traits>
#include <vector>

#include "grammar/core.h"
#include "interpreter/checks/array_places.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/memory.h"

namespace spirv_oracle {
namespace {

template <class G, bool Equal>
struct PointerComparison {
  using Grammar = G;
  struct Compare {
    template <class T>
    static bool component(T operand_1, T operand_2) {
      return (operand_1 == operand_2) == Equal;
    }
  };
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::emit_components<2>(
        lowering, instruction,
        internal::component_handler<Compare, bool, std::uint64_t, std::uint64_t>(),
        {ScalarType::boolean(), {ScalarType::pointer(), ScalarType::pointer()}});
  }
};
struct OpPtrEqual : PointerComparison<grammar::OpPtrEqual, true> {};
struct OpPtrNotEqual : PointerComparison<grammar::OpPtrNotEqual, false> {};

// The distance in elements of the array into which both pointers point.
struct OpPtrDiff : Arrangement<grammar::OpPtrDiff> {
  static constexpr Clause different_objects{
      "OpPtrDiff.different-objects", "pointer-difference", Effect::undefined_behavior,
      "Operand 1 and Operand 2 do not point into the same array"};
  static constexpr Clause operand_undefined{
      "OpPtrDiff.operand-undefined", "undefined-operand", Effect::undefined_behavior,
      "Operand 1 or Operand 2 is undefined, so it may point anywhere"};
  static constexpr Clause different_arrays{
      "OpPtrDiff.different-arrays", "pointer-difference", Effect::undefined_behavior,
      "Operand 1 and Operand 2 point into the same object, but not to elements of the same array"};
  static constexpr auto clauses =
      clause_list(different_objects, operand_undefined, different_arrays);

  static bool is_reported(std::uint64_t address) {
    return address >> AddressSpace::offset_bits == reported_object;
  }

  static bool are_in_one_array(const Subgroup& subgroup, const std::uint32_t* words,
                               std::uint64_t a, std::uint64_t b) {
    const ArrayPlaces places(words + 1);
    const std::uint64_t stride = words[0];
    if ((std::max(a, b) - std::min(a, b)) % stride != 0) return false;
    const auto of_a = places.find(*subgroup.memory, a, stride);
    const auto of_b = places.find(*subgroup.memory, b, stride);
    // If the variables have no types, only the object is known.
    return words[1] == 0 || std::ranges::any_of(of_a, [&](const ArrayElement& array) {
             return std::ranges::find(of_b, array.begin, &ArrayElement::begin) != of_b.end();
           });
  }

  // extra: in Program::data { stride, ArrayPlaces }
  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
    const auto* a = subgroup.values<std::uint64_t>(record->operand[0]);
    const auto* b = subgroup.values<std::uint64_t>(record->operand[1]);
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      subgroup.values<T>(record->result)[lane] =
          static_cast<T>(static_cast<std::int64_t>(a[lane] - b[lane]) / std::int64_t{words[0]});
      if (subgroup.header(record->result).undefined.test(lane)) {
        broken.add(operand_undefined, lane);
      } else if (is_reported(a[lane]) || is_reported(b[lane])) {
        subgroup.header(record->result).undefined.set(lane);
      } else if (&subgroup.memory->find(a[lane]) != &subgroup.memory->find(b[lane])) {
        broken.add(different_objects, lane);
      } else if (a[lane] != b[lane] && !are_in_one_array(subgroup, words, a[lane], b[lane])) {
        broken.add(different_arrays, lane);
      }
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id operand_1 = instruction.id(grammar::OpPtrDiff::operand_1);
    const auto declared =
        lowering.module().decoration(lowering.type_id_of(operand_1), spv::Decoration::ArrayStride);
    // An untyped pointer points into an array of bytes, whatever the ArrayStride of its type is.
    const Id pointee = lowering.type_of(operand_1).element;
    const auto natural = static_cast<std::uint32_t>(lowering.type(pointee).size);
    const Handler handler =
        internal::for_storage(UnsignedInt{}, lowering.type(instruction.type).scalar, false,
                              []<class T>() -> Handler { return &execute<std::make_signed_t<T>>; });
    if (handler == nullptr) return internal::fail_no_handler(lowering);
    const Id operand_2 = instruction.id(grammar::OpPtrDiff::operand_2);
    std::vector<std::uint32_t> words = {pointee == 0 ? 1
                                                     : std::max(1u, declared.value_or(natural))};
    const std::vector<std::uint32_t> places = array_place_words(lowering, operand_1);
    words.insert(words.end(), places.begin(), places.end());
    lowering.emit(handler, lowering.define(instruction).slots[0],
                  {lowering.slot(operand_1, 0, ScalarType::pointer()),
                   lowering.slot(operand_2, 0, ScalarType::pointer())},
                  lowering.add_data(words));
  }
};

}  // namespace

std::span<const InstructionDefinition> pointer_comparison_instructions() {
  return InstructionList<OpPtrEqual, OpPtrNotEqual, OpPtrDiff>::definitions;
}

}  // namespace spirv_oracle
