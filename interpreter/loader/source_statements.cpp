#include "interpreter/loader/source_statements.h"

#include <cstdint>

#include "interpreter/loader/source_tokens.h"

namespace spirv_oracle {
namespace {

bool is_loop(std::string_view keyword) {
  return keyword == "for" || keyword == "while" || keyword == "do";
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
  const std::size_t i = end_of_statement(tokens, reader.start());
  if (i == tokens.size()) return std::nullopt;
  const std::string indentation = tokens.indentation(tokens.line_of(tokens.begin(reader.start())));
  return tokens.edit(tokens.end(i), 0, "\n" + indentation + text);
}

std::vector<SourceEdit> insert_in_loop_body(const SourcePosition& place, const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::size_t target = tokens.at(place);
  const StatementReader reader(tokens, target);
  if (target == tokens.size() || !reader.is_in_block()) return {};
  std::size_t keyword = reader.start();
  const auto ends_header = [&](std::size_t i) {
    const char c = tokens.first(i);
    return i == tokens.size() || c == ';' || c == '{' || c == '}';
  };
  while (!ends_header(keyword) && !is_loop(tokens.text(keyword))) ++keyword;
  if (ends_header(keyword)) return {};
  std::size_t open = keyword + 1;
  if (tokens.text(keyword) != "do" && tokens.first(open) == '(') open = tokens.matching(open) + 1;
  const std::size_t close = end_of_statement(tokens, open);
  if (close >= tokens.size() || tokens.first(open) == ';') return {};
  bool has_continue = false;
  for (std::size_t i = open; i < close; ++i) has_continue |= tokens.text(i) == "continue";
  if (tokens.first(open) != '{') {
    return {tokens.edit(tokens.begin(open), 0, has_continue ? "{ " + text + " " : "{ "),
            tokens.edit(tokens.end(close), 0, has_continue ? " }" : " " + text + " }")};
  }
  if (has_continue) return {tokens.edit(tokens.end(open), 0, " " + text)};
  if (!tokens.is_first_in_line(close)) return {tokens.edit(tokens.begin(close), 0, text + " ")};
  const std::string indentation = tokens.indentation(tokens.line_of(tokens.begin(close)));
  return {tokens.edit(tokens.begin(close), 0, "  " + text + "\n" + indentation)};
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
