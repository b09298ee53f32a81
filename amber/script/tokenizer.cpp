#include "amber/script/tokenizer.h"

namespace spirv_oracle::amber {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// The length of the line end that follows a backslash at `at`; 0 if the backslash is an ordinary character.
std::size_t continuation(std::string_view text, std::size_t at) {
  if (text[at] != '\\') return 0;
  if (text.substr(at + 1).starts_with('\n')) return 2;
  if (text.substr(at + 1).starts_with("\r\n")) return 3;
  return 0;
}

}  // namespace

Tokenizer::Tokenizer(std::string_view text, std::string_view separators)
    : text_(text), separators_(separators) {
  advance();
}

Token Tokenizer::take() {
  const Token token = current_;
  if (token.kind != Token::Kind::end_of_file) advance();
  return token;
}

ScriptPosition Tokenizer::place_of(std::size_t at) const {
  return {line_number_, static_cast<std::uint32_t>(at - line_start_ + 1)};
}

void Tokenizer::skip_blanks() {
  bool comment = false;
  for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
    if (comment || is_blank(text_[at_])) continue;
    if (text_[at_] == '#') {
      comment = true;
    } else if (const std::size_t length = continuation(text_, at_); length != 0) {
      at_ += length - 1;
      line_start_ = at_ + 1;
      ++line_number_;
    } else {
      return;
    }
  }
}

// Reads a word in quotes, which must end on this line. The current character is the opening quote.
bool Tokenizer::take_quoted() {
  const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
  if (end == std::string_view::npos || text_[end] == '\n') return false;
  current_.kind = Token::Kind::word;
  current_.quoted = true;
  current_.text = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return true;
}

void Tokenizer::advance() {
  token_line_ = line_start_;
  token_line_number_ = line_number_;
  skip_blanks();
  current_ = {Token::Kind::end_of_file, {}, place_of(at_)};
  if (at_ == text_.size()) return;
  const std::size_t start = at_;
  if (text_[at_] == '\n') {
    current_.kind = Token::Kind::end_of_line;
    line_start_ = ++at_;
    ++line_number_;
    return;
  }
  const auto is_separator = [this](char c) {
    return separators_.find(c) != std::string_view::npos;
  };
  if (text_[at_] == '"' && take_quoted()) return;
  if (is_separator(text_[at_])) {
    ++at_;
  } else {
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '#' && !is_blank(text_[at_]) &&
           !is_separator(text_[at_]) && continuation(text_, at_) == 0) {
      ++at_;
    }
  }
  current_.kind = Token::Kind::word;
  current_.text = text_.substr(start, at_ - start);
}

bool Tokenizer::raw_line(std::string_view& line) {
  const std::size_t start = token_line_;
  if (start >= text_.size()) return false;
  const std::size_t end = text_.find('\n', start);
  line = text_.substr(start, end == std::string_view::npos ? end : end - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  line_number_ = token_line_number_ + 1;
  at_ = end == std::string_view::npos ? text_.size() : end + 1;
  line_start_ = at_;
  advance();
  return true;
}

}  // namespace spirv_oracle::amber
