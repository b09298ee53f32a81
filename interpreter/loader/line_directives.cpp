#include "interpreter/loader/line_directives.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

namespace spirv_oracle {
namespace {

constexpr std::string_view blanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Removes a word from the front of the text, and the blanks after it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text = trimmed(text.substr(word.size()));
  return word;
}

std::optional<std::uint32_t> number_of(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = error == std::errc() && end == word.data() + word.size();
  return is_number ? std::optional(number) : std::nullopt;
}

std::string_view name_of(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);  // npos + 1 is 0
}

// "#line 7", "#line 7 0", "# 7 "kernel.cl"".
struct LineDirective {
  std::optional<std::uint32_t> number;  // none: not known, because a macro may define it
  bool is_of_file = true;               // whether the next line belongs to the file
};

// Walks over the lines of a text, and knows which directives are in effect.
class Numbering {
 public:
  explicit Numbering(std::string_view file) : file_(file) {}

  // Whether the line is a #line directive. Otherwise, number() is that of the line.
  bool pass(std::string_view line) {
    const bool was_in_comment = in_comment_;
    follow_comments(line);
    if (number_) ++*number_;
    std::string_view rest = trimmed(line);
    if (was_in_comment || !rest.starts_with('#')) return false;
    rest = trimmed(rest.substr(1));
    if (rest.starts_with("if")) ++conditions_;
    if (rest.starts_with("endif") && conditions_ > 0) --conditions_;
    const auto directive = line_directive(rest);
    if (!directive) return false;
    number_.reset();
    is_of_file_ = directive->is_of_file;
    if (directive->number && conditions_ == 0) number_ = *directive->number - 1;
    return true;
  }

  std::optional<std::uint32_t> number() const { return number_; }
  bool is_of_file() const { return is_of_file_; }

 private:
  std::optional<LineDirective> line_directive(std::string_view rest) const {
    std::string_view word = take_word(rest);
    const bool is_named = word == "line";
    if (is_named) word = take_word(rest);
    LineDirective directive{number_of(word), true};
    if (!is_named && !directive.number) return std::nullopt;
    if (directive.number == 0u) directive.number.reset();
    const std::string_view of = take_word(rest);
    if (of.starts_with('"')) {
      directive.is_of_file = name_of(of.substr(1, of.find('"', 1) - 1)) == name_of(file_);
    } else {
      directive.is_of_file = of.empty() || of == "0" || of.starts_with('/');
    }
    return directive;
  }

  void follow_comments(std::string_view line) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const std::string_view two = line.substr(i, 2);
      if (!in_comment_ && two == "//") return;
      if (two != (in_comment_ ? "*/" : "/*")) continue;
      in_comment_ = !in_comment_;
      ++i;
    }
  }

  std::string_view file_;
  std::optional<std::uint32_t> number_ = 0;
  bool is_of_file_ = true;
  bool in_comment_ = false;
  unsigned conditions_ = 0;  // open #if
};

}  // namespace

std::optional<std::string> text_by_line_number(std::string_view text, std::string_view file,
                                               std::size_t most) {
  if (text.find('#') == std::string_view::npos) return std::nullopt;
  struct Line {
    std::string_view text;
    unsigned count = 0;
  };
  std::vector<Line> lines;
  bool has_directives = false;
  std::size_t size = 0;
  Numbering numbering(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (numbering.pass(line)) {
      has_directives = true;
      continue;
    }
    const auto number = numbering.number();
    if (!number) continue;
    size += line.size();
    if (*number > most || size > most - *number) return std::string();
    if (*number > lines.size()) lines.resize(*number);
    Line& at = lines[*number - 1];
    ++at.count;
    at.text = numbering.is_of_file() ? line : std::string_view();
  }
  if (!has_directives) return std::nullopt;
  std::string arranged;
  for (const Line& line : lines) {
    if (line.count == 1) arranged += line.text;
    arranged += '\n';
  }
  return arranged;
}

}  // namespace spirv_oracle
