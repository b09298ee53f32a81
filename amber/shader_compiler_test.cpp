#include "amber/shader_compiler.h"

#include <gtest/gtest.h>

namespace spirv_oracle::amber {
namespace {

TEST(ShaderCompiler, AssemblyIsAsOldAsItMayBe) {
  const Script script;
  EXPECT_EQ(assembly_environment(script, "OpCapability Shader\n"), "spv1.0");
  EXPECT_EQ(
      assembly_environment(script, "OpCapability Shader\n OpCapability GroupNonUniformVote\n"),
      "spv1.3");
  EXPECT_EQ(assembly_environment(script, "; OpCapability GroupNonUniformVote\n"), "spv1.0");
  EXPECT_EQ(assembly_environment(script, "OpCapability VariablePointers\n"), "spv1.3");
  EXPECT_EQ(assembly_environment(script,
                                 "OpCapability VariablePointers\n"
                                 "OpExtension \"SPV_KHR_variable_pointers\"\n"),
            "spv1.0");
  EXPECT_EQ(assembly_environment(script, "OpCapability DotProductInputAll\n"), "spv1.6");
}

TEST(ShaderCompiler, ADeviceExtensionMayBringAVersion) {
  Script script;
  script.requirements.push_back({Requirement::Kind::device_extension, "VK_KHR_spirv_1_4", {}});
  EXPECT_EQ(assembly_environment(script, "OpCapability Shader\n"), "spv1.4");
}

TEST(ShaderCompiler, HexInBytesAndWords) {
  EXPECT_EQ(parse_hex("07230203 00010000").value(), (std::vector{0x07230203u, 0x00010000u}));
  EXPECT_EQ(parse_hex("0x03 0x02, 0x23 0x07\n").value(), std::vector{0x07230203u});
  EXPECT_EQ(parse_hex("0x03 0x02 0x23").error().message, "the last word is incomplete");
  EXPECT_EQ(parse_hex("").error().message,
            "the module does not start with the magic number of SPIR-V");
  EXPECT_EQ(parse_hex("07230203 123").error().message,
            "expected a hexadecimal byte or word, but found '123'");
  EXPECT_EQ(parse_hex("0x03 07230203").error().message,
            "expected a hexadecimal byte or word, but found '07230203'");
}

}  // namespace
}  // namespace spirv_oracle::amber
