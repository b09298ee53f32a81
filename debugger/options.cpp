#include "debugger/options.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>
#include <utility>

#include "data/scalar.h"
#include "support/byte_count.h"
#include "support/command_line.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view command_group = "Commands";
constexpr std::string_view program_group = "The program";
constexpr std::string_view client_group = "Other clients";
constexpr std::string_view other_group = "Instead of debugging";

constexpr std::string_view help_head =
    R"(usage: spirv-debug [options] FILE [options of spirv-run]

Debugs a compute shader or a kernel, forward and backward, with all lanes of its subgroups in view. FILE and the
options after it are those of spirv-run, or FILE is a bundle of golden results.

  spirv-debug scan.comp -g 4 --buffer '0.0=uint32:iota(256)' --buffer '0.1=zero(1024)'
  spirv-debug --batch -e 'break 12' -e run -e 'lanes sum' scan.comp --buffer '0.0=uint32:iota(8)'

Type help at the prompt for its commands.
)";

constexpr std::string_view help_tail = R"(
spirv-run --help lists the options of spirv-run. -e and -x are options of spirv-debug only before FILE.
docs/debugging.md is the guide.

Exit status: 0 done; 2 bad input, or with --batch a command that failed; 4 not supported; 5 a limit was reached.
)";

using Applied = Result<void>;

void add_command_rows(DebugOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back({command_group, "execute", 'e', "COMMAND", true,
                  "execute this command before those of the user", "",
                  [&options](const std::string& value) -> Applied {
                    options.commands.push_back({false, value});
                    return {};
                  }});
  rows.push_back({command_group, "commands", 'x', "FILE", true,
                  "execute the commands in this file, one per line, before those of the user", "",
                  [&options](const std::string& value) -> Applied {
                    options.commands.push_back({true, value});
                    return {};
                  }});
  rows.push_back({command_group, "batch", '\0', "", false,
                  "exit after these commands, or at the first that fails, with its status", "",
                  [&options](const std::string&) -> Applied {
                    options.batch = true;
                    return {};
                  }});
}

void add_program_rows(DebugOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back({program_group, "element", '\0', "N", false,
                  "for a bundle: stop where element N of its outputs gets its value", "",
                  [&options](const std::string& value) -> Applied {
                    options.session.element = value;
                    return {};
                  }});
  rows.push_back({program_group, "checkpoint-memory", '\0', "SIZE", false,
                  "limit on the memory of checkpoints, which make going back fast; optional suffix "
                  "K, M or G (default 1G)",
                  "", [&options](const std::string& value) -> Applied {
                    const auto bytes = parse_bytes(value);
                    if (!bytes) return tl::unexpected(bytes.error());
                    options.session.checkpoint_bytes = *bytes;
                    return {};
                  }});
}

Result<std::uint16_t> parse_port(const std::string& text) {
  const auto port = parse_unsigned(text, "the port");
  if (!port) return tl::unexpected(port.error());
  if (*port > std::numeric_limits<std::uint16_t>::max())
    return bad_input("the port must be from 0 to 65535");
  return static_cast<std::uint16_t>(*port);
}

void add_client_rows(DebugOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back({client_group, "tui", '\0', "", false,
                  "show source, lanes, tangles and displays on the full screen", "",
                  [&options](const std::string&) -> Applied {
                    options.mode = DebugMode::full_screen;
                    return {};
                  }});
  rows.push_back({client_group, "dap", '\0', "", false,
                  "serve an editor by the Debug Adapter Protocol on standard input and output", "",
                  [&options](const std::string&) -> Applied {
                    options.mode = DebugMode::adapter;
                    return {};
                  }});
  rows.push_back({client_group, "dap-port", '\0', "PORT", false,
                  "serve editors, one after the other, by the Debug Adapter Protocol on this TCP "
                  "port (0: a free one)",
                  "", [&options](const std::string& value) -> Applied {
                    const auto port = parse_port(value);
                    if (!port) return tl::unexpected(port.error());
                    options.port = *port;
                    options.mode = DebugMode::adapter;
                    return {};
                  }});
  rows.push_back({client_group, "listen", '\0', "ADDRESS", false,
                  "with --dap-port: the IP address to listen on (default 127.0.0.1). Anyone who "
                  "can connect can run programs and read files with your permissions",
                  "", [&options](const std::string& value) -> Applied {
                    options.listen = value;
                    return {};
                  }});
}

