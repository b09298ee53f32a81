// What a reduction keeps: why a bundle is worth looking at.
#pragma once

#include <memory>
#include <string>

#include "golden/bundle.h"
#include "golden/vulkan/batch.h"

namespace spirv_oracle::golden {

class Interest {
 public:
  virtual ~Interest() = default;
  // Errors end the reduction.
  virtual Result<bool> holds(const Bundle& bundle) = 0;
  // Why it does not hold, for a message: "the device accepts the bundle".
  virtual std::string absence() const = 0;
};

// A device differs, crashes or fails: as it does with the first bundle that it is asked about. Where the device lacks a
// feature for that one: unsupported.
std::unique_ptr<Interest> device_interest(const DeviceChoice& choice);

// COMMAND FOLDER, run by the shell, exits with status 0 within so many seconds.
std::unique_ptr<Interest> command_interest(const std::string& command, double seconds);

// A wrong driver of mutation-score is found out by the bundle. Errors: bad_input for a name that is not in the catalogue.
Result<std::unique_ptr<Interest>> wrong_driver_interest(const std::string& name);

}  // namespace spirv_oracle::golden
