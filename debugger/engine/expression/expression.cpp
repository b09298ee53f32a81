#include "debugger/engine/expression/expression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "debugger/engine/expression/expression_node.h"
#include "debugger/engine/program/names.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType uint_type = ScalarType::unsigned_integer(4);
constexpr ScalarType count_type = ScalarType::unsigned_integer(8);

Object boolean(bool value) { return Objects::number(ScalarType::boolean(), {value ? 1u : 0u, {}}); }

Object number(ScalarType type, std::uint64_t value) { return Objects::number(type, {value, {}}); }

Object float_number(float value) {
  return number({ScalarType::Class::floating, 4, true}, std::bit_cast<std::uint32_t>(value));
}

constexpr std::array cross_lane_functions{"sum", "min",   "max",   "any",
                                          "all", "count", "first", "lanes"};
constexpr std::array other_functions{"isundef", "isimpl"};

// The components that a swizzle names: of "xyzw", "rgba", "stpq", or "s012..f". Empty if the name is not a swizzle.
std::vector<std::uint64_t> swizzle(std::string_view name) {
  std::vector<std::uint64_t> result;
  for (const std::string_view letters : {"xyzw", "rgba", "stpq"}) {
    result.clear();
    for (const char c : name) {
      const std::size_t at = letters.find(c);
      if (at == std::string_view::npos) break;
      result.push_back(at);
    }
    if (result.size() == name.size() && name.size() <= 4) return result;
  }
  result.clear();
  if (name.size() < 2 || name.size() > 17 || name[0] != 's') return {};
  for (const char c : name.substr(1)) {
    const std::size_t at = std::string_view("0123456789abcdef").find(c);
    if (at == std::string_view::npos) return {};
    result.push_back(at);
  }
  return result;
}

}  // namespace

bool is_cross_lane_function(std::string_view name) {
  return std::ranges::find(cross_lane_functions, name) != cross_lane_functions.end();
}

std::vector<std::string> expression_functions() {
  std::vector<std::string> names(cross_lane_functions.begin(), cross_lane_functions.end());
  names.insert(names.end(), other_functions.begin(), other_functions.end());
  return names;
}

Result<Object> member_of(const Objects& objects, Object object, const std::string& name) {
  if (object.where == Object::Where::nowhere && object.type == 0) return object;
  Result<Object> whole = std::move(object);
  // "." dereferences a pointer like "->", for convenience.
  if (objects.is_pointer(*whole)) whole = objects.pointee(*whole);
  if (!whole) return whole;
  if (objects.is_structure(*whole)) {
    const auto member = objects.member(*whole, name);
    if (!member) return bad_input(objects.type_name(*whole) + " has no member '" + name + "'");
    return objects.part(*whole, *member);
  }
  const auto form = objects.components(*whole);
  const std::vector<std::uint64_t> chosen = swizzle(name);
  if (!form || chosen.empty())
    return bad_input("a value of type " + objects.type_name(*whole) + " has no member '" + name +
                     "'");
  if (whole->where == Object::Where::nowhere) return Objects::unavailable(0, whole->reason);
  for (const std::uint64_t component : chosen) {
    if (component >= form->count)
      return bad_input(objects.type_name(*whole) + " has no component '" + name + "'");
  }
  if (form->count == 1) return whole;
  if (chosen.size() == 1) return objects.part(*whole, chosen[0]);
  const auto scalars = objects.scalars(*whole, Objects::max_components);
  if (!scalars) return Objects::unavailable(0, std::string(partly_unavailable));
  std::vector<Scalar> values;
  values.reserve(chosen.size());
  for (const std::uint64_t component : chosen) values.push_back((*scalars)[component]);
  return Objects::vector(form->scalar, std::move(values));
}

