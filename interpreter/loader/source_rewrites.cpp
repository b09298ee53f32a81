// Changes of sources that depend on the meaning of statements.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "interpreter/loader/source_statements.h"
#include "interpreter/loader/source_tokens.h"

namespace spirv_oracle {
namespace {

// --- dividing a branch ---

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Scalars and vectors that are values, not references.
bool is_type(std::string_view word) {
  constexpr std::array<std::string_view, 25> types = {
      "bool",  "int",   "uint",  "float", "size_t", "short", "ushort",  "long",   "ulong",
      "int2",  "int3",  "int4",  "uint2", "uint3",  "uint4", "float2",  "float3", "float4",
      "ivec2", "ivec3", "ivec4", "uvec2", "uvec3",  "uvec4", "uint32_t"};
  return is_one_of(word, types);
}

bool is_constant_function(std::string_view word) {
  constexpr std::array<std::string_view, 7> functions = {
      "get_local_id",   "get_global_id",   "get_group_id",       "get_num_groups",
      "get_local_size", "get_global_size", "get_local_linear_id"};
  return is_one_of(word, functions);
}

bool leaves_block(std::string_view word) {
  constexpr std::array<std::string_view, 7> keywords = {"return", "break", "continue", "discard",
                                                        "goto",   "case",  "default"};
  return is_one_of(word, keywords);
}

// `if (condition) { A B }`, by tokens.
class DividedBranch {
 public:
  DividedBranch(const SourceTokens& tokens, const StatementReader& reader)
      : tokens_(tokens), second_(reader.start()) {
    if (reader.blocks().empty() || reader.blocks().back().is_initializer) return;
    function_ = reader.blocks().front().start;
    keyword_ = reader.blocks().back().start;
    open_ = reader.blocks().back().open;
    close_ = tokens.matching(open_);
    is_branch_ = tokens.text(keyword_) == "if" && tokens.matching(keyword_ + 1) + 1 == open_ &&
                 close_ < tokens.size() && tokens.text(close_ + 1) != "else";
  }

  bool is_at(std::uint32_t line) const {
    return is_branch_ && tokens_.line_of(tokens_.begin(keyword_)) == line;
  }
  bool contains_before(std::size_t token) const { return open_ < token && token < second_; }
  std::string header() const { return tokens_.text(keyword_, open_); }
  std::string indentation() const {
    return tokens_.indentation(tokens_.line_of(tokens_.begin(keyword_)));
  }

  bool can_be_divided() const {
    for (std::size_t i = open_ + 1; i < close_; ++i) {
      if (tokens_.first(i) == '#') return false;
    }
    for (std::size_t i = open_ + 1; i < second_; ++i) {
      if (leaves_block(tokens_.text(i)) || (declares(i) && is_used_in_second(tokens_.text(i))))
        return false;
    }
    for (std::size_t i = keyword_ + 2; i + 1 < open_; ++i) {
      if (!is_constant(i)) return false;
    }
    return true;
  }

 private:
  // Whether the token of A is a name that A declares, or may be one.
  bool declares(std::size_t i) const {
    if (!tokens_.is_word(i) || is_type(tokens_.text(i))) return false;
    const bool is_first = tokens_.is_word(i - 1) && tokens_.text(i - 1) != "else";
    return is_first || (tokens_.first(i - 1) == ',' && i > open_ + 1);
  }
  bool is_used_in_second(std::string_view name) const {
    for (std::size_t i = second_; i < close_; ++i) {
      if (tokens_.text(i) == name && tokens_.first(i - 1) != '.') return declared_in_first(name);
    }
    return false;
  }
  bool declared_in_first(std::string_view name) const {
    for (std::size_t i = open_ + 1; i < second_; ++i) {
      if (tokens_.text(i) != name) continue;
      if (tokens_.is_word(i - 1) && tokens_.text(i - 1) != "else") return true;
    }
    // After a comma, it is an argument unless nothing outside declares it.
    return !is_local(name) && !name.starts_with("gl_") && name.front() > '9';
  }

