#include "cli/run_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/suppression.h"
#include "data/optimal_matrix.h"
#include "data/picture.h"
#include "data/structure_type.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view result_group = "Results";
constexpr std::string_view finding_group = "Diagnostics";
constexpr std::string_view look_group = "Instead of running";

constexpr std::string_view help_head =
    R"(usage: spirv-run [options] FILE...

Runs a compute shader or a kernel, prints the output that the SPIR-V specification requires, and reports where the
specification permits several outputs or any. FILE is a binary (.spv, or - for standard input), assembly (.spvasm), GLSL
(.comp, .glsl), HLSL (.hlsl), WGSL (.wgsl), Slang (.slang) or OpenCL C (.cl); or a test script, AmberScript (.amber) or VkScript (.vkscript,
.shader_test), that says what to run and what to expect. Several scripts, and folders of them, can be given. Several
modules of kernels are linked (by spirv-link).

  spirv-run scan.comp -g 4 --buffer '0.0=uint32:iota(256)' --buffer '0.1=undef(1024)' --dump 0.1
  spirv-run --jobs 8 --junit results.xml tests/
  spirv-run init DIR          writes a sample project: a shader with data and tests, a CI job, settings of an editor

Options that can make a run miss a fault of the module say so: [can hide bugs: ...].
)";

constexpr std::string_view help_tail = R"(
DATA:
  TYPE:v,v,...                values; also undef, and address(NAME+BYTES) in uint64 data
  TYPE:fill(N,v)              N elements of value v
  TYPE:iota(N[,start[,step]]) N elements that count up (default: from 0 by 1)
  TYPE:random(N,seed[,lo,hi]) N elements, the same on every machine: integers from lo to hi (default:
                              all), floats from lo up to hi (default: 0 to 1)
  TYPE:training_optimal(ROWSxCOLUMNS,v,...), inferencing_optimal
                              a matrix, row by row, in the layout that spirv-run has for cooperative vectors
  zero(BYTES), undef(BYTES)   zeros, or undefined bytes
  @FILE, @FILE.npy            the bytes of a file, the elements of a NumPy array
  masked@FILE                 the same, but undefined where FILE.undef says so, as --output-mask writes it
  @FILE.png                   the pixels of a picture, four bytes each: red, green, blue, alpha
  memory(NAME[+BYTES][,SIZE]) of --buffer and --arg: the bytes of that memory itself, which they can share
  DATA;DATA                   one after the other, for structs of mixed types
  TYPE is int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 bfloat16 float8e4m3
  float8e5m2 float8e8m0 mxint8, with suffix x2, x3 or x4 for a vector. The TYPE of --dump can also be a
  structure, {TYPE NAME[N]; ...}, laid out by std430, or by std140 or scalar if that word precedes the brace;
  @BYTES after a NAME sets its offset; or a matrix, TYPE:training_optimal(ROWSxCOLUMNS).

Exit status: 0 the run finished; 1 an expectation of a script failed, or a driver differs; 2 bad input; 3 undefined
behavior, a finding that --strict counts, or a difference that --check-portability or --check-arithmetic found; 4 not
supported; 5 a limit was reached. With several scripts, the status is the first of these that occurs: 2, 3, 1, 5, 4, 0.
)";

Result<DumpOption> parse_dump(const std::string& text) {
  DumpOption dump;
  const std::size_t colon = text.find(':');
  auto name = parse_buffer_name(text.substr(0, colon));
  if (!name) return tl::unexpected(name.error());
  dump.name = std::move(*name);
  if (colon == std::string::npos) {
    dump.is_all = dump.name.memory == "all";
    return dump;
  }
  dump.type_text = trimmed(std::string_view(text).substr(colon + 1));
  if (is_structure_text(dump.type_text)) {
    auto structure = parse_structure(dump.type_text);
    if (!structure) return tl::unexpected(structure.error());
    dump.structure = std::move(*structure);
    return dump;
  }
  if (const auto matrix = parse_optimal_matrix(dump.type_text)) {
    if (!*matrix) return tl::unexpected(matrix->error());
    dump.matrix = **matrix;
    dump.type = ElementType{dump.matrix->scalar};
    return dump;
  }
  const auto type = parse_element_type(dump.type_text);
  if (!type) return tl::unexpected(type.error());
  dump.type = *type;
  return dump;
}

