// Common parts of the extended instruction sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::extended {

// The name of the grammar type G in the ids of its clauses (see ClauseId), after that of the set: "OpenCL.std.fmax".
template <class G, internal::FixedString Set>
struct InSet {
  static constexpr std::string_view set{Set.text, sizeof(Set.text) - 1};
  static constexpr auto text = [] {
    std::array<char, set.size() + G::name.size()> joined{};
    std::ranges::copy(G::name, std::ranges::copy(set, joined.begin()).out);
    return joined;
  }();
  static constexpr std::string_view name{text.data(), text.size()};
};

// Kinds of clauses.
inline constexpr std::string_view math_domain = "math-domain";  // no value is defined
inline constexpr std::string_view one_of_several =
    "implementation-choice";  // several are permitted

// The operand of the instruction with that index in the grammar, for example glsl_std_450::listed::Modf::i.
inline Id operand(const Instruction& instruction, unsigned index) {
  return instruction.id(Lowering::first_operand(instruction) + index);
}

// The type of the result of Kernel::component: Kernel::Result if that is defined, or else the type of the operand.
template <class Kernel, class Storage>
struct ResultOf {
  using Type = Storage;
};
template <class Kernel, class Storage>
requires requires { typename Kernel::Result; }
struct ResultOf<Kernel, Storage> {
  using Type = typename Kernel::Result;
};

template <class Kernel>
ScalarType result_type(ScalarType operand) {
  if constexpr (requires { typename Kernel::Result; }) {
    return ScalarType::unsigned_integer(sizeof(typename Kernel::Result));
  }
  return operand;
}

// Whether there are `count` components stored like `expected`.
inline bool are_stored_like(std::span<const ScalarType> components, std::size_t count,
                            ScalarType expected) {
  return components.size() == count && std::ranges::all_of(components, [&](ScalarType component) {
           return component.bytes == expected.bytes &&
                  component.scalar_class == expected.scalar_class;
         });
}

}  // namespace spirv_oracle::extended
