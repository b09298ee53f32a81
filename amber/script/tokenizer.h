// Words and line ends of AmberScript and VkScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spirv_oracle::amber {

// A place in a script. Both numbers count from 1.
struct ScriptPosition {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

struct Token {
  enum class Kind : std::uint8_t { word, end_of_line, end_of_file };
  Kind kind = Kind::end_of_file;
  std::string_view text;  // of a word, without its quotes
  ScriptPosition place;
  bool quoted = false;  // never a keyword
};

// Words end at blanks; within "quotes" they may contain blanks. A # begins a comment that ends with
// the line. A \ before the end of a line joins it with the next one. The text must outlive the
// tokenizer and its tokens.
class Tokenizer {
 public:
  // Each character of `separators` is a separate word.
  explicit Tokenizer(std::string_view text, std::string_view separators = {});

  const Token& peek() const { return current_; }
  Token take();

  // Reads the rest of the text line by line, from the beginning of the current token's line,
  // without comments. The next token follows the lines that were read.
  bool raw_line(std::string_view& line);
  // The number of that line.
  std::uint32_t line() const { return token_line_number_; }

 private:
  void advance();
  bool take_quoted();
  void skip_blanks();
  ScriptPosition place_of(std::size_t at) const;

  std::string_view text_;
  std::string_view separators_;
  std::size_t at_ = 0;                   // the end of the current token
  std::size_t token_line_ = 0;           // where the current token's line starts
  std::uint32_t token_line_number_ = 1;  // the number of that line
  std::size_t line_start_ = 0;           // of the line of at_
  std::uint32_t line_number_ = 1;        // the same
  Token current_;
};

}  // namespace spirv_oracle::amber
