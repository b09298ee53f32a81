// Where the findings of a driver go: to standard error and to a file. Each driver also tells the program.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// The findings of the process.
class Findings {
 public:
  static Findings& get();
  // Creates the file for findings, if one is asked for: then there is a device.
  static void open_file();

  // Prints a finding, and appends it to the file. A finding is reported once: those with the same rule at the same place in
  // the same `scope`, or else with the same message, are not reported again. `file`: named where the finding has no source
  // line. Returns the text; none if the finding is ignored or known.
  std::optional<std::string> add(const Finding& finding, std::uint64_t scope,
                                 const std::string& file);

  // How many findings the thread has reported.
  struct Counts {
    std::uint64_t undefined_behavior = 0, undefined_outputs = 0;
    bool operator==(const Counts&) const = default;
  };
  static Counts of_thread();

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> known_;  // keys
};

// Those of a dispatch that matter to a program, with a note that names the dispatch. An undefined value that nothing uses is
// harmless.
std::vector<Finding> findings_to_report(const std::vector<Finding>& findings,
                                        const std::string& place);

// A finding about a rule of a client API.
Finding finding_about(const Clause& rule, const std::string& message);

}  // namespace spirv_oracle
