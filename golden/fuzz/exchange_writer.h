// Writes a group or non-uniform instruction with its operands, for any place in the control flow.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "golden/fuzz/module_text.h"
#include "golden/fuzz/random_source.h"

namespace spirv_oracle::golden {

// The result of an exchange, in a form that can be stored.
struct Exchanged {
  std::string name;    // "OpGroupNonUniformIAdd Reduce of int16x2"
  std::string bits;    // a uint32; "" if the result is not an exact number
  std::string number;  // a float32, in that case
};

class ExchangeWriter {
 public:
  struct Settings {
    std::uint32_t subgroup_size = 32;
    std::vector<ScalarKind> kinds;  // of the exchanged values, except for Booleans
    // Features that devices may lack.
    bool rotates = false, clusters = false, quads = false;
  };

  // `value` writes an operand, a uint32 that differs between invocations. `lane` writes
  // SubgroupLocalInvocationId.
  ExchangeWriter(ModuleText& text, RandomSource& random, Settings settings,
                 std::function<std::string()> value, std::function<std::string()> lane)
      : text_(text),
        random_(random),
        settings_(std::move(settings)),
        value_(std::move(value)),
        lane_(std::move(lane)) {}

  // Writes any instruction. The result is defined for every set of active invocations: if a source
  // may be inactive, another value replaces the result.
  Exchanged write();
  // Writes a Boolean that all invocations of the tangle share.
  std::string vote();

 private:
  Exchanged elect();
  Exchanged all_equal();
  Exchanged ballot_use();
  Exchanged broadcast();
  Exchanged shuffle();
  Exchanged quad();
  Exchanged rotate();
  Exchanged reduction();
  Exchanged logical_reduction();

  std::string u32(std::string_view opcode, const std::string& operands);
  std::string boolean(std::string_view opcode, const std::string& operands);
  std::string from_boolean(const std::string& condition);
  std::string condition();
  std::string ballot(const std::string& predicate);
  std::string any_bits();  // similar to a ballot, with bit 0 set
  // Whether the invocation with this id, which must be below the subgroup size, also executes this.
  std::string takes_part(const std::string& id);
  // The id modulo the subgroup size.
  std::string wrapped(const std::string& id);
  ValueType some_number_type();
  ValueType some_type();  // including Booleans
  // A value of the type, made of uint32 values. `makes` writes a component from a uint32.
  std::string make(ValueType type, const std::function<std::string(ScalarKind)>& makes);
  std::string make(ValueType type);
  std::string component(ScalarKind kind);  // any value; floats are small integers
  std::string sign(ScalarKind kind);       // of a float type: 1 or -1
  std::string fraction(ScalarKind kind);   // of a float type: a number that is not a small fraction
  // The value `result` if `condition` holds, otherwise a value that is always defined.
  std::string guarded(const std::string& condition, ValueType type, const std::string& result);
  Exchanged finish(std::string name, ValueType type, const std::string& result, bool exact = true);
  std::string to_bits(ScalarKind kind, const std::string& value);
  std::string to_number(ScalarKind kind, const std::string& value);
  // Writes scope and group operation, and appends its name to `name`.
  std::string operation(std::string& name);
  // Writes the ClusterSize after the value.
  std::string cluster_size();

  ModuleText& text_;
  RandomSource& random_;
  Settings settings_;
  std::function<std::string()> value_, lane_;
};

}  // namespace spirv_oracle::golden
