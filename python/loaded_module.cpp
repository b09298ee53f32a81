#include "python/loaded_module.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "builtins/register_all.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "frontend/module_contents.h"
#include "interpreter/loader/resource_names.h"
#include "interpreter/push_constant_layout.h"
#include "interpreter/workgroup_modes.h"
#include "python/layout_json.h"
#include "spirv_run/list_resources.h"
#include "spirv_run/module_dispatch.h"

namespace spirv_oracle::python {

using Json = nlohmann::ordered_json;

Result<std::shared_ptr<const LoadedModule>> LoadedModule::load(
    const std::string& file, const std::optional<std::vector<std::byte>>& contents,
    const std::vector<std::string>& options) {
  std::vector<std::string> arguments{file};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto parsed = parse_run_options(arguments);
  if (!parsed) return tl::unexpected(parsed.error());
  std::shared_ptr<LoadedModule> loaded(new LoadedModule);
  loaded->options_ = parsed->module;
  auto read = contents ? load_module_contents(*contents, loaded->options_)
                       : load_module_file(loaded->options_);
  if (!read) return tl::unexpected(read.error());
  loaded->file_ = std::move(*read);
  auto module = load_module_of(loaded->file_, loaded->options_);
  if (!module) return tl::unexpected(module.error());
  loaded->module_ = std::move(*module);
  loaded->info_ = describe_in_time(*loaded->module_, *parsed);
  return loaded;
}

Result<std::string> LoadedModule::resources() const {
  std::map<std::string, WorkgroupModes> modes;
  for (const EntryPointInfo& entry : info_.entry_points) {
    auto found = workgroup_modes(*module_, default_registry(), entry.name, {});
    if (!found) return tl::unexpected(found.error());
    modes.emplace(entry.name, *found);
  }
  return resources_as_json(info_, [&](const std::string& name) { return modes.at(name); }).dump();
}

std::string LoadedModule::layouts(const std::string& entry_point) const {
  Json json = Json::object();
  for (const auto& [key, layout] :
       describe_layouts(*module_, default_registry(), entry_point, {})) {
    BufferName name;
    name.key = key;
    json[buffer_text(name)] = layout_as_json(*layout);
  }
  const auto push = describe_push_constants(*module_, default_registry(), entry_point, {});
  if (push) json["push"] = layout_as_json(*push);
  return json.dump();
}

Result<std::string> LoadedModule::find(const std::string& entry_point,
                                       const std::string& name) const {
  const auto entry = pick_entry_point(info_, entry_point);
  if (!entry) return tl::unexpected(entry.error());
  const auto parsed = parse_buffer_name(name);
  if (!parsed) return tl::unexpected(parsed.error());
  NamedDescriptor found{parsed->key.set, parsed->key.binding, std::nullopt};
  if (parsed->has_element) found.element = parsed->key.element;
  if (!parsed->memory.empty()) {
    for (const ResourceInfo& resource : (*entry)->resources) {
      if (is_argument(resource.kind) && resource.name == name)
        return Json{{"set", resource.set}, {"binding", resource.binding}, {"element", nullptr}}
            .dump();
    }
    const auto named = find_named_descriptor(*module_, *entry, name);
    if (!named)
      return bad_input(fmt::format("{}; {}", named.error().message, existing_buffers(**entry)));
    found = *named;
  }
  return Json{{"set", found.set},
              {"binding", found.binding},
              {"element", found.element ? Json(*found.element) : Json(nullptr)}}
      .dump();
}

}  // namespace spirv_oracle::python
