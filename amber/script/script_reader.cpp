#include "amber/script/script_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/scalar.h"
#include "interpreter/thrown_error.h"
#include "support/text.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::size_t max_listed_words = 12;

// A few words are listed. If there are many, `what` describes them.
std::string expectation(std::string_view what, std::span<const std::string_view> words) {
  if (words.size() <= 3) return words_text(words);
  if (words.size() <= max_listed_words) return fmt::format("{}: {}", what, words_text(words));
  return std::string(what);
}

std::string token_text(const Token& token) {
  if (token.kind == Token::Kind::word) return fmt::format("found '{}'", token.text);
  return token.kind == Token::Kind::end_of_line ? "the line ends" : "the script ends";
}

}  // namespace

ScriptReader::ScriptReader(std::string file, std::string_view text, std::string_view separators)
    : file_(std::move(file)), text_(text), tokenizer_(text, separators) {}

bool ScriptReader::at(std::string_view word) const {
  return peek().kind == Token::Kind::word && !peek().quoted && peek().text == word;
}

bool ScriptReader::take_if(std::string_view word) {
  if (!at(word)) return false;
  take();
  return true;
}

void ScriptReader::skip_line_ends() {
  while (peek().kind == Token::Kind::end_of_line) take();
}

Token ScriptReader::word(std::string_view what) {
  if (at_line_end())
    fail(peek().place, fmt::format("expected {}, but {}", what, token_text(peek())));
  return take();
}

std::string_view ScriptReader::one_of(std::string_view what,
                                      std::span<const std::string_view> words) {
  const Token token = word(expectation(what, words));
  const auto found = std::find(words.begin(), words.end(), token.text);
  if (found != words.end()) return *found;
  fail_unknown(token, what, words);
}

std::uint64_t ScriptReader::unsigned_number(std::string_view what, std::uint64_t most) {
  const Token token = word(what);
  const auto value = parse_unsigned(token.text, what);
  if (!value) fail(token.place, value.error().message);
  if (*value > most)
    fail(token.place, fmt::format("{} must be at most {}, not {}", what, most, token.text));
  return *value;
}

std::uint32_t ScriptReader::u32(std::string_view what) {
  return static_cast<std::uint32_t>(
      unsigned_number(what, std::numeric_limits<std::uint32_t>::max()));
}

double ScriptReader::number(std::string_view what) {
  const Token token = word(what);
  const auto bits = parse_scalar(ScalarKind::float64, token.text);
  if (bits) return float_value(ScalarKind::float64, *bits);
  fail(token.place, fmt::format("{} must be a number, not '{}'", what, token.text));
}

bool ScriptReader::on_off(std::string_view what) {
  static constexpr std::string_view words[] = {"on", "off"};
  return one_of(what, words) == "on";
}

std::string_view ScriptReader::line_of(const Token& token) const {
  const auto at = static_cast<std::size_t>(token.text.data() - text_.data());
  const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  std::string_view line = text_.substr(start, text_.find('\n', at) - start);
  while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
  return line;
}

void ScriptReader::end_statement(std::string_view statement) {
  if (!at_line_end())
    fail(peek().place, fmt::format("unexpected '{}' at the end of {}", peek().text, statement));
  take();
}

RawText ScriptReader::raw_until_end(const Token& begin) {
  RawText raw{"", tokenizer_.line()};
  std::string_view line;
  while (!take_if("END")) {
    if (!tokenizer_.raw_line(line)) fail(begin.place, fmt::format("{} has no END", begin.text));
    raw.text += line;
    raw.text += '\n';
  }
  return raw;
}

RawText ScriptReader::raw_until_section() {
  RawText raw{"", tokenizer_.line()};
  std::string_view line;
  while (true) {
    const bool word = peek().kind == Token::Kind::word;
    if (word && peek().place.column == 1 && peek().text.starts_with('[') &&
        !peek().text.starts_with("[["))
      break;
    if (!tokenizer_.raw_line(line)) break;
    raw.text += line;
    raw.text += '\n';
  }
  return raw;
}

void ScriptReader::fail(const ScriptPosition& place, const std::string& message,
                        Status status) const {
  throw ThrownError{
      {status, fmt::format("{}:{}:{}: error: {}", file_, place.line, place.column, message)}};
}

void ScriptReader::fail_unknown(const Token& token, std::string_view what,
                                std::span<const std::string_view> known) const {
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const std::string_view guess = nearest(token.text, candidates);
  if (!guess.empty())
    fail(token.place,
         fmt::format("expected {}, but found '{}'; did you mean '{}'?", what, token.text, guess));
  fail(token.place,
       fmt::format("expected {}, but found '{}'", expectation(what, known), token.text));
}

void ScriptReader::not_supported(const ScriptPosition& place, const std::string& what) const {
  fail(place, what + " not supported yet", Status::unsupported);
}

void ScriptReader::warn(const ScriptPosition& place, const std::string& message) {
  warnings_.push_back(
      fmt::format("{}:{}:{}: warning: {}", file_, place.line, place.column, message));
}

void ScriptReader::add_warnings(const std::vector<std::string>& warnings) {
  warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
}

std::string words_text(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace spirv_oracle::amber
