// Whole instructions, run from modules: that operands and results go where the text says. What they
// compute is tested beside its definition.

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

constexpr unsigned lanes = 8;

constexpr const char* types = R"(
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index_variable
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %index_variable BuiltIn LocalInvocationIndex
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %results ArrayStride 32
OpDecorate %wrapless NoSignedWrap
%void = OpTypeVoid
%function = OpTypeFunction %void
%i8 = OpTypeInt 8 1
%i16 = OpTypeInt 16 1
%i32 = OpTypeInt 32 1
%u32 = OpTypeInt 32 0
%i64 = OpTypeInt 64 1
%f16 = OpTypeFloat 16
%f32 = OpTypeFloat 32
%f64 = OpTypeFloat 64
%v2u32 = OpTypeVector %u32 2
%v2i32 = OpTypeVector %i32 2
%v2f16 = OpTypeVector %f16 2
%v3f16 = OpTypeVector %f16 3
%v2f32 = OpTypeVector %f32 2
%v3f32 = OpTypeVector %f32 3
%v4f32 = OpTypeVector %f32 4
%v3f64 = OpTypeVector %f64 3
%m2f32 = OpTypeMatrix %v2f32 2
%m3f32 = OpTypeMatrix %v3f32 3
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%lanes = OpConstant %u32 8
%index_pointer = OpTypePointer Input %u32
%index_variable = OpVariable %index_pointer Input
)";

struct Outcome {
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;
  std::vector<std::string> clauses;
  Status status = Status::ok;

  // Component number `component` of the result in one lane.
  template <class T>
  T value(unsigned component, unsigned lane = 0) const {
    T result{};
    std::memcpy(&result, bytes.data() + lane * 32 + component * sizeof(T), sizeof(T));
    return result;
  }
  float half(unsigned component, unsigned lane = 0) const {
    return to_float(value<Float16>(component, lane));
  }
  Definedness state(unsigned byte, unsigned lane = 0) const { return shadow[lane * 32 + byte]; }
};

// Runs `body`, which computes %result of the type `type` from the constants and from %index, the
// number of the lane, as an integer, and %lane, the same as a float.
Outcome execute(const std::string& type, const std::string& constants, const std::string& body,
                const std::string& variables = "", const std::string& modes = "") {
  const std::string text =
      "OpCapability Shader\nOpCapability Float16\nOpCapability Float64\nOpCapability Int8\n"
      "OpCapability Int16\nOpCapability Int64\nOpCapability StorageBuffer16BitAccess\n"
      "OpCapability StorageBuffer8BitAccess\nOpCapability RoundingModeRTZ\n" +
      std::string(types) + constants + "%results = OpTypeArray %" + type +
      " %lanes\n"
      "%block = OpTypeStruct %results\n"
      "%block_pointer = OpTypePointer StorageBuffer %block\n"
      "%result_pointer = OpTypePointer StorageBuffer %" +
      type +
      "\n%buffer = OpVariable %block_pointer StorageBuffer\n"
      "%main = OpFunction %void None %function\n%entry = OpLabel\n" +
      variables + "%index = OpLoad %u32 %index_variable\n%lane = OpConvertUToF %f32 %index\n" +
      body +
      "\n%place = OpAccessChain %result_pointer %buffer %zero %index\n"
      "OpStore %place %result\nOpReturn\nOpFunctionEnd\n";
  std::string with_modes = text;
  with_modes.insert(with_modes.find("OpDecorate %index_variable"), modes);
  // A decoration of an id that the body lacks would be an error.
  if (body.find("%wrapless") == std::string::npos) {
    const std::string line = "OpDecorate %wrapless NoSignedWrap\n";
    with_modes.erase(with_modes.find(line), line.size());
  }
  const auto module = Module::parse(test::assemble(with_modes));
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return {};
  }
  Dispatch dispatch;
  dispatch.subgroup_size = lanes;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(std::size_t{lanes} * 32);
  const auto result = run(**module, default_registry(), dispatch);
  Outcome outcome;
  if (!result) {
    outcome.status = result.error().status;
    return outcome;
  }
  outcome.status = result->status;
  const ShadowedBytes& contents = result->buffers.at({0, 0, 0}).contents;
  outcome.bytes = contents.bytes;
  outcome.shadow = contents.shadow;
  for (const Finding& finding : result->findings) outcome.clauses.push_back(finding.clause);
  return outcome;
}

