#include "vulkan/objects/object.h"

#include <fmt/format.h>
#include <vulkan/vk_icd.h>

#include <deque>
#include <shared_mutex>
#include <unordered_map>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

struct Handles {
  std::shared_mutex mutex;
  std::unordered_map<std::uint64_t, std::shared_ptr<Object>> objects;
  std::unordered_map<std::uint64_t, ReportedObject> destroyed;
  std::deque<VK_LOADER_DATA> dispatchable;      // the loader may write to them at any time
  std::uint64_t next = std::uint64_t{1} << 56;  // above all addresses
};

Handles& handles() {
  static auto* const all = new Handles;  // outlives the threads of the process
  return *all;
}

}  // namespace

ReportedObject Object::reported() const {
  const std::lock_guard lock(mutex_);
  return {type, handle, name_};
}

void Object::set_name(const char* name) {
  const std::lock_guard lock(mutex_);
  name_ = name == nullptr ? "" : name;
}

void add_object(const std::shared_ptr<Object>& object) {
  Handles& all = handles();
  const std::lock_guard lock(all.mutex);
  object->handle = all.next++;
  all.objects.emplace(object->handle, object);
}

void add_dispatchable_object(const std::shared_ptr<Object>& object) {
  Handles& all = handles();
  const std::lock_guard lock(all.mutex);
  VK_LOADER_DATA& data = all.dispatchable.emplace_back();
  set_loader_magic_value(&data);
  object->handle = reinterpret_cast<std::uintptr_t>(&data);
  all.objects.emplace(object->handle, object);
}

std::shared_ptr<Object> remove_object(std::uint64_t handle) {
  Handles& all = handles();
  const std::lock_guard lock(all.mutex);
  auto node = all.objects.extract(handle);
  if (node.empty()) return nullptr;
  node.mapped()->is_destroyed = true;
  all.destroyed.emplace(handle, node.mapped()->reported());
  return std::move(node.mapped());
}

std::vector<std::shared_ptr<Object>> objects_of(const Device& device) {
  Handles& all = handles();
  const std::shared_lock lock(all.mutex);
  std::vector<std::shared_ptr<Object>> found;
  for (const auto& [handle, object] : all.objects) {
    if (object->device == &device) found.push_back(object);
  }
  return found;
}

VkResult complain(const Clause& rule, const Object& object, const std::string& problem,
                  const std::string& vuid) {
  Reporter::get().report(
      rule, fmt::format("{}: {} {}", current_call(), text_of(object.reported()), problem),
      {object.reported()}, vuid);
  return VK_ERROR_UNKNOWN;
}

std::shared_ptr<Object> find_object(std::uint64_t handle, VkObjectType type, const Device* device,
                                    const char* what) {
  Handles& all = handles();
  ReportedObject destroyed;
  std::string problem;
  {
    const std::shared_lock lock(all.mutex);
    const auto found = all.objects.find(handle);
    const bool is_there = found != all.objects.end();
    if (is_there && found->second->type == type &&
        (device == nullptr || found->second->device == device)) {
      return found->second;
    }
    if (const auto old = all.destroyed.find(handle); old != all.destroyed.end())
      destroyed = old->second;
    if (handle == 0) {
      problem = "is VK_NULL_HANDLE";
    } else if (!is_there) {
      problem = fmt::format("is 0x{:x}, which is the handle of no object", handle);
    } else if (found->second->type != type) {
      problem = "is " + text_of(found->second->reported()) + ", an object of another type";
    } else {
      problem = "is " + text_of(found->second->reported()) + " of another device";
    }
  }
  const std::string vuid = fmt::format("VUID-{}-{}-parameter", current_call(), what);
  if (destroyed.handle != 0) {
    Reporter::get().report(
        rules::handle_destroyed,
        fmt::format("{}: {} is {}, which was destroyed", current_call(), what, text_of(destroyed)),
        {destroyed}, vuid);
  } else {
    Reporter::get().report(rules::handle_invalid,
                           fmt::format("{}: {} {}", current_call(), what, problem), {}, vuid);
  }
  return nullptr;
}

}  // namespace spirv_oracle::vulkan
