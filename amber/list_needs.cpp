#include "amber/list_needs.h"

#include <fmt/format.h>

#include "amber/requirements.h"

namespace spirv_oracle::amber {
namespace {

using Json = nlohmann::ordered_json;

std::string_view pipeline_kind(const Pipeline& pipeline) {
  return pipeline.kind == PipelineKind::compute ? "compute" : "graphics";
}

std::string language_text(const Script& script) {
  return script.language == Language::amber_script ? "AmberScript" : "VkScript";
}

Json buffer_as_json(const Buffer& buffer) {
  return {{"name", buffer.name}, {"type", buffer.type.name}, {"bytes", buffer.size}};
}

}  // namespace

std::string needs_as_text(const Script& script) {
  std::string text = fmt::format("{}: {}\n", script.file, language_text(script));
  for (const Requirement& requirement : script.requirements)
    text += fmt::format("  {} {}\n", kind_name(requirement.kind), requirement.name);
  for (const auto& [name, shader] : script.shaders) {
    text += fmt::format("  {} shader '{}', {}{}\n", stage_name(shader.stage), name,
                        format_name(shader.format),
                        shader.target_env.empty() ? "" : " for " + shader.target_env);
  }
  for (const auto& [name, pipeline] : script.pipelines)
    text += fmt::format("  {} pipeline '{}'\n", pipeline_kind(pipeline), name);
  for (const auto& [name, buffer] : script.buffers) {
    text += fmt::format("  buffer '{}'{}{}, {} bytes\n", name,
                        buffer.type.name.empty() ? "" : " of ", buffer.type.name, buffer.size);
  }
  for (const std::string& missing : missing_parts(script)) text += fmt::format("  {}\n", missing);
  return text;
}

Json needs_as_json(const Script& script) {
  Json json{{"file", script.file}, {"language", language_text(script)}};
  json["requirements"] = Json::array();
  for (const Requirement& requirement : script.requirements)
    json["requirements"].push_back(
        {{"kind", kind_name(requirement.kind)}, {"name", requirement.name}});
  json["shaders"] = Json::array();
  for (const auto& [name, shader] : script.shaders) {
    json["shaders"].push_back({{"name", name},
                               {"stage", stage_name(shader.stage)},
                               {"format", format_name(shader.format)},
                               {"target_env", shader.target_env}});
  }
  json["pipelines"] = Json::array();
  for (const auto& [name, pipeline] : script.pipelines)
    json["pipelines"].push_back({{"name", name}, {"kind", pipeline_kind(pipeline)}});
  json["buffers"] = Json::array();
  for (const auto& [name, buffer] : script.buffers)
    json["buffers"].push_back(buffer_as_json(buffer));
  json["not_supported"] = missing_parts(script);
  return json;
}

}  // namespace spirv_oracle::amber