bool reports(const Outcome& outcome, const std::string& clause) {
  return std::ranges::find(outcome.clauses, "GLSL.std.450." + clause) != outcome.clauses.end();
}

// --- component by component ---

TEST(GlslInstructions, ComponentsKeepTheirPlaces) {
  const Outcome outcome = execute("v2f32", R"(
%c1 = OpConstant %f32 1
%c2 = OpConstant %f32 2
%c3 = OpConstant %f32 3
)",
                                  R"(
%x = OpCompositeConstruct %v2f32 %lane %c1
%y = OpCompositeConstruct %v2f32 %c3 %c2
%result = OpExtInst %v2f32 %glsl FMin %x %y
)");
  for (unsigned lane = 0; lane < lanes; ++lane) {
    EXPECT_EQ(outcome.value<float>(0, lane), std::min(static_cast<float>(lane), 3.0f));
    EXPECT_EQ(outcome.value<float>(1, lane), 1.0f);
  }
  EXPECT_TRUE(outcome.clauses.empty());
}

TEST(GlslInstructions, UndefinedResultsAreReportedAndMarked) {
  const Outcome outcome = execute("f32", "%c2 = OpConstant %f32 2\n", R"(
%x = OpFSub %f32 %c2 %lane
%result = OpExtInst %f32 %glsl Pow %x %c2
)");
  EXPECT_TRUE(reports(outcome, "Pow.x-negative"));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    EXPECT_EQ(outcome.state(0, lane) == Definedness::undefined, lane > 2) << lane;
  }
  EXPECT_EQ(outcome.value<float>(0, 0), 4.0f);
}

TEST(GlslInstructions, OneOfSeveralResultsIsImplementationDependent) {
  const Outcome outcome = execute("f32", "%half = OpConstant %f32 0.5\n", R"(
%x = OpFMul %f32 %lane %half
%result = OpExtInst %f32 %glsl Round %x
)");
  EXPECT_TRUE(reports(outcome, "Round.fraction-half"));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    EXPECT_EQ(outcome.state(0, lane) == Definedness::implementation_dependent, lane % 2 == 1);
  }
}

TEST(GlslInstructions, SAbsWrapsUnlessDecorated) {
  const std::string constants = "%least = OpConstant %i8 -128\n";
  const Outcome plain = execute("i8", constants, "%result = OpExtInst %i8 %glsl SAbs %least");
  EXPECT_EQ(plain.value<std::int8_t>(0), -128);
  EXPECT_TRUE(plain.clauses.empty());
  const Outcome decorated = execute("i8", constants,
                                    "%wrapless = OpExtInst %i8 %glsl SAbs %least\n"
                                    "%result = OpCopyObject %i8 %wrapless");
  EXPECT_TRUE(reports(decorated, "SAbs.signed-wrap"));
  EXPECT_EQ(decorated.status, Status::undefined_behavior);
}

TEST(GlslInstructions, FmaOf16BitComponents) {
  const Outcome outcome = execute("v2f16", R"(
%a = OpConstant %f16 0x1.004p+0
%b = OpConstant %f16 3
%vector = OpConstantComposite %v2f16 %a %b
)",
                                  "%result = OpExtInst %v2f16 %glsl Fma %vector %vector %vector");
  EXPECT_EQ(outcome.half(0), 0x1.008p+1f);
  EXPECT_EQ(outcome.half(1), 12.0f);
}

TEST(GlslInstructions, RoundingTowardZero) {
  const std::string body = "%result = OpExtInst %f32 %glsl Sin %one_float";
  const std::string constants = "%one_float = OpConstant %f32 1\n";
  EXPECT_EQ(execute("f32", constants, body).value<float>(0), 0.841470984f);
  const Outcome toward_zero =
      execute("f32", constants, body, "", "OpExecutionMode %main RoundingModeRTZ 32\n");
  EXPECT_EQ(toward_zero.value<float>(0), 0.841470956802368164f);
}

// --- taken apart and put together ---

constexpr const char* minus_two_and_a_quarter = R"(
%x = OpConstant %f32 -2.25
%y = OpConstant %f32 24
%vector = OpConstantComposite %v2f32 %x %y
)";

