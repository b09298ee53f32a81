#include "cli/report/buffer_summary.h"

#include <gtest/gtest.h>

#include "data/data.h"

namespace spirv_oracle {
namespace {

std::string summary_of(std::string_view contents, std::string_view type) {
  return buffer_summary("0.0", parse_data(contents, {}).value(), parse_element_type(type).value(),
                        "--dump 0.0");
}

TEST(BufferSummary, EndsAndRange) {
  EXPECT_EQ(summary_of("int8:-5,fill(298,0),7", "int8"),
            "0.0: int8[300] = -5 0 0 0 0 0 0 0 ... 0 0 0 0 0 0 0 7\n"
            "  from -5 to 7; --dump 0.0 prints all\n");
  EXPECT_EQ(summary_of("uint64:0xffffffffffffffff,fill(298,1),0", "uint64"),
            "0.0: uint64[300] = 18446744073709551615 1 1 1 1 1 1 1 ... 1 1 1 1 1 1 1 0\n"
            "  from 0 to 18446744073709551615; --dump 0.0 prints all\n");
}

TEST(BufferSummary, OnlyDefinedNumbersHaveARange) {
  EXPECT_EQ(
      summary_of("float16:nan,-0,undef,fill(297,5152)", "float16"),
      "0.0: float16[300] = nan -0 undef 5152 5152 5152 5152 ... 5152 5152 5152 5152 5152 5152 "
      "5152\n"
      "  from -0 to 5152, 1 nan, 1 undefined; --dump 0.0 prints all\n");
  EXPECT_EQ(
      summary_of("undef(1200)", "uint32"),
      "0.0: uint32[300] = undef undef undef undef undef undef ... undef undef undef undef undef "
      "undef\n"
      "  300 undefined; --dump 0.0 prints all\n");
}

TEST(BufferSummary, ComponentsOfVectorsAreCounted) {
  ShadowedBytes contents = parse_data("uint32x2:fill(300,3)", {}).value();
  contents.shadow[4] = Definedness::implementation_dependent;
  EXPECT_EQ(buffer_summary("0.0", contents, {ScalarKind::uint32, 2}, "--dump 0.0"),
            "0.0: uint32x2[300] = (3 3?) (3 3) (3 3) (3 3) (3 3) (3 3) ... (3 3) (3 3) (3 3) (3 3) "
            "(3 3) (3 3)\n"
            "  from 3 to 3, 1 implementation-dependent (?); --dump 0.0 prints all\n");
}

}  // namespace
}  // namespace spirv_oracle
