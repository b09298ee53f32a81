// Evaluates conditions in all lanes at once: a name is looked up once, and an operation computes the values of all lanes. That
// takes a ninth of the time (docs/performance.md). Evaluator handles everything that is not a scalar of the same type in each
// lane.
#include <algorithm>

#include "debugger/engine/expression/expression_node.h"

namespace spirv_oracle {
namespace {

using Node = Expression::Node;

bool is_same_in_all_lanes(const Node& node) {
  return node.op == Operator::literal ||
         (node.op == Operator::call && is_cross_lane_function(node.name));
}

class LaneEvaluator {
 public:
  explicit LaneEvaluator(const LaneContext& context)
      : context_(context), objects_(context.objects()) {}

  std::optional<Scalars> evaluate(const Node& node, std::span<const unsigned> lanes) const {
    switch (node.op) {
      case Operator::logical_and:
      case Operator::logical_or:
      case Operator::logical_xor:
        return evaluate_logical(node, lanes);
      case Operator::negate:
      case Operator::logical_not:
      case Operator::bitwise_not: {
        auto only = evaluate(*node.operands[0], lanes);
        return only ? calculate(node.op, std::move(*only)) : std::nullopt;
      }
      default:
        break;
    }
    if (node.op == Operator::call && node.operands.size() == 1) {
      if (const auto type = scalar_type_named(node.name))
        return converted(evaluate(*node.operands[0], lanes), *type);
      if (node.name == "isundef") return states(node, Definedness::undefined, lanes);
      if (node.name == "isimpl") return states(node, Definedness::implementation_dependent, lanes);
    }
    const bool is_binary = node.op >= Operator::multiply && node.op <= Operator::bitwise_or;
    if (!is_binary) return evaluate_other(node, lanes);
    const auto first = evaluate(*node.operands[0], lanes);
    const auto second = first ? evaluate(*node.operands[1], lanes) : std::nullopt;
    return second ? calculate(node.op, *first, *second) : std::nullopt;
  }

 private:
  static std::optional<Scalars> converted(std::optional<Scalars> scalars, ScalarType type) {
    if (!scalars) return std::nullopt;
    for (Scalar& value : scalars->values) value = convert(value, scalars->type, type);
    scalars->type = type;
    return scalars;
  }

  std::optional<Scalars> evaluate_truth(const Node& node, std::span<const unsigned> lanes) const {
    return converted(evaluate(node, lanes), ScalarType::boolean());
  }

  // Where the operand of the node has this state.
  std::optional<Scalars> states(const Node& node, Definedness state,
                                std::span<const unsigned> lanes) const {
    auto scalars = evaluate(*node.operands[0], lanes);
    if (!scalars) return std::nullopt;
    for (Scalar& value : scalars->values) value = {value.state == state ? 1u : 0u, {}};
    scalars->type = ScalarType::boolean();
    return scalars;
  }

  std::optional<Scalars> evaluate_logical(const Node& node, std::span<const unsigned> lanes) const {
    auto result = evaluate_truth(*node.operands[0], lanes);
    if (!result) return std::nullopt;
    std::vector<unsigned> others;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (!decides(node.op, result->values[i])) others.push_back(lanes[i]);
    }
    if (others.empty()) return result;
    const auto second = evaluate_truth(*node.operands[1], others);
    if (!second) return std::nullopt;
    auto next = second->values.begin();
    for (Scalar& value : result->values) {
      if (!decides(node.op, value)) value = combine_truths(node.op, value, *next++);
    }
    return result;
  }

  std::optional<Scalars> evaluate_other(const Node& node, std::span<const unsigned> lanes) const {
    if (is_same_in_all_lanes(node)) {
      const auto first = evaluate_in(lanes[0], node);
      const auto value = first ? objects_.scalar(*first) : std::nullopt;
      if (!value) return std::nullopt;
      return Scalars{objects_.components(*first)->scalar,
                     std::vector<Scalar>(lanes.size(), *value)};
    }
    if (auto values = read_planes(node, lanes)) return values;
    const auto objects = find_objects(node, lanes);
    if (!objects) return std::nullopt;
    Scalars result;
    result.values.reserve(lanes.size());
    for (const Object& object : *objects) {
      const auto value = objects_.scalar(object);
      if (!value) return std::nullopt;
      const ScalarType type = objects_.components(object)->scalar;
      if (result.values.empty()) result.type = type;
      if (type != result.type) return std::nullopt;
      result.values.push_back(*value);
    }
    return result;
  }

