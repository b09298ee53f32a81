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
#include "debugger/terminal/input_line.h"
#include "debugger/text/matrix.h"
#include "debugger/text/stops.h"
#include "debugger/text/style.h"
#include "debugger/text/tables.h"
#include "debugger/text/values.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

// Another thread may get the signal, so that it does not end a read.
volatile std::sig_atomic_t was_interrupted = 0;

void remember_interrupt(int /*signal*/) { was_interrupted = 1; }

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
    timeout(100);  // of getch()
    struct sigaction action {};
    action.sa_handler = &remember_interrupt;
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
    " F2 pane F5 continue F6 back F7 step back F8 next back F10 next F11 step F12 out";

// Lines of text, and the first one that is shown.
struct Pane {
  std::vector<std::string> lines;
  std::size_t first = 0;

  void page(bool up, std::size_t rows) {
    const std::size_t last = lines.size() - std::min(rows, lines.size());
    const std::size_t step = std::max<std::size_t>(rows / 2, 1);
    first = up ? first - std::min(first, step) : std::min(first + step, last);
  }
};

// " lanes", or " lanes: lines 5-9 of 30" if they are more than fit.
std::string heading(std::string_view name, const Pane& pane, int rows) {
  const auto shown = static_cast<std::size_t>(std::max(rows, 0));
  if (pane.lines.size() <= shown && pane.first == 0) return fmt::format(" {}", name);
  return fmt::format(" {}: lines {}-{} of {}", name, pane.first + 1,
                     std::min(pane.first + shown, pane.lines.size()), pane.lines.size());
}

class FullScreen {
 public:
  FullScreen(Target& target, std::ostringstream& text)
      : text_(text), context_(target, text, {false, text_width()}) {}

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
  enum class Scrolled : std::uint8_t { output, lanes, tangles };  // what the page keys move

