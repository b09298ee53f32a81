#include "frontend/assembly.h"

#include <utility>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr const char* module_text = R"(; a comment with OpNop in it
OpCapability Shader ; OpNop
OpMemoryModel Logical GLSL450
%name = OpString "two
lines; OpNop \" %x = OpNop"
  %void = OpTypeVoid
%int =
    OpTypeInt 32 0
)";

TEST(Assembly, RoundTrip) {
  const auto words = assemble(module_text, "a.spvasm", "");
  ASSERT_TRUE(words.has_value()) << words.error().message;
  EXPECT_EQ((*words)[1], 0x00010600U);
  const auto text = disassemble(*words);
  ASSERT_TRUE(text.has_value());
  EXPECT_NE(text->find("%uint = OpTypeInt 32 0"), std::string::npos);
}

TEST(Assembly, TargetEnvironment) {
  const auto words = assemble(module_text, "a.spvasm", "spv1.3");
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ((*words)[1], 0x00010300U);
}

TEST(Assembly, Errors) {
  const auto words = assemble("OpCapability Shader\n  OpFoo\n", "a.spvasm", "");
  ASSERT_FALSE(words.has_value());
  EXPECT_EQ(words.error().message,
            "a.spvasm does not assemble:\na.spvasm:2:3: error: Invalid Opcode name 'OpFoo'");
  const std::vector<std::uint32_t> junk{1, 2, 3};
  EXPECT_FALSE(disassemble(junk).has_value());
}

TEST(Assembly, NumericIdsStay) {
  const auto words = assemble("%7 = OpTypeVoid\n%3 = OpTypeBool\n", "a.spvasm", "");
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ((*words)[6], 7U);
  EXPECT_EQ((*words)[8], 3U);
}

TEST(AssemblyMap, FindsEachInstruction) {
  const auto words = assemble(module_text, "a.spvasm", "");
  ASSERT_TRUE(words.has_value());
  const AssemblyMap map(*words, module_text, "a.spvasm");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  for (std::uint32_t at = 5; at < words->size(); at += (*words)[at] >> 16) {
    const auto place = map.at(at);
    ASSERT_TRUE(place.has_value()) << at;
    places.emplace_back(place->line, place->column);
  }
  EXPECT_EQ(places, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{
                        {2, 1}, {3, 1}, {4, 1}, {6, 3}, {7, 1}}));
  EXPECT_EQ(map.at(5)->text, "OpCapability Shader ; OpNop");
  EXPECT_EQ(map.at(5)->file, "a.spvasm");
  EXPECT_FALSE(map.at(6).has_value());
}

TEST(AssemblyMap, HasNoPlaceWhenInDoubt) {
  const auto words = assemble(module_text, "a.spvasm", "");
  ASSERT_TRUE(words.has_value());
  const AssemblyMap map(*words, "OpCapability Shader", "a.spvasm");
  EXPECT_FALSE(map.at(5).has_value());
  EXPECT_TRUE(map.id_names().empty());
}

TEST(AssemblyMap, KeepsNamesOfIds) {
  const char* text = "%int = OpTypeInt 32 0\n%7 = OpTypeVoid\n%two = OpConstant %int 2\nOpNoLine\n";
  const auto words = assemble(text, "a.spvasm", "");
  ASSERT_TRUE(words.has_value());
  const std::map<std::uint32_t, std::string> expected = {{(*words)[6], "int"},
                                                         {(*words)[13], "two"}};
  EXPECT_EQ(AssemblyMap(*words, text, "a.spvasm").id_names(), expected);
}

}  // namespace
}  // namespace spirv_oracle
