#include "debugger/engine/program/symbols.h"

#include <algorithm>
#include <set>

#include "debugger/engine/program/block_order.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Numbers of the debug instructions; the first operand is that number 4 of OpExtInst.
constexpr std::uint32_t debug_global_variable = 18, debug_function = 20, debug_lexical_block = 21,
                        debug_lexical_block_discriminator = 22, debug_scope = 23,
                        debug_no_scope = 24, debug_inlined_at = 25, debug_local_variable = 26,
                        debug_declare = 28, debug_value = 29, debug_operation = 30,
                        debug_function_definition = 101;

constexpr unsigned max_nesting = 256;

std::string demangled(std::string_view name) {
  // glslang: "name(type;type;"
  return std::string(name.substr(0, name.find('(')));
}

}  // namespace

// Of a local variable, by DebugDeclare or DebugValue.
struct Symbols::Declaration {
  std::string name;
  SourceType type;
  bool is_parameter = false;
  Id parent = 0;  // scope
  Id inlined_at = 0;
  Id variable = 0;  // DebugLocalVariable
  VariableLocation place;
};

Symbols::Symbols(const Module& module) : module_(module) {
  for (Id id = 1; id < module.id_count(); ++id) {
    ids_.emplace("%" + std::to_string(module.original_id(id)), id);
    ids_.insert_or_assign(module.display(id), id);
  }
  add_places();
  add_scopes();
  add_globals();
}

Symbols::~Symbols() = default;

Id Symbols::find_id(std::string_view text) const {
  const auto found = ids_.find(std::string(text));
  return found == ids_.end() ? 0 : found->second;
}

bool Symbols::is_anonymous(const SourceVariable& global) const {
  // glslang calls them nothing or "_" in assembly, and puts variables of HLSL into "$Global".
  return global.name.empty() || global.name == "_" || global.name == "$Global";
}

bool Symbols::is_debug(const Instruction& instruction, std::uint32_t number) const {
  return instruction.opcode == spv::Op::OpExtInst && instruction.literal(3) == number &&
         has_source_types(module_.extended_set(instruction.id(2)));
}

// One of the sets has constants where the other has literal numbers.
std::uint32_t Symbols::number(const Instruction& instruction, unsigned operand) const {
  if (!instruction.has(operand)) return 0;
  if (instruction.operands[operand].operand_class != OperandClass::id)
    return instruction.literal(operand);
  const Instruction* constant = module_.definition(instruction.id(operand));
  return constant != nullptr && constant->opcode == spv::Op::OpConstant ? constant->literal(2) : 0;
}

void Symbols::add_globals() {
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (!is_variable(instruction.opcode)) continue;
    globals_.push_back(
        {std::string(module_.name(instruction.result)), instruction.result, true, false, {}, {}});
  }
  add_source_names();
}

// Kernels have no other description of the types of their variables, and clang calls those of a function FUNCTION.NAME.
void Symbols::add_source_names() {
  std::unordered_map<std::string, unsigned> uses;
  std::unordered_map<Id, const Instruction*> descriptions;
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (!is_debug(instruction, debug_global_variable) || !is_kernel()) continue;
    descriptions[instruction.id(11)] = &instruction;
    ++uses[module_.text(instruction.id(4))];
  }
  for (SourceVariable& variable : globals_) {
    const auto found = descriptions.find(variable.id);
    if (found == descriptions.end()) continue;
    variable.type = {found->second->id(5)};
    const std::string name = module_.text(found->second->id(4));
    if (uses[name] == 1) variable.name = name;
  }
}

bool Symbols::is_kernel() const {
  return module_.addressing_model() != spv::AddressingModel::Logical &&
         module_.memory_model() == spv::MemoryModel::OpenCL;
}

