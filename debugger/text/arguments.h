// The arguments of commands, which users type in the terminal or in the debug console of an editor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/result.h"

namespace spirv_oracle {

// The words between blanks.
std::vector<std::string_view> words_of(std::string_view text);

// The first word, and what follows it.
std::pair<std::string_view, std::string_view> split_word(std::string_view text);

// A whole number from 0; `what` names it in the message.
Result<std::uint64_t> parse_number(std::string_view text, std::string_view what);
// None for a text that is not a whole number.
std::optional<std::uint64_t> as_number(std::string_view text);

// "(1,0,0)", "1,0,0" or "1,0", where a missing coordinate is 0: an array of three; or the linear index "7": a number.
Result<nlohmann::json> parse_workgroup(std::string_view text);

// "17,4" as the fields x and y; with a third number, also layer. Errors: bad_input.
Result<nlohmann::json> parse_pixel(std::string_view text);

// "color[17,4]": the name of an attachment, and the fields of parse_pixel(). None if the text has another form.
struct PixelName {
  std::string attachment;
  nlohmann::json pixel;
};
std::optional<PixelName> as_pixel_name(std::string_view text);

struct FileLine {
  std::string file;
  std::uint64_t line = 0;
};
// FILE:LINE; none if the text has another form.
std::optional<FileLine> as_file_line(std::string_view text);

// The parts between commas that are outside parentheses and brackets, without blanks around them.
std::vector<std::string> split_expressions(std::string_view text);

}  // namespace spirv_oracle