// FILE.png:WIDTH: takes the width from the name of the file.
Result<void> take_width(OutputOption& output) {
  const std::size_t colon = output.file.rfind(".png:");
  if (colon == std::string::npos) return {};
  const std::string_view digits = std::string_view(output.file).substr(colon + 5);
  const auto width = parse_unsigned(digits, "the width of a picture");
  if (!width) return tl::unexpected(width.error());
  if (*width < 1 || *width > max_image_extent)
    return bad_input(fmt::format("the width of a picture must be from 1 to {}", max_image_extent));
  output.width = static_cast<std::uint32_t>(*width);
  output.file.resize(colon + 4);
  return {};
}

Result<OutputOption> parse_output(const std::string& text) {
  auto parts = split_assignment(text, "SET.BINDING=FILE");
  if (!parts) return tl::unexpected(parts.error());
  const std::size_t colon = parts->first.find(':');
  auto name = parse_buffer_name(parts->first.substr(0, colon));
  if (!name) return tl::unexpected(name.error());
  OutputOption output{std::move(*name), std::move(parts->second), {}, 0};
  if (auto done = take_width(output); !done) return tl::unexpected(done.error());
  if (colon == std::string::npos) return output;
  const auto type = parse_element_type(std::string_view(parts->first).substr(colon + 1));
  if (!type) return tl::unexpected(type.error());
  if (!is_picture_file(output.file))
    return bad_input("a TYPE is for pictures (FILE.png): other files get the bytes as they are");
  output.type = *type;
  return output;
}

Result<void> set_mode(RunOptions& options, RunMode mode) {
  if (options.mode != RunMode::run && options.mode != mode && options.mode != RunMode::help) {
    return bad_input("only one of the options under 'Instead of running' can be given");
  }
  if (options.mode != RunMode::help) options.mode = mode;
  return {};
}

void add_result_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back(
      {result_group, "dump", '\0', "SET.BINDING[:TYPE]", true,
       "print this buffer, or the memory with this name, after the run; all prints "
       "everything. A buffer can be printed as several TYPEs; a TYPE may be a "
       "structure, \"{float32x3 position; uint32 kind}\" (default: every buffer that was "
       "written, with the types that the module declares; large ones as a summary)",
       "", [&options](const std::string& value) -> Result<void> {
         auto dump = parse_dump(value);
         if (!dump) return tl::unexpected(dump.error());
         for (const DumpOption& other : options.dumps) {
           if (same_buffer(other.name, dump->name) && other.type_text == dump->type_text)
             return bad_input(fmt::format("{} is given twice", value));
         }
         options.dumps.push_back(std::move(*dump));
         return {};
       }});
  rows.push_back({result_group, "output", '\0', "SET.BINDING=FILE", true,
                  "write the bytes of this buffer, or of the memory with this name, to a file; "
                  "undefined bytes have arbitrary values. FILE.png gets an image as a picture, "
                  "SET.BINDING[:TYPE]=FILE.png:WIDTH a buffer",
                  "", [&options](const std::string& value) -> Result<void> {
                    auto output = parse_output(value);
                    if (!output) return tl::unexpected(output.error());
                    options.outputs.push_back(std::move(*output));
                    return {};
                  }});
  rows.push_back({result_group, "output-mask", '\0', "", false,
                  "next to each --output FILE, write FILE.undef with one bit per byte, lowest bit "
                  "first: 1 if the byte is undefined or implementation-dependent",
                  "", [&options](const std::string&) -> Result<void> {
                    options.output_mask = true;
                    return {};
                  }});
}

