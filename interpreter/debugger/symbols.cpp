#include "interpreter/debugger/symbols.h"

#include <algorithm>
#include <set>

namespace spirv_oracle {
namespace {

// Numbers and operands of NonSemantic.Shader.DebugInfo.100; the first operand is that number 4 of OpExtInst.
constexpr std::uint32_t debug_function = 20, debug_lexical_block = 21,
                        debug_lexical_block_discriminator = 22, debug_scope = 23,
                        debug_no_scope = 24, debug_inlined_at = 25, debug_local_variable = 26,
                        debug_declare = 28, debug_value = 29, debug_function_definition = 101;

constexpr unsigned max_nesting = 256;

std::string demangled(std::string_view name) {
  // glslang: "name(type;type;"
  return std::string(name.substr(0, name.find('(')));
}

}  // namespace

struct Symbols::Declaration {
  std::string name;
  Id id = 0;
  bool is_value = false;
  bool is_parameter = false;
  bool has_expression = false;  // it has only a part of the variable, or must be computed
  Id parent = 0;                // scope
  Id inlined_at = 0;
  Id variable = 0;  // DebugLocalVariable
  std::uint32_t instruction = 0;
};

// Immediate dominators ("A Simple, Fast Dominance Algorithm", Cooper, Harvey and Kennedy).
struct Symbols::Blocks {
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::vector<std::uint32_t> rank;       // in reverse postorder, by block; none: unreachable
  std::vector<std::uint32_t> dominator;  // by block

  Blocks(const Module& module, const Function& function);
  bool dominates(std::uint32_t a, std::uint32_t b) const {
    if (rank[b] == none) return false;
    while (rank[b] > rank[a]) b = dominator[b];
    return a == b;
  }
};

Symbols::Blocks::Blocks(const Module& module, const Function& function)
    : rank(function.blocks.size(), none), dominator(function.blocks.size(), none) {
  const auto count = static_cast<std::uint32_t>(function.blocks.size());
  std::unordered_map<Id, std::uint32_t> by_label;
  for (std::uint32_t b = 0; b < count; ++b) by_label[function.blocks[b].label] = b;
  std::vector<std::vector<std::uint32_t>> successors(count), predecessors(count);
  for (std::uint32_t b = 0; b < count; ++b) {
    const Instruction& branch = module.instruction(function.blocks[b].last);
    for (unsigned i = 0; i < branch.operand_count(); ++i) {
      if (branch.operands[i].operand_class != OperandClass::id) continue;
      const auto target = by_label.find(branch.id(i));
      if (target == by_label.end()) continue;
      successors[b].push_back(target->second);
      predecessors[target->second].push_back(b);
    }
  }
  // Depth first, without recursion.
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(count, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack;
  if (count != 0) stack.push_back({0, 0});
  if (count != 0) seen[0] = true;
  while (!stack.empty()) {
    const std::uint32_t block = stack.back().first;
    if (stack.back().second == successors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t next = successors[block][stack.back().second++];
    if (!seen[next]) {
      seen[next] = true;
      stack.push_back({next, 0});
    }
  }
  std::ranges::reverse(order);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  if (count != 0) dominator[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      if (block == 0) continue;
      std::uint32_t common = none;
      for (std::uint32_t other : predecessors[block]) {
        if (dominator[other] == none) continue;
        if (common == none) {
          common = other;
          continue;
        }
        while (other != common) {
          if (rank[other] > rank[common]) {
            other = dominator[other];
          } else {
            common = dominator[common];
          }
        }
      }
      if (dominator[block] == common) continue;
      dominator[block] = common;
      changed = true;
    }
  }
}

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
         module_.extended_set(instruction.id(2)).starts_with("NonSemantic.Shader.DebugInfo.");
}

// Operands that are numbers are ids of constants.
std::uint32_t Symbols::number(const Instruction& instruction, unsigned operand) const {
  const Instruction* constant = module_.definition(instruction.id(operand));
  return constant != nullptr && constant->opcode == spv::Op::OpConstant ? constant->literal(2) : 0;
}

void Symbols::add_globals() {
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode != spv::Op::OpVariable) continue;
    globals_.push_back(
        {std::string(module_.name(instruction.result)), instruction.result, true, false, {}});
  }
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
    if (!is_debug(instructions[i], debug_function_definition)) continue;
    const Instruction* function = module_.definition(instructions[i].id(4));
    if (function != nullptr && is_debug(*function, debug_function))
      source_names_[instructions[i].id(5)] = demangled(module_.text(function->id(4)));
  }
}

