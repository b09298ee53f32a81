// The property of a bundle that a reduction preserves.
#pragma once

#include <memory>
#include <string>

#include "golden/bundle/bundle.h"
#include "golden/vulkan/batch.h"

namespace spirv_oracle::golden {

class Interest {
 public:
  virtual ~Interest() = default;
  // Whether the bundle has the property. An error ends the reduction.
  virtual Result<bool> holds(const Bundle& bundle) = 0;
  // Why the property does not hold, for a message: "the device accepts the bundle".
  virtual std::string absence() const = 0;
};

// A device differs, crashes or fails, in the same way as for the first bundle. Errors: unsupported
// if the device lacks a feature for the first bundle.
std::unique_ptr<Interest> device_interest(const DeviceChoice& choice);

// The shell runs COMMAND FOLDER, which exits with status 0 within `seconds` seconds.
std::unique_ptr<Interest> command_interest(const std::string& command, double seconds);

// The bundle detects a wrong driver of mutation-score. Errors: bad_input for a name that is not in
// the catalog.
Result<std::unique_ptr<Interest>> wrong_driver_interest(const std::string& name);

}  // namespace spirv_oracle::golden
