#include "debugger/terminal/full_screen.h"

#include <curses.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "debugger/fields.h"
#include "debugger/terminal/command_file.h"
#include "debugger/terminal/command_table.h"
#include "debugger/terminal/completion.h"
#include "debugger/text/matrix.h"
#include "debugger/text/stops.h"
#include "debugger/text/style.h"
#include "debugger/text/tables.h"
#include "debugger/text/values.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

void ignore_signal(int /*signal*/) {}

// ncurses, from construction to destruction.
class Screen {
 public:
  Screen() {
    std::setlocale(LC_ALL, "");
    initscr();
    cbreak();  // Ctrl-C remains a signal: it pauses a run
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    struct sigaction action {};
    action.sa_handler = &ignore_signal;
    sigaction(SIGINT, &action, &before_);
  }
  ~Screen() {
    endwin();
    sigaction(SIGINT, &before_, nullptr);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  static int rows() { return getmaxy(stdscr); }
  static int columns() { return getmaxx(stdscr); }

  // Writes text that takes at most `width` columns.
  static void put(int row, int column, std::string_view text, int width, attr_t style = A_NORMAL) {
    if (width <= 0) return;
    const std::string shown = fitted(text, static_cast<std::size_t>(width));
    attron(style);
    mvaddstr(row, column, shown.c_str());
    attroff(style);
  }
  // A line across the screen.
  static void put_bar(int row, std::string_view text) {
    put(row, 0, left_aligned(text, static_cast<std::size_t>(columns())), columns(), A_REVERSE);
  }

 private:
  struct sigaction before_ {};
};

struct Key {
  int code;
  const char* command;
};
const std::array<Key, 7> keys{{{KEY_F(5), "continue"},
                               {KEY_F(6), "reverse-continue"},
                               {KEY_F(7), "reverse-step"},
                               {KEY_F(8), "reverse-next"},
                               {KEY_F(10), "next"},
                               {KEY_F(11), "step"},
                               {KEY_F(12), "finish"}}};
constexpr const char* key_line =
    " F5 continue  F6 back  F7 step back  F8 next back  F10 next  F11 step  F12 finish  quit";

class FullScreen {
 public:
  FullScreen(Target& target, std::ostringstream& text)
      : text_(text),
        context_(target, text, {false, static_cast<std::size_t>(std::max(Screen::columns(), 40))}) {
  }

  Status run(const DebugOptions& options) {
    execute_shown([this] { return context_.show_stop(); });
    for (const CommandSource& source : options.commands) {
      if (context_.quits) break;
      execute_shown([&] {
        return source.is_file ? execute_command_file(context_, source.text)
                              : echo_and_execute(context_, source.text);
      });
    }
    while (!context_.quits && !has_died_) {
      draw();
      read_key();
    }
    return has_died_ ? Status::limit : Status::ok;
  }

  // What the panes showed last: the reason of an end that the user did not ask for is among it.
  const std::vector<std::string>& output() const { return output_; }

 private:
  template <class Action>
  void execute_shown(const Action& action) {
    const Result<void> done = action();
    take_output();
    if (!done) output_.push_back("error: " + done.error().message);
    if (!done && done.error().status == Status::limit) has_died_ = !context_.ask("status");
    scrolled_ = 0;
    fetch();
  }

  void execute(const std::string& line) {
    move(Screen::rows() - 1, 0);
    clrtoeol();
    Screen::put(Screen::rows() - 1, 0, "running (Ctrl-C pauses) ...", Screen::columns(), A_BOLD);
    refresh();
    execute_shown([&] { return echo_and_execute(context_, line); });
  }

  void take_output() {
    for (std::string& line : lines_of(text_.str())) output_.push_back(std::move(line));
    text_.str("");
    constexpr std::size_t most_lines = 10'000;
    if (output_.size() > most_lines)
      output_.erase(output_.begin(),
                    output_.begin() + static_cast<std::ptrdiff_t>(output_.size() - most_lines));
  }

  // The text of an answer, or of the error.
  template <class TextOf>
  std::vector<std::string> pane(std::string_view command, json arguments, const TextOf& text_of) {
    const auto answer = context_.ask(command, std::move(arguments));
    return lines_of(answer ? text_of(*answer) : answer.error().message);
  }

  void fetch() {
    if (has_died_) return;
    const auto place = context_.place();
    place_ = place ? *place : json();
    lanes_ = pane("matrix", {{"frame", context_.frame}},
                  [this](const json& matrix) { return matrix_text(matrix, context_.style()); });
    const auto width = static_cast<std::size_t>(Screen::columns() - source_columns());
    tangles_ = pane("tangles", json::object(),
                    [width](const json& tree) { return wrapped(tangles_text(tree), width); });
    for (const Display& display : context_.displays()) {
      const auto value =
          context_.ask("evaluate", {{"expression", display.expression}, {"frame", context_.frame}});
      tangles_.insert(tangles_.begin(),
                      fmt::format("{} = {}", display.expression,
                                  value ? enclosed_text(*value) : value.error().message));
    }
  }

  // Of the pane with the source, and the line after it.
  static int source_columns() { return Screen::columns() * 3 / 5; }

