#include "opencl/objects/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

namespace spirv_oracle::opencl {
namespace {

// What a handle points to.
struct HandleBlock {
  const cl_icd_dispatch* dispatch;
};

struct Known {
  ObjectType type;
  std::string text;                // for a finding after it was released
  std::shared_ptr<Object> object;  // null: released
  std::unique_ptr<HandleBlock> block;
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Known> known;
  std::array<std::uint64_t, 9> counts{};
};

Registry& registry() {
  static auto* const registry = new Registry;  // programs may release objects at their end
  return *registry;
}

}  // namespace

const char* name_of(ObjectType type) {
  constexpr std::array names = {"cl_platform_id",   "cl_device_id", "cl_context",
                                "cl_command_queue", "cl_mem",       "cl_program",
                                "cl_kernel",        "cl_event",     "cl_sampler"};
  return names[static_cast<std::size_t>(type)];
}

std::string Object::text() const {
  if (!name.empty()) return fmt::format("{} '{}'", name_of(type), name);
  return fmt::format("{} {}", name_of(type), number);
}

void* add_object(const std::shared_ptr<Object>& object) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  auto block = std::make_unique<HandleBlock>(HandleBlock{&dispatch_table()});
  void* const handle = block.get();
  object->handle = handle;
  object->number = ++all.counts[static_cast<std::size_t>(object->type)];
  all.known.emplace(handle, Known{object->type, object->text(), object, std::move(block)});
  return handle;
}

std::shared_ptr<Object> find_object(const void* handle, ObjectType type) {
  std::string released;
  {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto found = all.known.find(handle);
    if (found == all.known.end() || found->second.type != type) return nullptr;
    if (found->second.object) return found->second.object;
    released = found->second.text;
  }
  Reporter::get().report(rules::handle_released,
                         fmt::format("{}: {} was released", current_call(), released));
  return nullptr;
}

bool retain_object(const void* handle, ObjectType type) {
  const auto object = find_object(handle, type);
  if (object && !object->is_permanent) ++object->references;
  return object != nullptr;
}

bool release_object(const void* handle, ObjectType type) {
  auto object = find_object(handle, type);
  if (!object || object->is_permanent) return object != nullptr;
  if (--object->references != 0) return true;
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.known.at(handle).object.reset();
  return true;  // `object` ends after the lock: that may release others
}

std::vector<std::shared_ptr<Object>> live_objects() {
  std::vector<std::shared_ptr<Object>> live;
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& [handle, known] : all.known) {
    if (known.object && !known.object->is_permanent) live.push_back(known.object);
  }
  std::ranges::sort(live, {}, [](const auto& one) { return std::pair(one->type, one->number); });
  return live;
}

}  // namespace spirv_oracle::opencl
