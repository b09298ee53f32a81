#include "debugger/terminal/terminal.h"

#include <fmt/format.h>

#include <istream>
#include <optional>
#include <string>
#include <utility>

#include "debugger/terminal/command_file.h"
#include "debugger/terminal/command_table.h"
#include "debugger/terminal/completion.h"
#include "debugger/terminal/line_editor.h"

namespace spirv_oracle {
namespace {

class Terminal {
 public:
  Terminal(Target& target, const DebugOptions& options, const TerminalStreams& streams)
      : options_(options), streams_(streams), context_(target, streams.out, streams.style) {}

  Status run() {
    if (auto shown = context_.show_stop(); !shown) report(shown.error());
    execute_options();
    const bool reads = !options_.batch || options_.commands.empty();
    if (reads && !ends()) {
      if (streams_.interactive) {
        read_lines_of_user();
      } else {
        read_lines_of_stream();
      }
    }
    streams_.out.flush();
    return status_;
  }

 private:
  bool ends() const { return context_.quits || status_ != Status::ok; }

  void report(const Error& error) {
    streams_.out.flush();
    streams_.err << painted(streams_.style, Emphasis::error, "error: ") << error.message << '\n';
    streams_.err.flush();
  }

  // A failing command ends only a batch, unless the target has crashed.
  void look_at(const Result<void>& done) {
    streams_.out.flush();
    if (done) return;
    report(done.error());
    if (options_.batch) {
      status_ = done.error().status;
    } else if (done.error().status == Status::limit) {
      const auto alive = context_.ask("status");
      if (!alive && alive.error().status == Status::limit) status_ = Status::limit;
    }
  }

  void execute_options() {
    for (const CommandSource& source : options_.commands) {
      if (ends()) return;
      look_at(source.is_file ? execute_command_file(context_, source.text)
                             : echo_and_execute(context_, source.text));
    }
  }

  void read_lines_of_stream() {
    std::string line;
    while (!ends() && std::getline(streams_.in, line)) look_at(echo_and_execute(context_, line));
  }

  void read_lines_of_user() {
    LineEditor editor(prompt, history_path(), [this](std::string_view line) {
      return LineEditor::Completion{std::string(last_word(line)), completions(context_, line),
                                    is_command_name(line)};
    });
    std::string last;
    while (!ends()) {
      std::optional<std::string> line = editor.read();
      if (!line) break;
      // As in gdb, an empty line repeats a motion.
      if (line->empty()) line = repeatable(last) ? last : "";
      if (streams_.width != nullptr) context_.set_width(streams_.width());
      look_at(execute_line(context_, *line));
      if (!line->empty()) last = *line;
    }
  }

  static bool repeatable(const std::string& line) {
    const auto row = find_command(std::string_view(line).substr(0, line.find(' ')));
    return row && ((*row)->group == "Forward" || (*row)->group == "Backward") &&
           (*row)->name != "run" && (*row)->name != "restart";
  }

  const DebugOptions& options_;
  const TerminalStreams& streams_;
  Context context_;
  Status status_ = Status::ok;
};

}  // namespace

Status run_terminal(Target& target, const DebugOptions& options, const TerminalStreams& streams) {
  return Terminal(target, options, streams).run();
}

}  // namespace spirv_oracle
