#include "interpreter/loader/types/specialized_data.h"

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// Constants of four bytes with the SpecIds 3 and 7.
std::vector<std::uint32_t> module_with_data() {
  return test::assemble(
      "OpCapability Shader\nOpCapability Linkage\nOpCapability Int8\nOpCapability ConstantDataKHR\n"
      "OpExtension \"SPV_KHR_constant_data\"\nOpMemoryModel Logical GLSL450\n"
      "OpDecorate %first SpecId 3\nOpDecorate %second SpecId 7\nOpDecorate %number SpecId 9\n"
      "%byte = OpTypeInt 8 0\n%uint = OpTypeInt 32 0\n%four = OpConstant %uint 4\n"
      "%number = OpSpecConstant %uint 5\n%array = OpTypeArray %byte %four\n"
      "%first = OpSpecConstantDataKHR %array 0x04030201\n"
      "%second = OpSpecConstantDataKHR %array 0x08070605\n"
      "%third = OpSpecConstantDataKHR %array 0x0C0B0A09\n");
}

// The words of the data, in the order of the module.
std::vector<std::vector<std::uint32_t>> data_in(const std::vector<std::uint32_t>& words) {
  std::vector<std::vector<std::uint32_t>> found;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == 5148)
      found.emplace_back(words.begin() + static_cast<std::ptrdiff_t>(at + 3),
                         words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
  }
  return found;
}

TEST(SpecializedData, IsFoundByItsSpecId) {
  EXPECT_EQ(spec_ids_of_data(module_with_data()), (std::set<std::uint32_t>{3, 7}));
}

TEST(SpecializedData, ReplacesTheWordsOfOneConstant) {
  const auto module = with_specialized_data(module_with_data(), {{7, {1, 2, 3, 4, 5}}});
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(data_in(*module),
            (std::vector<std::vector<std::uint32_t>>{{0x04030201}, {0x04030201, 5}, {0x0C0B0A09}}));
  EXPECT_EQ(with_specialized_data(module_with_data(), {}).value(), module_with_data());
  EXPECT_EQ(with_specialized_data(module_with_data(), {{9, {1}}}).value(), module_with_data());
}

TEST(SpecializedData, MayBeEmptyOrAsLongAsAnInstruction) {
  const auto empty = with_specialized_data(module_with_data(), {{3, {}}});
  ASSERT_TRUE(empty.has_value());
  EXPECT_TRUE(data_in(*empty).front().empty());
  const std::vector<std::uint8_t> most(4 * 65532, 1);
  const auto longest = with_specialized_data(module_with_data(), {{3, most}});
  ASSERT_TRUE(longest.has_value());
  EXPECT_EQ(data_in(*longest).front().size(), 65532u);
  std::vector<std::uint8_t> more = most;
  more.push_back(1);
  EXPECT_FALSE(with_specialized_data(module_with_data(), {{3, more}}).has_value());
}

TEST(SpecializedData, KeepsDamage) {
  std::vector<std::uint32_t> words = module_with_data();
  words.push_back(9u << 16 | 5148);
  EXPECT_EQ(with_specialized_data(words, {{3, {1}}}).value().size(), words.size());
  EXPECT_EQ(with_specialized_data(words, {{3, {1}}}).value().back(), words.back());
  EXPECT_TRUE(spec_ids_of_data({}).empty());
}

}  // namespace
}  // namespace spirv_oracle
