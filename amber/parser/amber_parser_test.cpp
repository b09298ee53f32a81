#include "amber/parser/amber_parser.h"

#include <gtest/gtest.h>

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_bytes = 1 << 20;

Result<Script> parse(const std::string& body) {
  return parse_amber_script("a.amber", "#!amber\n" + body, max_bytes);
}

std::string mistake(const std::string& body) {
  const auto script = parse(body);
  return script ? "" : script.error().message;
}

constexpr const char* shader = "SHADER compute s GLSL\nvoid main() {}\nEND\n";

TEST(AmberParser, Shaders) {
  const auto script = parse(
      "SHADER compute s SPIRV-ASM TARGET_ENV vulkan1.1spv1.4 # comment\n"
      "  ; not a # comment\nEND # of it\n"
      "SHADER vertex v PASSTHROUGH\nSHADER multi m SPIRV-HEX\nEND\n");
  ASSERT_TRUE(script);
  const Shader& first = script->shaders.at("s");
  EXPECT_EQ(first.source, "  ; not a # comment\n");
  EXPECT_EQ(first.first_line, 3u);
  EXPECT_EQ(first.target_env, "vulkan1.1spv1.4");
  EXPECT_EQ(script->shaders.at("v").format, ShaderFormat::passthrough);
  EXPECT_EQ(script->shaders.at("m").stage, ShaderStage::multi);
}

TEST(AmberParser, MistakesInShaders) {
  EXPECT_EQ(mistake("SHADER fragment f PASSTHROUGH\n"),
            "a.amber:2:19: error: only a vertex shader can be PASSTHROUGH");
  EXPECT_EQ(mistake("SHADER multi m GLSL\nEND\n"),
            "a.amber:2:16: error: a multi shader must be SPIRV-ASM, SPIRV-HEX or SPIRV-BIN");
  EXPECT_EQ(
      mistake("SHADER compute s GLSL TARGET_ENV moon1\nEND\n"),
      "a.amber:2:34: error: unknown environment 'moon1': expected spv1.0 to spv1.6 or vulkan1.0 "
      "to vulkan1.4");
  EXPECT_EQ(mistake("SHADER compute s SPIRV-BIN\nEND\n"),
            "a.amber:2:1: error: SPIRV-BIN needs a FILE");
  EXPECT_EQ(mistake("SHADER compute s GLSL VIRTUAL_FILE x\n"),
            "a.amber:2:36: error: unknown virtual file 'x'");
  EXPECT_EQ(mistake("SHADER\n"), "a.amber:2:7: error: expected a shader type, but the line ends");
}

TEST(AmberParser, TheFirstLine) {
  EXPECT_EQ(parse_amber_script("a", " #!amber\n", max_bytes).error().message,
            "a:1:1: error: AmberScript must start with #!amber as its first line");
  EXPECT_TRUE(parse_amber_script("a", "#!amber", max_bytes));
}

TEST(AmberParser, Buffers) {
  const auto script = parse(
      "BUFFER a DATA_TYPE vec3<float> STD140 DATA\n1 2 # comment\n 3\n4 5 6 END\n"
      "BUFFER b DATA_TYPE int8 SIZE 10 SERIES_FROM -1 INC_BY -2\n");
  ASSERT_TRUE(script);
  const Buffer& a = script->buffers.at("a");
  EXPECT_EQ(a.rule, LayoutRule::std140);
  EXPECT_EQ(a.element_count, 2u);
  EXPECT_EQ(a.size, 32u);
  EXPECT_EQ(a.initializer.bits.size(), 6u);
  EXPECT_EQ(static_cast<std::int64_t>(script->buffers.at("b").initializer.step), -2);
}

TEST(AmberParser, BuffersThatAreTooLarge) {
  const auto script = parse("BUFFER a DATA_TYPE double SIZE 200000 FILL 0\n");
  ASSERT_FALSE(script);
  EXPECT_EQ(script.error().status, Status::limit);
  EXPECT_EQ(parse("BUFFER a DATA_TYPE double SIZE 18446744073709551615 FILL 0\n").error().status,
            Status::limit);
  EXPECT_EQ(mistake("BUFFER a DATA_TYPE double SIZE 18446744073709551616 FILL 0\n"),
            "a.amber:2:32: error: SIZE 18446744073709551616 is out of range (64 bits)");
}

