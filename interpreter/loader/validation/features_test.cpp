#include "interpreter/features.h"

#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/validation/feature_table.h"
#include "interpreter/loader/validation/validation.h"

namespace spirv_oracle {
namespace {

using Names = std::vector<std::string>;

// %c is a constant of 16 bits, %i one of 32.
std::string shader_with_body(const std::string& body) {
  return test::shader_header("OpCapability Int16") +
         "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%short = OpTypeInt 16 0\n"
         "%int = OpTypeInt 32 1\n%c = OpConstant %short 1\n%i = OpConstant %int 7\n"
         "%main = OpFunction %void None %fn\n%l = OpLabel\n" +
         body + "OpReturn\nOpFunctionEnd\n";
}
const std::string reverses = shader_with_body("%r = OpBitReverse %short %c\n");
const std::string remainder_of = shader_with_body("%r = OpSRem %int %i %i\n");

std::shared_ptr<const Module> loaded(const std::string& text, const LoadOptions& options) {
  const auto module = load_module(test::assemble(text, SPV_ENV_UNIVERSAL_1_3), options);
  return module ? *module : nullptr;
}

TEST(Features, AreNamedAsInVulkan) {
  EXPECT_EQ(names_of(*parse_features("maintenance9,scalarBlockLayout")),
            (Names{"maintenance9", "scalarBlockLayout"}));
  EXPECT_EQ(names_of(*parse_features("none")), Names{});
  EXPECT_EQ(*parse_features("all"), all_features());
  EXPECT_EQ(names_of(*parse_features("none,maintenance8,maintenance8")), Names{"maintenance8"});
  for (const char* wrong :
       {"", "maintenance", "maintenance8,", "vulkan1.5", "vulkan1.", "vulkan1.3x"})
    EXPECT_FALSE(parse_features(wrong).has_value()) << wrong;
  for (const FeatureInfo& info : feature_table())
    EXPECT_EQ(*parse_features(info.name), FeatureSet{info.feature});
}

// "Vulkan Versions": what became mandatory.
TEST(Features, OfVersions) {
  EXPECT_EQ(names_of(features_of_version(0)), Names{});
  EXPECT_EQ(names_of(features_of_version(1)), Names{});
  EXPECT_EQ(names_of(features_of_version(2)), Names{"uniformBufferStandardLayout"});
  EXPECT_EQ(names_of(features_of_version(3)),
            (Names{"uniformBufferStandardLayout", "maintenance4"}));
  EXPECT_EQ(names_of(*parse_features("vulkan1.4")),
            (Names{"scalarBlockLayout", "uniformBufferStandardLayout", "maintenance4"}));
}

TEST(Features, AreThoseWithoutWhichTheModuleIsNotValid) {
  const auto reversing = loaded(reverses, {true, "vulkan1.1"});
  ASSERT_NE(reversing, nullptr);
  EXPECT_EQ(names_of(reversing->features()), Names{"maintenance9"});
  const auto other = loaded(remainder_of, {true, "vulkan1.1"});
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(names_of(other->features()), Names{});
}

TEST(Features, OfTheUserReplaceThem) {
  EXPECT_EQ(loaded(reverses, {true, "vulkan1.3", FeatureSet{Feature::maintenance8}}), nullptr);
  const auto module = loaded(remainder_of, {true, "vulkan1.2", FeatureSet{Feature::maintenance8}});
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(names_of(module->features()), (Names{"maintenance8", "uniformBufferStandardLayout"}));
  const auto unchecked = loaded(reverses, {false, "vulkan1.1", FeatureSet{Feature::maintenance8}});
  ASSERT_NE(unchecked, nullptr);
  EXPECT_EQ(names_of(unchecked->features()), Names{"maintenance8"});
}

TEST(Features, BelongToVulkan) {
  EXPECT_NE(loaded(reverses, {true, "spv1.6"}), nullptr);
  EXPECT_NE(loaded(reverses, {true, ""}), nullptr);
  EXPECT_EQ(loaded(reverses, {true, "spv1.6", FeatureSet{Feature::maintenance9}}), nullptr);
}

TEST(Features, ThatADeviceMustHaveAreValidatedOrDefineResults) {
  const auto needed = [](const std::string& text, FeatureSet available) {
    const auto words = test::assemble(text);
    return names_of(needed_features(words, **load_module(words, {false, "vulkan1.3"}), available));
  };
  EXPECT_EQ(needed(reverses, all_features()), Names{"maintenance9"});
  EXPECT_EQ(needed(remainder_of, all_features()), Names{"maintenance8"});
  EXPECT_EQ(needed(remainder_of, features_of_version(4)), Names{});
  // It is not valid with them, so all may be needed.
  EXPECT_EQ(needed(reverses, FeatureSet{Feature::maintenance8}), Names{"maintenance8"});
}

}  // namespace
}  // namespace spirv_oracle
