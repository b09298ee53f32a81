// Variables, functions and scopes of a module by the names of its source: from NonSemantic.Shader.DebugInfo.100 and
// OpenCL.DebugInfo.100, and from OpName and OpLine where there is nothing better.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "debugger/engine/program/source_types.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct BlockOrder;

// Where a variable of the source, or a part of it, is from an instruction on.
struct VariableLocation {
  // The part, as the indexes of OpAccessChain; empty: the whole variable.
  std::vector<std::uint32_t> part;
  Id id = 0;
  // `id` is a pointer to it; else it is the value.
  bool is_pointer = true;
  // By DebugDeclare, which holds for all of the variable's scope; else from the instruction on.
  bool is_declaration = true;
  std::uint32_t instruction = 0;
  std::string reason;  // what prevents the debugger from showing it; "": nothing
};

// A variable of the source.
struct SourceVariable {
  std::string name;
  Id id = 0;  // of the variable, or of the value that it has; 0: see `places`
  // `id` is a pointer to the variable; else it is the value.
  bool is_in_variable = true;
  bool is_parameter = false;
  SourceType type;
  std::vector<VariableLocation> places;  // by debug information
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
  // The source of an instruction. If it has no line, as jumps often do: that of the last instruction with a line on every way to it
  // in its function.
  SourceLocation source(std::uint32_t instruction) const;
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
  // Where a part of a variable is at an instruction. Errors: bad_input if that is nowhere, or differs between the ways to the instruction.
  Result<const VariableLocation*> place_at(const SourceVariable& variable,
                                           std::span<const std::uint32_t> part,
                                           std::uint32_t instruction) const;
  // Whether smaller parts of this part have places of their own.
  static bool has_parts_of(const SourceVariable& variable, std::span<const std::uint32_t> part);
  // The id that assembly text means: "%42", "%sum"; 0: none.
  Id find_id(std::string_view text) const;
  // Whether every way to the second instruction goes through the first; both in one function.
  bool dominates(std::uint32_t first, std::uint32_t second) const;
  // The instruction at an offset in words, or the next one.
  std::uint32_t instruction_at(std::uint32_t word) const;

 private:
  // Of an instruction.
  struct BlockLocation {
    const Function* function = nullptr;
    std::uint32_t block = 0;
  };
  struct Declaration;

  bool is_debug(const Instruction& instruction, std::uint32_t number) const;
  std::uint32_t number(const Instruction& instruction, unsigned operand) const;
  void add_places();
  void add_globals();
  void add_scopes();
  void add_declaration(std::uint32_t index, bool is_value);
  void add_source_names();
  void add_function_name(Id debug_function_id, Id function);
  Id inlined_at_of(std::uint32_t index, Id parent) const;
  void apply_expression(Id id, VariableLocation& place) const;
  bool is_kernel() const;
  Result<const VariableLocation*> reaching_place(std::span<const VariableLocation* const> places,
                                                 std::uint32_t instruction) const;
  SourceScope scope_of(std::uint32_t instruction) const;
  // How far out `outer` is from `inner`; none: it is not around it.
  std::optional<unsigned> distance(Id inner, Id outer) const;
  Id function_of_scope(Id scope) const;
  const BlockOrder& blocks(const Function& function) const;
  std::vector<SourceVariable> find_locals(std::uint32_t instruction,
                                          const SourceScope& scope) const;
  std::vector<SourceVariable> named_locals(const Function& function,
                                           std::uint32_t instruction) const;

  const Module& module_;
  std::vector<BlockLocation> places_;  // by instruction
  std::vector<SourceVariable> globals_;
  std::vector<SourceScope> scopes_;  // by instruction; empty without such debug information
  std::unordered_map<Id, std::vector<Declaration>> declarations_;  // by function
  std::unordered_map<Id, std::string> source_names_;  // of functions, by the definition
  std::unordered_map<std::string, Id> ids_;
  std::vector<std::uint32_t>
      first_uses_;  // by id: the first instruction of a function that uses it
  // Found when first asked for.
  std::unordered_map<Id, std::unique_ptr<BlockOrder>> mutable blocks_;
  std::map<std::tuple<std::uint32_t, Id, Id>, std::vector<SourceVariable>> mutable locals_;
};

// The symbols of the program that runs, made when the debugger first asks for a name.
class ProgramSymbols {
 public:
  // Valid until the next call with another module.
  const Symbols& of(const Module& module);

 private:
  std::unique_ptr<const Symbols> symbols_;
};

}  // namespace spirv_oracle