void Symbols::add_scopes() {
  const auto instructions = module_.instructions();
  const bool has_any = std::ranges::any_of(instructions, [&](const Instruction& instruction) {
    return is_debug(instruction, debug_scope);
  });
  if (!has_any) return;
  scopes_.resize(instructions.size());
  SourceScope scope;
  for (std::uint32_t i = 1; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    if (instruction.opcode == spv::Op::OpLabel || instruction.opcode == spv::Op::OpFunction)
      scope = {};
    if (is_debug(instruction, debug_scope)) scope = {instruction.id(4), instruction.id(5)};
    if (is_debug(instruction, debug_no_scope)) scope = {};
    scopes_[i] = scope;
  }
  for (std::uint32_t i = 1; i < instructions.size(); ++i) {
    if (is_debug(instructions[i], debug_declare)) add_declaration(i, false);
    if (is_debug(instructions[i], debug_value)) add_declaration(i, true);
    // One set has an instruction that says which function it is, the other an operand.
    if (is_debug(instructions[i], debug_function_definition))
      add_function_name(instructions[i].id(4), instructions[i].id(5));
    if (is_debug(instructions[i], debug_function) && instructions[i].has(13))
      add_function_name(instructions[i].result, instructions[i].id(13));
  }
}

void Symbols::add_function_name(Id debug_function_id, Id function) {
  const Instruction* description = module_.definition(debug_function_id);
  const Instruction* definition = module_.definition(function);
  if (description != nullptr && is_debug(*description, debug_function) && definition != nullptr &&
      definition->opcode == spv::Op::OpFunction)
    source_names_[function] = demangled(module_.text(description->id(4)));
}

void Symbols::add_declaration(std::uint32_t index, bool is_value) {
  const Instruction& instruction = module_.instruction(index);
  const Instruction* variable = module_.definition(instruction.id(4));
  const Function* function = function_of(index);
  if (variable == nullptr || function == nullptr || !is_debug(*variable, debug_local_variable))
    return;
  Declaration declaration;
  declaration.name = module_.text(variable->id(4));
  declaration.type = {variable->id(5)};
  declaration.is_parameter = variable->has(11) && number(*variable, 11) != 0;
  declaration.parent = variable->id(9);
  declaration.inlined_at = inlined_at_of(index, declaration.parent);
  declaration.variable = variable->result;
  VariableLocation& place = declaration.place;
  place.id = instruction.id(5);
  place.is_pointer = place.is_declaration = !is_value;
  place.instruction = index;
  for (unsigned i = 7; i < instruction.operand_count(); ++i)
    place.part.push_back(number(instruction, i));
  apply_expression(instruction.id(6), place);
  declarations_[function->id].push_back(std::move(declaration));
}

// spirv-opt describes the parameters of an inlined call before the scope of the call begins.
Id Symbols::inlined_at_of(std::uint32_t index, Id parent) const {
  const Id function = function_of_scope(parent);
  const std::size_t end = std::min<std::size_t>(scopes_.size(), index + 256u);
  for (std::uint32_t i = index; i < end && function_of(i) == function_of(index); ++i) {
    if (scopes_[i].scope != 0 && function_of_scope(scopes_[i].scope) == function)
      return scopes_[i].inlined_at;
  }
  return scopes_[index].inlined_at;
}

void Symbols::apply_expression(Id id, VariableLocation& place) const {
  // DebugOperation: Deref; Constu, Swap and Xderef, which state the address space of a variable of clang.
  const std::vector<std::uint32_t> dereference{0}, in_address_space{8, 5, 6};
  const Instruction* expression = module_.definition(id);
  if (expression == nullptr) return;
  std::vector<std::uint32_t> operations;
  for (unsigned i = 4; i < expression->operand_count(); ++i) {
    const Instruction* operation = module_.definition(expression->id(i));
    const bool is_known = operation != nullptr && is_debug(*operation, debug_operation);
    operations.push_back(is_known ? number(*operation, 4) : ~0u);
  }
  if (operations.empty() || (place.is_declaration && operations == in_address_space)) return;
  if (!place.is_declaration && operations == dereference) {
    place.is_pointer = true;
  } else {
    place.reason = "its DebugExpression has operations that are not supported";
  }
}

SourceScope Symbols::scope_of(std::uint32_t instruction) const {
  return scopes_.empty() ? SourceScope{} : scopes_[instruction];
}