TEST(AmberParser, MistakesInBuffers) {
  EXPECT_EQ(mistake("BUFFER a DATA_TYPE int32 SIZE 0 FILL 0\n"),
            "a.amber:2:26: error: a buffer must have at least one element");
  EXPECT_EQ(mistake("BUFFER a DATA_TYPE int32 SIZE 2 DATA 1 END\n"),
            "a.amber:2:33: error: the buffer has 2 elements, but DATA has 1");
  EXPECT_EQ(mistake("BUFFER a DATA_TYPE int32 DATA END\n"),
            "a.amber:2:26: error: DATA has 0 values, but each element of int32 takes 1");
  EXPECT_EQ(mistake("BUFFER a SIZE 1\n"),
            "a.amber:2:10: error: expected DATA_TYPE or FORMAT, but found 'SIZE'");
  EXPECT_EQ(mistake("BUFFER a FORMAT R8G8 SAMPLES 4\n"),
            "a.amber:2:17: error: unknown image format 'R8G8'");
  EXPECT_EQ(mistake("BUFFER a FORMAT R8_UINT SAMPLES 3\n"),
            "a.amber:2:25: error: SAMPLES must be 1, 2, 4, 8, 16, 32 or 64");
}

TEST(AmberParser, MistakesInStructs) {
  EXPECT_EQ(mistake("STRUCT s\nEND\n"), "a.amber:2:1: error: the struct has no members");
  EXPECT_EQ(mistake("STRUCT s\n  s a\nEND\n"), "a.amber:3:3: error: unknown type 's'");
  EXPECT_EQ(mistake("STRUCT s\n  int8 a\n  int8 a\nEND\n"),
            "a.amber:4:8: error: the member 'a' is declared twice");
  EXPECT_EQ(mistake("STRUCT s\n  int8 a ARRAY_STRIDE 4\nEND\n"),
            "a.amber:3:10: error: ARRAY_STRIDE applies only to arrays");
  EXPECT_EQ(mistake("STRUCT s\n  int8[2] a[3]\nEND\n"),
            "a.amber:3:11: error: AmberScript has no arrays of arrays");
  EXPECT_EQ(mistake("STRUCT s\n  int8 a\n"), "a.amber:2:1: error: STRUCT has no END");
}

TEST(AmberParser, Pipelines) {
  const auto script =
      parse(std::string(shader) +
            "BUFFER a DATA_TYPE int32 SIZE 4 FILL 0\n"
            "PIPELINE compute p\n  ATTACH s ENTRY_POINT main SPECIALIZE 3 AS float 1.5\n"
            "  BIND BUFFER a AS storage DESCRIPTOR_SET 1 BINDING 2\n"
            "  BIND BUFFER a AS push_constant\nEND\n"
            "DERIVE_PIPELINE q FROM p\nEND\n");
  ASSERT_TRUE(script);
  const Pipeline& derived = script->pipelines.at("q");
  EXPECT_EQ(derived.push_constants, "a");
  ASSERT_EQ(derived.bindings.size(), 1u);
  EXPECT_EQ(derived.bindings[0].set, 1u);
  EXPECT_EQ(derived.bindings[0].binding, 2u);
  EXPECT_EQ(derived.shaders[0].specialization[0].bits, 0x3fc00000u);
}

TEST(AmberParser, MistakesInPipelines) {
  const std::string begin = std::string(shader) + "PIPELINE compute p\n";
  EXPECT_EQ(mistake(begin + "ATTACH s\nATTACH s\nEND\n"),
            "a.amber:7:8: error: the pipeline already has a compute shader, 's'");
  EXPECT_EQ(mistake(begin + "ATTACH s TYPE compute\nEND\n"),
            "a.amber:6:10: error: TYPE applies only to multi shaders, but 's' is a compute shader");
  EXPECT_EQ(mistake(begin + "SUBGROUP s\nEND\nEND\n"),
            "a.amber:6:10: error: shader 's' is not attached to this pipeline");
  EXPECT_EQ(mistake(begin + "ATTACH s\nCOMPILE_OPTIONS s\nEND\nEND\n"),
            "a.amber:7:1: error: COMPILE_OPTIONS applies only to OPENCL-C shaders");
  EXPECT_EQ(mistake("DERIVE_PIPELINE q FROM p\nEND\n"), "a.amber:2:24: error: 'p' is not declared");
}

