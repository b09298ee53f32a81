// The tree of an expression, and its evaluation in a lane. Internal to expression*.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/program/frames.h"

namespace spirv_oracle {

enum class Operator : std::uint8_t {
  literal,   // `object`
  variable,  // `name`
  id,        // `name`, with its %
  member,    // of operand 0, `name`
  arrow,     // of the pointee of operand 0
  element,   // operand 0, index
  lane,      // operand 0 in another lane
  call,      // `name`, operands
  list,      // operands
  dereference,
  address,
  negate,
  logical_not,
  bitwise_not,
  multiply,
  divide,
  remainder,
  add,
  subtract,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  bitwise_and,
  bitwise_xor,
  bitwise_or,
  logical_and,
  logical_xor,
  logical_or,
  conditional,
};

struct Expression::Node {
  Operator op = Operator::literal;
  std::string name;
  Object object;
  std::size_t column = 1;
  std::vector<std::unique_ptr<Node>> operands;
};

// Why a scalar or vector has no value: it reaches beyond its memory, or lacks components.
inline constexpr std::string_view partly_unavailable = "not all of it is available";

// The components of a value, or one component in several lanes.
struct Scalars {
  ScalarType type;
  std::vector<Scalar> values;
};

struct VectorType {
  ScalarType scalar;
  std::size_t count = 0;
};

// Evaluates expressions in lanes.
class Evaluator {
 public:
  explicit Evaluator(const LaneContext& context) : context_(context) {}
  Result<Object> evaluate(const Expression::Node& node);

 private:
  using Node = Expression::Node;
  Result<Object> evaluate_variable(const Node& node);
  Result<Object> evaluate_member(const Node& node);
  Result<Object> evaluate_element(const Node& node);
  Result<Object> evaluate_in_lane(const Node& node);
  Result<Object> evaluate_call(const Node& node);
  // Of the components of all operands, converted to the type, or to a common one.
  Result<Object> evaluate_vector(const Node& node, std::optional<VectorType> type);
  Result<Object> evaluate_across_lanes(const Node& node);
  Result<Object> evaluate_logical(const Node& node);
  Result<std::uint64_t> index(const Node& node);
  Result<std::uint64_t> index_of(const Object& object) const;

  LaneContext context_;
  bool across_lanes_ = false;
};

// Whether an identifier is a function of the expression language.
bool is_cross_lane_function(std::string_view name);
std::vector<std::string> expression_functions();

// A member, or components as a swizzle names them; and an element. "." and "[]" dereference pointers.
Result<Object> member_of(const Objects& objects, Object whole, const std::string& name);
Result<Object> element_of(const Objects& objects, const Object& whole, std::uint64_t at);

// Whether a name may contain the character after its first.
bool continues_name(char c);

// --- all lanes at once (expression_lanes.cpp) ---

// The value of an expression that is a scalar of one type in each of these lanes, in their order. `context`: of an active
// lane, as are `lanes`. None where only Evaluator, lane by lane, can tell what the expression is.
std::optional<Scalars> evaluate_in_lanes(const LaneContext& context, const Expression::Node& node,
                                         std::span<const unsigned> lanes);

// --- arithmetic (expression_arithmetic.cpp) ---

// Of one value for each scalar of the lists, which have equally many or only one. None: the operation does not exist for
// the types. Not for the logical operators.
std::optional<Scalars> calculate(Operator op, const Scalars& a, const Scalars& b);
std::optional<Scalars> calculate(Operator op, Scalars a);
// Of Booleans: whether this operand of && or || decides alone; and the value of &&, || or ^^.
bool decides(Operator op, const Scalar& operand);
Scalar combine_truths(Operator op, const Scalar& a, const Scalar& b);
// Errors: bad_input if the operation does not exist for the operands. The result is nowhere if an operand is.
Result<Object> calculate(const Objects& objects, Operator op, const Object& a, const Object& b);
Result<Object> calculate(const Objects& objects, Operator op, const Object& a);
// For conversions such as "uint(x)". None if `name` is not a type.
std::optional<ScalarType> scalar_type_named(std::string_view name);
// Of GLSL, HLSL and OpenCL C: "uvec3", "uint3". None if `name` is not such a type.
std::optional<VectorType> vector_type_named(std::string_view name);
Scalar convert(Scalar value, ScalarType from, ScalarType to);
bool is_true(const Scalar& value);

}  // namespace spirv_oracle
