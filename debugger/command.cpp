#include "debugger/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <sstream>
#include <string_view>

#include "debugger/dap/connection.h"
#include "debugger/options.h"
#include "debugger/target.h"
#include "debugger/terminal/full_screen.h"
#include "debugger/terminal/terminal.h"

namespace spirv_oracle {
namespace {

Result<Status> debug_in_terminal(const DebugOptions& options, const DebugConsole& console) {
  const TerminalStreams streams{console.in,          console.out,
                                console.err,         TextStyle{console.color, console.width()},
                                console.interactive, console.width};
  auto target = start_target(
      options.session, [&console](const std::string& category, const std::string& text) {
        console.out.flush();
        (category == "stderr" ? console.err : console.out) << text << std::flush;
      });
  if (!target) return tl::unexpected(std::move(target.error()));
  if (console.interactive)
    console.out << "spirv-debug " SPIRV_ORACLE_VERSION ": help lists the commands.\n";
  return run_terminal(**target, options, streams);
}

Result<Status> debug_on_full_screen(const DebugOptions& options) {
  std::ostringstream text;
  auto target = start_target(
      options.session, [&text](const std::string&, const std::string& part) { text << part; });
  if (!target) return tl::unexpected(std::move(target.error()));
  return run_full_screen(**target, options, text);
}

Result<Status> serve_editors(const DebugOptions& options, const DebugConsole& console) {
  const Result<void> served =
      options.port ? dap::serve_tcp(options.listen, *options.port, start_target, console.err)
                   : dap::serve(STDIN_FILENO, STDOUT_FILENO, start_target);
  if (!served) return tl::unexpected(served.error());
  return Status::ok;
}

Result<Status> execute(const std::vector<std::string>& arguments, const DebugConsole& console) {
  const auto options = parse_debug_options(arguments);
  if (!options) return tl::unexpected(options.error());
  switch (options->mode) {
    case DebugMode::help:
      console.out << debug_help();
      return Status::ok;
    case DebugMode::version:
      console.out << "spirv-debug " SPIRV_ORACLE_VERSION "\n";
      return Status::ok;
    case DebugMode::terminal:
      return debug_in_terminal(*options, console);
    case DebugMode::adapter:
      return serve_editors(*options, console);
    case DebugMode::full_screen:
      return debug_on_full_screen(*options);
  }
  return bad_input("unknown mode");
}

}  // namespace

int spirv_debug(const std::vector<std::string>& arguments, const DebugConsole& console) {
  const Result<Status> status = execute(arguments, console);
  if (status) return static_cast<int>(*status);
  const std::string& message = status.error().message;
  constexpr std::string_view from_run = "spirv-run: ", own = "spirv-debug: ";
  if (message.starts_with(from_run)) {
    console.err << own << message.substr(from_run.size());
  } else if (message.starts_with(own)) {
    console.err << message;
  } else {
    console.err << fmt::format("spirv-debug: error: {}\n", message);
  }
  return static_cast<int>(status.error().status);
}

}  // namespace spirv_oracle
