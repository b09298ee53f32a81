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

// The handler that `action` returns for this subgroup size; 0: any size. With the usual one known, programs of group
// operations are up to 14 % faster.
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

// The clause of the instruction G that represents one of its operation: the id begins with the name of the instruction.
template <class G, const Clause& OfOperation>
struct InstructionClause {
  static constexpr auto id = [] {
    std::array<char, G::name.size() + OfOperation.id.size()> text{};
    std::ranges::copy(OfOperation.id, std::ranges::copy(G::name, text.begin()).out);
    return text;
  }();
  static constexpr Clause clause = [] {
    Clause clause = OfOperation;
    clause.id = {id.data(), id.size()};
    return clause;
  }();
};

// The clauses of the instruction G, followed by those that represent the clauses of its operation.
template <class G, class Operation, std::size_t N>
constexpr auto with_operation_clauses(const std::array<const Clause*, N>& own) {
  if constexpr (requires { Operation::clauses; }) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::array<const Clause*, N + sizeof...(I)> all{};
      std::ranges::copy(own, all.begin());
      ((all[N + I] = &InstructionClause<G, *Operation::clauses[I]>::clause), ...);
      return all;
    }
    (std::make_index_sequence<std::size(Operation::clauses)>());
  } else {
    return own;
  }
}

// Facts about the instructions that combine the contributions in operand `value` by an operation. An operation without
// `flushes_denormals` and `ignores_special_mode` is subject to neither mode.
template <class Operation, unsigned value>
struct FactsOfCombination {
  template <class>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::combine, .value = value, .name = Operation::noun};
  }
  static constexpr bool computes_floats = std::is_same_v<typename Operation::Domain, AnyFloat>;
  static constexpr const EnclosureRule* enclosure = [] {
    if constexpr (computes_floats) return Operation::enclosure;
    return &enclosures::bits;
  }();
  static constexpr bool flushes_denormals = [] {
    if constexpr (requires { Operation::flushes_denormals; }) return Operation::flushes_denormals;
    return false;
  }();
  static constexpr bool ignores_special_mode = [] {
    if constexpr (requires { Operation::ignores_special_mode; })
      return Operation::ignores_special_mode;
    return computes_floats;
  }();
};

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
