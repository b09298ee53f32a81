// The options of spirv-run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "data/optimal_matrix.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle {

class DrawObserver;  // graphics/draw_observer.h

enum class RunMode : std::uint8_t {
  run,
  help,
  version,
  disassemble,
  dump_ir,
  list_resources,
  list,               // describe what scripts need
  check_portability,  // vary the choices of implementations
  check_arithmetic,   // vary arithmetic choices
  compare_driver,     // with a Vulkan driver
};

struct DumpOption {
  BufferName name;
  std::optional<ElementType> type;
  ValueLayoutPointer structure;         // layout of the contents; null: not a structure
  std::optional<OptimalMatrix> matrix;  // in an optimal layout; its elements have the type
  std::string type_text;                // the text after the name; "" if there is none
  bool is_all = false;                  // `all`: every buffer, unless a memory has that name
};

struct OutputOption {
  BufferName name;
  std::string file;                 // .png: a picture, otherwise raw bytes
  std::optional<ElementType> type;  // of the pixels of a picture; none: the type of the module
  std::uint32_t width = 0;          // pixels per row of a picture; 0: as in the image
};

// An image of a script or an attachment, which goes to a PNG file.
struct ImageFileOption {
  std::string name;
  std::string file;
};

struct RunOptions : DispatchOptions {
  RunMode mode = RunMode::run;
  std::vector<std::string> arguments;  // all arguments as given
  std::vector<std::string> files;      // several scripts, or modules to link; module has them, too
  std::string junit;                   // file to write; "": none
  std::vector<DumpOption> dumps;       // empty: every buffer that was written
  std::vector<OutputOption> outputs;
  std::vector<ImageFileOption> image_files;
  std::string failure_folder;  // for pictures of expectations of images that fail; "": none
  std::optional<std::array<std::uint32_t, 2>> framebuffer;  // pixels: width and height; none: 64x64
  bool output_mask = false;
  bool json = false;
  std::string sarif_file;   // "": none
  std::string report_file;  // a page for a browser; "": none
  bool strict = false;
  bool explain = true;  // find the origins of indeterminate values in a second run
  std::vector<std::string> ignored_kinds;
  RecordObserver* watch = nullptr;     // of each dispatch; null: none
  DrawObserver* draw_watch = nullptr;  // of each draw, likewise
  bool has_device = false;             // --device is given
  bool precision = false;              // enclose floats, whatever it costs
  bool witness =
      false;  // search for witnesses of implementation-dependent values, whatever it costs
  std::vector<std::uint32_t> portability_sizes{4, 8, 16, 32, 64, 128};
};

// Errors: bad_input for the first wrong option.
Result<RunOptions> parse_run_options(const std::vector<std::string>& arguments);

// Whether the user requested JSON, even if other options are wrong.
bool wants_json(const std::vector<std::string>& arguments);

// "640x480" as width and height in pixels. Errors: bad_input.
Result<std::array<std::uint32_t, 2>> parse_framebuffer(const std::string& text);

std::string run_help();

}  // namespace spirv_oracle
