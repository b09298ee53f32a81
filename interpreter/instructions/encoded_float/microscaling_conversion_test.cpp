// The types of SPV_EXT_ocp_microscaling_types in modules: all values, and the bits of integers.

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/instructions/scalar_bits_for_test.h"
#include "interpreter/ir/registry.h"
#include "interpreter/kernels/microscaling_for_test.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {
namespace {

// BODY computes a 64-bit number %out from %in and %offset.
constexpr const char* shader = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability BFloat16TypeKHR
    OpCapability Float8EXT
    OpCapability Float4EXT
    OpCapability Float6EXT
    OpCapability Float8UnsignedE8M0EXT
    OpCapability MXInt8EXT
    OpCapability BitcastExtractEXT
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_EXT_float8"
    OpExtension "SPV_EXT_ocp_microscaling_types"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %counter %operands %offsets %results
    OpExecutionMode %main LocalSize 32 1 1
    OpDecorate %counter_block Block
    OpMemberDecorate %counter_block 0 Offset 0
    OpDecorate %counter DescriptorSet 0
    OpDecorate %counter Binding 3
    OpDecorate %array ArrayStride 8
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %operands DescriptorSet 0
    OpDecorate %operands Binding 0
    OpDecorate %offsets DescriptorSet 0
    OpDecorate %offsets Binding 1
    OpDecorate %results DescriptorSet 0
    OpDecorate %results Binding 2
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    SCALARS
    %b16 = OpTypeFloat 16 BFloat16KHR
    %e4m3 = OpTypeFloat 8 Float8E4M3EXT
    %float6e2m3 = OpTypeFloat 6 Float6E2M3EXT
    %float6e3m2 = OpTypeFloat 6 Float6E3M2EXT
    %float4e2m1 = OpTypeFloat 4 Float4E2M1EXT
    %float8e8m0 = OpTypeFloat 8 Float8UnsignedE8M0EXT
    %mxint8 = OpTypeFloat 8 MXInt8EXT
    %f4x2 = OpTypeVector %float4e2m1 2
    %f4x4 = OpTypeVector %float4e2m1 4
    %f32x2 = OpTypeVector %f32 2
    %n0 = OpConstant %u32 0
    %n1 = OpConstant %u32 1
    %low4 = OpConstant %u64 15
    %array = OpTypeRuntimeArray %u64
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_u64 = OpTypePointer StorageBuffer %u64
    %counter_block = OpTypeStruct %u32
    %to_counter_block = OpTypePointer StorageBuffer %counter_block
    %to_u32 = OpTypePointer StorageBuffer %u32
    %counter = OpVariable %to_counter_block StorageBuffer
    %operands = OpVariable %to_block StorageBuffer
    %offsets = OpVariable %to_block StorageBuffer
    %results = OpVariable %to_block StorageBuffer
    %main = OpFunction %void None %function
    %entry = OpLabel
    %count = OpAccessChain %to_u32 %counter %n0
    %i = OpAtomicIIncrement %u32 %count %n1 %n0
    %from = OpAccessChain %to_u64 %operands %n0 %i
    %at = OpAccessChain %to_u64 %offsets %n0 %i
    %to = OpAccessChain %to_u64 %results %n0 %i
    %in = OpLoad %u64 %from
    %offset = OpLoad %u64 %at
    BODY
    OpStore %to %out
    OpReturn
    OpFunctionEnd
)";

using Numbers = std::vector<std::uint64_t>;

struct Ran {
  Numbers results;
  std::vector<Definedness> states;  // of the first byte of each result
  std::vector<std::string> clauses;
};