  void draw() {
    erase();
    const int columns = Screen::columns();
    const ScreenRows rows = divide_screen(Screen::rows());
    const json& stop = context_.stop();
    Screen::put_bar(0, fmt::format(" [{}] {}  {}", integer_field_or(stop, "moment", 0),
                                   reason_text(stop), who_text(stop)));
    const int left = source_columns();
    draw_source(1, rows.program, left - 1);
    for (int row = 1; row <= rows.program; ++row) Screen::put(row, left - 1, "|", 1, A_DIM);
    draw_lines(1, left, rows.program, columns - left, tangles_, 0);
    int row = 1 + rows.program;
    Screen::put_bar(row++, " lanes");
    draw_lines(row, 0, rows.lanes, columns, lanes_, 0);
    row += rows.lanes;
    Screen::put_bar(row++, key_line);
    const auto shown = static_cast<std::size_t>(rows.output);
    const std::size_t end = output_.size() - std::min(scrolled_, output_.size());
    draw_lines(row, 0, rows.output, columns, output_, end > shown ? end - shown : 0);
    draw_input();
    refresh();
  }

  static void draw_lines(int row, int column, int rows, int columns,
                         const std::vector<std::string>& lines, std::size_t first) {
    for (int i = 0; i < rows; ++i) {
      const std::size_t line = first + static_cast<std::size_t>(i);
      if (line < lines.size()) Screen::put(row + i, column, lines[line], columns);
    }
  }

  void draw_source(int row, int rows, int columns) {
    const std::string file = text_field(place_, "file");
    const auto current =
        static_cast<std::size_t>(std::max<std::int64_t>(integer_field_or(place_, "line", 0), 0));
    const std::vector<std::string>& lines = context_.source_lines(file);
    if (lines.empty())
      return Screen::put(row, 0, text_field(context_.stop(), "instruction"), columns);
    const std::size_t first =
        first_line_shown(lines.size(), current, static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
      const std::size_t line = first + static_cast<std::size_t>(i) + 1;
      if (line > lines.size()) break;
      const bool is_current = line == current;
      Screen::put(row + i, 0,
                  fmt::format("{} {:>4} {}", is_current ? "=>" : "  ", line, lines[line - 1]),
                  columns, is_current ? A_BOLD : A_NORMAL);
    }
  }

  void draw_input() {
    const int row = Screen::rows() - 1;
    const std::string line = prompt + input_;
    const int columns = Screen::columns();
    const std::size_t excess = line.size() >= static_cast<std::size_t>(columns)
                                   ? line.size() - static_cast<std::size_t>(columns) + 1
                                   : 0;
    Screen::put(row, 0, line.substr(excess), columns);
    move(row, static_cast<int>(line.size() - excess));
  }

  void read_key() {
    const int key = getch();
    const auto known =
        std::ranges::find_if(keys, [key](const Key& one) { return one.code == key; });
    if (known != keys.end()) return execute(known->command);
    switch (key) {
      case ERR:
        input_.clear();  // Ctrl-C
        break;
      case '\n':
      case KEY_ENTER:
        enter();
        break;
      case '\t':
        complete();
        break;
      case KEY_BACKSPACE:
      case 127:
      case 8:
        if (!input_.empty()) input_.pop_back();
        break;
      case 4:  // Ctrl-D
        context_.quits = true;
        break;
      case KEY_UP:
      case KEY_DOWN:
        recall(key == KEY_UP);
        break;
      case KEY_PPAGE:
        scrolled_ = std::min(scrolled_ + 5, output_.size());
        break;
      case KEY_NPAGE:
        scrolled_ -= std::min<std::size_t>(scrolled_, 5);
        break;
      case KEY_RESIZE:
        break;
      default:
        if (key >= 32 && key < 256) input_ += static_cast<char>(key);
    }
  }

  void enter() {
    const std::string line = std::exchange(input_, "");
    if (line.empty()) return;
    history_.push_back(line);
    recalled_ = history_.size();
    execute(line);
  }

  void recall(bool earlier) {
    if (earlier && recalled_ > 0) --recalled_;
    if (!earlier && recalled_ < history_.size()) ++recalled_;
    input_ = recalled_ < history_.size() ? history_[recalled_] : "";
  }

  void complete() {
    const auto found = completions(context_, input_);
    const std::string word(last_word(input_));
    const bool is_command = is_command_name(input_);
    if (found.size() == 1) input_ += found.front().substr(word.size()) + (is_command ? " " : "");
    if (found.size() < 2) return;
    std::string all;
    for (const std::string& name : found) all += name + "  ";
    output_.push_back(all);
  }

  std::ostringstream& text_;
  Context context_;
  json place_;
  std::vector<std::string> lanes_, tangles_, output_, history_;
  std::size_t recalled_ = 0, scrolled_ = 0;
  std::string input_;
  bool has_died_ = false;
};

}  // namespace

Result<Status> run_full_screen(Target& target, const DebugOptions& options,
                               std::ostringstream& text) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
    return bad_input("--tui needs a terminal");
  std::vector<std::string> output;
  Status status = Status::ok;
  {
    const Screen screen;
    FullScreen full_screen(target, text);
    status = full_screen.run(options);
    output = full_screen.output();
  }
  if (status == Status::ok) return status;
  return tl::unexpected(Error{status, output.empty() ? "the target has crashed" : output.back()});
}

}  // namespace spirv_oracle
