// The debugger on the full screen of a terminal: source, tangles, lanes, and a line for the commands of the terminal.
#pragma once

#include <sstream>

#include "debugger/options.h"
#include "debugger/target.h"

namespace spirv_oracle {

// Runs until the user ends it. `text` gets what the program and the commands print, for the pane that shows it.
// Errors: bad_input where standard input or output is not a terminal that ncurses knows.
Result<Status> run_full_screen(Target& target, const DebugOptions& options,
                               std::ostringstream& text);

// Divides the rows of a screen between the panes.
struct ScreenRows {
  int program = 0;  // source and tangles
  int lanes = 0;
  int output = 0;
};
ScreenRows divide_screen(int rows);

// What a pane shows of lines: `rows` of them that have line `focus` in the middle, as far as there are.
std::size_t first_line_shown(std::size_t lines, std::size_t focus, std::size_t rows);

// The first characters of the text, as many as fit in `columns`; tabs become blanks, and other control characters dots.
std::string fitted(std::string_view text, std::size_t columns);

}  // namespace spirv_oracle
