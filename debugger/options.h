// The options of spirv-debug.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debugger/session.h"
#include "interpreter/result.h"

namespace spirv_oracle {

enum class DebugMode : std::uint8_t { terminal, full_screen, adapter, help, version };

// Commands to execute before the user's, in the order of the command line.
struct CommandSource {
  bool is_file = false;
  std::string text;  // a command, or the path of a file with commands
};

struct DebugOptions {
  DebugMode mode = DebugMode::terminal;
  SessionOptions session;
  std::vector<CommandSource> commands;
  bool batch = false;
  std::optional<std::uint16_t> port;  // of the adapter; none: standard input and output
  std::string listen = "127.0.0.1";
};

// Long options of spirv-debug may come anywhere. Letters must come before FILE, because spirv-run has letters, too.
// Everything else goes to session.arguments. Errors: bad_input for the first mistake.
Result<DebugOptions> parse_debug_options(const std::vector<std::string>& arguments);

std::string debug_help();

}  // namespace spirv_oracle