TEST(GlslInstructions, Modf) {
  const std::string constants =
      std::string(minus_two_and_a_quarter) + "%pointer = OpTypePointer Function %v2f32\n";
  const std::string variable = "%whole = OpVariable %pointer Function\n";
  const Outcome fraction = execute("v2f32", constants, R"(
%result = OpExtInst %v2f32 %glsl Modf %vector %whole)",
                                   variable);
  EXPECT_EQ(fraction.value<float>(0), -0.25f);
  EXPECT_EQ(fraction.value<float>(1), 0.0f);
  const Outcome whole = execute("v2f32", constants, R"(
%fraction = OpExtInst %v2f32 %glsl Modf %vector %whole
%result = OpLoad %v2f32 %whole)",
                                variable);
  EXPECT_EQ(whole.value<float>(0), -2.0f);
  EXPECT_EQ(whole.value<float>(1), 24.0f);
}

TEST(GlslInstructions, ModfStruct) {
  const std::string constants =
      std::string(minus_two_and_a_quarter) + "%struct = OpTypeStruct %v2f32 %v2f32\n";
  for (const unsigned member : {0u, 1u}) {
    const Outcome outcome = execute("v2f32", constants,
                                    "%both = OpExtInst %struct %glsl ModfStruct %vector\n"
                                    "%result = OpCompositeExtract %v2f32 %both " +
                                        std::to_string(member));
    EXPECT_EQ(outcome.value<float>(0), member == 0 ? -0.25f : -2.0f);
    EXPECT_EQ(outcome.value<float>(1), member == 0 ? 0.0f : 24.0f);
  }
}

TEST(GlslInstructions, Frexp) {
  const std::string constants =
      std::string(minus_two_and_a_quarter) + "%pointer = OpTypePointer Function %v2i32\n";
  const std::string variable = "%exp = OpVariable %pointer Function\n";
  const Outcome significand = execute("v2f32", constants, R"(
%result = OpExtInst %v2f32 %glsl Frexp %vector %exp)",
                                      variable);
  EXPECT_EQ(significand.value<float>(0), -0.5625f);
  EXPECT_EQ(significand.value<float>(1), 0.75f);
  const Outcome exponent = execute("v2i32", constants, R"(
%significand = OpExtInst %v2f32 %glsl Frexp %vector %exp
%result = OpLoad %v2i32 %exp)",
                                   variable);
  EXPECT_EQ(exponent.value<std::int32_t>(0), 2);
  EXPECT_EQ(exponent.value<std::int32_t>(1), 5);
}

TEST(GlslInstructions, FrexpStruct) {
  const std::string constants = R"(
%x = OpConstant %f16 -2.25
%inf = OpConstant %f16 0x1p+16
%vector = OpConstantComposite %v2f16 %x %inf
%struct = OpTypeStruct %v2f16 %v2i32
)";
  const std::string call = "%both = OpExtInst %struct %glsl FrexpStruct %vector\n";
  const Outcome significand =
      execute("v2f16", constants, call + "%result = OpCompositeExtract %v2f16 %both 0");
  EXPECT_EQ(significand.half(0), -0.5625f);
  EXPECT_EQ(significand.state(0), Definedness::defined);
  EXPECT_EQ(significand.state(2), Definedness::undefined);
  EXPECT_TRUE(reports(significand, "FrexpStruct.x-not-finite"));
  const Outcome exponent =
      execute("v2i32", constants, call + "%result = OpCompositeExtract %v2i32 %both 1");
  EXPECT_EQ(exponent.value<std::int32_t>(0), 2);
  EXPECT_EQ(exponent.state(0), Definedness::defined);
  EXPECT_EQ(exponent.state(4), Definedness::undefined);
}

TEST(GlslInstructions, LdexpWithExponentsOfOtherWidths) {
  const std::string x = "%x = OpConstant %f64 1.5\n";
  EXPECT_EQ(execute("f64", x + "%exp = OpConstant %i16 -3\n",
                    "%result = OpExtInst %f64 %glsl Ldexp %x %exp")
                .value<double>(0),
            0.1875);
  EXPECT_EQ(execute("f64", x + "%exp = OpConstant %i64 3\n",
                    "%result = OpExtInst %f64 %glsl Ldexp %x %exp")
                .value<double>(0),
            12.0);
  const Outcome half = execute("f16", "%x = OpConstant %f16 1\n%exp = OpConstant %i32 16\n",
                               "%result = OpExtInst %f16 %glsl Ldexp %x %exp");
  EXPECT_TRUE(reports(half, "Ldexp.product-too-large"));
}