Ran run_body(const std::string& body, Numbers operands, Numbers offsets = {},
             std::uint32_t subgroup_size = 32) {
  const std::string text = replaced(shader, {{"SCALARS", scalar_types}, {"BODY", body}});
  const auto module = load(text);
  if (module == nullptr) return {};
  const std::size_t count = operands.size();
  operands.resize((count + 31) / 32 * 32, operands.front());
  offsets.resize(operands.size());
  Dispatch dispatch;
  dispatch.subgroup_size = subgroup_size;
  dispatch.groups = {static_cast<std::uint32_t>(operands.size() / 32), 1, 1};
  const auto buffer_of = [](const Numbers& numbers) {
    ShadowedBytes buffer = ShadowedBytes::zero(8 * numbers.size());
    std::memcpy(buffer.bytes.data(), numbers.data(), buffer.bytes.size());
    return buffer;
  };
  dispatch.buffers[{0, 0, 0}] = buffer_of(operands);
  dispatch.buffers[{0, 1, 0}] = buffer_of(offsets);
  dispatch.buffers[{0, 2, 0}] = ShadowedBytes::zero(8 * operands.size());
  dispatch.buffers[{0, 3, 0}] = ShadowedBytes::zero(4);
  InstructionRegistry registry;
  register_core_instructions(registry);
  const auto result = run(*module, registry, dispatch);
  if (!result) {
    ADD_FAILURE() << result.error().message << "\n" << text;
    return {};
  }
  Ran ran;
  const ShadowedBytes& contents = result->buffers.at({0, 2, 0}).contents;
  ran.results.resize(count);
  std::memcpy(ran.results.data(), contents.bytes.data(), 8 * count);
  for (std::size_t i = 0; i < count; ++i) ran.states.push_back(contents.shadow[8 * i]);
  for (const Finding& finding : result->findings) ran.clauses.emplace_back(finding.clause);
  return ran;
}

const EncodedFormat* microscaling_format(const std::string& type) {
  for (const EncodedFormat* format : microscaling_formats) {
    if (format->name == type) return format;
  }
  return nullptr;
}

unsigned bits_of(const std::string& type) {
  if (const EncodedFormat* format = microscaling_format(type))
    return static_cast<unsigned>(format->bits());
  return type == "b16" ? 16 : type == "e4m3" ? 8 : width_of(type);
}

// %x of a type from the lowest bits of %in.
std::string source(const std::string& type) {
  const unsigned bits = bits_of(type);
  if (bits < 8) return "%x = OpBitcastExtractEXT %" + type + " %in %n0\n";
  const std::string integer = "%u" + std::to_string(bits);
  if (type == integer.substr(1))
    return bits == 64 ? "%x = OpCopyObject %u64 %in\n" : "%x = OpUConvert " + integer + " %in\n";
  if (bits == 64) return "%x = OpBitcast %" + type + " %in\n";
  return "%word = OpUConvert " + integer + " %in\n%x = OpBitcast %" + type + " %word\n";
}

// %out with the bits of %y. Floats of 6 bits become 32-bit floats.
std::string sink(const std::string& type) {
  const unsigned bits = bits_of(type);
  if (type[0] == 'i') return "%out = OpUConvert %u64 %y\n";
  if (bits == 6) {
    return "%wide = OpFConvert %f32 %y\n%z = OpBitcast %u32 %wide\n"
           "%out = OpUConvert %u64 %z\n";
  }
  if (bits == 4) {
    return "%pair = OpCompositeConstruct %f4x2 %y %y\n%z = OpBitcast %u8 %pair\n"
           "%all = OpUConvert %u64 %z\n%out = OpBitwiseAnd %u64 %all %low4\n";
  }
  if (bits == 64) return "%out = OpBitcast %u64 %y\n";
  return "%z = OpBitcast %u" + std::to_string(bits) + " %y\n%out = OpUConvert %u64 %z\n";
}

std::string conversion(const std::string& instruction, const std::string& from,
                       const std::string& to) {
  return source(from) + "%y = " + instruction + " %" + to + " %x\n" + sink(to);
}