void add_picture_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back(
      {result_group, "dump-image", '\0', "NAME=FILE.png", true,
       "write an image of a script, or the color attachment color0 of a fragment shader, as a "
       "picture",
       "", [&options](const std::string& value) -> Result<void> {
         auto parts = split_assignment(value, "NAME=FILE.png");
         if (!parts) return tl::unexpected(parts.error());
         if (!is_picture_file(parts->second))
           return bad_input(fmt::format("'{}' is not the name of a .png file", parts->second));
         options.image_files.push_back({std::move(parts->first), std::move(parts->second)});
         return {};
       }});
  rows.push_back({result_group, "dump-failures", '\0', "FOLDER", false,
                  "for each expectation of a script about an image that fails, write the actual "
                  "and the expected "
                  "pixels and their difference, side by side, to FOLDER/SCRIPT.LINE.png",
                  "", [&options](const std::string& value) -> Result<void> {
                    options.failure_folder = value;
                    return {};
                  }});
  rows.push_back({result_group, "framebuffer", '\0', "WIDTHxHEIGHT", false,
                  "pixels that a fragment shader draws (default 64x64)", "",
                  [&options](const std::string& value) -> Result<void> {
                    return store(parse_framebuffer(value), options.framebuffer);
                  }});
}

void add_report_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back({result_group, "format", '\0', "FORMAT", false,
                  "text (the default), or json: a single document on standard output", "",
                  [&options](const std::string& value) -> Result<void> {
                    if (value != "text" && value != "json")
                      return bad_input(fmt::format("unknown format '{}': use text or json", value));
                    options.json = value == "json";
                    return {};
                  }});
  rows.push_back(
      {result_group, "report", '\0', "FILE.html", false,
       "write a page to open in a browser: which lanes executed which line, memory accesses by "
       "lane, buffers, diagnostics and data races. It is one file that needs no network",
       "", [&options](const std::string& value) -> Result<void> {
         options.report_file = value;
         return {};
       }});
  rows.push_back({result_group, "junit", '\0', "FILE", false,
                  "write the results of scripts to a JUnit XML file", "",
                  [&options](const std::string& value) -> Result<void> {
                    options.junit = value;
                    return {};
                  }});
}

void add_finding_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back(
      {finding_group, "strict", '\0', "", false,
       "exit with status 3 also for undefined outputs, implementation-dependent results "
       "and possible undefined behavior; also report unused undefined values and accesses "
       "ordered only by widespread practice, and list floats that may differ because of "
       "their precision",
       "", [&options](const std::string&) -> Result<void> {
         options.strict = true;
         return {};
       }});
  rows.push_back(
      {finding_group, "precision", '\0', "", false,
       "list floats that may differ because of their precision, however long that takes. "
       "Without it, --strict and --format json list them only if that takes no longer than "
       "the run, or 0.2 seconds",
       "", [&options](const std::string&) -> Result<void> {
         options.precision = true;
         return {};
       }});
  rows.push_back(
      {finding_group, "witness", '\0', "", false,
       "search longer for other permitted executions that store other values in "
       "implementation-dependent elements. Without it, the search takes about as long as the run",
       "", [&options](const std::string&) -> Result<void> {
         options.witness = true;
         return {};
       }});
  rows.push_back({finding_group, "ignore", '\0', "KIND", true,
                  "suppress diagnostics of this kind, as if they had not been found",
                  "that is its purpose", [&options](const std::string& value) -> Result<void> {
                    options.ignored_kinds.emplace_back(kind_named(value));
                    return {};
                  }});
  rows.push_back({finding_group, "no-explain", '\0', "", false,
                  "do not run a second time to find where undefined and implementation-dependent "
                  "values come from; floats then have no intervals, and undefined values are not "
                  "tracked to their uses",
                  "", [&options](const std::string&) -> Result<void> {
                    options.explain = false;
                    return {};
                  }});
  rows.push_back(
      {finding_group, "sarif", '\0', "FILE", false,
       "write the diagnostics of the run to a file, as SARIF 2.1.0, for editors and code "
       "hosts",
       "", [&options](const std::string& value) -> Result<void> {
         options.sarif_file = value;
         return {};
       }});
}

Result<void> parse_sizes(const std::string& text, std::vector<std::uint32_t>& sizes) {
  sizes.clear();
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    const auto size = parse_subgroup_size(std::string(part));
    if (!size) return tl::unexpected(size.error());
    sizes.push_back(*size);
  }
  return {};
}

