#include "interpreter/loader/line_directives.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

std::optional<std::string> arranged(std::string_view text) {
  return text_by_line_number(text, "folder/a.cl", 1000);
}

TEST(LineDirectives, TextsWithoutThemStay) {
  EXPECT_EQ(arranged("a\nb\n"), std::nullopt);
  EXPECT_EQ(arranged("#define line 3\n#version 450\n# pragma line\n"), std::nullopt);
  EXPECT_EQ(arranged("/*\n#line 3\n*/\n"), std::nullopt);
  EXPECT_EQ(arranged("x /* */ // /*\ny\n"), std::nullopt);
}

TEST(LineDirectives, SetTheNumberOfTheNextLine) {
  EXPECT_EQ(arranged("a\n#line 4\nb\nc"), "a\n\n\nb\nc\n");
  EXPECT_EQ(arranged("a\n  #  line  4\r\nb\n"), "a\n\n\nb\n");
  EXPECT_EQ(arranged("// /*\n#line 3 // */\nb\n"), "// /*\n\nb\n");
}

TEST(LineDirectives, LinesWithOneNumberAreNotShown) {
  EXPECT_EQ(arranged("a\nb\nc\n#line 2\nd\n"), "a\n\nc\n");
}

TEST(LineDirectives, LinesOfOtherFilesAreNotShown) {
  EXPECT_EQ(arranged("#line 1 \"b.h\"\na\nb\n#line 2 \"a.cl\"\nc\nd\n"), "\n\nd\n");
  EXPECT_EQ(arranged("# 7 \"x/a.cl\" 2\na\n"), "\n\n\n\n\n\na\n");
  EXPECT_EQ(arranged("#line 1 1\na\n#line 3 0\nb\n"), "\n\nb\n");
}

TEST(LineDirectives, LinesWithUnknownNumbersAreNotShown) {
  EXPECT_EQ(arranged("a\n#line NUMBER\nb\n#line 3\nc\n"), "a\n\nc\n");
  EXPECT_EQ(arranged("a\n#if X\n#line 3\n#endif\nb\n"), "a\n#if X\n");
  EXPECT_EQ(arranged("a\n#line 0\nb\n#line 99999999999999999999\nc\n"), "a\n");
}

TEST(LineDirectives, KeepToTheLimit) {
  EXPECT_EQ(arranged("#line 4000000000\na\n"), "");
  EXPECT_EQ(text_by_line_number("#line 2\nabcdef\n", "a", 7), "");
  EXPECT_EQ(text_by_line_number("#line 2\nabcdef\n", "a", 8), "\nabcdef\n");
}

}  // namespace
}  // namespace spirv_oracle