// Of a number, as sink() gives them.
std::uint64_t bits_of_number(const std::string& type, double number) {
  if (const EncodedFormat* format = microscaling_format(type)) {
    const std::uint32_t bits = table_of(*format).nearest(number, EncodedRounding::nearest_even);
    return format->bits() == 6
               ? std::bit_cast<std::uint32_t>(static_cast<float>(value_of(*format, bits)))
               : bits;
  }
  if (type == "f64") return std::bit_cast<std::uint64_t>(number);
  if (type == "f16") return to_float16(number).bits;
  if (type == "e4m3") return encode(float8_e4m3_format, number, EncodedRounding::nearest_even);
  const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  // The numbers of the formats need no rounding.
  return type == "b16" ? single >> 16 : single;
}

bool is_nan_of(const std::string& type, std::uint64_t bits) {
  if (type == "f64") return std::isnan(std::bit_cast<double>(bits));
  if (type == "f32") return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (type == "f16") return (bits & 0x7FFF) > 0x7C00;
  return type == "b16" ? (bits & 0x7FFF) > 0x7F80 : (bits & 0x7F) == 0x7F;
}

TEST(MicroscalingConversion, WidensEveryValue) {
  for (const EncodedFormat* format : microscaling_formats) {
    Numbers all;
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) {
      if (format != &mxint8_format || bits != 0x80) all.push_back(bits);
    }
    for (const std::string to : {"f16", "f32", "f64", "b16", "e4m3"}) {
      for (const std::uint32_t subgroup_size : {1u, 32u, 128u}) {
        SCOPED_TRACE(std::string(format->name) + " to " + to);
        const Ran ran = run_body(conversion("OpFConvert", std::string(format->name), to), all, {},
                                 subgroup_size);
        ASSERT_EQ(ran.results.size(), all.size());
        EXPECT_TRUE(ran.clauses.empty());
        for (std::size_t i = 0; i < all.size(); ++i) {
          const double value = value_of(*format, static_cast<std::uint32_t>(all[i]));
          if (std::isnan(value)) {
            EXPECT_TRUE(is_nan_of(to, ran.results[i]));
          } else {
            EXPECT_EQ(ran.results[i], bits_of_number(to, value)) << value;
          }
        }
      }
    }
  }
}

TEST(MicroscalingConversion, NarrowsEveryHalfInRange) {
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    Numbers halves;
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      const double number = to_float(Float16{static_cast<std::uint16_t>(half)});
      if (number >= table.least && number <= table.greatest) halves.push_back(half);
    }
    const Ran ran = run_body(conversion("OpFConvert", "f16", std::string(format->name)), halves);
    ASSERT_EQ(ran.results.size(), halves.size()) << format->name;
    EXPECT_TRUE(ran.clauses.empty()) << format->name;
    for (std::size_t i = 0; i < halves.size(); ++i) {
      const double number = to_float(Float16{static_cast<std::uint16_t>(halves[i])});
      ASSERT_EQ(ran.results[i], bits_of_number(std::string(format->name), number))
          << format->name << " " << number;
      ASSERT_EQ(ran.states[i], Definedness::defined);
    }
  }
}