OptionRow row_of_mode(RunOptions& options, std::string_view name, char letter, RunMode mode,
                      std::string_view help) {
  return {look_group, name,
          letter,     "",
          false,      help,
          "",         [&options, mode](const std::string&) { return set_mode(options, mode); }};
}

void add_look_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  const auto row = [&](std::string_view name, RunMode mode, std::string_view help) {
    rows.push_back(row_of_mode(options, name, '\0', mode, help));
  };
  row("list", RunMode::list,
      "print what scripts require, and which requirements are not supported");
  row("list-resources", RunMode::list_resources,
      "print the entry points, bindings, push constants and specialization constants of the "
      "module");
  row("check-portability", RunMode::check_portability,
      "run under every reconvergence policy, several subgroup sizes, mappings and orders of "
      "execution, rasterizations and precisions of sampling, and report what differs and where the "
      "difference starts; status 3 if anything "
      "differs");
  row("check-arithmetic", RunMode::check_arithmetic,
      "run with each choice of --arithmetic and report what differs; status 3 if anything differs");
  rows.push_back({look_group, "portability-sizes", '\0', "N[,N...]", false,
                  "the subgroup sizes to try (default 4,8,16,32,64,128)",
                  "another size may give another result", [&options](const std::string& value) {
                    return parse_sizes(value, options.portability_sizes);
                  }});
  rows.push_back(
      {look_group, "rasterization", '\0', "NAME", false,
       "draw as another implementation may: coarse-vertices (1/16 pixel), shift-left-up and so on "
       "(interpolation at a place 1/32 pixel away), smaller-inputs, larger-inputs, "
       "clip-at-guard-band, large-points, parallelogram-lines, bresenham-lines, "
       "smaller-attributes, larger-attributes, single-quads (in subgroups), reverse-order (of "
       "fragments)",
       "", [&options](const std::string& value) -> Result<void> {
         const auto found = find_raster_variation(value);
         if (!found) return tl::unexpected(found.error());
         options.launch.rasterization = *found;
         return {};
       }});
}

void add_program_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  rows.push_back(
      {look_group, "compare-driver", '\0', "ICD", false,
       "also run on a Vulkan device, and report results that the specifications do not allow; "
       "status 1 if there are any. ICD is the manifest of a driver (default: those of the system)",
       "", [&options](const std::string&) { return set_mode(options, RunMode::compare_driver); },
       true});
  rows.push_back(
      {look_group, "app", '\0', "", false,
       "as the first argument: spirv-run --app [options] -- PROGRAM [ARGUMENT...] runs a program "
       "on "
       "the Vulkan and OpenCL devices of spirv-oracle, and reports what is found; status 3 if "
       "anything is. docs/vulkan_device.md and docs/opencl_device.md list the options",
       "", [](const std::string&) -> Result<void> {
         return bad_input(
             "--app must be the first argument: spirv-run --app [options] -- PROGRAM "
             "[ARGUMENT...]");
       }});
  rows.push_back(
      {look_group, "batch", '\0', "FILE", false,
       "as the first argument: spirv-run --batch FILE [--jobs N] runs the requests in FILE, one as "
       "JSON in each line (- for standard input), each isolated from the others, and prints an "
       "answer in a line for each. docs/user_guide.md describes them",
       "", [](const std::string&) -> Result<void> {
         return bad_input("--batch must be the first argument: spirv-run --batch FILE [--jobs N]");
       }});
  rows.push_back({look_group, "device", '\0', "N", false,
                  "with --compare-driver: the number of the device (default 0)", "",
                  [&options](const std::string& value) -> Result<void> {
                    const auto number = parse_unsigned(value, "the number of a device");
                    if (!number) return tl::unexpected(number.error());
                    options.has_device = true;
                    return {};
                  }});
}

void add_mode_rows(RunOptions& options, std::vector<OptionRow>& rows) {
  const auto row = [&](std::string_view name, char letter, RunMode mode, std::string_view help) {
    rows.push_back(row_of_mode(options, name, letter, mode, help));
  };
  row("disassemble", '\0', RunMode::disassemble, "print the module as assembly");
  row("dump-ir", '\0', RunMode::dump_ir, "print the executable form of the entry point");
  row("version", '\0', RunMode::version, "print the version");
  row("help", 'h', RunMode::help, "print this help");
}

