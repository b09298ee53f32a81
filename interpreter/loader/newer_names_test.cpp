#include "interpreter/loader/newer_names.h"

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

std::vector<std::uint32_t> empty_shader() {
  return test::assemble(
      test::shader_header() +
      "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%main = OpFunction %void None "
      "%fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n");
}

// With more words after the first instruction.
std::vector<std::uint32_t> shader_with(const std::vector<std::uint32_t>& added) {
  std::vector<std::uint32_t> words = empty_shader();
  words.insert(words.begin() + 7, added.begin(), added.end());
  return words;
}

// The numbers are those of the specification and of SPV_ARM_tensors and SPV_ARM_graph.
TEST(NewerNames, OfAModule) {
  EXPECT_EQ(newer_features(empty_shader()), "");
  EXPECT_EQ(newer_features(shader_with({2u << 16 | 17, 4191, 2u << 16 | 17, 4191})),
            "capability GraphARM");
  EXPECT_EQ(newer_features(shader_with({2u << 16 | 17, 4174, 3u << 16 | 4163, 90, 91})),
            "capability TensorsARM, OpTypeTensorARM");
}

TEST(NewerNames, AreNotSupported) {
  const auto module = load_module(shader_with({2u << 16 | 17, 4191}));
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(module.error().status, Status::unsupported);
  EXPECT_EQ(module.error().message,
            "the module requires features that are not supported: capability GraphARM");
  // This number means nothing.
  const auto unknown = load_module(shader_with({2u << 16 | 17, 4000000}));
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().status, Status::bad_input);
}

TEST(NewerNames, StopAtDamage) {
  EXPECT_EQ(newer_features(shader_with({0, 2u << 16 | 17, 4191})), "");
  EXPECT_EQ(newer_features(shader_with({9999u << 16 | 4163})), "");
  EXPECT_EQ(newer_features({}), "");
}

TEST(NewerNames, InAssembly) {
  EXPECT_EQ(newer_feature("GraphARM"), "capability GraphARM");
  EXPECT_EQ(newer_feature("OpTypeTensorARM"), "OpTypeTensorARM");
  EXPECT_EQ(newer_feature("Shader"), "");
}

}  // namespace
}  // namespace spirv_oracle
