#include "builtins/register_all.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "interpreter/exec/memory_access.h"

namespace spirv_oracle {
namespace {

const std::map<std::uint32_t, InstructionDefinition>& glsl() {
  return default_registry().extended().find("GLSL.std.450")->second;
}

// The numbers are 1 to 81; 47 was taken back, 76 to 78 are for fragment shaders.
TEST(RegisterAll, KnowsEveryGlslInstruction) {
  for (std::uint32_t number = 1; number <= 81; ++number) {
    constexpr std::uint32_t removed = 47;  // IMix
    EXPECT_EQ(glsl().contains(number), number != removed) << number;
  }
}

TEST(RegisterAll, GlslClausesAreNamedAfterTheirInstruction) {
  std::set<std::string> ids;
  for (const auto& [number, definition] : glsl()) {
    for (const Clause* clause : definition.clauses) {
      const std::string id(clause->id);
      EXPECT_TRUE(id.starts_with("GLSL.std.450." + std::string(definition.name) + ".")) << id;
      EXPECT_TRUE(ids.insert(id).second) << id;
      EXPECT_FALSE(clause->condition.ends_with('.')) << id;
      EXPECT_FALSE(clause->kind.empty()) << id;
    }
  }
}

// Whether one of the clauses is about the memory that a pointer of the instruction points to.
bool has_pointer_clause(const InstructionDefinition& definition) {
  return std::ranges::any_of(definition.clauses, [](const Clause* clause) {
    return clause == &memory_clauses::null_pointer || clause == &memory_clauses::out_of_bounds;
  });
}

// The checks of declared accesses rely on the memory operands.
TEST(RegisterAll, InstructionsWithPointersDeclareTheirMemoryOperands) {
  const auto check = [](const auto& definitions) {
    for (const auto& [number, definition] : definitions) {
      if (has_pointer_clause(definition)) {
        EXPECT_FALSE(definition.memory_operands.empty()) << definition.name;
      }
    }
  };
  check(default_registry().core());
  for (const auto& [set, definitions] : default_registry().extended()) check(definitions);
}

TEST(RegisterAll, KnowsTheInputs) {
  EXPECT_NE(default_registry().find_input(spv::BuiltIn::GlobalInvocationId), nullptr);
  EXPECT_EQ(default_registry().find_input(spv::BuiltIn::FragCoord), nullptr);
}

TEST(RegisterAll, IsMadeOnce) { EXPECT_EQ(&default_registry(), &default_registry()); }

}  // namespace
}  // namespace spirv_oracle