std::optional<unsigned> Symbols::distance(Id inner, Id outer) const {
  for (unsigned steps = 0; steps < max_nesting; ++steps) {
    if (inner == outer) return steps;
    const Instruction* scope = module_.definition(inner);
    if (scope == nullptr) return std::nullopt;
    if (is_debug(*scope, debug_function)) {
      inner = scope->id(9);
    } else if (is_debug(*scope, debug_lexical_block)) {
      inner = scope->id(7);
    } else if (is_debug(*scope, debug_lexical_block_discriminator)) {
      inner = scope->id(6);
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

Id Symbols::function_of_scope(Id scope) const {
  for (unsigned steps = 0; steps < max_nesting; ++steps) {
    const Instruction* definition = module_.definition(scope);
    if (definition == nullptr) return 0;
    if (is_debug(*definition, debug_function)) return scope;
    if (is_debug(*definition, debug_lexical_block)) {
      scope = definition->id(7);
    } else if (is_debug(*definition, debug_lexical_block_discriminator)) {
      scope = definition->id(6);
    } else {
      return 0;
    }
  }
  return 0;
}

std::string Symbols::function_name(Id function) const {
  const auto source = source_names_.find(function);
  if (source != source_names_.end() && !source->second.empty()) return source->second;
  const std::string name = demangled(module_.name(function));
  if (!name.empty()) return name;
  for (const EntryPoint& entry : module_.entry_points()) {
    if (entry.function == function) return entry.name;
  }
  return module_.display(function);
}

void Symbols::add_places() {
  places_.resize(module_.instructions().size());
  first_uses_.resize(module_.id_count(), ~0u);
  for (const Function& function : module_.functions()) {
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      const Block& block = function.blocks[b];
      const Instruction* label = module_.definition(block.label);
      const auto first = static_cast<std::uint32_t>(label - &module_.instruction(0));
      for (std::uint32_t i = first; i <= block.last; ++i) {
        places_[i] = {&function, b};
        const Instruction& instruction = module_.instruction(i);
        if (instruction.opcode == spv::Op::OpExtInst)
          continue;  // debug information does not count as a use
        for (unsigned k = instruction.result != 0 ? 2 : 0; k < instruction.operand_count(); ++k) {
          const Id id = instruction.id(k);
          if (instruction.operands[k].operand_class == OperandClass::id && first_uses_[id] == ~0u)
            first_uses_[id] = i;
        }
      }
    }
  }
}

std::vector<SourceFrame> Symbols::frames(std::uint32_t instruction) const {
  std::vector<SourceFrame> frames;
  const Function* function = function_of(instruction);
  SourceScope scope = scope_of(instruction);
  SourceLocation source = this->source(instruction);
  const auto name_of = [&](const SourceScope& at) {
    const Instruction* definition = module_.definition(function_of_scope(at.scope));
    return definition == nullptr ? std::string() : demangled(module_.text(definition->id(4)));
  };
  for (unsigned i = 0; i < max_nesting && scope.inlined_at != 0; ++i) {
    const Instruction* call = module_.definition(scope.inlined_at);
    if (call == nullptr || !is_debug(*call, debug_inlined_at)) break;
    frames.push_back({name_of(scope), source, scope, true});
    source.line = number(*call, 4);
    source.column = 0;
    scope = {call->id(5), call->id(6)};
  }
  std::string name = function == nullptr ? std::string() : function_name(function->id);
  frames.push_back({std::move(name), source, scope, false});
  return frames;
}

// Shaders are passed pointers to variables; kernels have pointers themselves, and clang keeps their values in variables
// "NAME.addr".
std::vector<SourceVariable> Symbols::named_locals(const Function& function,
                                                  std::uint32_t instruction_at) const {
  const bool is_kernel = this->is_kernel();
  std::vector<SourceVariable> variables;
  if (!function.blocks.empty()) {
    const Block& entry = function.blocks.front();
    for (std::uint32_t i = entry.first; i <= entry.last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (!is_variable(instruction.opcode)) continue;
      std::string name(module_.name(instruction.result));
      const bool is_parameter = is_kernel && name.ends_with(".addr");
      if (is_parameter) name.resize(name.size() - std::string_view(".addr").size());
      variables.push_back({std::move(name), instruction.result, true, is_parameter, {}, {}});
    }
  }
  // Nothing says the scopes of several with one name: the one whose use began last is the best guess.
  std::unordered_map<std::string, std::size_t> order;  // of the names
  for (const SourceVariable& variable : variables) order.try_emplace(variable.name, order.size());
  std::ranges::stable_sort(variables, {}, [&](const SourceVariable& variable) {
    const std::uint32_t first = first_uses_[variable.id];
    return std::pair(order[variable.name], first <= instruction_at ? instruction_at - first : ~0u);
  });
  for (const Id parameter : function.parameters) {
    const Instruction* type = module_.definition(module_.definition(parameter)->type);
    const bool is_pointer = type != nullptr && type->opcode == spv::Op::OpTypePointer;
    const bool is_in_variable =
        is_pointer &&
        (!is_kernel || module_.decoration(parameter, spv::Decoration::FuncParamAttr) ==
                           static_cast<std::uint32_t>(spv::FunctionParameterAttribute::ByVal));
    std::string name(module_.name(parameter));
    if (std::ranges::find(variables, name, &SourceVariable::name) != variables.end()) continue;
    variables.push_back({std::move(name), parameter, is_in_variable, true, {}, {}});
  }
  return variables;
}

const std::vector<SourceVariable>& Symbols::locals(std::uint32_t instruction,
                                                   const SourceScope& scope) const {
  const auto [entry, inserted] = locals_.try_emplace({instruction, scope.scope, scope.inlined_at});
  if (inserted) entry->second = find_locals(instruction, scope);
  return entry->second;
}

std::vector<SourceVariable> Symbols::find_locals(std::uint32_t instruction,
                                                 const SourceScope& scope) const {
  const Function* function = function_of(instruction);
  if (function == nullptr) return {};
  struct Found {
    unsigned distance;
    const Declaration* declaration;
    bool is_later;  // it may not have been declared yet
    SourceVariable variable;
  };
  std::vector<Found> found;
  std::set<Id> declared;
  const auto declarations = declarations_.find(function->id);
  if (declarations != declarations_.end()) {
    for (const Declaration& declaration : declarations->second) {
      declared.insert(declaration.place.id);
      if (declaration.inlined_at != scope.inlined_at) continue;
      const auto steps =
          scope.scope == 0 ? std::optional(0u) : distance(scope.scope, declaration.parent);
      if (!steps) continue;
      const bool is_later = !dominates(declaration.place.instruction, instruction);
      const auto known = std::ranges::find_if(found, [&](const Found& other) {
        return other.declaration->variable == declaration.variable;
      });
      if (known == found.end()) {
        SourceVariable variable{
            declaration.name,   0, true, declaration.is_parameter, declaration.type,
            {declaration.place}};
        found.push_back({*steps, &declaration, is_later, std::move(variable)});
      } else {
        known->variable.places.push_back(declaration.place);
        known->is_later = known->is_later && is_later;
      }
    }
  }
  // Of variables with one name in one scope, as of two loops, the latest that is declared before counts.
  std::ranges::reverse(found);
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.distance, a.is_later) < std::tuple(b.distance, b.is_later);
  });
  std::vector<SourceVariable> variables;
  for (Found& entry : found) variables.push_back(std::move(entry.variable));
  if (scope.inlined_at != 0) return variables;
  for (SourceVariable& variable : named_locals(*function, instruction)) {
    if (!variable.name.empty() && !declared.contains(variable.id))
      variables.push_back(std::move(variable));
  }
  return variables;
}