void add_other_rows(DebugOptions& options, std::vector<OptionRow>& rows) {
  const auto row = [&](std::string_view name, char letter, DebugMode mode, std::string_view help) {
    rows.push_back({other_group, name, letter, "", false, help, "",
                    [&options, mode](const std::string&) -> Applied {
                      options.mode = mode;
                      return {};
                    }});
  };
  row("version", '\0', DebugMode::version, "print the version");
  row("help", 'h', DebugMode::help, "print this");
}

std::vector<OptionRow> debug_rows(DebugOptions& options) {
  std::vector<OptionRow> rows;
  add_command_rows(options, rows);
  add_program_rows(options, rows);
  add_client_rows(options, rows);
  add_other_rows(options, rows);
  return rows;
}

// The row that the argument, which is --NAME, --NAME=VALUE, -X or -XVALUE, belongs to; letters only if asked for.
const OptionRow* row_of(const std::vector<OptionRow>& rows, std::string_view argument,
                        bool with_letters) {
  if (argument.size() < 2 || argument[0] != '-') return nullptr;
  const bool is_long = argument[1] == '-';
  if (!is_long && !with_letters) return nullptr;
  const std::string_view name = argument.substr(2, argument.find('=') - 2);
  const auto row = std::ranges::find_if(rows, [&](const OptionRow& candidate) {
    return is_long ? candidate.name == name : candidate.letter == argument[1];
  });
  return row == rows.end() ? nullptr : &*row;
}

struct SplitArguments {
  std::vector<std::string> own;
  std::vector<std::string> of_run;
};

SplitArguments split(const std::vector<OptionRow>& rows,
                     const std::vector<std::string>& arguments) {
  SplitArguments result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const OptionRow* row = row_of(rows, argument, result.of_run.empty());
    auto& side = row == nullptr ? result.of_run : result.own;
    side.push_back(argument);
    if (row == nullptr || row->argument.empty()) continue;
    const bool has_value =
        argument[1] == '-' ? argument.find('=') != std::string::npos : argument.size() > 2;
    if (!has_value && i + 1 < arguments.size()) side.push_back(arguments[++i]);
  }
  return result;
}

Result<void> check_combination(const DebugOptions& options) {
  if (options.mode == DebugMode::help || options.mode == DebugMode::version) return {};
  if (options.mode == DebugMode::adapter) {
    if (!options.session.arguments.empty())
      return bad_input("the adapter takes no FILE: the editor's launch request names the program");
    if (options.batch || !options.commands.empty())
      return bad_input("--batch, --execute and --commands are for the terminal");
    return {};
  }
  if (options.session.arguments.empty())
    return bad_input("no FILE is given: write spirv-debug [options] FILE [options of spirv-run]");
  if (options.mode == DebugMode::full_screen && options.batch)
    return bad_input("--batch and --tui exclude each other");
  return {};
}

}  // namespace

Result<DebugOptions> parse_debug_options(const std::vector<std::string>& arguments) {
  DebugOptions options;
  const std::vector<OptionRow> rows = debug_rows(options);
  SplitArguments sides = split(rows, arguments);
  auto rest = parse_command_line(rows, sides.own);
  if (!rest) return tl::unexpected(rest.error());
  options.session.arguments = std::move(sides.of_run);
  if (auto done = check_combination(options); !done) return tl::unexpected(done.error());
  return options;
}

std::string debug_help() {
  DebugOptions options;
  return std::string(help_head) + option_help(debug_rows(options)) + std::string(help_tail);
}

}  // namespace spirv_oracle
