// Bundles that one child process runs. Its log says how far it came, so that a driver that crashes or hangs takes only
// the bundle at hand with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/vulkan/device_run.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

struct DeviceChoice {
  std::string icd;  // manifest of the driver; "": those of the system
  std::uint32_t index = 0;
  double seconds = 30;  // for each bundle
};

struct BatchEntry {
  enum class State : std::uint8_t { not_begun, begun, done, skipped, failed };
  State state = State::not_begun;
  std::string text;  // why it was skipped or failed
  Outputs outputs;   // done
};

struct BatchResult {
  std::vector<BatchEntry> entries;  // of the bundles, in their order
  std::string device;               // its name; "" if it was not opened
  std::uint32_t subgroup_size = 0;  // its own one, likewise
  std::string end;                  // why the child ended early: "signal 11"; "" if it did not
};

// Runs the bundles in a child process; without any, the device is opened all the same. Errors: those of opening the device.
Result<BatchResult> run_batch(const std::vector<std::string>& bundles, const DeviceChoice& choice);

// What that child does: the command `run-batch`, which is not for people.
Result<Status> run_batch_child(const std::vector<std::string>& arguments);

}  // namespace spirv_oracle::golden
