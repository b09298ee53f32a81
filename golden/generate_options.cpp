#include "golden/generate_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/run_options.h"
#include "golden/not_assumed.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::string_view bundle_group = "Bundles";

constexpr std::string_view help_head =
    R"(usage: spirv-golden generate FILE... --out DIR [options]

Writes a bundle for each FILE and subgroup size: the module, its inputs, the expected outputs, and the values that
are accepted for each component of an output. FILE is a module or a source file as for spirv-run, an AmberScript or
VkScript (one bundle for each RUN), or a folder of scripts. A fragment shader draws a rectangle.

  spirv-golden generate scan.comp --sizes 8,32 --buffer '0.0=uint32:iota(256)' --out goldens

If the behavior of a FILE is undefined, prints the findings and writes no bundle.
)";

constexpr std::string_view help_tail = R"(
Exit status: 0 all bundles were written; 2 bad input; 3 behavior was undefined; 4 not supported; 5 a limit
was reached. Of several FILEs, the first of these counts: 2, 3, 5, 4, 0.
)";

// Arguments that do not change the contents of a bundle, or that its manifest has elsewhere.
struct Unrecorded {
  std::string_view name;
  bool has_value = true;
};
constexpr std::array<Unrecorded, 10> unrecorded{{{"--out"},
                                                 {"--jobs"},
                                                 {"--shard"},
                                                 {"--resume", false},
                                                 {"--replace", false},
                                                 {"--sizes"},
                                                 {"--subgroup-size"},
                                                 {"--timeout"},
                                                 {"--shader-cache"},
                                                 {"--max-memory"}}};

Result<void> parse_sizes(const std::string& text, std::vector<std::uint32_t>& sizes) {
  sizes.clear();
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    const auto size = parse_subgroup_size(part);
    if (!size) return tl::unexpected(size.error());
    if (std::ranges::count(sizes, *size) == 0) sizes.push_back(*size);
  }
  return {};
}

OptionRow flag(std::string_view name, std::string_view help, std::string_view hides, bool& target,
               bool value) {
  return {bundle_group,
          name,
          '\0',
          "",
          false,
          help,
          hides,
          [&target, value](const std::string&) -> Result<void> {
            target = value;
            return {};
          }};
}

std::vector<OptionRow> generate_rows(GenerateOptions& options) {
  std::vector<OptionRow> rows;
  rows.push_back({bundle_group, "out", 'o', "DIR", false, "folder for the bundles", "",
                  [&options](const std::string& value) -> Result<void> {
                    options.out = value;
                    return {};
                  }});
  rows.push_back(
      {bundle_group, "sizes", '\0', "N[,N...]", false,
       "subgroup sizes: a bundle for each (default: that of --subgroup-size)", "",
       [&options](const std::string& value) { return parse_sizes(value, options.sizes); }});
  rows.push_back(flag(
      "allow-ub",
      "write bundles despite undefined behavior; components that it may affect are not compared",
      "that is its purpose", options.allow_undefined_behavior, true));
  rows.push_back(flag(
      "no-mapping-check",
      "do not search for components that change with other mappings of invocations to subgroups",
      "", options.check_mappings, false));
  rows.push_back(flag("no-variation-check",
                      "do not check the acceptance against runs with other policies, orders of "
                      "execution and choices of arithmetic",
                      "gaps in the acceptance are not found", options.check_others, false));
  rows.push_back({bundle_group, "framebuffer", '\0', "WIDTHxHEIGHT", false,
                  "size of the rectangle that a fragment shader draws (default: 64x64)", "",
                  [&options](const std::string& value) -> Result<void> {
                    const auto size = parse_framebuffer(value);
                    if (!size) return tl::unexpected(size.error());
                    options.framebuffer = *size;
                    return {};
                  }});
  rows.push_back({bundle_group, "no-assume", '\0', "NAME[,NAME...]", false,
                  "also accept results of implementations to which these assumptions do not apply: "
                  "subgroup-size, subgroup-mapping, float-controls",
                  "", [&options](const std::string& value) -> Result<void> {
                    const auto parsed = parse_not_assumed(value);
                    if (!parsed) return tl::unexpected(parsed.error());
                    options.not_assumed = *parsed;
                    return {};
                  }});
  rows.push_back(flag("replace",
                      "replace existing bundles of the same name that were made with other options",
                      "", options.replace, true));
  rows.push_back(flag("resume", "keep existing bundles that were made from the same request", "",
                      options.resume, true));
  rows.push_back({bundle_group, "shard", '\0', "I/N", false,
                  "do only part I of N of the work; I counts from 1", "",
                  [&options](const std::string& value) -> Result<void> {
                    const auto shard = parse_shard(value);
                    if (!shard) return tl::unexpected(shard.error());
                    options.shard = *shard;
                    return {};
                  }});
  rows.push_back({bundle_group, "help", 'h', "", false, "print this help", "",
                  [&options](const std::string&) -> Result<void> {
                    options.help = true;
                    return {};
                  }});
  for (OptionRow& row : dispatch_option_rows(options)) {
    if (row.name != "trace") rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> recorded_arguments(const GenerateOptions& options,
                                            const std::vector<std::string>& arguments) {
  std::vector<std::string> recorded;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const auto dropped =
        std::ranges::find(unrecorded, argument.substr(0, argument.find('=')), &Unrecorded::name);
    if (argument == "-o") {
      ++i;
    } else if (dropped != unrecorded.end()) {
      if (dropped->has_value && argument == dropped->name) ++i;
    } else if (std::ranges::count(options.files, argument) == 0) {
      recorded.push_back(arguments[i]);
    }
  }
  return recorded;
}

std::vector<std::string> values_of(std::string_view option,
                                   const std::vector<std::string>& arguments) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) values.push_back(arguments[i + 1]);
    if (arguments[i].starts_with(std::string(option) + "="))
      values.push_back(arguments[i].substr(option.size() + 1));
  }
  return values;
}

}  // namespace

Result<GenerateOptions> parse_generate_options(const std::vector<std::string>& arguments) {
  GenerateOptions options;
  auto files = parse_command_line(generate_rows(options), arguments);
  if (!files) return tl::unexpected(files.error());
  options.files = std::move(*files);
  if (options.help) return options;
  if (options.files.empty())
    return bad_input("generate: no FILE is given: spirv-golden generate --help shows how");
  if (options.out.empty()) return bad_input("generate: --out DIR is missing");
  if (options.sizes.empty()) options.sizes = {options.launch.subgroup_size};
  options.jobs = std::max(options.launch.jobs, 1u);
  options.launch.jobs = 1;
  options.recorded = recorded_arguments(options, arguments);
  options.device_limits = values_of("--device-limits", arguments);
  return options;
}

std::string generate_help() {
  GenerateOptions options;
  return std::string(help_head) + option_help(generate_rows(options)) + std::string(help_tail);
}

}  // namespace spirv_oracle::golden
