// The tokens and statements of a source in GLSL, HLSL or OpenCL C. The text is read as the compiler's input, without its macros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/findings/finding.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/source_statements.h"

namespace spirv_oracle {

// The tokens of a source, without comments. A directive of the preprocessor is one token.
class SourceTokens {
 public:
  explicit SourceTokens(const SourceFile& file) : file_(file), text_(file.text) {
    for (std::size_t at = 0; at < text_.size();) at = read(at);
  }

  std::size_t size() const { return tokens_.size(); }
  std::string_view text(std::size_t i) const {
    return i < size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                      : std::string_view();
  }
  // The source from one token to another one, which is included.
  std::string text(std::size_t first, std::size_t last) const {
    return std::string(text_.substr(begin(first), end(last) - begin(first)));
  }
  char first(std::size_t i) const { return i < size() ? text_[tokens_[i].begin] : '\0'; }
  std::size_t begin(std::size_t i) const { return tokens_[i].begin; }
  std::size_t end(std::size_t i) const { return tokens_[i].end; }

  // The token at a place; the number of tokens if there is none.
  std::size_t at(const SourcePosition& place) const;
  // The closing token that belongs to an opening one; the number of tokens if there is none.
  std::size_t matching(std::size_t open) const;

  std::uint32_t line_of(std::size_t offset) const {
    const auto& starts = file_.line_starts;
    return static_cast<std::uint32_t>(std::ranges::upper_bound(starts, offset) - starts.begin());
  }
  // The blanks before the first token of a line.
  std::string indentation(std::uint32_t line) const {
    const std::string_view text = file_.line(line);
    return std::string(text.substr(0, text.find_first_not_of(" \t")));
  }
  // Whether the token is a name, a keyword or a number.
  bool is_word(std::size_t i) const;
  bool is_first_in_line(std::size_t i) const {
    const std::size_t line = file_.line_starts[line_of(begin(i)) - 1];
    return text_.substr(line, begin(i) - line).find_first_not_of(" \t") == std::string_view::npos;
  }
  SourceEdit edit(std::size_t offset, std::size_t length, std::string text) const {
    const std::uint32_t line = line_of(offset);
    return {file_.name, line, static_cast<std::uint32_t>(offset - file_.line_starts[line - 1] + 1),
            static_cast<std::uint32_t>(length), std::move(text)};
  }

 private:
  struct Token {
    std::size_t begin = 0, end = 0;
  };

  std::size_t find(std::string_view what, std::size_t from) const {
    return std::min(text_.find(what, from), text_.size());
  }
  std::size_t end_of_directive(std::size_t at) const {
    std::size_t end = find("\n", at);
    while (end < text_.size() && text_[end - 1] == '\\') end = find("\n", end + 1);
    return end;
  }
  // Returns where the next token may begin.
  std::size_t read(std::size_t at);

  const SourceFile& file_;
  std::string_view text_;
  std::vector<Token> tokens_;
};

// Finds the statement of a block that contains a token.
class StatementReader {
 public:
  StatementReader(const SourceTokens& tokens, std::size_t target) : tokens_(tokens) {
    for (std::size_t i = 0; i < target && i < tokens.size(); ++i) read(i);
  }

  // Whether another statement may precede the one found.
  bool is_in_block() const {
    return !std::ranges::all_of(blocks_, &Block::is_initializer) && tokens_.text(start_) != "else";
  }
  std::size_t start() const { return start_; }

  struct Block {
    bool is_initializer = false;
    bool is_of_do = false;
    std::size_t start = 0;  // of the statement that contains it
    std::size_t open = 0;   // its brace
  };
  // Those that contain the token, the outermost first.
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  void read(std::size_t i);
  void open(std::size_t i);
  void close(std::size_t i);
  bool is_in_initializer() const { return !blocks_.empty() && blocks_.back().is_initializer; }

  const SourceTokens& tokens_;
  std::vector<Block> blocks_;
  std::size_t depth_ = 0;  // of parentheses and brackets
  std::size_t start_ = 0;  // the first token of the statement
};

// Whether a statement that begins with the keyword contains others.
bool has_others_in_it(std::string_view keyword);

// The last token of the statement that begins with a token; the number of tokens if there is none.
std::size_t end_of_statement(const SourceTokens& tokens, std::size_t start);

// The call of `name` in a line: the name and its parentheses.
struct CallTokens {
  std::size_t name = 0, open = 0, close = 0;
};
std::optional<CallTokens> find_call(const SourceTokens& tokens, const SourcePosition& place,
                                    std::string_view name);

}  // namespace spirv_oracle
