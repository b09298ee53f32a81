#include "interpreter/checks/pointer_origins.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>

#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// A value that is stored to a variable: its own origins, and the variable from which it was loaded (0: none), whose
// stored values are possible origins as well.
struct StoredValue {
  std::set<Id> origins;
  Id variable = 0;
  friend auto operator<=>(const StoredValue&, const StoredValue&) = default;
};

// What a variable of the function may contain.
struct HeldPointers {
  std::set<StoredValue> values;
  std::set<Id> origins;  // of all stored values; with 0 if something else may change it
};

// Traces stored pointers back from variable to variable.
class OriginSearch {
 public:
  // With more variables than this, nothing is known about the pointer.
  static constexpr std::size_t max_variables = 64;

  OriginSearch(Lowering& lowering, Id variable);

  // None: the search reached too many variables, or one that holds different pointers at different times.
  std::optional<std::vector<Id>> origins_of(Id variable) const;

 private:
  void find_stored_values(Id variable);
  void spread_origins();
  StoredValue stored_value(Id id) const;
  StoredValue loaded_value(Id pointer) const;
  // The value of a load from memory outside the invocation.
  StoredValue value_from_outside() const;
  std::set<Id> origins_of(const StoredValue& value) const;
  bool is_only_loaded(Id parameter) const;
  bool is_passed_to_be_loaded(const Instruction& call, const Use& use) const;

  Lowering& lowering_;
  const Module& module_;
  std::map<Id, HeldPointers> variables_;
};

const StoredValue unknown_value{{0}, 0};

OriginSearch::OriginSearch(Lowering& lowering, Id variable)
    : lowering_(lowering), module_(lowering.module()) {
  std::vector<Id> work = {variable};
  variables_[variable];
  while (!work.empty() && variables_.size() <= max_variables) {
    const Id next = work.back();
    work.pop_back();
    find_stored_values(next);
    for (const StoredValue& value : variables_[next].values) {
      if (value.variable != 0 && variables_.try_emplace(value.variable).second)
        work.push_back(value.variable);
    }
  }
  if (variables_.size() <= max_variables) spread_origins();
}

bool OriginSearch::is_only_loaded(Id parameter) const {
  for (const Use& use : lowering_.analysis().uses(parameter)) {
    if (module_.instruction(use.instruction).opcode != spv::Op::OpLoad) return false;
  }
  return true;
}

bool OriginSearch::is_passed_to_be_loaded(const Instruction& call, const Use& use) const {
  const Function* callee = module_.function(call.id(2));
  const std::size_t argument = use.operand - 3;
  return callee != nullptr && argument < callee->parameters.size() &&
         is_only_loaded(callee->parameters[argument]);
}

void OriginSearch::find_stored_values(Id variable) {
  HeldPointers& held = variables_[variable];
  for (const Use& use : lowering_.analysis().uses(variable)) {
    const Instruction& user = module_.instruction(use.instruction);
    switch (user.opcode) {
      case spv::Op::OpLoad:
      case spv::Op::OpLifetimeStart:
      case spv::Op::OpLifetimeStop:
        break;
      case spv::Op::OpStore:
        if (use.operand == 0) {
          held.values.insert(stored_value(user.id(1)));
        } else {
          held.origins.insert(0);
        }
        break;
      case spv::Op::OpFunctionCall:
        if (!is_passed_to_be_loaded(user, use)) held.origins.insert(0);
        break;
      default:
        held.origins.insert(0);
        break;
    }
  }
}

std::set<Id> OriginSearch::origins_of(const StoredValue& value) const {
  std::set<Id> origins = value.origins;
  if (value.variable == 0) return origins;
  origins.insert(value.variable);
  const HeldPointers& held = variables_.at(value.variable);
  origins.insert(held.origins.begin(), held.origins.end());
  return origins;
}

// Variables may be stored to each other, so this repeats until nothing changes.
void OriginSearch::spread_origins() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [id, held] : variables_) {
      const std::size_t known = held.origins.size();
      for (const StoredValue& value : held.values) held.origins.merge(origins_of(value));
      changed |= held.origins.size() != known;
    }
  }
}

