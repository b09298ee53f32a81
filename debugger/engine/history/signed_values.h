// Which integers of a kernel are signed. SPIR-V integers of kernels have no sign; the debug information of variables and the
// instructions tell.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "debugger/engine/program/source_types.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

class SignedValues {
 public:
  explicit SignedValues(const Module& module);
  // Whether a value is a signed integer, or a vector of them.
  bool is_signed(Id value) const { return signed_.contains(value); }
  // Whether the operands of an instruction are, constants as well.
  bool has_signed_operands(const Instruction& instruction) const;
  // Whether a pointer points to one.
  bool points_to_signed(Id pointer) const;
  const std::unordered_set<Id>& values() const { return signed_; }

 private:
  void add(Id value);
  void add_declaration(const Instruction& instruction);
  void follow(const Instruction& instruction);
  void follow_pointer(const Instruction& instruction);
  bool are_operands_signed(const Instruction& instruction, unsigned first, unsigned step) const;
  bool is_signed_type(SourceType type) const;

  const Module& module_;
  SourceTypes types_;
  std::unordered_map<Id, SourceType>
      value_types_;  // of pointers, and of other values with a declaration
  std::unordered_map<Id, SourceType> pointees_;  // of pointers to variables and their parts
  std::unordered_set<Id> signed_;
};

}  // namespace spirv_oracle