  // The common case, a name of one plane. None in all other cases.
  std::optional<Scalars> read_planes(const Node& node, std::span<const unsigned> lanes) const {
    if (node.op != Operator::variable && node.op != Operator::id) return std::nullopt;
    const auto first = evaluate_in(lanes[0], node);
    const bool is_scalar =
        first && first->where == Object::Where::planes && objects_.scalar(*first).has_value();
    if (!is_scalar) return std::nullopt;
    Scalars result{objects_.components(*first)->scalar, {}};
    result.values.reserve(lanes.size());
    for (const unsigned lane : lanes)
      result.values.push_back(read_plane(*first->subgroup, first->slots[0], result.type, lane));
    return result;
  }

  // What the node designates in each lane. None if a lane has nothing there.
  std::optional<std::vector<Object>> find_objects(const Node& node,
                                                  std::span<const unsigned> lanes) const {
    if (node.op == Operator::variable || node.op == Operator::id) {
      if (auto found = find_named(node, lanes)) return found;
    }
    if (node.op == Operator::member || node.op == Operator::arrow) {
      return each_of(find_objects(*node.operands[0], lanes), [&](Object& whole, std::size_t) {
        return member_of(objects_, std::move(whole), node.name);
      });
    }
    if (node.op == Operator::element) {
      const auto at = evaluate(*node.operands[1], lanes);
      if (!at || at->type.is_float()) return std::nullopt;
      return each_of(find_objects(*node.operands[0], lanes),
                     [&](const Object& whole, std::size_t i) -> Result<Object> {
                       if (at->values[i].state == Definedness::undefined)
                         return bad_input("the index is undefined");
                       const std::int64_t index = integer_of(at->type, at->values[i].bits);
                       if (at->type.is_signed && index < 0) return bad_input("it is negative");
                       return element_of(objects_, whole, static_cast<std::uint64_t>(index));
                     });
    }
    std::optional<std::vector<Object>> objects(std::in_place, lanes.size());
    return each_of(std::move(objects),
                   [&](const Object&, std::size_t i) { return evaluate_in(lanes[i], node); });
  }

  template <class Function>
  static std::optional<std::vector<Object>> each_of(std::optional<std::vector<Object>> objects,
                                                    const Function& function) {
    for (std::size_t i = 0; objects && i < objects->size(); ++i) {
      auto found = function((*objects)[i], i);
      if (!found || found->where == Object::Where::nowhere) return std::nullopt;
      (*objects)[i] = std::move(*found);
    }
    return objects;
  }

  // A name designates the same planes in all lanes, or memory at an address that comes from the same plane.
  std::optional<std::vector<Object>> find_named(const Node& node,
                                                std::span<const unsigned> lanes) const {
    const auto first = evaluate_in(lanes[0], node);
    if (!first) return std::nullopt;
    std::vector<Object> objects(lanes.size(), *first);
    for (std::size_t i = 0; i < lanes.size(); ++i) objects[i].lane = lanes[i];
    if (first->where == Object::Where::planes) return objects;
    if (first->where != Object::Where::memory || first->pointer == no_slot) return std::nullopt;
    const auto pointer = [&](unsigned lane) {
      return read_plane(*first->subgroup, first->pointer, ScalarType::pointer(), lane);
    };
    const std::uint64_t offset = first->address - pointer(lanes[0]).bits;
    for (Object& object : objects) {
      const Scalar address = pointer(object.lane);
      object.address = address.bits + offset;
      if (address.state == Definedness::undefined ||
          first->subgroup->memory->find(address.bits).allocation == nullptr)
        return std::nullopt;
    }
    return objects;
  }

  Result<Object> evaluate_in(unsigned lane, const Node& node) const {
    return Evaluator(lane == context_.lane ? context_ : in_lane(context_, lane)).evaluate(node);
  }

  const LaneContext& context_;
  Objects objects_;
};

}  // namespace

std::optional<Scalars> evaluate_in_lanes(const LaneContext& context, const Expression::Node& node,
                                         std::span<const unsigned> lanes) {
  return LaneEvaluator(context).evaluate(node, lanes);
}

}  // namespace spirv_oracle
