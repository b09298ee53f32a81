// The text of a random module: its types and constants, and the values that an instruction may use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spirv_oracle::random_module {

// A bool (bits = 1) or an unsigned integer, or a vector of them.
struct ValueType {
  unsigned bits = 32, count = 1;
  friend bool operator==(const ValueType&, const ValueType&) = default;
};
struct Value {
  std::string id;
  ValueType type;
};
using Values = std::vector<Value>;

class ModuleText {
 protected:
  explicit ModuleText(std::uint32_t seed) : random_(seed) {}

  // A branch to a block that is not written yet: from where, and the values that dominate the branch.
  struct Edge {
    std::string block;
    Values values;
  };
  using Edges = std::vector<Edge>;
  using Lines = std::vector<std::string>;

  // --- choices ---

  unsigned pick(std::size_t count) { return static_cast<unsigned>(random_() % count); }
  bool one_in(unsigned count) { return pick(count) == 0; }
  unsigned width() { return 8u << pick(4); }
  ValueType any_type() {
    if (one_in(6)) return {1, 1};
    const unsigned bits = one_in(2) ? 32 : width();
    return {bits, one_in(3) ? 2 + pick(3) : 1};
  }

  // --- text ---

  static std::string join(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
  std::string fresh() { return std::string("%t").append(std::to_string(next_id_++)); }
  void line(std::string text) {
    code_.push_back(std::move(text));
    ++written_;
  }
  std::string declared(const std::string& name, const std::string& what) {
    if (known_.insert(name).second) declarations_.push_back(name + " = " + what);
    return name;
  }
  std::string type(ValueType t) {
    const std::string scalar = t.bits == 1 ? declared("%bool", "OpTypeBool")
                                           : declared("%u" + std::to_string(t.bits),
                                                      "OpTypeInt " + std::to_string(t.bits) + " 0");
    if (t.count == 1) return scalar;
    const std::string count = std::to_string(t.count);
    return declared(scalar + "x" + count, "OpTypeVector " + scalar + " " + count);
  }
  std::string constant(std::uint64_t value, unsigned bits = 32) {
    const std::string of = type({bits, 1});
    if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
    const std::string number = std::to_string(value);
    return declared("%c" + std::to_string(bits) + "_" + number, "OpConstant " + of + " " + number);
  }
  std::string pointer_to(const std::string& storage, const std::string& pointee) {
    return declared("%" + storage + "_" + pointee.substr(1),
                    "OpTypePointer " + storage + " " + pointee);
  }
  void label(const std::string& name) {
    line(name + " = OpLabel");
    block_ = name;
  }
  Edge here() const { return {block_, scope_}; }

  // --- values ---

  Value op(ValueType t, const std::string& text) {
    const Value value{fresh(), t};
    line(value.id + " = " + text.substr(0, text.find(' ')) + " " + type(t) +
         (text.find(' ') == std::string::npos ? "" : text.substr(text.find(' '))));
    return value;
  }
  // Also one that later instructions may use.
  Value kept(ValueType t, const std::string& text) {
    scope_.push_back(op(t, text));
    return scope_.back();
  }
  Value random_constant(ValueType t) {
    if (t.count > 1)
      return {declared("%zero_" + type(t).substr(1), "OpConstantNull " + type(t)), t};
    if (t.bits > 1) return {constant(one_in(2) ? pick(8) : random_(), t.bits), t};
    type(t);
    return one_in(2) ? Value{declared("%true", "OpConstantTrue %bool"), t}
                     : Value{declared("%false", "OpConstantFalse %bool"), t};
  }
  // A value of the scope, mostly a recent one.
  Value from(const Values& scope, ValueType t) {
    std::vector<const Value*> fitting;
    for (const Value& value : scope) {
      if (value.type == t) fitting.push_back(&value);
    }
    if (fitting.empty() || one_in(12)) return random_constant(t);
    const std::size_t recent = std::min<std::size_t>(fitting.size(), one_in(3) ? 1000 : 4);
    return *fitting[fitting.size() - 1 - pick(recent)];
  }
  std::string id(ValueType t) { return from(scope_, t).id; }
  // Of a type that some value has.
  Value any_value() {
    return scope_.empty() || one_in(20) ? random_constant(any_type()) : scope_[pick(scope_.size())];
  }
  std::string small_index(unsigned count) {
    const Value wide = op({32, 1}, "OpUMod " + id({32, 1}) + " " + constant(count));
    return wide.id;
  }
  // Mostly one on which invocations do not agree.
  std::string condition() {
    if (one_in(5)) return id({1, 1});
    const std::string mixed = one_in(4) ? id({32, 1}) : mixed_with_lane(id({32, 1}));
    const unsigned modulus = 2 + pick(5);
    const std::string rest = op({32, 1}, "OpUMod " + mixed + " " + constant(modulus)).id;
    return op({1, 1}, "OpULessThan " + rest + " " + constant(1 + pick(modulus - 1))).id;
  }
  std::string mixed_with_lane(const std::string& value) {
    const std::string scaled =
        op({32, 1}, "OpIMul %lane" + function_suffix_ + " " + constant(1 + 2 * pick(8))).id;
    return op({32, 1}, "OpIAdd " + scaled + " " + value).id;
  }

  std::mt19937 random_;
  Lines declarations_, code_;
  std::set<std::string> known_;
  unsigned next_id_ = 0, written_ = 0;

  // Of the function that is being written.
  Values scope_;       // what dominates the current block, in the order of definition
  std::string block_;  // the label of the current block
  std::string function_suffix_;
};

}  // namespace spirv_oracle::random_module
