#include "interpreter/workgroup_modes.h"

#include <gtest/gtest.h>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

WorkgroupModes modes_of(const std::string& mode, const std::string& annotations = "",
                        const std::map<std::uint32_t, std::uint64_t>& specialization = {}) {
  const auto module = test::parse(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
)" + mode + annotations + R"(
OpDecorate %x SpecId 7
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v3 = OpTypeVector %uint 3
%x = OpSpecConstant %uint 4
%two = OpConstant %uint 2
%size = OpSpecConstantComposite %v3 %two %x %two
%main = OpFunction %void None %to_void
%entry = OpLabel
OpReturn
OpFunctionEnd
)");
  if (module == nullptr) return {};
  const InstructionRegistry registry;
  const auto modes = workgroup_modes(*module, registry, "main", specialization);
  EXPECT_TRUE(modes);
  return modes.value_or(WorkgroupModes{});
}

TEST(WorkgroupModes, LocalSizeIdNamesItsSpecializationConstants) {
  const auto modes = modes_of("OpExecutionModeId %main LocalSizeId %x %two %two\n", "", {{7, 16}});
  EXPECT_EQ(modes.size, (Dim3{16, 2, 2}));
  EXPECT_EQ(modes.size_spec_ids[0], 7U);
  EXPECT_EQ(modes.size_spec_ids[1], std::nullopt);
}

TEST(WorkgroupModes, WorkgroupSizePrevails) {
  const auto modes = modes_of("OpExecutionMode %main LocalSize 1 1 1\n",
                              "OpDecorate %size BuiltIn WorkgroupSize\n");
  EXPECT_EQ(modes.size, (Dim3{2, 4, 2}));
  EXPECT_EQ(modes.size_spec_ids[0], std::nullopt);
  EXPECT_EQ(modes.size_spec_ids[1], 7U);
}

TEST(WorkgroupModes, UndeclaredModesAreUnknown) {
  const auto modes = modes_of("OpExecutionMode %main LocalSizeHint 8 4 1\n");
  EXPECT_EQ(modes.size, std::nullopt);
  EXPECT_EQ(modes.size_hint, (Dim3{8, 4, 1}));
  const auto subgroups = modes_of(
      "OpExecutionMode %main SubgroupSize 16\nOpExecutionMode %main SubgroupsPerWorkgroup 3\n");
  EXPECT_EQ(subgroups.subgroup_size, 16U);
  EXPECT_EQ(subgroups.subgroups_per_workgroup, 3U);
}

}  // namespace
}  // namespace spirv_oracle
