// What `check` and `run` say of the outputs of a device.
#pragma once

#include <string>

#include "golden/bundle.h"
#include "golden/comparison.h"

namespace spirv_oracle::golden {

struct ReportSettings {
  bool only_differences = false;  // nothing about outputs that are accepted
  bool explain =
      true;  // run the bundle again to tell who stores what differs, and which wrong drivers do so
  bool lanes = false;  // with a table of the lanes around the first difference of each output
};

struct OutputReport {
  bool accepted = true;
  std::string text;  // lines
};

// Outputs that are missing are not compared; the others have the size of the expected bytes.
OutputReport report_outputs(const Bundle& bundle, const Outputs& outputs,
                            const ReportSettings& settings);

}  // namespace spirv_oracle::golden