// --- packing ---

TEST(GlslInstructions, PackNormalized) {
  const std::string constants = R"(
%c0 = OpConstant %f32 0
%c1 = OpConstant %f32 1
%c2 = OpConstant %f32 -1
%c3 = OpConstant %f32 0.2
%four = OpConstantComposite %v4f32 %c0 %c1 %c2 %c3
%two = OpConstantComposite %v2f32 %c2 %c1
)";
  const auto packed = [&](const std::string& name, const std::string& operand) {
    return execute("u32", constants, "%result = OpExtInst %u32 %glsl " + name + " " + operand)
        .value<std::uint32_t>(0);
  };
  EXPECT_EQ(packed("PackSnorm4x8", "%four"), 0x19817F00u);
  EXPECT_EQ(packed("PackUnorm4x8", "%four"), 0x3300FF00u);
  EXPECT_EQ(packed("PackSnorm2x16", "%two"), 0x7FFF8001u);
  EXPECT_EQ(packed("PackUnorm2x16", "%two"), 0xFFFF0000u);
  EXPECT_EQ(packed("PackHalf2x16", "%two"), 0x3C00BC00u);
}

TEST(GlslInstructions, UnpackNormalized) {
  const std::string constants = "%p = OpConstant %u32 0x80FF7F00\n";
  const Outcome snorm4 =
      execute("v4f32", constants, "%result = OpExtInst %v4f32 %glsl UnpackSnorm4x8 %p");
  const Outcome unorm4 =
      execute("v4f32", constants, "%result = OpExtInst %v4f32 %glsl UnpackUnorm4x8 %p");
  const Outcome snorm2 =
      execute("v2f32", constants, "%result = OpExtInst %v2f32 %glsl UnpackSnorm2x16 %p");
  const Outcome unorm2 =
      execute("v2f32", constants, "%result = OpExtInst %v2f32 %glsl UnpackUnorm2x16 %p");
  const float expected_snorm4[] = {0, 1, -1 / 127.0f, -1};
  const float expected_unorm4[] = {0, 127 / 255.0f, 1, 128 / 255.0f};
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(snorm4.value<float>(i), expected_snorm4[i]);
    EXPECT_EQ(unorm4.value<float>(i), expected_unorm4[i]);
  }
  EXPECT_EQ(snorm2.value<float>(0), 0x7F00 / 32767.0f);
  EXPECT_EQ(snorm2.value<float>(1), -0x7F01 / 32767.0f);
  EXPECT_EQ(unorm2.value<float>(0), 0x7F00 / 65535.0f);
  EXPECT_EQ(unorm2.value<float>(1), 0x80FF / 65535.0f);
}

TEST(GlslInstructions, HalvesAndDoubles) {
  const Outcome halves = execute("v2f32", "%p = OpConstant %u32 0x00013C00\n",
                                 "%result = OpExtInst %v2f32 %glsl UnpackHalf2x16 %p");
  EXPECT_EQ(halves.value<float>(0), 1.0f);
  EXPECT_EQ(halves.value<float>(1), 0x1p-24f);
  EXPECT_EQ(halves.state(0), Definedness::defined);
  EXPECT_EQ(halves.state(4), Definedness::implementation_dependent);
  EXPECT_TRUE(reports(halves, "UnpackHalf2x16.subnormal"));
  const std::string constants = "%v = OpConstant %f64 1.5\n";
  const std::string unpack = "%words = OpExtInst %v2u32 %glsl UnpackDouble2x32 %v\n";
  const Outcome words =
      execute("v2u32", constants, unpack + "%result = OpCopyObject %v2u32 %words");
  EXPECT_EQ(words.value<std::uint32_t>(0), 0u);
  EXPECT_EQ(words.value<std::uint32_t>(1), 0x3FF80000u);
  const Outcome number =
      execute("f64", constants, unpack + "%result = OpExtInst %f64 %glsl PackDouble2x32 %words");
  EXPECT_EQ(number.value<double>(0), 1.5);
}

// --- geometry ---

