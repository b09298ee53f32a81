// Elements of products, and of what they are added to.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "debugger/engine/history/history_queries.h"
#include "grammar/core.h"

namespace spirv_oracle {
namespace {

// How many factors of a row or a column are named, and how many are followed back.
constexpr std::size_t most_named = 16, most_followed = 4;

}  // namespace

struct HistoryQueries::ProductEvent {
  using Grammar = grammar::OpCooperativeMatrixMulAddKHR;
  const Instruction& instruction;
  std::uint64_t number;  // of the event
  std::uint32_t stream, call;
};

// An element of an operand, and the first lane that holds it.
struct HistoryQueries::MatrixElement {
  Id matrix = 0;
  unsigned lane = 0;
  std::size_t component = 0;
  std::string name, text;  // "%12[3][0]", "1.5"
  bool is_certain = true;
};

std::optional<HistoryQueries::MatrixElement> HistoryQueries::element_of(
    const ProductEvent& product, Id matrix, std::uint32_t row, std::uint32_t column) const {
  const Id type_id = context_.module().definition(matrix)->type;
  const Type& type = context_.tables->types->type(type_id);
  const MatrixElements elements = context_.tables->types->elements(type);
  const std::uint64_t number = std::uint64_t{row} * elements.columns() + column;
  for (std::size_t c = 0; c < elements.components(); ++c) {
    for (unsigned lane = 0; lane < elements.invocations(); ++lane) {
      if (elements.element(lane, c) != number) continue;
      const auto value =
          reader_.operand_value(product.stream, product.number, product.call, matrix, lane, c);
      if (!value) return std::nullopt;
      return MatrixElement{matrix,
                           lane,
                           c,
                           fmt::format("{}[{}][{}]", reader_.name_of(matrix), row, column),
                           scalar_or_undefined(type.scalar, *value),
                           value->state == Definedness::defined};
    }
  }
  return std::nullopt;
}

// Those that are not certain come first.
void HistoryQueries::explain_factors(const Asked& asked, const ProductEvent& product,
                                     const std::vector<MatrixElement>& factors) {
  std::vector<MatrixElement> followed = factors;
  std::ranges::stable_sort(followed, {}, &MatrixElement::is_certain);
  if (followed.size() > most_followed) followed.resize(most_followed);
  for (const MatrixElement& element : followed) {
    const DebugValue* value = reader_.value_of(product.call, element.matrix);
    Asked next;
    next.stream = product.stream;
    next.lane = element.lane;
    next.before = product.number;
    next.name = element.name;
    next.depth = asked.depth + 1;
    if (value != nullptr) {
      next.slots = {value->slots[element.component]};
      explain(next);
    } else {
      add_step(next, History::State::none, element.name + " is a constant", element.text);
    }
  }
}

void HistoryQueries::explain_element(const Asked& asked, const ProductEvent& product,
                                     std::size_t component) {
  using G = ProductEvent::Grammar;
  const Instruction& instruction = product.instruction;
  const SpecializedModule& types = *context_.tables->types;
  const MatrixElements result = types.elements(types.type(instruction.type));
  const std::uint64_t element = result.element(asked.lane, component);
  const auto row = static_cast<std::uint32_t>(element / result.columns());
  const auto column = static_cast<std::uint32_t>(element % result.columns());
  const Id a = instruction.id(G::a), b = instruction.id(G::b), c = instruction.id(G::c);
  const Type& type_of_a = types.type(context_.module().definition(a)->type);
  std::vector<MatrixElement> row_of_a, column_of_b;
  std::string sum;
  for (std::uint32_t k = 0; k < type_of_a.cooperative.columns; ++k) {
    const auto first = element_of(product, a, row, k), second = element_of(product, b, k, column);
    if (!first || !second) break;
    row_of_a.push_back(*first);
    column_of_b.push_back(*second);
    if (k < most_named) {
      sum += fmt::format("{}{} * {}", k == 0 ? "" : " + ", first->text, second->text);
    } else if (k == most_named) {
      sum += " + ...";
    }
  }
  const auto added = element_of(product, c, row, column);
  if (added) sum += " + " + added->text;
  const DebugValue* value = reader_.value_of(product.call, instruction.result);
  const std::string text = fmt::format(
      "{}[{}][{}] is the sum of the products of row {} of {} and column {} of {}, plus {}: {}",
      reader_.name_of(instruction.result), row, column, row, reader_.name_of(a), column,
      reader_.name_of(b), added ? added->name : reader_.name_of(c), sum);
  if (!add_step(asked, product.number, text,
                reader_.values_text({value->slots[component]}, *state_.event(product.number),
                                    asked.lane)))
    return;
  explain_factors(asked, product, row_of_a);
  explain_factors(asked, product, column_of_b);
  if (added) explain_factors(asked, product, {*added});
}

bool HistoryQueries::explain_product(const Asked& asked, std::uint64_t number,
                                     const Instruction& instruction,
                                     const std::vector<Slot>& slots) {
  if (instruction.opcode != spv::Op::OpCooperativeMatrixMulAddKHR) return false;
  const HistoryEvent& event = *state_.event(number);
  const ProductEvent product{instruction, number, event.stream, reader_.call_of(event)};
  // Other subgroups may hold elements of a matrix of a workgroup.
  const Type& type = context_.tables->types->type(instruction.type);
  if (type.cooperative.scope != spv::Scope::Subgroup) return false;
  const Components components = components_at(product.call, instruction.result, slots);
  for (const std::size_t component : components) explain_element(asked, product, component);
  return !components.empty();
}

// The element of an accumulation that an access adds to: the number of the access.
bool HistoryQueries::explain_accumulation(const Asked& asked, const Store& store,
                                          const Instruction& instruction) {
  using Outer = grammar::OpCooperativeVectorOuterProductAccumulateNV;
  using Sum = grammar::OpCooperativeVectorReduceSumAccumulateNV;
  const bool is_product =
      instruction.opcode == spv::Op::OpCooperativeVectorOuterProductAccumulateNV;
  if (!is_product && instruction.opcode != spv::Op::OpCooperativeVectorReduceSumAccumulateNV)
    return false;
  std::size_t element = 0;
  for (const LaneAccessRecord& access : state_.accesses_of(*state_.event(store.number))) {
    if (access.lane == store.access.lane && access.record < store.access.record) ++element;
  }
  if (!is_product) {
    explain_operand(asked, store.number, instruction.id(Sum::v), asked.lane, {element});
    return true;
  }
  const std::size_t columns =
      component_count(context_.module().definition(instruction.id(Outer::b))->type);
  explain_operand(asked, store.number, instruction.id(Outer::a), asked.lane, {element / columns});
  explain_operand(asked, store.number, instruction.id(Outer::b), asked.lane, {element % columns});
  return true;
}

}  // namespace spirv_oracle
