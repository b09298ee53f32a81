#include "cli/suppression.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

bool is_suppressed(const std::string& line, const std::string& above = {}) {
  Finding finding;
  finding.kind = "division-by-zero";
  finding.where.source.line = 7;
  finding.where.source.text = line;
  finding.where.source.line_above = above;
  return is_suppressed_in_source(finding);
}

TEST(Suppression, OnTheLine) {
  EXPECT_TRUE(is_suppressed("x = a / b;  // spirv-oracle: ignore division-by-zero"));
  EXPECT_TRUE(is_suppressed("%4 = OpUDiv %u %a %b ; spirv-oracle: ignore division-by-zero"));
  EXPECT_TRUE(
      is_suppressed("x = a / b; /* spirv-oracle: ignore data-race, division-by-zero */ y();"));
  EXPECT_FALSE(is_suppressed("x = a / b;"));
}

TEST(Suppression, OnTheLineAboveIfItIsACommentOnly) {
  EXPECT_TRUE(is_suppressed("x = a / b;", "  // spirv-oracle: ignore division-by-zero"));
  EXPECT_TRUE(is_suppressed("x = a / b;", "\t; spirv-oracle: ignore division-by-zero\r"));
  EXPECT_FALSE(is_suppressed("x = a / b;", "y = c / d;  // spirv-oracle: ignore division-by-zero"));
}

TEST(Suppression, OfTheKindsItNamesOnly) {
  EXPECT_FALSE(is_suppressed("x = a / b;  // spirv-oracle: ignore data-race"));
  EXPECT_FALSE(is_suppressed("x = a / b;  // spirv-oracle: ignore division-by-zero-or-so"));
  EXPECT_FALSE(is_suppressed("x = a / b;  // spirv-oracle: ignore"));
  EXPECT_FALSE(is_suppressed("const char* t = \"spirv-oracle: ignore division-by-zero\""));
}

TEST(Suppression, KindsKeepTheirOldNames) {
  EXPECT_EQ(kind_named("customary-order"), "de-facto-ordering");
  EXPECT_EQ(kind_named("data-race"), "data-race");
}

}  // namespace
}  // namespace spirv_oracle
