// The options of the drivers for Vulkan and OpenCL, which environment variables set: docs/vulkan_device.md lists them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/device_limits.h"

namespace spirv_oracle {

struct DriverOptions {
  std::uint32_t subgroup_size = 32;          // SPIRV_ORACLE_SUBGROUP_SIZE
  std::uint64_t seed = 0;                    // SPIRV_ORACLE_SEED
  std::uint32_t jobs = 1;                    // SPIRV_ORACLE_JOBS
  std::uint64_t device_memory = 0;           // SPIRV_ORACLE_DEVICE_MEMORY, in bytes, as 64M
  bool checks_races = true;                  // SPIRV_ORACLE_CHECK_RACES=0
  bool checks_host_reads = false;            // SPIRV_ORACLE_CHECK_HOST_READS=1
  bool explains = true;                      // SPIRV_ORACLE_EXPLAIN=0
  bool stops_on_undefined_behavior = false;  // SPIRV_ORACLE_STOP_ON_UB=1: then the device is lost
  DeviceLimits device_limits;                // SPIRV_ORACLE_DEVICE_LIMITS, as --device-limits
  std::vector<std::string> masked_features;  // SPIRV_ORACLE_MASK_FEATURES, separated by commas
  bool is_quiet = false;                     // SPIRV_ORACLE_QUIET=1: nothing on standard error
  double timeout_seconds = 0;                // SPIRV_ORACLE_TIMEOUT, of a dispatch
  std::vector<std::string> ignored_kinds;    // SPIRV_ORACLE_IGNORE, separated by commas
  std::string findings_file;                 // SPIRV_ORACLE_FINDINGS: gets a line of JSON for each
  std::string shader_cache;  // SPIRV_ORACLE_SHADER_CACHE: a folder for compiled OpenCL C; "": none
  // Which dispatches are captured, all of these together.
  std::string capture_folder;        // SPIRV_ORACLE_CAPTURE; "": none are
  std::string captured_pipeline;     // SPIRV_ORACLE_CAPTURE_PIPELINE, a name; "": any
  std::uint64_t first_captured = 1;  // SPIRV_ORACLE_CAPTURE_DISPATCH: N, or N-M
  std::uint64_t last_captured = ~std::uint64_t{0};
  bool captures_first_finding = false;  // SPIRV_ORACLE_CAPTURE_FIRST_FINDING=1: one with a fault
};

// Those of this process. Variables with values that cannot be read are reported on standard error, and have no effect.
const DriverOptions& driver_options();

}  // namespace spirv_oracle