Result<Object> element_of(const Objects& objects, const Object& whole, std::uint64_t at) {
  if (whole.where == Object::Where::nowhere && whole.type == 0) return whole;
  if (!objects.is_pointer(whole)) {
    if (objects.part_count(whole) == 0)
      return bad_input("a value of type " + objects.type_name(whole) + " has no elements");
    auto part = objects.part(whole, at);
    const Id type = whole.type == 0 ? 0 : objects.types().type(whole.type).element;
    if (!part) return Objects::unavailable(type, part.error().message);
    return part;
  }
  // As C has it: the elements behind what a pointer points to.
  auto element = objects.pointee(whole);
  if (!element || element->where != Object::Where::memory) return element;
  const Type& type = objects.types().type(whole.type);
  const std::uint64_t stride = type.stride != 0 ? type.stride : objects.size(*element);
  element->address += at * stride;
  return element;
}

Result<Object> Evaluator::evaluate(const Node& node) {
  switch (node.op) {
    case Operator::literal:
      return node.object;
    case Operator::variable:
      return evaluate_variable(node);
    case Operator::id:
      return find_id(context_, node.name);
    case Operator::member:
    case Operator::arrow:
      return evaluate_member(node);
    case Operator::element:
      return evaluate_element(node);
    case Operator::lane:
      return evaluate_in_lane(node);
    case Operator::call:
      return is_cross_lane_function(node.name) ? evaluate_across_lanes(node) : evaluate_call(node);
    case Operator::list:
      return evaluate_vector(node, std::nullopt);
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::logical_xor:
    case Operator::conditional:
      return evaluate_logical(node);
    default:
      break;
  }
  auto first = evaluate(*node.operands[0]);
  if (!first) return first;
  if (node.op == Operator::dereference) return context_.objects().pointee(*first);
  if (node.op == Operator::address) {
    if (first->where != Object::Where::memory)
      return bad_input("only objects in memory have an address");
    return number(ScalarType::pointer(), first->address);
  }
  if (node.operands.size() == 1) return calculate(context_.objects(), node.op, *first);
  auto second = evaluate(*node.operands[1]);
  if (!second) return second;
  return calculate(context_.objects(), node.op, *first, *second);
}

// Variables of the program come first.
Result<Object> Evaluator::evaluate_variable(const Node& node) {
  auto found = find_variable(context_, node.name);
  if (found) return found;
  const bool runs =
      context_.place.record != nullptr && lanes_of_tangle(*context_.subgroup).test(context_.lane);
  if (node.name == "active") return boolean(runs);
  if (node.name == "alive") return boolean(context_.subgroup->alive.test(context_.lane));
  if (node.name == "moment") return number(count_type, context_.run->moment);
  if (node.name == "lane") return number(uint_type, context_.lane);
  if (node.name == "subgroup") return number(uint_type, context_.subgroup->id);
  if (node.name == "inf") return float_number(std::numeric_limits<float>::infinity());
  if (node.name == "nan") return float_number(std::numeric_limits<float>::quiet_NaN());
  return found;
}

Result<Object> Evaluator::evaluate_member(const Node& node) {
  auto whole = evaluate(*node.operands[0]);
  return whole ? member_of(context_.objects(), std::move(*whole), node.name) : whole;
}

Result<std::uint64_t> Evaluator::index(const Node& node) {
  const auto object = evaluate(node);
  return object ? index_of(*object) : Result<std::uint64_t>(tl::unexpected(object.error()));
}

Result<std::uint64_t> Evaluator::index_of(const Object& object) const {
  const Objects objects = context_.objects();
  if (object.where == Object::Where::nowhere) return bad_input("the index: " + object.reason);
  const auto form = objects.components(object);
  const auto value = objects.scalar(object);
  if (!form || !value || form->scalar.scalar_class == ScalarType::Class::floating)
    return bad_input("the index is not an integer");
  if (value->state == Definedness::undefined) return bad_input("the index is undefined");
  const std::int64_t number = integer_of(form->scalar, value->bits);
  if (form->scalar.is_signed && number < 0)
    return bad_input("the index " + std::to_string(number) + " is negative");
  return static_cast<std::uint64_t>(number);
}

