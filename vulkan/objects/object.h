// Objects of Vulkan and their handles. A handle is checked before it is used: none of them is a pointer to an object.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vulkan/api/api.h"
#include "vulkan/findings/reporter.h"

namespace spirv_oracle::vulkan {

struct Device;

struct Object {
  explicit Object(VkObjectType object_type) : type(object_type) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  ReportedObject reported() const;
  void set_name(const char* name);

  const VkObjectType type;
  std::uint64_t handle = 0;
  Device* device = nullptr;  // null: an object of an instance
  std::atomic<bool> is_destroyed = false;

 private:
  mutable std::mutex mutex_;
  std::string name_;  // that the program gave it
};

// Gives the object its handle. Handles of dispatchable objects (instances, physical devices, devices, queues, command
// buffers) point to memory that the loader writes to; it lives as long as the process. No handle is used twice.
void add_object(const std::shared_ptr<Object>& object);
void add_dispatchable_object(const std::shared_ptr<Object>& object);

// Forgets the handle, and marks the object as destroyed. Null if no object has it.
std::shared_ptr<Object> remove_object(std::uint64_t handle);
// The objects of the device that are not destroyed.
std::vector<std::shared_ptr<Object>> objects_of(const Device& device);

// The object with this handle, or null after a finding: it was destroyed, or is not of this type or device. `device`: null
// if any is right. `what`: the parameter or member of the current call.
std::shared_ptr<Object> find_object(std::uint64_t handle, VkObjectType type, const Device* device,
                                    const char* what);

// Reports "CALL: OBJECT PROBLEM" for the current call, and returns what a call that gets such an argument returns.
VkResult complain(const Clause& rule, const Object& object, const std::string& problem,
                  const std::string& vuid = "");

template <class T, class Handle>
std::shared_ptr<T> find(Handle handle, const char* what, const Device* device = nullptr) {
  return std::static_pointer_cast<T>(find_object(number_of(handle), T::object_type, device, what));
}

// As find(), for vkDestroy*: null for the null handle without a finding. The handle is forgotten.
template <class T, class Handle>
std::shared_ptr<T> take(Handle handle, const char* what, const Device* device) {
  if (number_of(handle) == 0) return nullptr;
  auto object = find<T>(handle, what, device);
  if (object) remove_object(number_of(handle));
  return object;
}

// Adds an object of the device, and gives the caller its handle.
template <class Handle, class T>
void give_handle(Device& device, const std::shared_ptr<T>& object, Handle* handle) {
  object->device = &device;
  add_object(object);
  *handle = handle_of<Handle>(object->handle);
}

}  // namespace spirv_oracle::vulkan
