#include "cli/named_resources.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/image_resources.h"
#include "cli/resource_text.h"
#include "interpreter/loader/resource_names.h"

namespace spirv_oracle {
namespace {

const ResourceInfo* find_argument(const EntryPointInfo& entry, std::string_view name) {
  const auto found = std::ranges::find_if(entry.resources, [name](const ResourceInfo& resource) {
    return is_argument(resource.kind) && resource.name == name;
  });
  return found == entry.resources.end() ? nullptr : &*found;
}

// A descriptor, which is not memory.
Result<void> resolve_descriptor(const Module& module, const EntryPointInfo& entry,
                                std::string_view option, BufferName& name) {
  if (name.memory.empty()) return {};
  const auto found = find_named_descriptor(module, &entry, name.memory);
  if (!found)
    return bad_input(fmt::format("{} {}: {}; {}", option, name.memory, found.error().message,
                                 existing_buffers(entry)));
  name.key = {found->set, found->binding, found->element.value_or(0)};
  name.has_element = found->element.has_value();
  name.memory.clear();
  return {};
}

// Options of one kind, which must not set a resource twice.
template <class Options>
Result<void> resolve_all(const Module& module, const EntryPointInfo& entry, std::string_view option,
                         Options& options) {
  for (auto one = options.begin(); one != options.end(); ++one) {
    const std::string text = buffer_text(one->name);
    if (auto done = resolve_descriptor(module, entry, option, one->name); !done) return done;
    const bool is_given = std::any_of(options.begin(), one, [&one](const auto& other) {
      return same_buffer(other.name, one->name);
    });
    if (is_given)
      return bad_input(
          fmt::format("{} {}: {} is given twice", option, text, buffer_text(one->name)));
  }
  return {};
}

// A descriptor, an argument or a memory.
Result<void> resolve_buffer(const Module& module, const EntryPointInfo& entry,
                            const std::vector<MemoryOption>& memories, std::string_view option,
                            BufferName& name) {
  if (name.memory.empty()) return {};
  if (std::ranges::find(memories, name.memory, &MemoryOption::name) != memories.end()) return {};
  if (const ResourceInfo* argument = find_argument(entry, name.memory)) {
    name.key = {argument->set, argument->binding, 0};
    name.memory.clear();
    return {};
  }
  return resolve_descriptor(module, entry, option, name);
}

}  // namespace

Result<void> resolve_names(const Module& module, const EntryPointInfo& entry,
                           LaunchOptions& options) {
  if (auto done = resolve_all(module, entry, "--buffer", options.buffers); !done) return done;
  if (auto done = resolve_all(module, entry, "--image", options.images); !done) return done;
  if (auto done = resolve_all(module, entry, "--sampler", options.samplers); !done) return done;
  if (auto done = resolve_all(module, entry, "--format-of", options.formats); !done) return done;
  if (auto done = resolve_all(module, entry, "--accel", options.acceleration_structures); !done)
    return done;
  return resolve_all(module, entry, "--null-descriptor", options.null_descriptors);
}

Result<void> resolve_names(const Module& module, const EntryPointInfo& entry, RunOptions& options) {
  if (auto done = resolve_names(module, entry, options.launch); !done) return done;
  const auto resolve = [&](std::string_view option, BufferName& name) {
    return resolve_buffer(module, entry, options.launch.memories, option, name);
  };
  for (DumpOption& dump : options.dumps) {
    if (dump.is_all) continue;
    if (auto done = resolve("--dump", dump.name); !done) return done;
  }
  for (OutputOption& output : options.outputs) {
    if (auto done = resolve("--output", output.name); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
