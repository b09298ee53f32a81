// Reads a script word by word.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "amber/script/tokenizer.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// Text of a script that is not split into words.
struct RawText {
  std::string text;
  std::uint32_t first_line = 1;
};

// Throws a ThrownError where the script is wrong.
class ScriptReader {
 public:
  // `file` is the script's name, for messages. The text must outlive the reader.
  ScriptReader(std::string file, std::string_view text, std::string_view separators = {});

  const Token& peek() const { return tokenizer_.peek(); }
  Token take() { return tokenizer_.take(); }
  bool at_end() const { return peek().kind == Token::Kind::end_of_file; }
  bool at_line_end() const { return peek().kind != Token::Kind::word; }
  bool at(std::string_view word) const;
  bool take_if(std::string_view word);
  void skip_line_ends();

  // Reads the next word of this line; `what` names it in messages.
  Token word(std::string_view what);
  // Reads the next word of this line, which must be one of `words`.
  std::string_view one_of(std::string_view what, std::span<const std::string_view> words);
  std::uint64_t unsigned_number(std::string_view what,
                                std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  std::uint32_t u32(std::string_view what);
  double number(std::string_view what);
  bool on_off(std::string_view what);

  // The whole line of a word, without trailing blanks.
  std::string_view line_of(const Token& token) const;

  // Checks that the statement ends here, with the line.
  void end_statement(std::string_view statement);

  // Reads the lines up to one whose first word is END, including that line. `begin` is the keyword
  // of the statement that needs the END.
  RawText raw_until_end(const Token& begin);
  // Reads all lines up to one that begins with [ but not with [[, or to the end.
  RawText raw_until_section();

  // End the parsing with an error at a place of the script.
  [[noreturn]] void fail(const ScriptPosition& place, const std::string& message,
                         Status status = Status::bad_input) const;
  [[noreturn]] void fail_unknown(const Token& token, std::string_view what,
                                 std::span<const std::string_view> known) const;
  [[noreturn]] void not_supported(const ScriptPosition& place, const std::string& what) const;
  // Keeps a warning for the user; reading continues.
  void warn(const ScriptPosition& place, const std::string& message);
  void add_warnings(const std::vector<std::string>& warnings);
  std::vector<std::string> take_warnings() { return std::move(warnings_); }
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::string_view text_;
  Tokenizer tokenizer_;
  std::vector<std::string> warnings_;
};

// A list of words for messages: "a, b or c".
std::string words_text(std::span<const std::string_view> words);

}  // namespace spirv_oracle::amber
