#include "interpreter/loader/source_statements.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <vector>

namespace spirv_oracle {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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
  char first(std::size_t i) const { return i < size() ? text_[tokens_[i].begin] : '\0'; }
  std::size_t begin(std::size_t i) const { return tokens_[i].begin; }
  std::size_t end(std::size_t i) const { return tokens_[i].end; }

  // The token at a place; the number of tokens if there is none.
  std::size_t at(const SourcePosition& place) const {
    if (place.line == 0 || place.line > file_.line_starts.size()) return size();
    const std::size_t line = file_.line_starts[place.line - 1];
    const std::size_t target = line + (place.column == 0 ? 0 : place.column - 1);
    const auto found =
        std::ranges::find_if(tokens_, [target](const Token& token) { return token.end > target; });
    const bool is_in_line = found != tokens_.end() && line_of(found->begin) == place.line;
    return is_in_line ? static_cast<std::size_t>(found - tokens_.begin()) : size();
  }

  // The closing token that belongs to an opening one; the number of tokens if there is none.
  std::size_t matching(std::size_t open) const {
    std::size_t depth = 0;
    for (std::size_t i = open; i < size(); ++i) {
      const char c = first(i);
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
    }
    return size();
  }

  std::uint32_t line_of(std::size_t offset) const {
    const auto& starts = file_.line_starts;
    return static_cast<std::uint32_t>(std::ranges::upper_bound(starts, offset) - starts.begin());
  }
  // The blanks before the first token of a line.
  std::string indentation(std::uint32_t line) const {
    const std::string_view text = file_.line(line);
    return std::string(text.substr(0, text.find_first_not_of(" \t")));
  }
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
  std::size_t read(std::size_t at) {
    const char c = text_[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return at + 1;
    if (text_.substr(at, 2) == "//") return find("\n", at);
    if (text_.substr(at, 2) == "/*") return std::min(find("*/", at + 2) + 2, text_.size());
    std::size_t end = at + 1;
    if (c == '#') {
      end = end_of_directive(at);
    } else if (c == '"' || c == '\'') {
      while (end < text_.size() && text_[end] != c) end += text_[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text_.size());
    } else if (is_word(c)) {
      while (end < text_.size() && is_word(text_[end])) ++end;
    }
    tokens_.push_back({at, end});
    return end;
  }

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

 private:
  struct Block {
    bool is_initializer = false;
    bool is_of_do = false;
    std::size_t start = 0;  // of the statement that contains it
  };

  void read(std::size_t i) {
    const char c = tokens_.first(i);
    if (c == '(' || c == '[') ++depth_;
    if ((c == ')' || c == ']') && depth_ > 0) --depth_;
    if (c == '{') return open(i);
    if (c == '}') return close(i);
    const bool is_label =
        c == ':' && (tokens_.text(start_) == "case" || tokens_.text(start_) == "default");
    if (depth_ == 0 && (c == ';' || c == '#' || is_label) && !is_in_initializer()) start_ = i + 1;
  }
  void open(std::size_t i) {
    const char before = i == 0 ? '\0' : tokens_.first(i - 1);
    const std::string_view word = i == 0 ? "" : tokens_.text(i - 1);
    const bool is_initializer =
        depth_ > 0 || is_in_initializer() || before == '=' || before == ',' || word == "return";
    blocks_.push_back({is_initializer, word == "do", start_});
    if (!is_initializer) start_ = i + 1;
  }
  void close(std::size_t i) {
    if (blocks_.empty()) return;
    const Block block = blocks_.back();
    blocks_.pop_back();
    if (!block.is_initializer) start_ = block.is_of_do ? block.start : i + 1;
  }
  bool is_in_initializer() const { return !blocks_.empty() && blocks_.back().is_initializer; }

  const SourceTokens& tokens_;
  std::vector<Block> blocks_;
  std::size_t depth_ = 0;  // of parentheses and brackets
  std::size_t start_ = 0;  // the first token of the statement
};

bool has_others_in_it(std::string_view keyword) {
  constexpr std::string_view keywords[] = {"if",     "else", "for",     "while",
                                           "switch", "do",   "default", "case"};
  return std::ranges::find(keywords, keyword) != std::end(keywords);
}

bool is_loop(std::string_view keyword) {
  return keyword == "for" || keyword == "while" || keyword == "do";
}

// The call of `name` in a line: the name and its parentheses.
struct CallTokens {
  std::size_t name = 0, open = 0, close = 0;
};
std::optional<CallTokens> find_call(const SourceTokens& tokens, const SourcePosition& place,
                                    std::string_view name) {
  for (std::size_t i = tokens.at({place.file, place.line});
       i < tokens.size() && tokens.line_of(tokens.begin(i)) == place.line; ++i) {
    if (tokens.text(i) != name || tokens.first(i + 1) != '(') continue;
    const std::size_t close = tokens.matching(i + 1);
    if (close == tokens.size() || tokens.line_of(tokens.begin(close)) != place.line)
      return std::nullopt;
    return CallTokens{i, i + 1, close};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SourceEdit> insert_before_statement(const SourcePosition& place,
                                                  const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::size_t target = tokens.at(place);
  const StatementReader reader(tokens, target);
  if (target == tokens.size() || !reader.is_in_block()) return std::nullopt;
  const std::size_t start = reader.start();
  const std::string end = tokens.is_first_in_line(start)
                              ? "\n" + tokens.indentation(tokens.line_of(tokens.begin(start)))
                              : " ";
  return tokens.edit(tokens.begin(start), 0, text + end);
}

std::optional<SourceEdit> insert_after_statement(const SourcePosition& place,
                                                 const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::size_t target = tokens.at(place);
  const StatementReader reader(tokens, target);
  if (target == tokens.size() || !reader.is_in_block()) return std::nullopt;
  if (has_others_in_it(tokens.text(reader.start()))) return std::nullopt;
  std::size_t i = reader.start();
  while (i < tokens.size() && tokens.first(i) != ';') {
    const char c = tokens.first(i);
    i = c == '(' || c == '[' || c == '{' ? tokens.matching(i) : i;
    if (i < tokens.size()) ++i;
  }
  if (i == tokens.size()) return std::nullopt;
  const std::string indentation = tokens.indentation(tokens.line_of(tokens.begin(reader.start())));
  return tokens.edit(tokens.end(i), 0, "\n" + indentation + text);
}

std::optional<SourceEdit> insert_in_loop_body(const SourcePosition& place,
                                              const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::size_t target = tokens.at(place);
  const StatementReader reader(tokens, target);
  if (target == tokens.size() || !reader.is_in_block()) return std::nullopt;
  std::size_t keyword = reader.start();
  const auto ends_header = [&](std::size_t i) {
    const char c = tokens.first(i);
    return i == tokens.size() || c == ';' || c == '{' || c == '}';
  };
  while (!ends_header(keyword) && !is_loop(tokens.text(keyword))) ++keyword;
  if (ends_header(keyword)) return std::nullopt;
  std::size_t open = keyword + 1;
  if (tokens.text(keyword) != "do" && tokens.first(open) == '(') open = tokens.matching(open) + 1;
  if (tokens.first(open) != '{') return std::nullopt;
  const std::size_t close = tokens.matching(open);
  if (close >= tokens.size()) return std::nullopt;
  for (std::size_t i = open; i < close; ++i) {
    if (tokens.text(i) == "continue") return tokens.edit(tokens.end(open), 0, " " + text);
  }
  if (!tokens.is_first_in_line(close)) return tokens.edit(tokens.begin(close), 0, text + " ");
  const std::string indentation = tokens.indentation(tokens.line_of(tokens.begin(close)));
  return tokens.edit(tokens.begin(close), 0, "  " + text + "\n" + indentation);
}

std::optional<SourceEdit> replace_call(const SourcePosition& place, std::string_view name,
                                       const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::optional<CallTokens> call = find_call(tokens, place, name);
  if (!call) return std::nullopt;
  const std::size_t begin = tokens.begin(call->name);
  return tokens.edit(begin, tokens.end(call->close) - begin, text);
}

std::optional<SourceEdit> edit_argument(const SourcePosition& place, std::string_view name,
                                        unsigned number, const std::string& text, bool keep) {
  const SourceTokens tokens(place.file);
  const std::optional<CallTokens> call = find_call(tokens, place, name);
  if (!call) return std::nullopt;
  std::size_t first = call->open + 1;
  for (std::size_t i = first; i <= call->close; ++i) {
    if (tokens.first(i) == '(') {
      i = tokens.matching(i);
      continue;
    }
    if (i < call->close && tokens.first(i) != ',') continue;
    if (number-- == 0) {
      const std::size_t begin = tokens.begin(first);
      const std::size_t length = i == first ? 0 : tokens.end(i - 1) - begin;
      return tokens.edit(begin, keep ? 0 : length, text);
    }
    first = i + 1;
  }
  return std::nullopt;
}

}  // namespace spirv_oracle
