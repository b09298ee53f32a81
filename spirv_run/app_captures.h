// The dispatches that a program on the Vulkan device of spirv-oracle captured: their bundles and pages.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "interpreter/result.h"
#include "support/console.h"

namespace spirv_oracle {

// The variable of the environment that names the folder for captures.
inline constexpr const char* capture_variable = "SPIRV_ORACLE_CAPTURE";

// To be created before the program runs.
class AppCaptures {
 public:
  // If the environment names a folder, dispatches are captured there, and become bundles. `pages`: the folder for pages about
  // them, in which they are captured if the environment names none; "": no pages.
  explicit AppCaptures(const std::string& pages);

  // Makes what was asked for of the dispatches that were captured since, and says so. Errors: bad_input if the list of pages
  // cannot be written.
  Result<void> finish(const Console& console) const;

 private:
  void make_bundles(const std::vector<std::string>& files, const Console& console) const;
  Result<void> make_pages(const std::vector<std::string>& files, const Console& console) const;

  std::string folder_;  // of captures; "": nothing is captured
  std::string pages_;
  bool makes_bundles_ = false;
  std::set<std::string> earlier_;
};

}  // namespace spirv_oracle