  // Whether a token of the condition has the same value after A.
  bool is_constant(std::size_t i) const {
    const std::string_view text = tokens_.text(i);
    if (!tokens_.is_word(i)) {
      const bool assigns = text == "=" && !is_comparison(i);
      return !assigns && std::string_view("()+-*/%<>=!&|^~.,?:").find(text) != text.npos &&
             !is_increment(i);
    }
    const bool is_component = tokens_.first(i - 1) == '.';
    if (is_component || text.front() <= '9' || text.starts_with("gl_")) return true;
    if (tokens_.first(i + 1) == '(') return is_constant_function(text);
    return is_local(text) && !may_change(text);
  }
  bool is_comparison(std::size_t i) const {
    constexpr std::string_view before = "=<>!";
    return before.find(tokens_.first(i - 1)) != before.npos || tokens_.first(i + 1) == '=';
  }
  bool is_increment(std::size_t i) const {
    const char c = tokens_.first(i);
    return (c == '+' || c == '-') && tokens_.first(i + 1) == c;
  }

  // A variable or a parameter of the function.
  bool is_local(std::string_view name) const {
    for (std::size_t i = function_ + 1; i < keyword_; ++i) {
      if (tokens_.text(i) == name && is_type(tokens_.text(i - 1))) return true;
    }
    return false;
  }
  bool is_declared_constant(std::string_view name) const {
    for (std::size_t i = function_ + 2; i < keyword_; ++i) {
      if (tokens_.text(i) == name && is_type(tokens_.text(i - 1)))
        return tokens_.text(i - 2) == "const";
    }
    return false;
  }
  // Whether A may change the variable.
  bool may_change(std::string_view name) const {
    if (is_declared_constant(name)) return false;
    for (std::size_t i = open_ + 1; i < second_; ++i) {
      if (tokens_.text(i) == name && !is_read(i)) return true;
    }
    return false;
  }
  bool is_read(std::size_t i) const {
    const char before = tokens_.first(i - 1), after = tokens_.first(i + 1);
    const bool is_argument = (before == '(' || before == ',') && (after == ')' || after == ',');
    const bool is_changed = after == '=' && tokens_.first(i + 2) != '=';
    const bool is_updated = std::string_view("+-*/%&|^<>").find(after) != std::string_view::npos &&
                            (tokens_.first(i + 2) == '=' || tokens_.first(i + 2) == after);
    const bool has_part = after == '.' || after == '[';
    return !is_argument && !is_changed && !is_updated && !has_part && before != '&' &&
           !(is_increment(i - 2) && i > open_ + 2);
  }