// %x = (1, 2, 3), %y = (4, 6, -5), of the type v3f16, v3f32 or v3f64
std::string vectors(const std::string& scalar) {
  const std::string s = "OpConstant %" + scalar;
  return "%c1 = " + s + " 1\n%c2 = " + s + " 2\n%c3 = " + s + " 3\n%c4 = " + s + " 4\n%c5 = " + s +
         " -5\n%c6 = " + s + " 6\n%eta = " + s + " 0.5\n%x = OpConstantComposite %v3" + scalar +
         " %c1 %c2 %c3\n%y = OpConstantComposite %v3" + scalar + " %c4 %c6 %c5\n";
}

// The instruction applied to `operands`, for each width; results as doubles.
std::vector<double> geometric(const std::string& scalar, const std::string& call,
                              bool scalar_result) {
  const std::string type = scalar_result ? scalar : "v3" + scalar;
  const Outcome outcome =
      execute(type, vectors(scalar), "%result = OpExtInst %" + type + " %glsl " + call);
  std::vector<double> results;
  for (unsigned i = 0; i < (scalar_result ? 1u : 3u); ++i) {
    results.push_back(scalar == "f16"   ? outcome.half(i)
                      : scalar == "f32" ? outcome.value<float>(i)
                                        : outcome.value<double>(i));
    EXPECT_EQ(outcome.state(i * (scalar == "f16"   ? 2
                                 : scalar == "f32" ? 4
                                                   : 8)),
              Definedness::defined);
  }
  return results;
}

void expect_geometric(const std::string& call, const std::vector<double>& expected) {
  for (const auto& [scalar, epsilon] :
       {std::pair{"f16", 0x1p-11}, std::pair{"f32", 0x1p-22}, std::pair{"f64", 0x1p-50}}) {
    const std::vector<double> actual = geometric(scalar, call, expected.size() == 1);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(actual[i], expected[i], std::fabs(expected[i]) * epsilon) << call << scalar;
    }
  }
}

TEST(GlslInstructions, Geometry) {
  const double root_14 = std::sqrt(14.0);
  expect_geometric("Length %x", {root_14});
  expect_geometric("Length %c5", {5});
  expect_geometric("Distance %x %y", {std::sqrt(9.0 + 16 + 64)});
  expect_geometric("Cross %x %y", {2.0 * -5 - 6 * 3, 3.0 * 4 - -5 * 1, 1.0 * 6 - 4 * 2});
  expect_geometric("Normalize %x", {1 / root_14, 2 / root_14, 3 / root_14});
  // dot(x, y) = 1
  expect_geometric("FaceForward %x %x %y", {-1, -2, -3});
  expect_geometric("FaceForward %x %c1 %c5", {1, 2, 3});
  expect_geometric("Reflect %x %y", {1 - 2.0 * 4, 2 - 2.0 * 6, 3 - 2.0 * -5});
}

// dot(N, I) = 1, k = 1 - eta ^ 2 * (1 - 1) = 1
TEST(GlslInstructions, Refract) {
  expect_geometric("Refract %x %y %eta", {0.5 - 1.5 * 4, 1 - 1.5 * 6, 1.5 - 1.5 * -5});
}

TEST(GlslInstructions, RefractBeyondTheCriticalAngleIsZero) {
  const Outcome outcome = execute("v2f32", R"(
%c0 = OpConstant %f32 0
%c1 = OpConstant %f32 1
%c2 = OpConstant %f32 2
%i = OpConstantComposite %v2f32 %c1 %c0
%n = OpConstantComposite %v2f32 %c0 %c1
)",
                                  "%result = OpExtInst %v2f32 %glsl Refract %i %n %c2");
  EXPECT_EQ(outcome.value<float>(0), 0.0f);
  EXPECT_EQ(outcome.value<float>(1), 0.0f);
  EXPECT_TRUE(outcome.clauses.empty());
}

TEST(GlslInstructions, NormalizeRoundsOnce) {
  const Outcome outcome = execute("v2f32", R"(
%huge = OpConstant %f32 0x1p+120
%large = OpConstant %f32 0x1.8p+120
)",
                                  R"(
%x = OpCompositeConstruct %v2f32 %huge %large
%result = OpExtInst %v2f32 %glsl Normalize %x
)");
  EXPECT_EQ(outcome.value<float>(0), static_cast<float>(1 / std::sqrt(3.25)));
  EXPECT_EQ(outcome.value<float>(1), static_cast<float>(1.5 / std::sqrt(3.25)));
}

