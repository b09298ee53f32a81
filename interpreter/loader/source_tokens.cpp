#include "interpreter/loader/source_tokens.h"

#include <algorithm>
#include <cctype>

namespace spirv_oracle {
namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

bool SourceTokens::is_word(std::size_t i) const { return is_word_character(first(i)); }

std::size_t SourceTokens::at(const SourcePosition& place) const {
  if (place.line == 0 || place.line > file_.line_starts.size()) return size();
  const std::size_t line = file_.line_starts[place.line - 1];
  const std::size_t target = line + (place.column == 0 ? 0 : place.column - 1);
  const auto found =
      std::ranges::find_if(tokens_, [target](const Token& token) { return token.end > target; });
  const bool is_in_line = found != tokens_.end() && line_of(found->begin) == place.line;
  return is_in_line ? static_cast<std::size_t>(found - tokens_.begin()) : size();
}

std::size_t SourceTokens::matching(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    const char c = first(i);
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return size();
}

std::size_t SourceTokens::read(std::size_t at) {
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
  } else if (is_word_character(c)) {
    while (end < text_.size() && is_word_character(text_[end])) ++end;
  }
  tokens_.push_back({at, end});
  return end;
}

void StatementReader::read(std::size_t i) {
  const char c = tokens_.first(i);
  if (c == '(' || c == '[') ++depth_;
  if ((c == ')' || c == ']') && depth_ > 0) --depth_;
  if (c == '{') return open(i);
  if (c == '}') return close(i);
  const bool is_label =
      c == ':' && (tokens_.text(start_) == "case" || tokens_.text(start_) == "default");
  if (depth_ == 0 && (c == ';' || c == '#' || is_label) && !is_in_initializer()) start_ = i + 1;
}

void StatementReader::open(std::size_t i) {
  const char before = i == 0 ? '\0' : tokens_.first(i - 1);
  const std::string_view word = i == 0 ? "" : tokens_.text(i - 1);
  const bool is_initializer =
      depth_ > 0 || is_in_initializer() || before == '=' || before == ',' || word == "return";
  blocks_.push_back({is_initializer, word == "do", start_, i});
  if (!is_initializer) start_ = i + 1;
}

void StatementReader::close(std::size_t i) {
  if (blocks_.empty()) return;
  const Block block = blocks_.back();
  blocks_.pop_back();
  if (!block.is_initializer) start_ = block.is_of_do ? block.start : i + 1;
}

bool has_others_in_it(std::string_view keyword) {
  constexpr std::string_view keywords[] = {"if",     "else", "for",     "while",
                                           "switch", "do",   "default", "case"};
  return std::ranges::find(keywords, keyword) != std::end(keywords);
}

namespace {

// Statements may nest `depth` more levels.
std::size_t end_within(const SourceTokens& tokens, std::size_t start, unsigned depth) {
  if (depth == 0 || start >= tokens.size()) return tokens.size();
  const std::string_view keyword = tokens.text(start);
  if (tokens.first(start) == '{') return tokens.matching(start);
  if (keyword == "if" || keyword == "for" || keyword == "while" || keyword == "switch") {
    const std::size_t end = end_within(tokens, tokens.matching(start + 1) + 1, depth - 1);
    const bool has_else = keyword == "if" && tokens.text(end + 1) == "else";
    return has_else ? end_within(tokens, end + 2, depth - 1) : end;
  }
  std::size_t i = keyword == "do" ? end_within(tokens, start + 1, depth - 1) + 1 : start;
  while (i < tokens.size() && tokens.first(i) != ';') {
    const char c = tokens.first(i);
    i = c == '(' || c == '[' || c == '{' ? tokens.matching(i) : i;
    if (i < tokens.size()) ++i;
  }
  return std::min(i, tokens.size());
}

}  // namespace

std::size_t end_of_statement(const SourceTokens& tokens, std::size_t start) {
  constexpr unsigned deepest = 32;
  return end_within(tokens, start, deepest);
}

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

}  // namespace spirv_oracle