Result<Object> Evaluator::evaluate_element(const Node& node) {
  const Objects objects = context_.objects();
  auto whole = evaluate(*node.operands[0]);
  if (!whole) return whole;
  const Id element_type = whole->type == 0 ? 0 : objects.types().type(whole->type).element;
  if (whole->where == Object::Where::nowhere)
    return Objects::unavailable(element_type, whole->reason);
  const auto number = evaluate(*node.operands[1]);
  if (!number) return number;
  const auto at = index_of(*number);
  // A lane whose index is wrong has no element; others may have.
  if (!at) return Objects::unavailable(element_type, at.error().message);
  return element_of(objects, *whole, *at);
}

Result<Object> Evaluator::evaluate_in_lane(const Node& node) {
  const auto lane = index(*node.operands[1]);
  if (!lane) return tl::unexpected(lane.error());
  if (*lane >= context_.subgroup->size || !context_.subgroup->existing.test(*lane & 127))
    return bad_input("no lane " + std::to_string(*lane));
  Evaluator other(in_lane(context_, static_cast<unsigned>(*lane)));
  other.across_lanes_ = across_lanes_;
  return other.evaluate(*node.operands[0]);
}

Result<Object> Evaluator::evaluate_logical(const Node& node) {
  const Objects objects = context_.objects();
  const auto truth = [&](const Node& operand) -> Result<Object> {
    auto value = evaluate(operand);
    if (!value) return value;
    if (value->where == Object::Where::nowhere) return Objects::unavailable(0, value->reason);
    const auto form = objects.components(*value);
    const auto found = objects.scalar(*value);
    if (!form || form->count != 1)
      return bad_input("a value of type " + objects.type_name(*value) + " is not a condition");
    if (!found) return Objects::unavailable(0, std::string(partly_unavailable));
    return Objects::number(ScalarType::boolean(),
                           convert(*found, form->scalar, ScalarType::boolean()));
  };
  auto first = truth(*node.operands[0]);
  if (!first) return first;
  if (first->where == Object::Where::nowhere) return first;
  const Scalar a = first->numbers[0];
  if (node.op == Operator::conditional) {
    if (a.state == Definedness::undefined)
      return Objects::unavailable(0, "the condition is undefined");
    return evaluate(*node.operands[a.bits != 0 ? 1 : 2]);
  }
  if (decides(node.op, a)) return first;
  auto second = truth(*node.operands[1]);
  if (!second) return second;
  if (second->where == Object::Where::nowhere) return second;
  return Objects::number(ScalarType::boolean(), combine_truths(node.op, a, second->numbers[0]));
}

Result<Object> Evaluator::evaluate_call(const Node& node) {
  const Objects objects = context_.objects();
  const std::size_t count = node.operands.size();
  if (node.name == "get_sub_group_size" && count == 0)
    return number(count_type, context_.subgroup->existing.count());
  if (const auto built_in = call_built_in(context_, node.name, 0)) {
    if (count == 0) return *built_in;
    const auto dimension = index(*node.operands[0]);
    if (!dimension) return tl::unexpected(dimension.error());
    return *call_built_in(context_, node.name,
                          static_cast<std::uint32_t>(std::min<std::uint64_t>(*dimension, 3)));
  }
  if (const auto type = vector_type_named(node.name)) return evaluate_vector(node, type);
  if (count != 1) return bad_input("unknown function '" + node.name + "'");
  auto operand = evaluate(*node.operands[0]);
  if (!operand) return operand;
  if (node.name == "isundef" || node.name == "isimpl") {
    const auto state = objects.state(*operand);
    if (!state) return Objects::unavailable(0, operand->reason);
    return boolean(*state == (node.name == "isundef" ? Definedness::undefined
                                                     : Definedness::implementation_dependent));
  }
  if (node.name == "length") return number(uint_type, objects.part_count(*operand));
  const auto type = scalar_type_named(node.name);
  if (!type) return bad_input("unknown function '" + node.name + "'");
  if (operand->where == Object::Where::nowhere) return Objects::unavailable(0, operand->reason);
  const auto form = objects.components(*operand);
  if (!form || form->count > Objects::max_components)
    return bad_input("a value of type " + objects.type_name(*operand) + " does not convert to " +
                     node.name);
  auto scalars = objects.scalars(*operand, Objects::max_components);
  if (!scalars) return Objects::unavailable(0, std::string(partly_unavailable));
  for (Scalar& value : *scalars) value = convert(value, form->scalar, *type);
  return Objects::vector(*type, std::move(*scalars));
}

