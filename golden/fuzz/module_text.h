// A module as assembly that grows: types, constants and capabilities are declared where they are needed first.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite/value_type.h"

namespace spirv_oracle::golden {

class ModuleText {
 public:
  // Declarations. Each returns the id.
  std::string scalar(ScalarKind kind) { return type({kind, 1}); }
  std::string type(ValueType type);
  std::string constant(std::uint32_t number);  // of uint32
  std::string constant(ScalarKind kind, const std::string& literal);
  std::string boolean(bool value);
  std::string null(ValueType type);
  // A declaration "%NAME = TEXT" behind the types and constants that those above declare, once.
  void declare(const std::string& name, const std::string& text);
  void name(const std::string& id) { names_ += "OpName " + id + " \"" + id.substr(1) + "\"\n"; }
  // A line among the annotations.
  void annotate(const std::string& text) { annotations_ += text + '\n'; }
  void need_capability(const std::string& name) { capabilities_.insert(name); }
  void need_extension(const std::string& name) { extensions_.insert(name); }
  void add_mode(const std::string& text) { modes_.insert(text); }

  // Functions, one after the other. `opening`: the lines OpFunction and OpFunctionParameter.
  void begin_function(const std::string& opening);
  void end_function();
  // A variable of the function with this pointer type.
  std::string variable(const std::string& pointer_type);
  std::string fresh() { return "%t" + std::to_string(next_id_++); }
  void line(const std::string& text) { body_ += text + '\n'; }
  // "%t9 = OPCODE TYPE OPERANDS"; returns the id.
  std::string op(std::string_view opcode, const std::string& type, const std::string& operands);
  void label(const std::string& name);
  void branch(const std::string& to) { line("OpBranch " + to); }
  // The label of the block that is being written.
  const std::string& block() const { return block_; }
  // Text for a place in the body where OpPhi may be written later.
  std::size_t place() const { return body_.size(); }
  void insert(std::size_t place, const std::string& text) { body_.insert(place, text + '\n'); }

  // The module with the entry point %main, a GLCompute shader.
  std::string assembly(const std::vector<std::string>& interface, std::uint32_t local_size) const;

 private:
  // By name, so that they do not depend on the order in which a compiler evaluates arguments.
  std::map<std::string, std::string> scalars_, vectors_, constants_;
  std::set<std::string> capabilities_, extensions_, modes_, declared_;
  std::string names_, annotations_, declarations_, functions_;
  std::string opening_, variables_, body_, block_;
  std::uint64_t next_id_ = 0;
};

}  // namespace spirv_oracle::golden