  static std::size_t text_width() {
    return static_cast<std::size_t>(std::max(Screen::columns(), 40));
  }

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
    const ScreenRows rows = divide_screen(Screen::rows());
    lanes_.lines = pane("matrix", {{"frame", context_.frame}}, [this](const json& matrix) {
      return matrix_text(matrix, context_.style());
    });
    // Of many lanes, those around the focused one.
    const auto focus = context_.ask("focus");
    if (focus) lanes_.first = first_line_of_lane(integer_field_or(*focus, "lane", 0));
    const auto width = static_cast<std::size_t>(Screen::columns() - source_columns());
    tangles_ = {};
    for (const Display& display : context_.displays()) {
      const auto value =
          context_.ask("evaluate", {{"expression", display.expression}, {"frame", context_.frame}});
      tangles_.lines.push_back(fmt::format("{} = {}", display.expression,
                                           value ? enclosed_text(*value) : value.error().message));
    }
    for (std::string& line : pane("tangles", json::object(), [width](const json& tree) {
           return wrapped_lines(tangles_text(tree), width);
         }))
      tangles_.lines.push_back(std::move(line));
    code_ = pane("disassemble", {{"before", rows.program / 2}, {"count", rows.program}},
                 [this](const json& instructions) {
                   return disassembly_text(instructions, context_.style(),
                                           [](const auto&, auto) { return std::string(); });
                 });
  }

  // The block of the table of lanes that has a column for the lane.
  std::size_t first_line_of_lane(std::int64_t lane) const {
    const std::string name = std::to_string(lane);
    for (std::size_t i = 0; i < lanes_.lines.size(); ++i) {
      std::istringstream words(lanes_.lines[i]);
      std::string word;
      if (!(words >> word) || word != "lane") continue;
      while (words >> word)
        if (word == name) return i;
    }
    return 0;
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
    draw_lines(1, left, rows.program, columns - left, tangles_.lines, tangles_.first);
    int row = 1 + rows.program;
    Screen::put_bar(row++, heading("lanes", lanes_, rows.lanes) +
                               (scrolled_pane_ == Scrolled::output
                                    ? ""
                                    : fmt::format("   PgUp, PgDn: {}", name_of(scrolled_pane_))));
    draw_lines(row, 0, rows.lanes, columns, lanes_.lines, lanes_.first);
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
    if (lines.empty()) return draw_lines(row, 0, rows, columns, code_, 0);
    const std::size_t first =
        first_line_shown(lines.size(), current, static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
      const std::size_t line = first + static_cast<std::size_t>(i) + 1;
      if (line > lines.size()) break;
      const bool is_current = line == current;
      Screen::put(
          row + i, 0,
          fmt::format("{}{}{:>4} {}", is_current ? "=>" : "  ",
                      context_.has_stop_point(file, line) ? '*' : ' ', line, lines[line - 1]),
          columns, is_current ? A_BOLD : A_NORMAL);
    }
  }

  void draw_input() {
    const int row = Screen::rows() - 1;
    const auto columns = static_cast<std::size_t>(Screen::columns());
    // What does not fit is left out at the beginning.
    std::string before = prompt + input_.before_cursor();
    while (columns_of(before) >= columns) before.erase(0, 1 + continuation_bytes(before));
    Screen::put(row, 0, before + input_.text().substr(input_.before_cursor().size()),
                Screen::columns());
    move(row, static_cast<int>(columns_of(before)));
  }

  // Of the first character.
  static std::size_t continuation_bytes(std::string_view text) {
    std::size_t count = 0;
    while (count + 1 < text.size() && columns_of(text.substr(count + 1, 1)) == 0) ++count;
    return count;
  }

  static const char* name_of(Scrolled pane) {
    return pane == Scrolled::lanes ? "lanes" : pane == Scrolled::tangles ? "tangles" : "output";
  }

  void page(bool up) {
    const ScreenRows rows = divide_screen(Screen::rows());
    switch (scrolled_pane_) {
      case Scrolled::output:
        scrolled_ = up ? std::min(scrolled_ + 5, output_.size())
                       : scrolled_ - std::min<std::size_t>(scrolled_, 5);
        break;
      case Scrolled::lanes:
        lanes_.page(up, static_cast<std::size_t>(rows.lanes));
        break;
      case Scrolled::tangles:
        tangles_.page(up, static_cast<std::size_t>(rows.program));
        break;
    }
  }

  void choose_next_pane() {
    scrolled_pane_ = scrolled_pane_ == Scrolled::output  ? Scrolled::lanes
                     : scrolled_pane_ == Scrolled::lanes ? Scrolled::tangles
                                                         : Scrolled::output;
  }

  // ERR: Ctrl-C.
  static int next_key() {
    for (;;) {
      const int key = getch();
      if (was_interrupted != 0) {
        was_interrupted = 0;
        if (key != ERR) ungetch(key);  // typed after Ctrl-C
        return ERR;
      }
      if (key != ERR) return key;
    }
  }

  void read_key() {
    const int key = next_key();
    const auto known =
        std::ranges::find_if(keys, [key](const Key& one) { return one.code == key; });
    if (known != keys.end()) return execute(known->command);
    if (edit(key)) return;
    switch (key) {
      case '\n':
      case KEY_ENTER:
        enter();
        break;
      case '\t':
        complete();
        break;
      case KEY_F(2):
        choose_next_pane();
        break;
      case KEY_UP:
      case KEY_DOWN:
        recall(key == KEY_UP);
        break;
      case KEY_PPAGE:
      case KEY_NPAGE:
        page(key == KEY_PPAGE);
        break;
      case KEY_RESIZE:
        context_.set_width(text_width());
        fetch();
        break;
      default:
        if (key >= 32 && key < 256) insert(static_cast<char>(key));
    }
  }

  // Whether the key changes the line or moves in it; not those that insert.
  bool edit(int key) {
    switch (key) {
      case ERR:  // Ctrl-C
        input_.set("");
        return true;
      case KEY_BACKSPACE:
      case 127:
      case 8:
        input_.erase_before();
        return true;
      case 4:  // Ctrl-D
        if (input_.text().empty()) context_.quits = true;
        input_.erase_at();
        return true;
      case KEY_DC:
        input_.erase_at();
        return true;
      case KEY_LEFT:
        input_.left();
        return true;
      case KEY_RIGHT:
        input_.right();
        return true;
      case KEY_HOME:
      case 1:  // Ctrl-A
        input_.to_begin();
        return true;
      case KEY_END:
      case 5:  // Ctrl-E
        input_.to_end();
        return true;
      default:
        return false;
    }
  }

  void insert(char byte) { input_.insert({&byte, 1}); }

  void enter() {
    const std::string line = input_.text();
    input_.set("");
    if (line.empty()) return;
    history_.push_back(line);
    recalled_ = history_.size();
    execute(line);
  }

  void recall(bool earlier) {
    if (earlier && recalled_ > 0) --recalled_;
    if (!earlier && recalled_ < history_.size()) ++recalled_;
    input_.set(recalled_ < history_.size() ? history_[recalled_] : "");
  }

  void complete() {
    const std::string before = input_.before_cursor();
    const auto found = completions(context_, before);
    const std::size_t typed = last_word(before).size();
    if (found.size() == 1)
      input_.insert(found.front().substr(typed) + (is_command_name(before) ? " " : ""));
    if (found.size() < 2) return;
    std::string all;
    for (const std::string& name : found) all += name + "  ";
    output_.push_back(all);
  }

  std::ostringstream& text_;
  Context context_;
  json place_;
  Pane lanes_, tangles_;           // tangles_: the displays come first
  std::vector<std::string> code_;  // instructions, for programs without source
  std::vector<std::string> output_, history_;
  Scrolled scrolled_pane_ = Scrolled::output;
  std::size_t recalled_ = 0, scrolled_ = 0;
  InputLine input_;
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
