// The outcome of one script.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "amber/expect.h"
#include "cli/report/reported_finding.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// An EXPECT that failed.
struct Failure {
  ScriptPosition place;
  std::string command;                  // the line, or its beginning
  std::string message;                  // a sentence
  std::vector<Difference> differences;  // the first ones
  std::uint64_t differing = 0;          // number of all differences
};

struct Outcome {
  std::string file;
  Status status = Status::ok;
  std::string error;                  // why the script did not run, or did not finish
  std::vector<std::string> warnings;  // of compilers, and of the script
  std::vector<Failure> failures;
  std::vector<ReportedFinding> findings;
  std::string printed;  // by shaders
  double seconds = 0;
  // With --check-portability: what differs in runs as other implementations may do them; for people, and for programs.
  std::string portability_text;
  nlohmann::ordered_json portability;
  // With --report: the first RUNs, in the format of page_run_as_json(), and the number of further ones.
  std::vector<nlohmann::ordered_json> page_runs;
  std::uint64_t page_runs_left_out = 0;
  // Likewise the first draws, in the format of page_draw_as_json(); the others count as RUNs that are left out.
  std::vector<nlohmann::ordered_json> page_draws;
};

// "pass", "fail", "not supported" ...
std::string_view status_text(Status status);

// Orders statuses. The status of several scripts is the one with the largest badness.
int badness(Status status);

}  // namespace spirv_oracle::amber