std::vector<OptionRow> run_rows(RunOptions& options) {
  std::vector<OptionRow> rows = dispatch_option_rows(options);
  add_result_rows(options, rows);
  add_picture_rows(options, rows);
  add_report_rows(options, rows);
  add_finding_rows(options, rows);
  add_look_rows(options, rows);
  add_program_rows(options, rows);
  add_mode_rows(options, rows);
  return rows;
}

// The option that chose the mode; "" for running.
std::string_view mode_option(RunMode mode) {
  switch (mode) {
    case RunMode::disassemble:
      return "disassemble";
    case RunMode::dump_ir:
      return "dump-ir";
    case RunMode::list_resources:
      return "list-resources";
    case RunMode::list:
      return "list";
    case RunMode::check_portability:
      return "check-portability";
    case RunMode::check_arithmetic:
      return "check-arithmetic";
    case RunMode::compare_driver:
      return "compare-driver";
    default:
      return "";
  }
}

// Options about the output of a run have no effect in other modes.
Result<void> check_mode(const RunOptions& options) {
  if (options.has_device && options.mode != RunMode::compare_driver)
    return bad_input("--device requires --compare-driver");
  const std::string_view mode = mode_option(options.mode);
  if (mode.empty()) return {};
  const bool compares = options.mode == RunMode::compare_driver;
  const std::string_view option = !options.outputs.empty()                     ? "output"
                                  : !options.dumps.empty()                     ? "dump"
                                  : !options.sarif_file.empty()                ? "sarif"
                                  : !options.report_file.empty()               ? "report"
                                  : !options.launch.trace_file.empty()         ? "trace"
                                  : !options.junit.empty()                     ? "junit"
                                  : !options.image_files.empty()               ? "dump-image"
                                  : !options.failure_folder.empty()            ? "dump-failures"
                                  : compares && options.json                   ? "format"
                                  : compares && options.strict                 ? "strict"
                                  : options.precision                          ? "precision"
                                  : options.witness                            ? "witness"
                                  : compares && !options.explain               ? "no-explain"
                                  : compares && !options.ignored_kinds.empty() ? "ignore"
                                                                               : "";
  if (option.empty()) return {};
  return bad_input(fmt::format("--{} cannot be combined with --{}", option, mode));
}

}  // namespace

Result<std::array<std::uint32_t, 2>> parse_framebuffer(const std::string& text) {
  constexpr std::uint64_t most = 16384;
  const std::size_t x = std::min(text.find('x'), text.size());
  const auto width = parse_unsigned(std::string_view(text).substr(0, x), "the width");
  const auto height =
      parse_unsigned(std::string_view(text).substr(std::min(x + 1, text.size())), "the height");
  if (!width || !height || *width == 0 || *height == 0 || *width > most || *height > most)
    return bad_input(
        fmt::format("'{}' is not WIDTHxHEIGHT, with numbers from 1 to {}", text, most));
  return std::array{static_cast<std::uint32_t>(*width), static_cast<std::uint32_t>(*height)};
}

Result<RunOptions> parse_run_options(const std::vector<std::string>& arguments) {
  RunOptions options;
  options.arguments = arguments;
  const auto files = parse_command_line(run_rows(options), arguments);
  if (!files) return tl::unexpected(files.error());
  if (options.mode == RunMode::help || options.mode == RunMode::version) return options;
  if (files->empty()) return bad_input("no FILE is given; see --help");
  options.files = *files;
  options.module.file = files->front();
  options.module.linked_files.assign(files->begin() + 1, files->end());
  if (std::find(files->begin(), files->end(), "") != files->end())
    return bad_input("the name of the FILE is empty");
  if (auto checked = check_mode(options); !checked) return tl::unexpected(checked.error());
  return options;
}

bool wants_json(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--format=json") return true;
    if (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json")
      return true;
  }
  return false;
}

std::string run_help() {
  RunOptions options;
  return std::string(help_head) + option_help(run_rows(options)) + std::string(help_tail);
}

}  // namespace spirv_oracle
