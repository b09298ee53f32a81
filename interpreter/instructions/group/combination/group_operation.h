// Group operations: a reduction or scan of the contributions of a group of invocations by an
// associative operation (group_combination.h). The group is a tangle, a cluster or subset of it, or
// a workgroup. For Booleans, see group_logical.h.
#pragma once

#include "interpreter/instructions/group/combination/group_kernels.h"
#include "interpreter/instructions/group/combination/group_logical.h"

namespace spirv_oracle {

namespace internal {

using Boolean = TypeList<bool>;

// The handler that `action` returns for the storage type of a component.
template <class Operation, class Action>
Handler for_contribution(Lowering& lowering, ScalarType type, Action action) {
  if constexpr (std::is_same_v<typename Operation::Domain, Boolean>) {
    const bool fits = type.scalar_class == ScalarType::Class::boolean;
    return fits ? action.template operator()<bool>() : nullptr;
  } else {
    return for_storage(typename Operation::Domain{}, type, toward_zero(lowering, type), action);
  }
}

// The handler that `action` returns for this subgroup size; 0: any size.
template <class Action>
Handler for_subgroup_size(Lowering& lowering, Action action) {
  return lowering.program().subgroup_size == 32 ? action.template operator()<32>()
                                                : action.template operator()<0>();
}

template <class Operation, class T, Form F>
WorkgroupCombine workgroup_combine() {
  if constexpr (std::is_same_v<T, bool>)
    return &combine_workgroup<LogicalKernels<Operation>, T, F>;
  else
    return &combine_workgroup<Operation, T, F>;
}

}  // namespace internal

// The clauses of an instruction, followed by those of its operation.
template <class Operation, std::size_t N>
constexpr auto with_operation_clauses(const std::array<const Clause*, N>& own) {
  if constexpr (requires { Operation::clauses; }) {
    std::array<const Clause*, N + std::size(Operation::clauses)> all{};
    std::copy(own.begin(), own.end(), all.begin());
    std::copy(Operation::clauses.begin(), Operation::clauses.end(), all.begin() + N);
    return all;
  } else {
    return own;
  }
}

// The code for the tangle of a subgroup, and for the participants in a workgroup.
struct GroupCode {
  Handler tangle = nullptr;  // null if the instruction does not support the type or group operation
  WorkgroupCombine workgroup = nullptr;
};

// For group operations without groups smaller than the scope.
template <class Operation>
GroupCode group_code(Lowering& lowering, ScalarType type, spv::GroupOperation operation) {
  GroupCode code;
  const auto choose = [&]<class T, Form F>() -> Handler {
    const auto pick = [&]<unsigned Lanes>() {
      return GroupKernels<Operation, T>::template handler<F, Lanes>();
    };
    code = {internal::for_subgroup_size(lowering, pick),
            internal::workgroup_combine<Operation, T, F>()};
    return code.tangle;
  };
  internal::for_contribution<Operation>(lowering, type, [&]<class T>() -> Handler {
    switch (operation) {
      case spv::GroupOperation::Reduce:
        return choose.template operator()<T, Form::reduce>();
      case spv::GroupOperation::InclusiveScan:
        return choose.template operator()<T, Form::inclusive_scan>();
      case spv::GroupOperation::ExclusiveScan:
        return choose.template operator()<T, Form::exclusive_scan>();
      default:
        return nullptr;
    }
  });
  return code;
}

}  // namespace spirv_oracle
