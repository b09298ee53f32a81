#include "interpreter/compile/instruction/broken_constants.h"

#include <algorithm>
#include <set>

namespace spirv_oracle {

bool has_undefined_component(const SpecializedModule& types, Id id) {
  const ConstantValue* value = types.constant(id);
  return value != nullptr && std::ranges::any_of(*value, &ConstantComponent::undefined);
}

namespace {

// Operands of an OpSpecConstantOp that is an OpSelect.
constexpr unsigned select_condition = 3, select_object_1 = 4, select_object_2 = 5;

// Whether the value of a selection may come from its operand.
bool may_select(const SpecializedModule& types, const Instruction& select, unsigned operand) {
  if (operand == select_condition) return true;
  const ConstantValue* conditions = types.constant(select.id(select_condition));
  if (conditions == nullptr) return true;
  return std::ranges::any_of(*conditions, [&](const ConstantComponent& component) {
    return component.undefined || (component.bits != 0) == (operand == select_object_1);
  });
}

// The constants on which the value of a constant depends.
std::vector<Id> operands_that_count(const SpecializedModule& types, const Instruction& constant) {
  std::vector<Id> operands;
  const bool is_operation = constant.opcode == spv::Op::OpSpecConstantOp;
  if (!is_operation && constant.opcode != spv::Op::OpSpecConstantComposite &&
      constant.opcode != spv::Op::OpConstantComposite) {
    return operands;
  }
  const bool is_select =
      is_operation && static_cast<spv::Op>(constant.literal(2)) == spv::Op::OpSelect;
  const bool is_undefined = has_undefined_component(types, constant.result);
  for (unsigned i = is_operation ? 3 : 2; i < constant.operand_count(); ++i) {
    if (constant.operands[i].operand_class != OperandClass::id ||
        (is_select && i <= select_object_2 && !may_select(types, constant, i)) ||
        (!is_undefined && has_undefined_component(types, constant.id(i)))) {
      continue;
    }
    operands.push_back(constant.id(i));
  }
  return operands;
}

}  // namespace

std::vector<Id> BrokenConstants::behind(const SpecializedModule& types, Id id) const {
  std::vector<Id> found, waiting = {id};
  std::set<Id> visited;
  if (empty()) return found;
  while (!waiting.empty()) {
    const Id next = waiting.back();
    waiting.pop_back();
    const Instruction* constant = types.module().definition(next);
    if (constant == nullptr || !visited.insert(next).second) continue;
    if (operations_.contains(next)) found.push_back(next);
    const std::vector<Id> operands = operands_that_count(types, *constant);
    waiting.insert(waiting.end(), operands.begin(), operands.end());
  }
  return found;
}

}  // namespace spirv_oracle
