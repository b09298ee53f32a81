// Runs a batch of bundles in a child process. Its log records the progress, so that a driver that
// crashes or hangs affects only the current bundle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/vulkan/device_run.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

struct DeviceChoice {
  std::string icd;  // manifest of the driver; "": the drivers of the system
  std::uint32_t index = 0;
  double seconds = 30;  // for each bundle
};

struct BatchEntry {
  enum class State : std::uint8_t { not_begun, begun, done, skipped, failed };
  State state = State::not_begun;
  std::string text;    // why it was skipped or failed
  Outputs outputs;     // if it is done
  double seconds = 0;  // that the child worked on it
};

struct BatchResult {
  std::vector<BatchEntry> entries;  // by bundle, in their order
  std::string device;               // its name; "" if it could not be opened
  std::uint32_t subgroup_size = 0;  // of the device; 0 if it could not be opened
  std::string end;                  // how the child ended early, as a clause; "" if it did not
};

// Runs the bundles in a child process, which opens the device even without bundles. Errors:
// those of opening the device.
Result<BatchResult> run_batch(const std::vector<std::string>& bundles, const DeviceChoice& choice);

// The code of that child: the internal command `run-batch`.
Result<Status> run_batch_child(const std::vector<std::string>& arguments);

}  // namespace spirv_oracle::golden