const BlockOrder& Symbols::blocks(const Function& function) const {
  auto& entry = blocks_[function.id];
  if (!entry) entry = std::make_unique<BlockOrder>(module_, function);
  return *entry;
}

SourceLocation Symbols::source(std::uint32_t instruction) const {
  const BlockLocation at = places_[instruction];
  if (at.function == nullptr) return module_.source(module_.instruction(instruction).line);
  const std::vector<Block>& in_function = at.function->blocks;
  std::uint32_t block = at.block, last = instruction;
  for (;;) {
    for (std::uint32_t i = last; i >= in_function[block].first; --i) {
      SourceLocation source = module_.source(module_.instruction(i).line);
      if (source.line != 0) return source;
    }
    const BlockOrder& order = blocks(*at.function);
    if (block == 0 || order.rank[block] == BlockOrder::none) return {};
    block = order.dominator[block];
    last = in_function[block].last;
  }
}

bool Symbols::dominates(std::uint32_t first, std::uint32_t second) const {
  const BlockLocation a = places_[first], b = places_[second];
  if (a.function == nullptr || a.function != b.function) return false;
  return a.block == b.block ? first < second : blocks(*a.function).dominates(a.block, b.block);
}

Result<const VariableLocation*> Symbols::place_at(const SourceVariable& variable,
                                                  std::span<const std::uint32_t> part,
                                                  std::uint32_t instruction) const {
  // Those of the whole, or of a part that contains this one.
  std::vector<const VariableLocation*> places;
  for (const VariableLocation& place : variable.places) {
    if (place.part.size() <= part.size() &&
        std::ranges::equal(place.part, part.first(place.part.size())))
      places.push_back(&place);
  }
  if (places.empty()) return bad_input("the module does not say where it is");
  const VariableLocation* found = nullptr;
  if (std::ranges::all_of(places, &VariableLocation::is_declaration)) {
    const auto before = std::ranges::find_if(places, [&](const VariableLocation* place) {
      return dominates(place->instruction, instruction);
    });
    found = before == places.end() ? places.front() : *before;
  } else {
    const auto value = reaching_place(places, instruction);
    if (!value) return value;
    found = *value;
  }
  if (!found->reason.empty()) return bad_input(found->reason);
  return found;
}