TEST(AmberParser, Commands) {
  const auto script = parse(std::string(shader) +
                            "BUFFER a DATA_TYPE vec2<int32> SIZE 4 FILL 0\n"
                            "PIPELINE compute p\n  ATTACH s\nEND\n"
                            "REPEAT 3\n  RUN TIMED_EXECUTION p 1 0x2 3\nEND\n"
                            "  EXPECT a IDX 12 TOLERANCE 1 50 % EQ 1 2\n");
  ASSERT_TRUE(script);
  ASSERT_EQ(script->commands.size(), 2u);
  const auto& repeat = std::get<Repeat>(script->commands[0].what);
  EXPECT_EQ(repeat.count, 3u);
  EXPECT_EQ(std::get<RunCompute>(repeat.commands[0].what).groups, (Dim3{1, 2, 3}));
  const auto& expect = std::get<ExpectValues>(script->commands[1].what);
  EXPECT_EQ(expect.offset, 8u);
  EXPECT_EQ(expect.first_field, 1u);
  EXPECT_TRUE(expect.tolerances[1].percent);
  EXPECT_EQ(script->commands[1].place.column, 3u);
}

TEST(AmberParser, MistakesInCommands) {
  const std::string begin = "BUFFER a DATA_TYPE int32 SIZE 4 FILL 0\n";
  EXPECT_EQ(mistake(begin + "EXPECT a IDX 0 EQ\n"), "a.amber:3:18: error: EXPECT has no values");
  EXPECT_EQ(mistake(begin + "EXPECT a IDX 0xfffffffffffffffc EQ 1\n"),
            "a.amber:3:14: error: the values reach up to byte 0, but buffer 'a' has 16 bytes");
  EXPECT_EQ(mistake(begin + "EXPECT a IDX 0 TOLERANCE 1 2 3 4 5 EQ 1\n"),
            "a.amber:3:36: error: TOLERANCE takes 1 to 4 values");
  EXPECT_EQ(mistake(begin + "EXPECT a IDX 0 TOLERANCE -1 EQ 1\n"),
            "a.amber:3:26: error: invalid tolerance '-1': expected a number of at least 0, with "
            "optional suffix %");
  EXPECT_EQ(mistake(begin + "EXPECT a RMSE_BUFFER a TOLERANCE -1\n"),
            "a.amber:3:34: error: TOLERANCE must not be negative");
  EXPECT_EQ(mistake(begin + "REPEAT 0\nEND\n"),
            "a.amber:3:1: error: REPEAT needs a count of at least 1");
  EXPECT_EQ(mistake(begin + "REPEAT 2\nEXPECT a IDX 0 EQ 0\n"),
            "a.amber:3:1: error: REPEAT has no END");
  EXPECT_EQ(mistake("RUN p 1 1 1\n"), "a.amber:2:5: error: 'p' is not declared");
  EXPECT_EQ(mistake(begin + "COPY a TO a\n"),
            "a.amber:3:11: error: a buffer cannot be copied to itself");
}

// A script that ends early anywhere is refused or complete, but never crashes.
TEST(AmberParser, TruncatedScripts) {
  const std::string whole =
      "#!amber\nDEVICE_FEATURE f\nVIRTUAL_FILE v\nx\nEND\nSHADER compute s GLSL\nvoid\nEND\n"
      "SHADER vertex w PASSTHROUGH\nSHADER fragment f GLSL\nEND\n"
      "STRUCT t STRIDE 16\n int32 a OFFSET 4\nEND\nBUFFER b DATA_TYPE t STD140 SIZE 2 FILL 1\n"
      "BUFFER c DATA_TYPE uint8 DATA 1 2 END\nSAMPLER r MIN_LOD 1.0\n"
      "PIPELINE compute p\n ATTACH s SPECIALIZE 1 AS uint32 2\n SUBGROUP s\n REQUIRED_SIZE 4\n "
      "END\n"
      " BIND BUFFER b AS uniform_dynamic DESCRIPTOR_SET 0 BINDING 1 OFFSET 0\nEND\n"
      "PIPELINE graphics g\n ATTACH w\n ATTACH f\n DEPTH\n BOUNDS min 0 max 1\n END\n"
      " VIEWPORT 0 0 SIZE 1 1\nEND\nCLEAR_COLOR g 1 2 3 4\nRUN g DRAW_ARRAY AS POINT_LIST COUNT 1\n"
      "RUN p 1 1 1\nREPEAT 2\nEXPECT c IDX 0 TOLERANCE 1% EQ 1 2\nEND\nEXPECT b EQ_BUFFER b\n";
  ASSERT_TRUE(parse_amber_script("a", whole, max_bytes));
  for (std::size_t length = 7; length < whole.size(); ++length) {
    const auto script = parse_amber_script("a", whole.substr(0, length), max_bytes);
    if (!script) {
      EXPECT_EQ(script.error().status, Status::bad_input) << length;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::amber
