#include "amber/script/tokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spirv_oracle::amber {
namespace {

// The words with their places; "/" for the end of a line.
std::vector<std::string> tokens(std::string_view text, std::string_view separators = {}) {
  std::vector<std::string> found;
  Tokenizer tokenizer(text, separators);
  for (Token token = tokenizer.take(); token.kind != Token::Kind::end_of_file;
       token = tokenizer.take()) {
    if (token.kind == Token::Kind::end_of_line) {
      found.emplace_back("/");
    } else {
      found.push_back(std::string(token.text) + "@" + std::to_string(token.place.line) + ":" +
                      std::to_string(token.place.column));
    }
  }
  return found;
}

using Tokens = std::vector<std::string>;

TEST(Tokenizer, WordsAndLines) {
  EXPECT_EQ(tokens("RUN  p 1\n\tx\r\n"), (Tokens{"RUN@1:1", "p@1:6", "1@1:8", "/", "x@2:2", "/"}));
  EXPECT_EQ(tokens(""), Tokens{});
}

TEST(Tokenizer, Comments) {
  EXPECT_EQ(tokens("a # b\n#c\nd#e"), (Tokens{"a@1:1", "/", "/", "d@3:1"}));
}

TEST(Tokenizer, ContinuedLines) {
  EXPECT_EQ(tokens("a \\\nb\\\r\n c\n"), (Tokens{"a@1:1", "b@2:1", "c@3:2", "/"}));
  EXPECT_EQ(tokens("a\\b \\"), (Tokens{"a\\b@1:1", "\\@1:5"}));
}

TEST(Tokenizer, Separators) {
  EXPECT_EQ(tokens("(1,2)", "(),"), (Tokens{"(@1:1", "1@1:2", ",@1:3", "2@1:4", ")@1:5"}));
}

TEST(Tokenizer, QuotedWords) {
  EXPECT_EQ(tokens("a \"b # c\" d"), (Tokens{"a@1:1", "b # c@1:3", "d@1:11"}));
  EXPECT_EQ(tokens("\"\""), Tokens{"@1:1"});
  EXPECT_EQ(tokens("\"open\nx\""), (Tokens{"\"open@1:1", "/", "x\"@2:1"}));
  Tokenizer tokenizer("END \"END\"");
  EXPECT_FALSE(tokenizer.take().quoted);
  EXPECT_TRUE(tokenizer.take().quoted);
}

TEST(Tokenizer, RawLinesKeepWhatLooksLikeAComment) {
  Tokenizer tokenizer("SHADER\n  #version 450 \\\nx\nEND\nnext");
  tokenizer.take();
  tokenizer.take();
  std::string_view line;
  EXPECT_EQ(tokenizer.line(), 2u);
  ASSERT_TRUE(tokenizer.raw_line(line));
  EXPECT_EQ(line, "  #version 450 \\");
  EXPECT_EQ(tokenizer.peek().text, "x");
  ASSERT_TRUE(tokenizer.raw_line(line));
  EXPECT_EQ(line, "x");
  EXPECT_EQ(tokenizer.take().text, "END");
  tokenizer.take();
  EXPECT_EQ(tokenizer.peek().place.line, 5u);
  ASSERT_TRUE(tokenizer.raw_line(line));
  EXPECT_EQ(line, "next");
  EXPECT_FALSE(tokenizer.raw_line(line));
}

}  // namespace
}  // namespace spirv_oracle::amber
