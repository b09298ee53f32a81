#include "amber/parser/vk_script_parser.h"

#include <gtest/gtest.h>

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_bytes = 1 << 20;

Result<Script> parse(const std::string& text) { return parse_vk_script("v", text, max_bytes); }

std::string mistake(const std::string& text) {
  const auto script = parse(text);
  return script ? "" : script.error().message;
}

TEST(VkScriptParser, Sections) {
  const auto script = parse(
      "# comment\n[require]\nshaderInt64\nVK_KHR_x # comment\nfbsize 4 4\n\n"
      "[compute shader]\nvoid main() {\n[[unroll]]\n}\n[test]\nssbo 1:2 16\ncompute 1 2 3\n");
  ASSERT_TRUE(script);
  EXPECT_EQ(script->requirements[0].kind, Requirement::Kind::feature);
  EXPECT_EQ(script->requirements[1].kind, Requirement::Kind::device_extension);
  const Shader& shader = script->shaders.at("compute");
  EXPECT_EQ(shader.source, "void main() {\n[[unroll]]\n}\n");
  EXPECT_EQ(shader.first_line, 8u);
  EXPECT_EQ(script->buffers.at("ssbo 1:2").size, 16u);
  EXPECT_EQ(script->pipelines.at("compute").bindings[0].set, 1u);
  EXPECT_EQ(std::get<RunCompute>(script->commands[0].what).groups, (Dim3{1, 2, 3}));
}

TEST(VkScriptParser, ABufferIsAsLargeAsItsStores) {
  const auto script = parse("[test]\nssbo 0 4\nssbo 0 subdata vec3 16 1 2 3\n");
  ASSERT_TRUE(script);
  EXPECT_EQ(script->buffers.at("ssbo 0:0").size, 32u);
}

TEST(VkScriptParser, Tolerances) {
  const auto script = parse(
      "[test]\nssbo 0 16\ntolerance 5%\nprobe ssbo float 0 0 ~= 1\n"
      "tolerance 1 2 3 4%\nprobe ssbo float 0 0 ~= 1\n");
  ASSERT_TRUE(script);
  const auto& one = std::get<ExpectValues>(script->commands[0].what).tolerances;
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(one[0].percent);
  const auto& four = std::get<ExpectValues>(script->commands[1].what).tolerances;
  EXPECT_EQ(four[2].value, 3);
  EXPECT_TRUE(four[3].percent);
}

TEST(VkScriptParser, Mistakes) {
  EXPECT_EQ(mistake("ssbo 0 4\n"), "v:1:1: error: expected a section such as [test]");
  EXPECT_EQ(mistake("[compute shader hlsl]\n"),
            "v:1:1: error: a compute shader has no format 'hlsl'");
  EXPECT_EQ(mistake("[compute shader]\n[compute shader]\n"),
            "v:2:1: error: the script already has a compute shader");
  EXPECT_EQ(mistake("[mesh shader]\n"), "v:1:1: error: unknown shader stage 'mesh'");
  EXPECT_EQ(mistake("[require]\na-b\n"),
            "v:2:1: error: invalid name of a feature or extension: 'a-b'");
  EXPECT_EQ(mistake("[test]\ntolerance 1 2\n"), "v:2:1: error: tolerance takes one value or four");
  EXPECT_EQ(mistake("[test]\nssbo 1:2:3 4\n"),
            "v:2:6: error: invalid binding '1:2:3': expected BINDING or SET:BINDING");
  EXPECT_EQ(mistake("[test]\nuniform float 0 x\n"),
            "v:2:17: error: 'x' is not a value of type float32: write a number such as 1.5, 2e-3 "
            "or 0x1.8p3, or nan, inf, -inf");
  EXPECT_EQ(mistake("[test]\nuniform int 0 1\nuniform float 0 1\n"),
            "v:3:9: error: push constants has type int: every 'uniform' for it must use this type");
}

TEST(VkScriptParser, TruncatedScripts) {
  const std::string whole =
      "[require]\nframebuffer R8_UINT\n[vertex shader passthrough]\n[fragment shader]\ny\n[compute "
      "shader spirv]\nx\n"
      "[vertex data]\n0/R32_SFLOAT\n1\n[indices]\n1 2\n[test]\nssbo 0 subdata vec2 8 1 2\n"
      "uniform ubo 1:2 mat2x2 0 1 2 3 4\nuniform uint 0 1\ntolerance 1 2 3 4%\ncompute 1 1 1\n"
      "probe ssbo vec2 0 8 ~= 1 2\ndraw rect 0 0 1 1\nrelative probe rgb (0, 0) (1, 1, 1)\n";
  ASSERT_TRUE(parse(whole)) << mistake(whole);
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const auto script = parse(whole.substr(0, length));
    if (!script) {
      EXPECT_EQ(script.error().status, Status::bad_input) << length;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::amber