void Symbols::add_declaration(std::uint32_t index, bool is_value) {
  const Instruction& instruction = module_.instruction(index);
  const Instruction* variable = module_.definition(instruction.id(4));
  const Function* function = function_of(index);
  if (variable == nullptr || function == nullptr || !is_debug(*variable, debug_local_variable))
    return;
  Declaration declaration;
  declaration.name = module_.text(variable->id(4));
  declaration.id = instruction.id(5);
  declaration.is_value = is_value;
  declaration.is_parameter = variable->has(11) && number(*variable, 11) != 0;
  const Instruction* expression = module_.definition(instruction.id(6));
  declaration.has_expression = instruction.has(7) || (expression != nullptr && expression->has(4));
  declaration.parent = variable->id(9);
  declaration.inlined_at = scopes_[index].inlined_at;
  declaration.variable = variable->result;
  declaration.instruction = index;
  declarations_[function->id].push_back(std::move(declaration));
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
  return name.empty() ? module_.display(function) : name;
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
        if (instruction.opcode == spv::Op::OpExtInst) continue;  // debug information is no use
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
  SourceLocation source = module_.source(module_.instruction(instruction).line);
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
  const bool is_kernel = module_.addressing_model() != spv::AddressingModel::Logical &&
                         module_.memory_model() == spv::MemoryModel::OpenCL;
  std::vector<SourceVariable> variables;
  if (!function.blocks.empty()) {
    const Block& entry = function.blocks.front();
    for (std::uint32_t i = entry.first; i <= entry.last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (instruction.opcode != spv::Op::OpVariable) continue;
      std::string name(module_.name(instruction.result));
      const bool is_parameter = is_kernel && name.ends_with(".addr");
      if (is_parameter) name.resize(name.size() - std::string_view(".addr").size());
      variables.push_back({std::move(name), instruction.result, true, is_parameter, {}});
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
    variables.push_back({std::move(name), parameter, is_in_variable, true, {}});
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
    bool is_later = false;  // it may not have been declared yet
  };
  std::vector<Found> found;
  std::set<Id> declared;
  const auto declarations = declarations_.find(function->id);
  if (declarations != declarations_.end()) {
    for (const Declaration& declaration : declarations->second) {
      declared.insert(declaration.id);
      if (declaration.inlined_at != scope.inlined_at) continue;
      const auto steps =
          scope.scope == 0 ? std::optional(0u) : distance(scope.scope, declaration.parent);
      if (!steps) continue;
      // Of several values of a variable, the last one that is certain to have been reached counts.
      if (declaration.is_value && !dominates(declaration.instruction, instruction)) continue;
      const auto earlier = std::ranges::find_if(found, [&](const Found& other) {
        return other.declaration->variable == declaration.variable;
      });
      if (earlier == found.end()) {
        found.push_back({*steps, &declaration, !dominates(declaration.instruction, instruction)});
      } else if (dominates(earlier->declaration->instruction, declaration.instruction)) {
        earlier->declaration = &declaration;
      }
    }
  }
  // Of variables with one name in one scope, as of two loops, the latest that is declared before counts.
  std::ranges::reverse(found);
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.distance, a.is_later) < std::tuple(b.distance, b.is_later);
  });
  std::vector<SourceVariable> variables;
  for (const auto& [steps, declaration, is_later] : found) {
    variables.push_back({declaration->name, declaration->id, !declaration->is_value,
                         declaration->is_parameter,
                         declaration->has_expression ? "it is spread over several values" : ""});
  }
  if (scope.inlined_at != 0) return variables;
  for (SourceVariable& variable : named_locals(*function, instruction)) {
    if (!variable.name.empty() && !declared.contains(variable.id))
      variables.push_back(std::move(variable));
  }
  return variables;
}

const Symbols::Blocks& Symbols::blocks(const Function& function) const {
  auto& entry = blocks_[function.id];
  if (!entry) entry = std::make_unique<Blocks>(module_, function);
  return *entry;
}

bool Symbols::dominates(std::uint32_t first, std::uint32_t second) const {
  const Place a = places_[first], b = places_[second];
  if (a.function == nullptr || a.function != b.function) return false;
  return a.block == b.block ? first < second : blocks(*a.function).dominates(a.block, b.block);
}

std::uint32_t Symbols::instruction_at(std::uint32_t word) const {
  const auto instructions = module_.instructions().subspan(1);
  const auto found = std::ranges::lower_bound(instructions, word, {}, &Instruction::word_offset);
  return static_cast<std::uint32_t>(found - instructions.begin()) + 1;
}

}  // namespace spirv_oracle