Result<Object> Evaluator::evaluate_vector(const Node& node, std::optional<VectorType> type) {
  const Objects objects = context_.objects();
  std::vector<std::pair<ScalarType, Scalar>> components;
  for (const auto& operand : node.operands) {
    const auto value = evaluate(*operand);
    if (!value) return value;
    if (value->where == Object::Where::nowhere) return Objects::unavailable(0, value->reason);
    const auto form = objects.components(*value);
    if (!form || components.size() + form->count > Objects::max_components)
      return bad_input("a vector cannot have a value of type " + objects.type_name(*value) +
                       " as a component");
    const auto scalars = objects.scalars(*value, Objects::max_components);
    if (!scalars) return Objects::unavailable(0, std::string(partly_unavailable));
    for (const Scalar& scalar : *scalars) components.emplace_back(form->scalar, scalar);
  }
  if (components.empty()) return bad_input("a vector needs components");
  if (!type) {
    const auto common = std::ranges::max_element(components, {}, [](const auto& component) {
      const ScalarType scalar = component.first;
      return std::pair{scalar.is_float(), scalar.bytes};
    });
    type = {common->first, components.size()};
  }
  const bool is_one_for_all = components.size() == 1;
  if (!is_one_for_all && components.size() != type->count)
    return bad_input(node.name + " takes " + std::to_string(type->count) + " components, not " +
                     std::to_string(components.size()));
  std::vector<Scalar> values;
  for (std::size_t i = 0; i < type->count; ++i) {
    const auto& [from, value] = components[is_one_for_all ? 0 : i];
    values.push_back(convert(value, from, type->scalar));
  }
  return Objects::vector(type->scalar, std::move(values));
}

namespace {

// Whether a condition holds: a vector does if one of its components that are defined is true. None if not all of it is
// available. Errors: bad_input if it is neither a scalar nor a vector.
Result<std::optional<Scalar>> truth_of(const Objects& objects, const Object& value) {
  const auto form = objects.components(value);
  if (!form || form->count > Objects::max_components)
    return bad_input("a value of type " + objects.type_name(value) + " is not a condition");
  const auto scalars = objects.scalars(value, Objects::max_components);
  if (!scalars) return std::nullopt;
  Scalar truth;
  for (const Scalar& scalar : *scalars) {
    const Scalar next = convert(scalar, form->scalar, ScalarType::boolean());
    if (is_true(next)) return next;
    truth.state = std::max(truth.state, next.state);
  }
  return truth;
}

}  // namespace

