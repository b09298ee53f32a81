#include "interpreter/semantics/pointer_origins.h"

#include <optional>
#include <set>

#include "interpreter/ir/function_lowering.h"

namespace spirv_oracle {
namespace {

// Follows pointers back from where they are stored.
class OriginSearch {
 public:
  explicit OriginSearch(Lowering& lowering) : lowering_(lowering), module_(lowering.module()) {}

  void add_stored(Id variable);
  std::vector<Id> origins() const { return {origins_.begin(), origins_.end()}; }
  // Whether a variable on the way holds now one pointer, now another one.
  bool is_ambiguous() const { return ambiguous_; }

 private:
  void add_value(Id id);
  void add_loaded(Id pointer);
  void add_unknown() { origins_.insert(0); }
  // What is loaded from outside of the invocation.
  void add_outside() {
    if (lowering_.program().is_kernel() || physical_pointers_escape(module_, lowering_.types())) {
      add_unknown();
    }
  }
  // One of the values that are stored to a variable; `first` has the origins of another one.
  void add_alternative(Id value, std::optional<std::set<Id>>& first);
  bool is_only_loaded(Id parameter) const;

  Lowering& lowering_;
  const Module& module_;
  std::set<Id> origins_;
  std::set<Id> variables_;
  bool ambiguous_ = false;
};

bool OriginSearch::is_only_loaded(Id parameter) const {
  for (const Use& use : lowering_.analysis().uses(parameter)) {
    if (module_.instruction(use.instruction).opcode != spv::Op::OpLoad) return false;
  }
  return true;
}

void OriginSearch::add_alternative(Id value, std::optional<std::set<Id>>& first) {
  OriginSearch search(lowering_);
  search.variables_ = variables_;
  search.add_value(value);
  ambiguous_ |= search.ambiguous_ || (first && *first != search.origins_);
  origins_.insert(search.origins_.begin(), search.origins_.end());
  first = std::move(search.origins_);
}

void OriginSearch::add_stored(Id variable) {
  if (!variables_.insert(variable).second) return;
  std::optional<std::set<Id>> first;
  for (const Use& use : lowering_.analysis().uses(variable)) {
    const Instruction& user = module_.instruction(use.instruction);
    switch (user.opcode) {
      case spv::Op::OpLoad:
      case spv::Op::OpLifetimeStart:
      case spv::Op::OpLifetimeStop:
        break;
      case spv::Op::OpStore:
        if (use.operand != 0) {
          add_unknown();
          break;
        }
        add_alternative(user.id(1), first);
        break;
      case spv::Op::OpFunctionCall: {
        const Function* callee = module_.function(user.id(2));
        const std::size_t argument = use.operand - 3;
        if (callee == nullptr || argument >= callee->parameters.size() ||
            !is_only_loaded(callee->parameters[argument])) {
          add_unknown();
        }
        break;
      }
      default:
        add_unknown();
        break;
    }
  }
}

void OriginSearch::add_loaded(Id pointer) {
  const Instruction* base = module_.definition(pointer);
  while (base != nullptr && (base->opcode == spv::Op::OpAccessChain ||
                             base->opcode == spv::Op::OpInBoundsAccessChain)) {
    base = module_.definition(base->id(2));
  }
  if (base == nullptr || base->opcode != spv::Op::OpVariable) return add_outside();
  if (static_cast<spv::StorageClass>(base->literal(2)) != spv::StorageClass::Function)
    return add_outside();
  origins_.insert(base->result);
  add_stored(base->result);
}

void OriginSearch::add_value(Id id) {
  const Instruction* value = module_.definition(id);
  if (value == nullptr) return add_unknown();
  switch (value->opcode) {
    case spv::Op::OpLoad:
      return add_loaded(value->id(2));
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpCopyObject:
    case spv::Op::OpPtrCastToGeneric:
    case spv::Op::OpGenericCastToPtr:
      return add_value(value->id(2));
    case spv::Op::OpConvertUToPtr:
    case spv::Op::OpBitcast:
      return add_outside();
    case spv::Op::OpConstantNull:
    case spv::Op::OpUndef:
      return;
    case spv::Op::OpFunctionParameter: {
      const Value* parameter = lowering_.function()->local_value(id);
      if (parameter == nullptr || !parameter->bound) return add_unknown();
      const std::vector<Id>& passed = lowering_.pointer_origins(parameter->pointer.origins);
      origins_.insert(passed.begin(), passed.end());
      return;
    }
    default:
      return add_unknown();
  }
}

bool is_physical_pointer(const SpecializedModule& types, Id type) {
  return types.type(type).kind == Type::Kind::pointer &&
         types.type(type).storage_class == spv::StorageClass::PhysicalStorageBuffer;
}

}  // namespace

std::vector<Id> origins_of_stored(Lowering& lowering, Id variable) {
  OriginSearch search(lowering);
  search.add_stored(variable);
  return search.is_ambiguous() ? std::vector<Id>{0} : search.origins();
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
