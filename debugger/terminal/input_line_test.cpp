#include "debugger/terminal/input_line.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(InputLine, TypesAndErasesAtTheCursor) {
  InputLine line;
  line.insert("break 14");
  for (int i = 0; i < 2; ++i) line.left();
  line.insert("t.comp:");
  EXPECT_EQ(line.text(), "break t.comp:14");
  EXPECT_EQ(line.before_cursor(), "break t.comp:");
  line.erase_before();
  line.erase_at();
  EXPECT_EQ(line.text(), "break t.comp4");
  line.to_begin();
  line.erase_before();
  line.left();
  EXPECT_EQ(line.before_cursor(), "");
  line.to_end();
  line.erase_at();
  line.right();
  EXPECT_EQ(line.before_cursor(), "break t.comp4");
}

TEST(InputLine, CharactersOfSeveralBytesStayWhole) {
  InputLine line;
  line.set("a\u00e4\u20ac");
  line.left();
  EXPECT_EQ(line.before_cursor(), "a\u00e4");
  line.erase_before();
  EXPECT_EQ(line.text(), "a\u20ac");
  line.erase_at();
  EXPECT_EQ(line.text(), "a");
  for (const char byte : std::string("\u00e4")) line.insert({&byte, 1});
  line.left();
  EXPECT_EQ(line.before_cursor(), "a");
  line.right();
  EXPECT_EQ(line.before_cursor(), "a\u00e4");
}

}  // namespace
}  // namespace spirv_oracle
