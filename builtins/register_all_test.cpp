#include "builtins/register_all.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

const std::map<std::uint32_t, InstructionDefinition>& glsl() {
  return default_registry().extended().find("GLSL.std.450")->second;
}

// The numbers are 1 to 81; 47 was taken back, 76 to 78 are for fragment shaders.
TEST(RegisterAll, KnowsEveryGlslInstruction) {
  for (std::uint32_t number = 1; number <= 81; ++number) {
    const bool left_out = number == 47 || (number >= 76 && number <= 78);
    EXPECT_EQ(glsl().contains(number), !left_out) << number;
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

TEST(RegisterAll, KnowsTheInputs) {
  EXPECT_NE(default_registry().find_input(spv::BuiltIn::GlobalInvocationId), nullptr);
  EXPECT_EQ(default_registry().find_input(spv::BuiltIn::FragCoord), nullptr);
}

TEST(RegisterAll, IsMadeOnce) { EXPECT_EQ(&default_registry(), &default_registry()); }

}  // namespace
}  // namespace spirv_oracle