// In all lanes of the tangle that executes.
Result<Object> Evaluator::evaluate_across_lanes(const Node& node) {
  if (node.operands.size() != 1) return bad_input(node.name + "() takes one value");
  if (across_lanes_)
    return bad_input(node.name + "() cannot be inside of another one across lanes");
  const Objects objects = context_.objects();
  const std::string& name = node.name;
  std::optional<Object> result;
  std::vector<Scalar> lanes;
  std::uint64_t true_lanes = 0, all_lanes = 0;
  Definedness worst = Definedness::defined;
  const LaneMask active = lanes_of_tangle(*context_.subgroup);
  for (unsigned lane = 0; lane < context_.subgroup->size; ++lane) {
    if (!active.test(lane)) continue;
    Evaluator other(in_lane(context_, lane));
    other.across_lanes_ = true;
    auto value = other.evaluate(*node.operands[0]);
    if (!value) return value;
    if (name == "first") return value;
    if (value->where == Object::Where::nowhere) return Objects::unavailable(0, value->reason);
    ++all_lanes;
    if (name != "sum" && name != "min" && name != "max") {
      const auto truth = truth_of(objects, *value);
      if (!truth) return tl::unexpected(truth.error());
      if (!*truth) continue;
      if (is_true(**truth)) {
        ++true_lanes;
        lanes.push_back({lane, {}});
      }
      worst = std::max(worst, (*truth)->state);
      continue;
    }
    if (!result) {
      result = std::move(*value);
      continue;
    }
    const Operator op = name == "sum"   ? Operator::add
                        : name == "min" ? Operator::less
                                        : Operator::greater;
    auto combined = calculate(objects, op, op == Operator::add ? *result : *value,
                              op == Operator::add ? *value : *result);
    if (!combined) return combined;
    if (op == Operator::add) {
      result = std::move(*combined);
      continue;
    }
    const auto is_better = objects.scalar(*combined);
    if (!is_better) return bad_input(name + "() takes a scalar");
    if (is_better->state == Definedness::undefined || is_true(*is_better))
      result = std::move(*value);
  }
  if (name == "count") return Objects::number(uint_type, {true_lanes, worst});
  if (name == "any")
    return Objects::number(ScalarType::boolean(), {true_lanes != 0 ? 1u : 0u, worst});
  if (name == "all") {
    return Objects::number(ScalarType::boolean(), {true_lanes == all_lanes ? 1u : 0u, worst});
  }
  if (name == "lanes") return Objects::list(uint_type, std::move(lanes));
  if (!result) return Objects::unavailable(0, "no lane is active");
  return std::move(*result);
}

// --- what the debugger asks ---

