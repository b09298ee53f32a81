// Finds the buffers of which each invocation accesses its own part, from the text of the module: indexes are sums of multiples of
// the invocation's ids and of small numbers, such as 16 * gl_GlobalInvocationID.x + (k & 15).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "interpreter/ir/own_parts.h"
#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

class OwnPartFinder {
 public:
  OwnPartFinder(const SpecializedModule& types, ModuleAnalysis& analysis, const Dim3& local_size)
      : types_(types), module_(types.module()), analysis_(analysis), local_size_(local_size) {}

  // All bytes that invocations may access through the variables of a buffer; none if that is not known. Memory must
  // not be reached in another way.
  std::optional<InvocationNumbers> bytes(const std::vector<Id>& variables);
  // What the bytes depend on; see OwnParts::results.
  std::vector<OwnParts::ArithmeticResult> take_results() { return std::move(results_); }

 private:
  using Numbers = std::optional<InvocationNumbers>;
  // A component of a value, or of what a pointer points to.
  using Component = std::pair<Id, std::uint32_t>;
  // What a pointer into a buffer points to.
  struct Place {
    InvocationNumbers offset;
    Id type = 0;
  };

  bool add_accesses(Id pointer, const Place& place, Numbers& bytes);
  bool add_access(const Place& place, Numbers& bytes) const;
  std::optional<Place> place_of(const Instruction& chain, Place place);

  Numbers numbers(Component of);
  Numbers compute(const Instruction& definition, std::uint32_t component);
  Numbers result_of(const Instruction& definition, std::uint32_t component);
  Numbers remainder(const Instruction& definition, std::uint32_t component);
  Numbers constant(Component of) const;
  Numbers loaded(Id pointer, std::uint32_t component);
  Numbers built_in(Id variable, std::uint32_t component) const;
  Numbers content(Component of);
  class Alternatives;  // of a value
  bool add_stored(Component of, Alternatives& values);
  bool add_element_stored(const Instruction& chain, std::uint32_t component, Alternatives& values);
  // Of the arguments of all calls for a parameter.
  Numbers passed(const Instruction& parameter, std::uint32_t component, bool is_pointer);

  const SpecializedModule& types_;
  const Module& module_;
  ModuleAnalysis& analysis_;
  Dim3 local_size_;
  std::vector<OwnParts::ArithmeticResult> results_;
  std::map<Component, Numbers> values_, contents_;
  unsigned depth_ = 0;
};

}  // namespace spirv_oracle
