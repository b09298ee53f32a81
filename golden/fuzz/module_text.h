// A growing module as assembly, which declares types, constants and capabilities when they are
// first needed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite/value_type.h"

namespace spirv_oracle::golden {

// The capability of a scalar type; "" for none.
std::string_view capability_of(ScalarKind kind);

class ModuleText {
 public:
  // Declarations. Each function returns the id.
  std::string scalar(ScalarKind kind) { return type({kind, 1}); }
  std::string type(ValueType type);
  std::string constant(std::uint32_t number);  // of uint32
  std::string constant(ScalarKind kind, const std::string& literal);
  std::string boolean(bool value);
  std::string null(ValueType type);
  // Adds a declaration "%NAME = TEXT" after the types and constants that it needs, once.
  void declare(const std::string& name, const std::string& text);
  void name(const std::string& id) { names_ += "OpName " + id + " \"" + id.substr(1) + "\"\n"; }
  // Adds a line to the annotations.
  void annotate(const std::string& text) { annotations_ += text + '\n'; }
  void need_capability(const std::string& name) { capabilities_.insert(name); }
  void need_extension(const std::string& name) { extensions_.insert(name); }
  void add_mode(const std::string& text) { modes_.insert(text); }

  // Functions follow one another. `opening` has the lines OpFunction and OpFunctionParameter.
  void begin_function(const std::string& opening);
  void end_function();
  // Declares a variable of the function, with this pointer type.
  std::string variable(const std::string& pointer_type);
  std::string fresh() { return "%t" + std::to_string(next_id_++); }
  void line(const std::string& text) { body_ += text + '\n'; }
  // Writes "%t9 = OPCODE TYPE OPERANDS" and returns the id.
  std::string op(std::string_view opcode, const std::string& type, const std::string& operands);
  void label(const std::string& name);
  void branch(const std::string& to) { line("OpBranch " + to); }
  // The label of the current block.
  const std::string& block() const { return block_; }
  // The current place in the body, where OpPhi may be inserted later.
  std::size_t place() const { return body_.size(); }
  void insert(std::size_t place, const std::string& text) { body_.insert(place, text + '\n'); }

  // The whole module, a GLCompute shader with the entry point %main.
  std::string assembly(const std::vector<std::string>& interface, std::uint32_t local_size) const;

 private:
  // By name, so that the order in which a compiler evaluates arguments does not matter.
  std::map<std::string, std::string> scalars_, vectors_, constants_;
  std::set<std::string> capabilities_, extensions_, modes_, declared_;
  std::string names_, annotations_, declarations_, functions_;
  std::string opening_, variables_, body_, block_;
  std::uint64_t next_id_ = 0;
};

}  // namespace spirv_oracle::golden