  const SourceTokens& tokens_;
  bool is_branch_ = false;
  std::size_t function_ = 0, keyword_ = 0, open_ = 0, close_ = 0;
  std::size_t second_;  // the first token of B
};

}  // namespace

std::optional<SourceEdit> divide_branch(const SourcePosition& place, const BranchDivision& division,
                                        const std::string& text) {
  const SourceTokens tokens(place.file);
  const std::size_t target = tokens.at(place);
  if (target == tokens.size()) return std::nullopt;
  const StatementReader reader(tokens, target);
  const DividedBranch branch(tokens, reader);
  if (!branch.is_at(division.line) || !branch.can_be_divided()) return std::nullopt;
  if (division.first && !branch.contains_before(tokens.at(*division.first))) return std::nullopt;
  const std::size_t start = reader.start(), begin = tokens.begin(start);
  const std::string line = "\n" + branch.indentation();
  if (!division.moves_statement) {
    const std::string next = "\n" + tokens.indentation(tokens.line_of(begin));
    return tokens.edit(begin, 0, "}" + line + text + line + branch.header() + next);
  }
  const std::size_t end = end_of_statement(tokens, start);
  if (end >= tokens.size() || tokens.first(start + 1) != '(' ||
      tokens.line_of(begin) != tokens.line_of(tokens.begin(end)))
    return std::nullopt;
  return tokens.edit(begin, tokens.end(end) - begin,
                     "}" + line + tokens.text(start, end) + line + branch.header());
}

std::string variable_of_call(const SourcePosition& place, std::string_view function,
                             const SourcePosition& use) {
  const SourceTokens tokens(place.file);
  const std::optional<CallTokens> call = find_call(tokens, place, function);
  if (!call || call->name < 3 || tokens.first(call->name - 1) != '=' ||
      !tokens.is_word(call->name - 2))
    return "";
  const char before = tokens.first(call->name - 3);
  const bool is_declared_here = tokens.text(call->name - 3) == "event_t";
  if (!is_declared_here && before != ';' && before != '{' && before != '}') return "";
  // Its block, or the one that contains it, must not end before the use.
  int depth = 0;
  const std::size_t end = tokens.at(use);
  if (end <= call->close || end == tokens.size()) return "";
  for (std::size_t i = call->close; i < end; ++i) {
    if (tokens.first(i) == '{') ++depth;
    if (tokens.first(i) == '}' && --depth < 0) return "";
  }
  return std::string(tokens.text(call->name - 2));
}

namespace {

// `x += 1;`, by tokens.
struct Assignment {
  std::size_t first = 0, last = 0;  // of what is assigned
  std::size_t value = 0;            // the first token of the value; 0: there is none, as in `x++`
  std::size_t end = 0;              // the semicolon
  char operation = '=';             // '+', '-', '&', '|' or '^' of an update
};

// The first token of the simple statement that contains the target; the number of tokens if it is not known.
std::size_t simple_statement(const SourceTokens& tokens, const SourcePosition& place) {
  const std::size_t target = tokens.at(place);
  if (target == tokens.size()) return target;
  const StatementReader reader(tokens, target);
  std::size_t start = reader.start();
  while (has_others_in_it(tokens.text(start))) {
    const bool has_header = tokens.text(start) != "else" && tokens.first(start + 1) == '(';
    const std::size_t body = has_header ? tokens.matching(start + 1) + 1 : start + 1;
    if (place.column == 0 || tokens.text(start) == "do" || body > target) return tokens.size();
    start = body;
  }
  return reader.is_in_block() ? start : tokens.size();
}

// Without a column, the line must have no other statement.
bool is_alone_in_line(const SourceTokens& tokens, const SourcePosition& place, std::size_t start,
                      std::size_t end) {
  if (place.column != 0) return true;
  const char next = tokens.first(end + 1);
  const bool ends_line =
      end + 1 == tokens.size() || next == '}' || tokens.line_of(tokens.begin(end + 1)) > place.line;
  return ends_line && tokens.is_first_in_line(start);
}

std::optional<Assignment> find_assignment(const SourceTokens& tokens, std::size_t start,
                                          std::size_t end) {
  const auto is = [&](std::size_t i, char c) { return tokens.first(i) == c; };
  for (const char c : {'+', '-'}) {
    if (is(end - 1, c) && is(end - 2, c) && end > start + 2)
      return Assignment{start, end - 3, 0, end, c};
    if (is(start, c) && is(start + 1, c)) return Assignment{start + 2, end - 1, 0, end, c};
  }
  std::size_t equals = start;
  while (equals < end && !is(equals, '=')) {
    equals = is(equals, '(') || is(equals, '[') ? tokens.matching(equals) : equals;
    ++equals;
  }
  if (equals + 1 >= end || equals < start + 1 || is(equals + 1, '=')) return std::nullopt;
  for (std::size_t i = equals + 1; i < end; ++i) {
    if (is(i, '=') || is(i, '{')) return std::nullopt;
  }
  const char before = tokens.first(equals - 1);
  if (tokens.is_word(equals - 1) || before == ']' || before == ')')
    return Assignment{start, equals - 1, equals + 1, end, '='};
  const bool is_known = std::string_view("+-&|^").find(before) != std::string_view::npos &&
                        (tokens.is_word(equals - 2) || is(equals - 2, ']'));
  if (!is_known) return std::nullopt;
  return Assignment{start, equals - 2, equals + 1, end, before};
}

// A variable or an element of one: not a declaration, and not a component of a vector.
bool is_assignable(const SourceTokens& tokens, const Assignment& assignment) {
  if (assignment.last < assignment.first || assignment.last >= tokens.size()) return false;
  for (std::size_t i = assignment.first; i < assignment.last; ++i) {
    if (tokens.is_word(i) && tokens.is_word(i + 1)) return false;
  }
  const bool is_component = assignment.last > assignment.first + 1 &&
                            tokens.first(assignment.last - 1) == '.' &&
                            tokens.text(assignment.last).size() == 1;
  return tokens.is_word(assignment.first) && !is_component;
}

std::string_view function_of(const AtomicNames& names, char operation) {
  switch (operation) {
    case '+':
    case '-':
      return names.add;
    case '&':
      return names.bitwise_and;
    case '|':
      return names.bitwise_or;
    case '^':
      return names.bitwise_xor;
    default:
      return names.exchange;
  }
}

}  // namespace

std::vector<SourceEdit> make_atomic(const SourcePosition& place, const AtomicNames& names,
                                    bool is_update) {
  const SourceTokens tokens(place.file);
  const std::size_t start = simple_statement(tokens, place);
  if (start == tokens.size()) return {};
  const std::size_t end = end_of_statement(tokens, start);
  if (end >= tokens.size() || end < start + 3 || !is_alone_in_line(tokens, place, start, end))
    return {};
  const auto found = find_assignment(tokens, start, end);
  if (!found || !is_assignable(tokens, *found)) return {};
  const std::string_view function = function_of(names, found->operation);
  if (function.empty()) return {};
  const bool has_number =
      found->value == 0 || (found->value + 1 == end && tokens.text(found->value).front() <= '9');
  if (is_update && (found->operation == '=' || !has_number)) return {};
  const bool is_negative = found->operation == '-';
  const std::string call = std::string(function) + "(" + std::string(names.address);
  const std::size_t begin = tokens.begin(start);
  if (tokens.line_of(begin) != tokens.line_of(tokens.end(end) - 1)) return {};
  const std::string value = found->value == 0 ? "1" : tokens.text(found->value, end - 1);
  const bool is_single = found->value == 0 || found->value + 1 == end;
  const std::string operand = !is_negative ? value : is_single ? "-" + value : "-(" + value + ")";
  const std::string text = call + tokens.text(found->first, found->last) + ", " + operand + ")";
  return {tokens.edit(begin, tokens.begin(end) - begin, text)};
}

namespace {

// The token before which a qualifier of the declaration of a name may be, and whether the declaration certainly has no other
// one like it.
struct QualifierPosition {
  std::size_t token = 0;
  bool is_certain = true;
};

bool is_other_qualifier(std::string_view word) {
  constexpr std::array<std::string_view, 6> qualifiers = {"layout",   "readonly", "writeonly",
                                                          "restrict", "volatile", "nonprivate"};
  return is_one_of(word, qualifiers);
}

// Of a token with the name; nothing if it does not declare a buffer block of GLSL, an image of it, or a writable resource of HLSL.
std::optional<QualifierPosition> place_of_qualifier(const SourceTokens& tokens, std::size_t name) {
  constexpr std::string_view ends = ";}{#";
  std::size_t start = name;
  while (start > 0 && ends.find(tokens.first(start - 1)) == ends.npos) --start;
  const bool is_block = tokens.text(name - 1) == "buffer" && tokens.first(name + 1) == '{';
  const bool is_variable =
      std::string_view(";:[").find(tokens.first(name + 1)) != std::string_view::npos;
  std::optional<QualifierPosition> place;
  bool is_certain = true, is_image = false;
  for (std::size_t i = start; i < name; ++i) {
    const std::string_view word = tokens.text(i);
    const bool is_writable = word.starts_with("RW");
    is_image = is_image || is_writable || word.find("image") != word.npos;
    if (!place && (word == (is_block ? "buffer" : "uniform") || is_writable))
      place = QualifierPosition{i, is_certain};
    // A macro may expand to anything.
    if (tokens.first(i) == '(') i = std::min(tokens.matching(i), name);
    is_certain = is_certain && (!tokens.is_word(i) || is_other_qualifier(word));
  }
  return is_block || (is_variable && is_image) ? place : std::nullopt;
}

}  // namespace

std::optional<SourceEdit> add_coherent(const SourceFile& file, std::string_view name,
                                       std::string_view qualifier) {
  const SourceTokens tokens(file);
  std::optional<QualifierPosition> found;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens.text(i) != name) continue;
    const auto place = place_of_qualifier(tokens, i);
    if (!place) continue;
    if (found || !place->is_certain) return std::nullopt;
    found = place;
  }
  if (!found) return std::nullopt;
  return tokens.edit(tokens.begin(found->token), 0, std::string(qualifier) + " ");
}

}  // namespace spirv_oracle