// Through a 32-bit float, doubles would round twice.
TEST(MicroscalingConversion, RoundsOnce) {
  std::mt19937_64 random(5);
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    Numbers doubles, floats;
    const auto add = [&](double number) {
      if (number >= table.least && number <= table.greatest)
        doubles.push_back(std::bit_cast<std::uint64_t>(number));
      const auto single = static_cast<float>(number);
      if (single >= table.least && single <= table.greatest)
        floats.push_back(std::bit_cast<std::uint32_t>(single));
    };
    for (std::size_t i = 0; i + 1 < table.values.size(); ++i) {
      const double tie = (table.values[i] + table.values[i + 1]) / 2;
      for (const double near : {tie, std::nextafter(tie, HUGE_VAL), std::nextafter(tie, -HUGE_VAL)})
        add(near);
    }
    for (int i = 0; i < 1000; ++i)
      add(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                     -64 + static_cast<int>(random() % 6)));
    const std::string name(format->name);
    const Ran of_doubles = run_body(conversion("OpFConvert", "f64", name), doubles);
    const Ran of_floats = run_body(conversion("OpFConvert", "f32", name), floats);
    ASSERT_EQ(of_doubles.results.size(), doubles.size());
    ASSERT_EQ(of_floats.results.size(), floats.size());
    for (std::size_t i = 0; i < doubles.size(); ++i)
      ASSERT_EQ(of_doubles.results[i], bits_of_number(name, std::bit_cast<double>(doubles[i])))
          << name << " " << std::bit_cast<double>(doubles[i]);
    for (std::size_t i = 0; i < floats.size(); ++i)
      ASSERT_EQ(of_floats.results[i],
                bits_of_number(name, static_cast<double>(std::bit_cast<float>(
                                         static_cast<std::uint32_t>(floats[i])))));
  }
}

TEST(MicroscalingConversion, OtherNumbersHaveImplementationDefinedResults) {
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    std::vector<float> values{HUGE_VALF, -HUGE_VALF,
                              std::nextafter(static_cast<float>(table.greatest), HUGE_VALF)};
    values.push_back(format->has_sign() ? std::nanf("") : 0.0F);
    values.push_back(format->has_sign() ? -values[2] : -1.0F);
    Numbers floats;
    for (const float value : values) floats.push_back(std::bit_cast<std::uint32_t>(value));
    floats.push_back(std::bit_cast<std::uint32_t>(1.0F));
    const Ran ran = run_body(conversion("OpFConvert", "f32", std::string(format->name)), floats);
    EXPECT_EQ(ran.clauses, std::vector<std::string>{"OpFConvert.not-representable"});
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(ran.states.at(i), Definedness::implementation_dependent) << values[i];
    EXPECT_EQ(ran.states.back(), Definedness::defined);
  }
}

TEST(MicroscalingConversion, OfTheLeastMxint8IsUndefined) {
  const Ran ran = run_body(conversion("OpFConvert", "mxint8", "f32"), {0x80, 0x81, 0x7F});
  EXPECT_EQ(ran.clauses, std::vector<std::string>{"OpFConvert.least-mxint8"});
  EXPECT_EQ(ran.states.at(0), Definedness::undefined);
  EXPECT_EQ(ran.states.at(1), Definedness::defined);
  EXPECT_EQ(ran.states.at(2), Definedness::defined);
}

TEST(MicroscalingConversion, FromAndToIntegers) {
  Numbers integers;
  for (std::int32_t number = -6; number <= 6; ++number)
    integers.push_back(static_cast<std::uint32_t>(number));
  for (const std::string to : {"float6e2m3", "float6e3m2", "float4e2m1"}) {
    const Ran ran = run_body(conversion("OpConvertSToF", "i32", to), integers);
    ASSERT_EQ(ran.results.size(), integers.size());
    for (std::int32_t number = -6; number <= 6; ++number)
      EXPECT_EQ(ran.results[static_cast<std::size_t>(number + 6)], bits_of_number(to, number));
    // Toward zero.
    const auto format = microscaling_format(to);
    Numbers all;
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) all.push_back(bits);
    const Ran back = run_body(conversion("OpConvertFToS", to, "i32"), all);
    ASSERT_EQ(back.results.size(), all.size());
    for (std::uint32_t bits = 0; bits < all.size(); ++bits)
      EXPECT_EQ(static_cast<std::int32_t>(back.results[bits]),
                static_cast<std::int32_t>(value_of(*format, bits)));
  }
}