// The one place that was the last on every way to the instruction.
Result<const VariableLocation*> Symbols::reaching_place(
    std::span<const VariableLocation* const> places, std::uint32_t instruction) const {
  const BlockLocation at = places_[instruction];
  const auto last_in = [&](std::uint32_t block, std::uint32_t before) {
    const VariableLocation* last = nullptr;
    for (const VariableLocation* place : places) {
      const BlockLocation where = places_[place->instruction];
      if (where.function == at.function && where.block == block && place->instruction < before &&
          (last == nullptr || last->instruction < place->instruction))
        last = place;
    }
    return last;
  };
  if (const VariableLocation* here = last_in(at.block, instruction)) return here;
  const BlockOrder& order = blocks(*at.function);
  std::vector<bool> seen(order.predecessors.size(), false);
  std::vector<std::uint32_t> open{at.block};
  const VariableLocation* only = nullptr;
  bool may_have_none = false, is_ambiguous = false;
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    may_have_none = may_have_none || order.predecessors[block].empty();
    for (const std::uint32_t before : order.predecessors[block]) {
      if (seen[before] || order.rank[before] == BlockOrder::none) continue;
      seen[before] = true;
      if (const VariableLocation* last = last_in(before, ~0u)) {
        is_ambiguous =
            is_ambiguous || (only != nullptr && (only->id != last->id || only->part != last->part));
        only = last;
      } else {
        open.push_back(before);
      }
    }
  }
  if (only == nullptr) return bad_input("it has no value yet");
  if (is_ambiguous || may_have_none)
    return bad_input("the module does not say which value it has here");
  return only;
}

bool Symbols::has_parts_of(const SourceVariable& variable, std::span<const std::uint32_t> part) {
  return std::ranges::any_of(variable.places, [&](const VariableLocation& place) {
    return place.part.size() > part.size() &&
           std::ranges::equal(std::span(place.part).first(part.size()), part);
  });
}

std::uint32_t Symbols::instruction_at(std::uint32_t word) const {
  const auto instructions = module_.instructions().subspan(1);
  const auto found = std::ranges::lower_bound(instructions, word, {}, &Instruction::word_offset);
  return static_cast<std::uint32_t>(found - instructions.begin()) + 1;
}

const Symbols& ProgramSymbols::of(const Module& module) {
  if (symbols_ == nullptr || &symbols_->module() != &module)
    symbols_ = std::make_unique<Symbols>(module);
  return *symbols_;
}

}  // namespace spirv_oracle
