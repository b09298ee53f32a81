// The report of `check` and `run` about the outputs of a device.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"

namespace spirv_oracle::golden {

struct ReportSettings {
  bool only_differences = false;  // omit accepted outputs
  bool explain =
      true;  // run the bundle again to find the writers of differing components, and matching wrong drivers
  bool lanes = false;  // add a table of the lanes around the first difference of each output
  bool json = false;   // write `json`, not `text`
};

struct OutputReport {
  bool accepted = true;
  std::string text;                                                // lines
  nlohmann::ordered_json json = nlohmann::ordered_json::object();  // "outputs" and "explained_by"
};

// Does not compare outputs that are missing. The others must have the size of the expected bytes.
OutputReport report_outputs(const Bundle& bundle, const Outputs& outputs,
                            const ReportSettings& settings);

}  // namespace spirv_oracle::golden