TEST(MicroscalingConversion, BitcastsGroupsOf4Bits) {
  Numbers bytes;
  for (std::uint32_t bits = 0; bits < 0x100; ++bits) bytes.push_back(bits);
  // As two 32-bit floats, the lower one in the lower half.
  const Ran ran = run_body(R"(
      %byte = OpUConvert %u8 %in
      %pair = OpBitcast %f4x2 %byte
      %wide = OpFConvert %f32x2 %pair
      %out = OpBitcast %u64 %wide)",
                           bytes);
  ASSERT_EQ(ran.results.size(), bytes.size());
  for (std::uint32_t bits = 0; bits < 0x100; ++bits) {
    const auto word = [](std::uint32_t number) {
      return std::uint64_t{
          std::bit_cast<std::uint32_t>(static_cast<float>(value_of(float4_e2m1_format, number)))};
    };
    EXPECT_EQ(ran.results[bits], word(bits & 15) | word(bits >> 4) << 32);
  }
  const Ran back = run_body(R"(
      %half = OpUConvert %u16 %in
      %four = OpBitcast %f4x4 %half
      %turned = OpVectorShuffle %f4x4 %four %four 3 2 1 0
      %bits = OpBitcast %u16 %turned
      %out = OpUConvert %u64 %bits)",
                            {0x1234, 0xFEDC, 0x0F0F});
  EXPECT_EQ(back.results, (Numbers{0x4321, 0xCDEF, 0xF0F0}));
}

// Of every base type and every offset.
TEST(BitcastExtract, TakesTheBitsFromOffset) {
  std::mt19937_64 random(9);
  for (const std::string base : {"u8", "i16", "u32", "f32", "u64", "f64", "float6e3m2"}) {
    for (const std::string to : {"float4e2m1", "mxint8", "u16", "i32", "f32"}) {
      const unsigned width = bits_of(base), kept = bits_of(to);
      if (kept >= width) continue;
      Numbers operands, offsets;
      for (std::uint64_t offset = 0; offset <= width - kept; ++offset) {
        operands.push_back(random());
        offsets.push_back(offset);
      }
      const bool is_integer = to[0] == 'u' || to[0] == 'i';
      const std::string stored = is_integer ? "%out = OpUConvert %u64 %y\n" : sink(to);
      for (const std::uint32_t subgroup_size : {1u, 32u}) {
        const Ran ran =
            run_body(source(base) + "%y = OpBitcastExtractEXT %" + to + " %x %offset\n" + stored,
                     operands, offsets, subgroup_size);
        ASSERT_EQ(ran.results.size(), operands.size()) << base << " " << to;
        EXPECT_TRUE(ran.clauses.empty()) << base << " " << to;
        for (std::size_t i = 0; i < operands.size(); ++i)
          ASSERT_EQ(ran.results[i], (operands[i] & mask_of(width)) >> offsets[i] & mask_of(kept))
              << base << " " << to << " " << offsets[i];
      }
    }
  }
}

TEST(BitcastExtract, OutsideOfBaseIsUndefined) {
  const std::string body =
      "%base = OpUConvert %u32 %in\n%y = OpBitcastExtractEXT %float4e2m1 "
      "%base %offset\n" +
      sink("float4e2m1");
  // The sum of the last two offsets and the width does not fit into 64 bits.
  const Numbers offsets{28, 29, 32, 33, ~std::uint64_t{0}, ~std::uint64_t{0} - 3, 0};
  const Ran ran = run_body(body, Numbers(offsets.size(), 0xABCDEF01), offsets);
  EXPECT_EQ(ran.clauses, std::vector<std::string>{"OpBitcastExtractEXT.outside-base"});
  for (std::size_t i = 1; i + 1 < offsets.size(); ++i)
    EXPECT_EQ(ran.states.at(i), Definedness::undefined) << offsets[i];
  EXPECT_EQ(ran.states.front(), Definedness::defined);
  EXPECT_EQ(ran.states.back(), Definedness::defined);
  EXPECT_EQ(ran.results.front(), 0xAu);
  EXPECT_EQ(ran.results.back(), 0x1u);
}

}  // namespace
}  // namespace spirv_oracle::test
