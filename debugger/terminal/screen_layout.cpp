#include <algorithm>

#include "debugger/terminal/full_screen.h"

namespace spirv_oracle {

ScreenRows divide_screen(int rows) {
  // A title, a heading above each of the two lower panes, and the line of the user.
  const int left = std::max(rows - 4, 3);
  ScreenRows result;
  result.lanes = std::max(left / 4, 1);
  result.output = std::max(left / 4, 1);
  result.program = left - result.lanes - result.output;
  return result;
}

std::size_t first_line_shown(std::size_t lines, std::size_t focus, std::size_t rows) {
  if (lines <= rows) return 0;
  const std::size_t first = focus > rows / 2 ? focus - rows / 2 : 0;
  return std::min(first, lines - rows);
}

std::string fitted(std::string_view text, std::size_t columns) {
  std::string result;
  std::size_t used = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0U) == 0x80U;
    if (!continues && used == columns) break;
    if (!continues) ++used;
    if (c == '\t') {
      result += ' ';
    } else {
      result += byte < 0x20 || byte == 0x7F ? '.' : c;
    }
  }
  return result;
}

}  // namespace spirv_oracle
