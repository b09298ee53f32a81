#include "amber/script/model.h"

namespace spirv_oracle::amber {

std::string_view stage_name(ShaderStage stage) {
  return stage_names[static_cast<std::size_t>(stage)];
}

std::string_view format_name(ShaderFormat format) {
  static constexpr std::array<std::string_view, 7> names{
      "PASSTHROUGH", "GLSL", "HLSL", "SPIRV-ASM", "SPIRV-HEX", "SPIRV-BIN", "OPENCL-C"};
  return names[static_cast<std::size_t>(format)];
}

std::string_view binding_kind_name(BindingKind kind) {
  static constexpr std::array<std::string_view, 14> names{
      "kernel argument",        "uniform",         "storage",
      "uniform_dynamic",        "storage_dynamic", "uniform_texel_buffer",
      "storage_texel_buffer",   "storage_image",   "sampled_image",
      "combined_image_sampler", "sampler",         "color",
      "depth_stencil",          "resolve"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view comparator_name(Comparator comparator) {
  static constexpr std::array<std::string_view, 7> names{"EQ", "NE", "LT", "LE", "GT", "GE", "EQ"};
  return names[static_cast<std::size_t>(comparator)];
}

Tolerance tolerance_of(const std::vector<Tolerance>& tolerances, std::size_t component,
                       const Tolerance& otherwise) {
  if (tolerances.size() == 1) return tolerances.front();
  return component < tolerances.size() ? tolerances[component] : otherwise;
}

ShaderUse* Pipeline::find_use(std::string_view shader) {
  for (ShaderUse& use : shaders) {
    if (use.shader == shader) return &use;
  }
  return nullptr;
}

}  // namespace spirv_oracle::amber
