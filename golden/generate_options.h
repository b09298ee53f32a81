// The options of spirv-golden generate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/draw_rectangle.h"
#include "cli/options.h"
#include "golden/bundle/bundle.h"
#include "golden/shard.h"

namespace spirv_oracle::golden {

struct GenerateOptions : DispatchOptions {
  std::vector<std::string> files;
  std::string out;
  std::vector<std::uint32_t> sizes;  // of subgroups
  bool allow_undefined_behavior = false;
  bool check_mappings = true;
  bool check_others = true;
  NotAssumed not_assumed;
  std::array<std::uint32_t, 2> framebuffer = default_framebuffer;  // of fragment shaders
  bool resume = false;
  bool replace = false;  // bundles that were made with other options
  Shard shard;
  std::uint32_t jobs = 1;                  // inputs at a time
  std::vector<std::string> recorded;       // the arguments that change a bundle
  std::vector<std::string> device_limits;  // as given
  bool help = false;
};

Result<GenerateOptions> parse_generate_options(const std::vector<std::string>& arguments);
std::string generate_help();

}  // namespace spirv_oracle::golden
