// The extended instructions of SPV_AMD_shader_ballot against the pseudocode of their text.

#include <gtest/gtest.h>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

const std::string name = "SPV_AMD_shader_ballot.";

std::string number(std::uint32_t value) { return std::to_string(value); }

// Runs the instruction in the invocations whose choice is not 0. In the others, the result is the value itself.
std::string where_chosen(const std::string& instruction) {
  return replaced(replaced(when_chosen, "INSTRUCTION", instruction), "OTHERWISE",
                  "OpCopyObject %TYPE %x");
}

template <class T>
void expect_swizzle(const std::string& type, const std::string& instruction,
                    const std::string& constants, const std::function<unsigned(unsigned)>& source) {
  std::mt19937_64 random(31);
  const GroupShader shader(type, sizeof(T),
                           where_chosen("OpExtInst %TYPE %amd " + instruction + " %x %constants"),
                           {100, 1, 1}, constants);
  ASSERT_NE(shader.module, nullptr);
  for (const unsigned subgroup : {1u, 2u, 4u, 16u, 32u, 64u, 128u}) {
    const ShadowedBytes values = random_values<T>(100, random);
    std::vector<std::uint32_t> active;
    for (unsigned i = 0; i < 100; ++i) active.push_back(random() % 4 != 0);
    const DispatchResult result = shader.run(values, subgroup, active);
    ASSERT_EQ(clauses_of(result), std::vector<std::string>{});
    for (unsigned i = 0; i < 100; ++i) {
      const unsigned lane = i % subgroup, from = source(lane), index = i - lane + from;
      const bool is_active = from < subgroup && index < 100 && active[index] != 0;
      const std::optional<T> expected = active[i] == 0 ? optional_element<T>(values, i)
                                        : is_active    ? optional_element<T>(values, index)
                                                       : std::optional<T>(T{0});
      ASSERT_EQ(optional_element<T>(result.buffers.at({0, 1, 0}).contents, i), expected)
          << instruction << " lane " << lane << " of " << subgroup;
    }
  }
}

std::string vector_of(const std::vector<std::uint32_t>& values) {
  std::string text, members;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += "%n" + number(static_cast<std::uint32_t>(i)) + " = OpConstant %u32 " +
            number(values[i]) + "\n";
    members += " %n" + number(static_cast<std::uint32_t>(i));
  }
  return text + "%constants = OpConstantComposite %v" + number(std::uint32_t(values.size())) +
         members + "\n";
}

TEST(AmdShaderBallot, Swizzles) {
  for (const std::vector<std::uint32_t>& offset :
       {std::vector<std::uint32_t>{1, 0, 3, 2}, {3, 3, 0, 1}, {0, 1, 2, 3}}) {
    const auto source = [&](unsigned lane) { return lane / 4 * 4 + offset[lane % 4]; };
    const std::string constants = vector_of(offset);
    expect_swizzle<std::uint8_t>("u8", "SwizzleInvocationsAMD", constants, source);
    expect_swizzle<std::uint16_t>("f16", "SwizzleInvocationsAMD", constants, source);
    expect_swizzle<std::uint32_t>("i32", "SwizzleInvocationsAMD", constants, source);
    expect_swizzle<std::uint64_t>("u64", "SwizzleInvocationsAMD", constants, source);
  }
}

TEST(AmdShaderBallot, SwizzlesMasked) {
  for (const std::vector<std::uint32_t>& mask :
       {std::vector<std::uint32_t>{31, 0, 1}, {28, 3, 0}, {15, 16, 5}, {31, 0, 0}}) {
    const auto source = [&](unsigned lane) {
      return ((((lane % 32) & mask[0]) | mask[1]) ^ mask[2]) + lane / 32 * 32;
    };
    const std::string constants = vector_of(mask);
    expect_swizzle<std::uint32_t>("f32", "SwizzleInvocationsMaskedAMD", constants, source);
    expect_swizzle<std::uint64_t>("i64", "SwizzleInvocationsMaskedAMD", constants, source);
  }
}

TEST(AmdShaderBallot, WritesOneInvocation) {
  std::mt19937_64 random(32);
  const GroupShader shader(
      "u32", 4, "%r = OpExtInst %u32 %amd WriteInvocationAMD %x %four %choice\n", {20, 1, 1});
  ASSERT_NE(shader.module, nullptr);
  for (const unsigned subgroup : {4u, 8u, 32u}) {
    for (unsigned index = 0; index < subgroup; ++index) {
      const ShadowedBytes values = random_values<std::uint32_t>(20, random);
      const DispatchResult result =
          shader.run(values, subgroup, std::vector<std::uint32_t>(20, index));
      EXPECT_TRUE(result.findings.empty());
      for (unsigned i = 0; i < 20; ++i) {
        const auto expected = i % subgroup == index ? std::optional<std::uint32_t>(4)
                                                    : optional_element<std::uint32_t>(values, i);
        ASSERT_EQ(optional_element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                  expected);
      }
    }
  }
  const ShadowedBytes values = ShadowedBytes::zero(80);
  EXPECT_EQ(clauses_of(shader.run(values, 4, std::vector<std::uint32_t>(20, 4))),
            std::vector<std::string>{name + "WriteInvocationAMD.index-out-of-range"});
  std::vector<std::uint32_t> different(20, 1);
  different[2] = 2;
  const DispatchResult result = shader.run(values, 4, different);
  EXPECT_EQ(clauses_of(result), std::vector<std::string>{name + "WriteInvocationAMD.not-uniform"});
  const ShadowedBytes& out = result.buffers.at({0, 1, 0}).contents;
  EXPECT_EQ(optional_element<std::uint32_t>(out, 0), std::nullopt);
  EXPECT_EQ(optional_element<std::uint32_t>(out, 5), 4u);
}

TEST(AmdShaderBallot, CountsBitsBelow) {
  std::mt19937_64 random(33);
  const GroupShader narrow("u32", 4, "%r = OpExtInst %u32 %amd MbcntAMD %x\n", {128, 1, 1});
  ASSERT_NE(narrow.module, nullptr);
  for (const unsigned subgroup : {1u, 8u, 32u, 64u, 128u}) {
    const ShadowedBytes values = random_values<std::uint32_t>(128, random);
    const DispatchResult result = narrow.run(values, subgroup);
    for (unsigned i = 0; i < 128; ++i) {
      const auto mask = optional_element<std::uint32_t>(values, i);
      std::optional<std::uint32_t> expected;
      if (mask) {
        expected = 0;
        for (unsigned bit = 0; bit < 32; ++bit) {
          if (bit < i % subgroup && (*mask >> bit & 1) != 0) ++*expected;
        }
      }
      ASSERT_EQ(optional_element<std::uint32_t>(result.buffers.at({0, 1, 0}).contents, i),
                expected);
    }
  }
  const GroupShader wide(
      "u64", 8, "%c = OpExtInst %u32 %amd MbcntAMD %x\n%r = OpUConvert %u64 %c\n", {64, 1, 1});
  ASSERT_NE(wide.module, nullptr);
  ShadowedBytes all = ShadowedBytes::zero(512);
  for (auto& byte : all.bytes) byte = std::byte{0xFF};
  const DispatchResult result = wide.run(all, 64);
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(element<std::uint64_t>(result.buffers.at({0, 1, 0}).contents, i), i);
  }
}

}  // namespace
}  // namespace spirv_oracle::test
