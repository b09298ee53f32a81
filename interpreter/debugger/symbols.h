// Variables, functions and scopes of a module by the names of its source: from NonSemantic.Shader.DebugInfo.100, and from
// OpName and OpLine where there is nothing better.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// A variable of the source.
struct SourceVariable {
  std::string name;
  Id id = 0;  // of the variable, or of the value that it has
  // `id` is a pointer to the variable; else it is the value.
  bool is_in_variable = true;
  bool is_parameter = false;
  // What stands in the way of showing it; "": nothing.
  std::string reason;
};

// A function as the source has it: a function of the module, or one that was inlined before.
struct SourceScope {
  Id scope = 0;       // DebugFunction, DebugLexicalBlock ...; 0: not known
  Id inlined_at = 0;  // DebugInlinedAt; 0: the function of the module
};

// One function, and where in it, of a chain of inlined calls.
struct SourceFrame {
  std::string function;
  SourceLocation source;
  SourceScope scope;
  bool is_inlined = false;  // into the next one
};

class Symbols {
 public:
  explicit Symbols(const Module& module);
  ~Symbols();

  const Module& module() const { return module_; }
  std::string function_name(Id function) const;
  // The function that holds an instruction; null: none.
  const Function* function_of(std::uint32_t instruction) const {
    return places_[instruction].function;
  }
  // The functions that an instruction belongs to, innermost first; at least one.
  std::vector<SourceFrame> frames(std::uint32_t instruction) const;
  // Variables in a scope that may be seen at an instruction, those of inner scopes first.
  const std::vector<SourceVariable>& locals(std::uint32_t instruction,
                                            const SourceScope& scope) const;
  // Named variables at module scope.
  const std::vector<SourceVariable>& globals() const { return globals_; }
  // Whether the source gives a block no name, so that its members are in the scope of the module.
  bool is_anonymous(const SourceVariable& global) const;
  // The id that assembly text means: "%42", "%sum"; 0: none.
  Id find_id(std::string_view text) const;
  // Whether every way to the second instruction goes through the first; both in one function.
  bool dominates(std::uint32_t first, std::uint32_t second) const;
  // The instruction at an offset in words, or the next one.
  std::uint32_t instruction_at(std::uint32_t word) const;

 private:
  // Of an instruction.
  struct Place {
    const Function* function = nullptr;
    std::uint32_t block = 0;
  };
  struct Declaration;  // of a local variable by debug information
  struct Blocks;       // of a function: who dominates whom

  bool is_debug(const Instruction& instruction, std::uint32_t number) const;
  std::uint32_t number(const Instruction& instruction, unsigned operand) const;
  void add_places();
  void add_globals();
  void add_scopes();
  void add_declaration(std::uint32_t index, bool is_value);
  SourceScope scope_of(std::uint32_t instruction) const;
  // How far out `outer` is from `inner`; none: it is not around it.
  std::optional<unsigned> distance(Id inner, Id outer) const;
  Id function_of_scope(Id scope) const;
  const Blocks& blocks(const Function& function) const;
  std::vector<SourceVariable> find_locals(std::uint32_t instruction,
                                          const SourceScope& scope) const;
  std::vector<SourceVariable> named_locals(const Function& function,
                                           std::uint32_t instruction) const;

  const Module& module_;
  std::vector<Place> places_;  // by instruction
  std::vector<SourceVariable> globals_;
  std::vector<SourceScope>
      scopes_;  // by instruction; empty where there is no such debug information
  std::unordered_map<Id, std::vector<Declaration>> declarations_;  // by function
  std::unordered_map<Id, std::string> source_names_;  // of functions, by the definition
  std::unordered_map<std::string, Id> ids_;
  std::vector<std::uint32_t>
      first_uses_;  // by id: the first instruction of a function that uses it
  // Found when first asked for.
  std::unordered_map<Id, std::unique_ptr<Blocks>> mutable blocks_;
  std::map<std::tuple<std::uint32_t, Id, Id>, std::vector<SourceVariable>> mutable locals_;
};

}  // namespace spirv_oracle
