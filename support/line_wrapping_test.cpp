#include "support/line_wrapping.h"

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>

namespace spirv_oracle {
namespace {

TEST(LineWrapping, BreaksAtWords) {
  EXPECT_EQ(wrapped("one two three four", 40), "one two three four");
  EXPECT_EQ(wrapped("one two three four", 13), "one two three\n    four");
  EXPECT_EQ(wrapped("one two three four", 12), "one two\n    three\n    four");
}

TEST(LineWrapping, IndentsFurtherLinesMoreThanTheFirst) {
  EXPECT_EQ(wrapped("  help: add a barrier after this line", 20),
            "  help: add a\n      barrier after\n      this line");
}

TEST(LineWrapping, LongWordsStayWhole) {
  EXPECT_EQ(wrapped("see /a/very/long/path/to/a/file.comp now", 20),
            "see\n    /a/very/long/path/to/a/file.comp\n    now");
  EXPECT_EQ(wrapped("0123456789012345678901234", 20), "0123456789012345678901234");
}

TEST(LineWrapping, SourceStaysAsItIs) {
  EXPECT_EQ(wrapped("  12 |   const float sum = a + b;", 16), "  12 |   const float sum = a + b;");
  EXPECT_EQ(wrapped("     |               ^", 16), "     |               ^");
  EXPECT_NE(wrapped("12 | 3 is a sentence about or", 16), "12 | 3 is a sentence about or");
}

TEST(LineWrapping, EscapeSequencesAndContinuationBytesTakeNoColumns) {
  EXPECT_EQ(wrapped("\x1b[1mone\x1b[0m two three", 13), "\x1b[1mone\x1b[0m two three");
  EXPECT_EQ(wrapped("\u03b1\u03b2\u03b3 \u03b4\u03b5\u03b6", 7),
            "\u03b1\u03b2\u03b3 \u03b4\u03b5\u03b6");
}

TEST(LineWrapping, EveryWordSurvivesAndLinesAreNoLongerThanTheTerminal) {
  std::string line = "  words:";
  for (int i = 0; i < 200; ++i) line += " w" + std::to_string(i * i * i);
  for (std::size_t width = 40; width < 130; ++width) {
    std::istringstream lines(wrapped(line, width));
    std::string joined;
    for (std::string part; std::getline(lines, part);) {
      EXPECT_LE(part.size(), width);
      joined += (joined.empty() ? "  " : " ") + part.substr(part.find_first_not_of(' '));
    }
    EXPECT_EQ(joined, line);
  }
}

TEST(LineWrapping, ProgressPassesAtOnceAndOtherTextByLines) {
  std::ostringstream target;
  {
    WrappingBuffer buffer(*target.rdbuf(), 40);
    std::ostream out(&buffer);
    out << "\r[==] 1/2" << std::flush;
    EXPECT_EQ(target.str(), "\r[==] 1/2");
    out << "\r\x1b[K" << std::flush << "first" << std::flush;
    EXPECT_EQ(target.str(), "\r[==] 1/2\r\x1b[K");
    out << " line\nsecond";
    EXPECT_EQ(target.str(), "\r[==] 1/2\r\x1b[Kfirst line\n");
  }
  EXPECT_EQ(target.str(), "\r[==] 1/2\r\x1b[Kfirst line\nsecond");
}

}  // namespace
}  // namespace spirv_oracle