Expression::Expression(std::unique_ptr<Node> root) : root_(std::move(root)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Result<Object> Expression::evaluate(const LaneContext& context) const {
  return Evaluator(context).evaluate(*root_);
}

namespace {

// The names of what is in registers or in memory.
std::string text_of(const Expression::Node& node) {
  switch (node.op) {
    case Operator::variable:
    case Operator::id:
      return node.name;
    case Operator::member:
    case Operator::arrow:
      return text_of(*node.operands[0]) + (node.op == Operator::arrow ? "->" : ".") + node.name;
    case Operator::element:
    case Operator::lane:
      return text_of(*node.operands[0]) + (node.op == Operator::lane ? "[lane " : "[") +
             text_of(*node.operands[1]) + "]";
    case Operator::dereference:
      return "*" + text_of(*node.operands[0]);
    case Operator::literal:
      return node.object.numbers.empty()
                 ? ""
                 : scalar_text(node.object.scalar, node.object.numbers[0].bits);
    default:
      return "...";
  }
}

// Whether the object is in registers or in memory, or consists of such pieces.
bool add_places(const Object& object, const std::string& name, const Objects& objects,
                std::vector<std::pair<std::string, Object>>& parts) {
  if (object.where == Object::Where::planes || object.where == Object::Where::memory) {
    parts.emplace_back(name, object);
    return true;
  }
  if (object.where != Object::Where::pieces) return false;
  for (std::size_t i = 0; i < object.pieces.size(); ++i)
    add_places(object.pieces[i], name + objects.part_name(object, i), objects, parts);
  return true;
}

void add_parts(const Expression::Node& node, const LaneContext& context,
               std::vector<std::pair<std::string, Object>>& parts) {
  const auto value = Evaluator(context).evaluate(node);
  const Objects objects = context.objects();
  if (value && add_places(*value, text_of(node), objects, parts)) return;
  if (node.op == Operator::member) {
    // Of a swizzle, only the components that it names.
    const Expression::Node& operand = *node.operands[0];
    const auto whole = Evaluator(context).evaluate(operand);
    for (const std::uint64_t component : swizzle(node.name)) {
      const auto part = whole ? objects.part(*whole, component) : whole;
      if (part)
        add_places(*part, text_of(operand) + objects.part_name(*whole, component), objects, parts);
    }
    if (!parts.empty()) return;
  }
  for (const auto& operand : node.operands) add_parts(*operand, context, parts);
}

}  // namespace

Result<std::vector<std::pair<std::string, Object>>> Expression::parts(
    const LaneContext& context) const {
  const auto whole = evaluate(context);
  if (!whole) return tl::unexpected(whole.error());
  std::vector<std::pair<std::string, Object>> parts;
  add_parts(*root_, context, parts);
  return parts;
}

Result<LaneMask> Expression::where_true(const PausedRun& run, const Subgroup& subgroup,
                                        const LaneMask& lanes) const {
  LaneMask result;
  if (lanes.none()) return result;
  const auto symbols = symbols_of(run);
  if (!symbols) return tl::unexpected(symbols.error());
  const DebugFocus focus{subgroup.workgroup_index, subgroup.id, lanes.lowest(), 0};
  const auto first = context_of(run, **symbols, focus);
  if (!first) return tl::unexpected(first.error());
  std::vector<unsigned> asked;
  lanes.for_each([&](unsigned lane) { asked.push_back(lane); });
  const bool is_one_tangle = lanes_of_tangle(subgroup).contains(lanes);
  const auto values = is_one_tangle ? evaluate_in_lanes(*first, *root_, asked) : std::nullopt;
  if (values) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (is_true(convert(values->values[i], values->type, ScalarType::boolean())))
        result.set(asked[i]);
    }
    return result;
  }
  for (const unsigned lane : asked) {
    const LaneContext context = in_lane(*first, lane);
    const auto value = evaluate(context);
    if (!value) return tl::unexpected(value.error());
    if (value->where == Object::Where::nowhere) continue;
    const auto truth = truth_of(context.objects(), *value);
    if (!truth) return tl::unexpected(truth.error());
    if (*truth && is_true(**truth)) result.set(lane);
  }
  return result;
}

Result<Object> Expression::object(const PausedRun& run, const DebugFocus& focus) const {
  const auto symbols = symbols_of(run);
  if (!symbols) return tl::unexpected(symbols.error());
  const auto context = context_of(run, **symbols, focus);
  if (!context) return tl::unexpected(context.error());
  return evaluate(*context);
}

Result<std::string> Expression::text(const PausedRun& run, const DebugFocus& focus) const {
  const auto symbols = symbols_of(run);
  if (!symbols) return tl::unexpected(symbols.error());
  const auto context = context_of(run, **symbols, focus);
  if (!context) return tl::unexpected(context.error());
  const auto value = evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  return context->objects().text(*value);
}

Result<AddressRange> Expression::place(const PausedRun& run, const DebugFocus& focus) const {
  const auto symbols = symbols_of(run);
  if (!symbols) return tl::unexpected(symbols.error());
  const auto context = context_of(run, **symbols, focus);
  if (!context) return tl::unexpected(context.error());
  const auto value = evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  if (value->where == Object::Where::nowhere)
    return bad_input("the expression is not in memory: " + value->reason);
  if (value->where == Object::Where::numbers)
    return bad_input("the expression is not in memory: it is computed");
  if (value->where == Object::Where::descriptors)
    return bad_input("the expression is an array of descriptors: choose an element");
  if (value->where != Object::Where::memory)
    return bad_input("the expression is not in memory but in registers");
  return AddressRange{value->address, context->objects().size(*value)};
}

}  // namespace spirv_oracle
