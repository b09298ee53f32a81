#include "driver/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "cli/device_limits.h"
#include "support/byte_count.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

template <class T>
void read(const char* name, T& result) {
  const std::string_view text = variable(name);
  if (text.empty()) return;
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) {
    result = value;
  } else {
    std::fprintf(stderr, "spirv-oracle: %s: '%s' is not a number; it has no effect\n", name,
                 text.data());
  }
}

// A quarter of the host's memory, since checks need several times the device's, and at least 256 MiB.
std::uint64_t default_device_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::max(pages * page_size / 4, std::uint64_t{1} << 28);
}

void read_size(const char* name, std::uint64_t& result) {
  const std::string_view text = variable(name);
  if (text.empty()) return;
  if (const auto size = parse_bytes(text)) {
    result = *size;
  } else {
    std::fprintf(stderr, "spirv-oracle: %s: %s; it has no effect\n", name,
                 size.error().message.c_str());
  }
}

void read_switch(const char* name, bool& result) {
  const std::string_view text = variable(name);
  if (text == "0" || text == "1") {
    result = text == "1";
  } else if (!text.empty()) {
    std::fprintf(stderr, "spirv-oracle: %s: '%s' is neither 0 nor 1; it has no effect\n", name,
                 text.data());
  }
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma != 0) parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

void read_subgroup_size(std::uint32_t& result) {
  std::uint32_t size = result;
  read("SPIRV_ORACLE_SUBGROUP_SIZE", size);
  if (size >= 1 && size <= 128 && (size & (size - 1)) == 0) {
    result = size;
  } else {
    std::fprintf(stderr,
                 "spirv-oracle: SPIRV_ORACLE_SUBGROUP_SIZE must be a power of two from 1 to 128; "
                 "it has no effect\n");
  }
}

// N or N-M.
void read_range(const char* name, std::uint64_t& first, std::uint64_t& last) {
  const std::string_view text = variable(name);
  if (text.empty()) return;
  const auto range = parse_number_range(text);
  if (range) {
    first = range->first;
    last = range->second;
  } else {
    std::fprintf(stderr, "spirv-oracle: %s: %s; it has no effect\n", name,
                 range.error().message.c_str());
  }
}

DriverOptions read_options() {
  DriverOptions options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  read_subgroup_size(options.subgroup_size);
  read("SPIRV_ORACLE_SEED", options.seed);
  read("SPIRV_ORACLE_JOBS", options.jobs);
  read("SPIRV_ORACLE_TIMEOUT", options.timeout_seconds);
  options.device_memory = default_device_memory();
  read_size("SPIRV_ORACLE_DEVICE_MEMORY", options.device_memory);
  read_switch("SPIRV_ORACLE_CHECK_RACES", options.checks_races);
  read_switch("SPIRV_ORACLE_CHECK_HOST_READS", options.checks_host_reads);
  read_switch("SPIRV_ORACLE_EXPLAIN", options.explains);
  read_switch("SPIRV_ORACLE_QUIET", options.is_quiet);
  read_switch("SPIRV_ORACLE_STOP_ON_UB", options.stops_on_undefined_behavior);
  if (const auto done =
          add_device_limits(variable("SPIRV_ORACLE_DEVICE_LIMITS"), options.device_limits);
      !done && !variable("SPIRV_ORACLE_DEVICE_LIMITS").empty()) {
    std::fprintf(stderr, "spirv-oracle: SPIRV_ORACLE_DEVICE_LIMITS: %s; it has no effect\n",
                 done.error().message.c_str());
  }
  options.ignored_kinds = split(variable("SPIRV_ORACLE_IGNORE"));
  options.masked_features = split(variable("SPIRV_ORACLE_MASK_FEATURES"));
  options.findings_file = variable("SPIRV_ORACLE_FINDINGS");
  options.shader_cache = variable("SPIRV_ORACLE_SHADER_CACHE");
  options.capture_folder = variable("SPIRV_ORACLE_CAPTURE");
  options.captured_pipeline = variable("SPIRV_ORACLE_CAPTURE_PIPELINE");
  read_range("SPIRV_ORACLE_CAPTURE_DISPATCH", options.first_captured, options.last_captured);
  read_switch("SPIRV_ORACLE_CAPTURE_FIRST_FINDING", options.captures_first_finding);
  return options;
}

}  // namespace

const DriverOptions& driver_options() {
  static const DriverOptions options = read_options();
  return options;
}

}  // namespace spirv_oracle
