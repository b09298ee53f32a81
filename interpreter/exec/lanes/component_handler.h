// Selects handlers that compute one component of each lane, by the storage types of the components.
#pragma once

#include <type_traits>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

template <class... T>
struct TypeList {};

// The storage types of the component types that the specification names.
using UnsignedInt = TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
using SignedInt = TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t>;
using AnyInt = UnsignedInt;  // if signedness has no effect
using AnyFloat = TypeList<Float16, float, double, Float16TowardZero>;
using Float16Or32 = TypeList<Float16, float, Float16TowardZero>;
using Float32 = TypeList<float>;
using Float64 = TypeList<double>;

namespace internal {

template <class Storage>
bool stores(ScalarType type, bool toward_zero) {
  constexpr bool is_float = std::is_floating_point_v<Storage> || std::is_same_v<Storage, Float16> ||
                            std::is_same_v<Storage, Float16TowardZero>;
  if (type.bytes != sizeof(Storage)) return false;
  if ((type.scalar_class == ScalarType::Class::floating) != is_float) return false;
  if (is_float && sizeof(Storage) == 2) {
    return std::is_same_v<Storage, Float16TowardZero> == toward_zero;
  }
  return type.scalar_class != ScalarType::Class::boolean;
}

// Calls action.template operator()<Storage>() for the type in the list that stores `type`. Returns
// an empty handler if there is none.
template <class... T, class Action>
Handler for_storage(TypeList<T...>, ScalarType type, bool toward_zero, Action action) {
  Handler handler = nullptr;
  ((handler == nullptr && stores<T>(type, toward_zero)
        ? void(handler = action.template operator()<T>())
        : void()),
   ...);
  return handler;
}

template <class Self, class Out, class... In>
Handler component_handler() {
  return Multiversion<ComponentKernel<Self, Out, In...>>::pick();
}

}  // namespace internal
}  // namespace spirv_oracle