std::optional<std::vector<Id>> OriginSearch::origins_of(Id variable) const {
  if (variables_.size() > max_variables) return std::nullopt;
  for (const auto& [id, held] : variables_) {
    const auto& values = held.values;
    const bool is_ambiguous = std::ranges::any_of(values, [&](const StoredValue& value) {
      return origins_of(value) != origins_of(*values.begin());
    });
    if (is_ambiguous) return std::nullopt;
  }
  const std::set<Id>& origins = variables_.at(variable).origins;
  return std::vector<Id>(origins.begin(), origins.end());
}

StoredValue OriginSearch::value_from_outside() const {
  const bool unknown =
      lowering_.program().is_kernel() || lowering_.function()->physical_pointers_escape();
  return unknown ? unknown_value : StoredValue{};
}

StoredValue OriginSearch::loaded_value(Id pointer) const {
  const Instruction* base = module_.definition(pointer);
  while (base != nullptr && is_plain_access_chain(base->opcode)) {
    base = module_.definition(base_of(*base));
  }
  const bool is_own =
      base != nullptr && is_variable(base->opcode) &&
      static_cast<spv::StorageClass>(base->literal(2)) == spv::StorageClass::Function;
  return is_own ? StoredValue{{}, base->result} : value_from_outside();
}

StoredValue OriginSearch::stored_value(Id id) const {
  for (const Instruction* value = module_.definition(id); value != nullptr;
       value = module_.definition(base_of(*value))) {
    switch (value->opcode) {
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpUntypedAccessChainKHR:
      case spv::Op::OpUntypedInBoundsAccessChainKHR:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain:
      case spv::Op::OpUntypedPtrAccessChainKHR:
      case spv::Op::OpUntypedInBoundsPtrAccessChainKHR:
      case spv::Op::OpCopyObject:
      case spv::Op::OpPtrCastToGeneric:
      case spv::Op::OpGenericCastToPtr:
        continue;
      case spv::Op::OpLoad:
        return loaded_value(value->id(2));
      case spv::Op::OpBitcast:
        if (lowering_.type_of(value->id(2)).kind == Type::Kind::pointer) continue;
        return value_from_outside();
      case spv::Op::OpConvertUToPtr:
        return value_from_outside();
      case spv::Op::OpConstantNull:
      case spv::Op::OpUndef:
        return {};
      case spv::Op::OpFunctionParameter: {
        const Value* parameter = lowering_.function()->local_value(value->result);
        if (parameter == nullptr || !parameter->bound) return unknown_value;
        const std::vector<Id>& passed =
            lowering_.notes<OriginSets>().at(parameter->pointer.origins);
        return {{passed.begin(), passed.end()}, 0};
      }
      default:
        return unknown_value;
    }
  }
  return unknown_value;
}

bool is_physical_pointer(const SpecializedModule& types, Id type) {
  return types.type(type).kind == Type::Kind::pointer &&
         types.type(type).storage_class == spv::StorageClass::PhysicalStorageBuffer;
}

}  // namespace

std::vector<Id> origins_of_stored(Lowering& lowering, Id variable) {
  return OriginSearch(lowering, variable).origins_of(variable).value_or(std::vector<Id>{0});
}

bool physical_pointers_escape(const Module& module, const SpecializedModule& types) {
  for (const Instruction& instruction : module.instructions()) {
    switch (instruction.opcode) {
      case spv::Op::OpConvertPtrToU:
        return true;
      case spv::Op::OpBitcast: {
        const Instruction* operand = module.definition(instruction.id(2));
        if (operand != nullptr && is_physical_pointer(types, operand->type)) return true;
        break;
      }
      case spv::Op::OpStore: {
        const Instruction* object = module.definition(instruction.id(1));
        const Instruction* pointer = module.definition(instruction.id(0));
        if (object == nullptr || pointer == nullptr) return true;
        const spv::StorageClass storage = types.type(pointer->type).storage_class;
        const bool is_own = storage == spv::StorageClass::Function;
        const Type& type = types.type(object->type);
        if (!is_own && (type.kind == Type::Kind::structure || type.kind == Type::Kind::array ||
                        type.kind == Type::Kind::pointer)) {
          return true;
        }
        break;
      }
      default:
        break;
    }
  }
  return false;
}

}  // namespace spirv_oracle
