// Conversions from and to bfloat16.

#include <random>
#include <string>
#include <vector>

#include "builtins/cooperative_matrix_for_test.h"

namespace spirv_oracle::test {
namespace {

constexpr const char* conversion = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16ConversionINTEL
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_INTEL_bfloat16_conversion"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index %from_buffer %to_buffer
    OpExecutionMode %main LocalSize 128 1 1
    OpDecorate %index BuiltIn GlobalInvocationId
    OpDecorate %from_buffer DescriptorSet 0
    OpDecorate %from_buffer Binding 0
    OpDecorate %to_buffer DescriptorSet 0
    OpDecorate %to_buffer Binding 1
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    SCALARS
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %v3 = OpTypeVector %u32 3
    %zero = OpConstant %u32 0
    %input = OpTypePointer Input %v3
    %index = OpVariable %input Input
)";
constexpr const char* conversion_body = R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %id = OpLoad %v3 %index
    %i = OpCompositeExtract %u32 %id 0
    %from = OpAccessChain %from_pointer %from_buffer %zero %i
    %to = OpAccessChain %to_pointer %to_buffer %zero %i
    %x = OpLoad %FROM %from
    %y = INSTRUCTION %TO %x
    OpStore %to %y
    OpReturn
    OpFunctionEnd
)";

template <class To, class From>
std::vector<To> converted(const char* instruction, const ComponentType& from,
                          const ComponentType& to, const std::vector<From>& values) {
  const std::string text =
      replaced(with_buffers(conversion, {{"from", from}, {"to", to}}) + conversion_body,
               {{"SCALARS", scalar_types},
                {"FROM", from.name},
                {"%TO", std::string("%") + to.name},
                {"INSTRUCTION", instruction}});
  const auto module = test::load(text);
  Dispatch dispatch;
  dispatch.groups = {static_cast<std::uint32_t>(values.size() / 128), 1, 1};
  ShadowedBytes bytes = ShadowedBytes::zero(values.size() * sizeof(From));
  std::memcpy(bytes.bytes.data(), values.data(), bytes.bytes.size());
  dispatch.buffers[{0, 0, 0}] = bytes;
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(values.size() * sizeof(To));
  const auto result = spirv_oracle::run(*module, default_registry(), dispatch);
  EXPECT_TRUE(result) << result.error().message;
  std::vector<To> results(values.size());
  if (result) {
    std::memcpy(results.data(), result->buffers.at({0, 1, 0}).contents.bytes.data(),
                results.size() * sizeof(To));
  }
  return results;
}

// To the nearest one, ties to even, by the bits of a float.
std::uint16_t nearest_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | 0x7FC0);
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

TEST(Bfloat16, IsConvertedFromAndToOtherTypes) {
  std::vector<std::uint16_t> all(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) all[i] = static_cast<std::uint16_t>(i);
  const auto widened = converted<std::uint32_t>("OpFConvert", bf16, f32, all);
  const auto doubles = converted<double>("OpFConvert", bf16, f64, all);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const float expected = std::bit_cast<float>(i << 16);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(std::bit_cast<float>(widened[i])));
      EXPECT_TRUE(std::isnan(doubles[i]));
      continue;
    }
    ASSERT_EQ(widened[i], i << 16);
    ASSERT_EQ(doubles[i], expected);
  }
  std::mt19937_64 random(7);
  std::vector<float> floats(65536);
  std::vector<double> wide(65536);
  std::vector<std::int32_t> integers(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    floats[i] = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    wide[i] = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                         static_cast<int>(random() % 64) - 64);
    integers[i] = static_cast<std::int32_t>(random());
  }
  const auto of_floats = converted<std::uint16_t>("OpFConvert", f32, bf16, floats);
  // Without a type of its own, a bfloat16 is the bits of an integer.
  const auto bits_of_floats = converted<std::uint16_t>("OpConvertFToBF16INTEL", f32, u16, floats);
  const auto floats_of_bits = converted<std::uint32_t>("OpConvertBF16ToFINTEL", u16, f32, all);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    ASSERT_EQ(bits_of_floats[i], nearest_bfloat16(floats[i])) << floats[i];
    ASSERT_EQ(floats_of_bits[i], widened[i]);
  }
  const auto of_doubles = converted<std::uint16_t>("OpFConvert", f64, bf16, wide);
  const auto of_integers = converted<std::uint16_t>("OpConvertSToF", i32, bf16, integers);
  const auto of_unsigned = converted<std::uint16_t>("OpConvertUToF", u32, bf16, integers);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    ASSERT_EQ(of_floats[i], nearest_bfloat16(floats[i])) << floats[i];
    ASSERT_EQ(of_doubles[i], nearest_bfloat16(static_cast<float>(wide[i]))) << wide[i];
    ASSERT_EQ(of_integers[i], nearest_bfloat16(static_cast<float>(integers[i])));
    ASSERT_EQ(of_unsigned[i],
              nearest_bfloat16(static_cast<float>(static_cast<std::uint32_t>(integers[i]))));
  }
  // Numbers that fit into the integers.
  std::vector<std::uint16_t> small(65536);
  for (std::uint32_t i = 0; i < 65536; ++i)
    small[i] = nearest_bfloat16(static_cast<float>(integers[i]) / 4096);
  const auto truncated = converted<std::int32_t>("OpConvertFToS", bf16, i32, small);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const float value = std::bit_cast<float>(std::uint32_t{small[i]} << 16);
    ASSERT_EQ(truncated[i], static_cast<std::int32_t>(value));
  }
}

}  // namespace
}  // namespace spirv_oracle::test
