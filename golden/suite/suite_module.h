// A module of the suite: many cases of one instruction and type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/suite/recipe.h"

namespace spirv_oracle::golden {

// The draw of a module whose text is a fragment shader in GLSL.
struct SuiteDraw {
  std::string vertex_glsl;
  PipelineState state;
  DrawCall call;  // without buffers
  std::map<std::uint32_t, ShadowedBytes> vertex_buffers;
  ShadowedBytes indices;  // empty: none
  Framebuffer framebuffer;
};

struct SuiteModule {
  std::string name;  // of its bundle, without the size
  std::string instruction;
  std::string assembly;
  std::string glsl;  // instead of assembly
  bool is_vulkan = true;
  std::vector<BundleCase> cases;
  Dispatch dispatch;
  std::optional<SuiteDraw> draw;  // instead of the dispatch, of which only the subgroup size counts
};

// The words of the module.
Result<std::vector<std::uint32_t>> words_of(const SuiteModule& module);

// A buffer filled with a pattern that is unlikely as a result. It shows where nothing was stored.
ShadowedBytes untouched_buffer(std::uint64_t size);

SuiteModule make_suite_module(const SuiteShape& shape, const Recipe& recipe, ValueType type);

}  // namespace spirv_oracle::golden