TEST(GlslInstructions, UndefinedComponentsSpoilOnlyTheirLanes) {
  const Outcome outcome = execute("v2f32", "%c2 = OpConstant %f32 2\n", R"(
%odd = OpFSub %f32 %c2 %lane
%undefined = OpExtInst %f32 %glsl Pow %odd %c2
%x = OpCompositeConstruct %v2f32 %c2 %undefined
%result = OpExtInst %v2f32 %glsl Normalize %x
)");
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (const unsigned byte : {0u, 4u}) {
      EXPECT_EQ(outcome.state(byte, lane) == Definedness::undefined, lane > 2) << lane;
    }
  }
}

// --- matrices ---

// Columns (1, 2, 3), (lane, 1, 4), (5, 6, 0)
constexpr const char* matrix_constants = R"(
%c0 = OpConstant %f32 0
%c1 = OpConstant %f32 1
%c2 = OpConstant %f32 2
%c3 = OpConstant %f32 3
%c4 = OpConstant %f32 4
%c5 = OpConstant %f32 5
%c6 = OpConstant %f32 6
%first = OpConstantComposite %v3f32 %c1 %c2 %c3
%third = OpConstantComposite %v3f32 %c5 %c6 %c0
)";
constexpr const char* matrix = R"(
%second = OpCompositeConstruct %v3f32 %lane %c1 %c4
%m = OpCompositeConstruct %m3f32 %first %second %third
)";

TEST(GlslInstructions, Determinant) {
  const Outcome outcome =
      execute("f32", matrix_constants,
              std::string(matrix) + "%result = OpExtInst %f32 %glsl Determinant %m");
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const float expected = 1 * (1 * 0 - 4 * 6) - 2 * (static_cast<float>(lane) * 0 - 4 * 5) +
                           3 * (static_cast<float>(lane) * 6 - 1 * 5);
    EXPECT_EQ(outcome.value<float>(0, lane), expected);
  }
}

TEST(GlslInstructions, MatrixInverse) {
  const std::string body = std::string(matrix) + R"(
%inverse = OpExtInst %m3f32 %glsl MatrixInverse %m
%result = OpMatrixTimesVector %v3f32 %inverse %third
)";
  const Outcome outcome = execute("v3f32", matrix_constants, body);
  for (unsigned lane = 0; lane < lanes; ++lane) {  // the inverse times the third column
    EXPECT_NEAR(outcome.value<float>(0, lane), 0, 1e-4);
    EXPECT_NEAR(outcome.value<float>(1, lane), 0, 1e-4);
    EXPECT_NEAR(outcome.value<float>(2, lane), 1, 1e-4);
  }
  EXPECT_TRUE(outcome.clauses.empty());
}

TEST(GlslInstructions, InverseOfASingularMatrixIsUndefined) {
  const Outcome outcome = execute("v2f32", R"(
%c1 = OpConstant %f32 1
%c3 = OpConstant %f32 3
)",
                                  R"(
%first = OpCompositeConstruct %v2f32 %c1 %c3
%second = OpCompositeConstruct %v2f32 %c1 %lane
%m = OpCompositeConstruct %m2f32 %first %second
%inverse = OpExtInst %m2f32 %glsl MatrixInverse %m
%result = OpCompositeExtract %v2f32 %inverse 1
)");
  EXPECT_TRUE(reports(outcome, "MatrixInverse.singular"));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    EXPECT_EQ(outcome.state(0, lane) == Definedness::undefined, lane == 3) << lane;
    EXPECT_EQ(outcome.state(4, lane) == Definedness::undefined, lane == 3) << lane;
  }
}

// --- what the text does not allow ---

TEST(GlslInstructions, OtherTypesAreNotSupported) {
  EXPECT_EQ(
      execute("f64", "%x = OpConstant %f64 1\n", "%result = OpExtInst %f64 %glsl Sin %x").status,
      Status::unsupported);
  EXPECT_EQ(execute("i64", "%x = OpConstant %i64 1\n", "%result = OpExtInst %i64 %glsl FindILsb %x")
                .status,
            Status::unsupported);
  EXPECT_EQ(execute("u32", "", "%result = OpExtInst %u32 %glsl Length %index").status,
            Status::unsupported);
}

}  // namespace
}  // namespace spirv_oracle
