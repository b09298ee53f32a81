#include "golden/option_rows.h"

#include <fmt/format.h>

#include "data/scalar.h"

namespace spirv_oracle::golden {

OptionRow option(std::string_view name, std::string_view argument, std::string_view help,
                 std::function<Result<void>(const std::string& value)> apply) {
  return {"Options", name, '\0', argument, false, help, "", std::move(apply)};
}

OptionRow flag_option(std::string_view name, std::string_view help, bool& target) {
  return option(name, "", help, [&target](const std::string&) -> Result<void> {
    target = true;
    return {};
  });
}

OptionRow text_option(std::string_view name, std::string_view argument, std::string_view help,
                      std::string& target) {
  return option(name, argument, help, [&target](const std::string& value) -> Result<void> {
    target = value;
    return {};
  });
}

OptionRow number_option(std::string_view name, std::string_view help, std::string_view what,
                        std::uint64_t least, std::uint64_t most,
                        std::function<void(std::uint64_t)> set) {
  return option(
      name, "N", help,
      [what, least, most, set = std::move(set)](const std::string& value) -> Result<void> {
        const auto number = parse_unsigned(value, what);
        if (!number) return tl::unexpected(number.error());
        if (*number < least || *number > most)
          return bad_input(fmt::format("{} must be {} to {}, not {}", what, least, most, *number));
        set(*number);
        return {};
      });
}

OptionRow out_option(std::string& folder) {
  OptionRow row = text_option("out", "DIR", "folder for the bundles", folder);
  row.letter = 'o';
  return row;
}

OptionRow jobs_option(std::uint32_t& jobs) {
  constexpr std::uint64_t most = 1024;
  return number_option("jobs", "number of threads (default: 1)", "the number of threads", 1, most,
                       [&jobs](std::uint64_t count) { jobs = static_cast<std::uint32_t>(count); });
}

OptionRow resume_option(bool& resume) {
  return flag_option("resume", "keep existing bundles that were made from the same request",
                     resume);
}

OptionRow shard_option(Shard& shard) {
  return option("shard", "I/N", "do only part I of N of the work; I counts from 1",
                [&shard](const std::string& value) -> Result<void> {
                  const auto parsed = parse_shard(value);
                  if (!parsed) return tl::unexpected(parsed.error());
                  shard = *parsed;
                  return {};
                });
}

OptionRow seconds_option(std::string_view help, double& seconds) {
  return option("timeout", "SECONDS", help, [&seconds](const std::string& value) -> Result<void> {
    constexpr double most = 1e6;
    const auto bits = parse_scalar(ScalarKind::float64, value);
    const double parsed = bits ? float_value(ScalarKind::float64, *bits) : 0;
    if (!(parsed > 0) || parsed > most)
      return bad_input(fmt::format("'{}' is not a number of seconds", value));
    seconds = parsed;
    return {};
  });
}

OptionRow accept_option(bool& only_agreed) {
  return option("accept", "agreed",
                "do not accept anything for components that are not certain, but had one value in "
                "all executions that were tried",
                [&only_agreed](const std::string& value) -> Result<void> {
                  if (value != "agreed")
                    return bad_input(fmt::format("unknown acceptance '{}': use agreed", value));
                  only_agreed = true;
                  return {};
                });
}

OptionRow format_option(bool& json) {
  return option("format", "FORMAT",
                "text (the default), or json: a single document on standard output",
                [&json](const std::string& value) -> Result<void> {
                  if (value != "text" && value != "json")
                    return bad_input(fmt::format("unknown format '{}': use text or json", value));
                  json = value == "json";
                  return {};
                });
}

std::string command_help(std::string_view head, const std::vector<OptionRow>& rows) {
  return std::string(head) + option_help(rows);
}

}  // namespace spirv_oracle::golden
