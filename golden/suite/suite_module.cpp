#include "golden/suite/suite_module.h"

#include <utility>

#include "data/scalar.h"
#include "frontend/assembly.h"
#include "frontend/glslang_compiler.h"
#include "golden/suite/case_writer.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::byte untouched{0xA5};

ShadowedBytes words_buffer(const std::vector<std::uint32_t>& words) {
  ShadowedBytes contents;
  for (const std::uint32_t word : words) append_bits(word, 4, contents.bytes);
  contents.shadow.resize(contents.bytes.size(), Definedness::defined);
  return contents;
}

ShadowedBytes value_buffer(const SuiteShape& shape, ValueType type,
                           const std::vector<ValueRow>& rows) {
  ShadowedBytes contents;
  for (const ValueRow& row : rows) {
    for (std::uint32_t i = 0; i < shape.invocations; ++i) {
      for (unsigned c = 0; c < type.components; ++c)
        append_bits(row.bits(i, c), scalar_size(type_in_buffers(type)), contents.bytes);
    }
  }
  contents.shadow.resize(contents.bytes.size(), Definedness::defined);
  return contents;
}

}  // namespace

Result<std::vector<std::uint32_t>> words_of(const SuiteModule& module) {
  if (module.glsl.empty()) return assemble(module.assembly, module.name + ".spvasm", "");
  ModuleOptions options;
  options.file = module.name + (module.draw ? ".frag" : ".comp");
  auto compiled = compile_source(module.glsl, ShaderLanguage::glsl,
                                 module.draw ? "fragment" : "compute", options);
  if (!compiled) return tl::unexpected(compiled.error());
  return std::move(compiled->words);
}

ShadowedBytes untouched_buffer(std::uint64_t size) {
  ShadowedBytes contents = ShadowedBytes::zero(size);
  contents.bytes.assign(contents.bytes.size(), untouched);
  return contents;
}

SuiteModule make_suite_module(const SuiteShape& shape, const Recipe& recipe, ValueType type) {
  CaseWriter writer(shape, recipe, type);
  writer.write();
  SuiteModule module;
  module.instruction = recipe.instruction;
  module.name = recipe.instruction;
  if (recipe.use != ValueUse::none) module.name += "." + type_name(type);
  if (!recipe.suffix.empty()) module.name += "." + recipe.suffix;
  module.assembly = writer.module_text();
  module.is_vulkan = recipe.is_vulkan;

  const ValueType result = writer.result_type();
  const std::uint64_t bytes_of_result =
      scalar_size(type_in_buffers(result)) * result.components * shape.invocations;
  for (const auto& written : writer.cases()) {
    module.cases.push_back(
        {written.name, "0.2", written.first * bytes_of_result, written.count * bytes_of_result});
  }
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.vulkan_environment = recipe.is_vulkan;
  dispatch.check_races = true;
  if (!writer.rows().empty())
    dispatch.buffers[{0, 0, 0}] = value_buffer(shape, type, writer.rows());
  dispatch.buffers[{0, 1, 0}] = words_buffer(writer.words());
  dispatch.buffers[{0, 2, 0}] = untouched_buffer(writer.result_count() * bytes_of_result);
  return module;
}

}  // namespace spirv_oracle::golden
