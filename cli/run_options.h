// The options of spirv-run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle {

enum class RunMode : std::uint8_t {
  run,
  help,
  version,
  disassemble,
  dump_ir,
  list_resources,
  list,               // what scripts need
  check_portability,  // under all that is left to the implementation
  check_arithmetic,   // the same of arithmetic
  compare_driver,     // with a Vulkan driver
};

struct DumpOption {
  BufferName name;
  std::optional<ElementType> type;
  ValueLayoutPointer structure;  // of the contents; null: not read as structures
  std::string type_text;         // what stands behind the name, "" for nothing
  bool is_all = false;           // `all`: every buffer, unless a memory has that name
};

struct OutputOption {
  BufferName name;
  std::string file;                 // .png: a picture, else raw bytes
  std::optional<ElementType> type;  // of the pixels of a picture; none: the module's own
  std::uint32_t width = 0;          // pixels in a row of a picture; 0: that of the image
};

struct RunOptions : DispatchOptions {
  RunMode mode = RunMode::run;
  std::vector<std::string> arguments;  // all, as given
  std::vector<std::string> files;  // several only where they are scripts; module.file is the first
  std::string junit;               // file to write; "": none
  std::vector<DumpOption> dumps;   // empty: every buffer that was written
  std::vector<OutputOption> outputs;
  bool output_mask = false;
  bool json = false;
  std::string sarif_file;  // "": none
  bool strict = false;
  bool explain = true;  // where indeterminate values come from, by a second run
  std::vector<std::string> ignored_kinds;
  RecordWatch* watch = nullptr;  // of each dispatch; null: none
  bool has_device = false;       // the number of a Vulkan device is given
  std::vector<std::uint32_t> portability_sizes{4, 8, 16, 32, 64, 128};
};

// Errors: bad_input for the first mistake, unsupported for an option that is for later.
Result<RunOptions> parse_run_options(const std::vector<std::string>& arguments);

// Whether the user asked for JSON, also where other options are wrong.
bool wants_json(const std::vector<std::string>& arguments);

std::string run_help();

}  // namespace spirv_oracle
