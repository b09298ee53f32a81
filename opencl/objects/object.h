// Objects of OpenCL and their handles. Handles are looked up before they are used: a released one, or one of another type, is
// found. The loader reads the first pointer of a handle, so handles stay allocated.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "opencl/api/api.h"
#include "opencl/findings/reporter.h"

namespace spirv_oracle::opencl {

enum class ObjectType : std::uint8_t {
  platform,
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  sampler
};

// "cl_mem"
const char* name_of(ObjectType type);

struct Object {
  explicit Object(ObjectType object_type) : type(object_type) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  // "cl_mem 3", or "cl_kernel 'scan'": by name, or else by the number of its type.
  std::string text() const;

  const ObjectType type;
  void* handle = nullptr;
  std::uint64_t number = 0;  // from 1, among those of its type
  std::string name;
  std::atomic<cl_uint> references = 1;
  bool is_permanent = false;  // platforms and devices are not counted
};

// Gives the object its handle.
void* add_object(const std::shared_ptr<Object>& object);
// The object with this handle. Null if there is none; a finding if it was released. `what`: for the finding.
std::shared_ptr<Object> find_object(const void* handle, ObjectType type);
// Counts references; at 0, the handle is forgotten. False if the handle is invalid.
bool retain_object(const void* handle, ObjectType type);
bool release_object(const void* handle, ObjectType type);
// Those that are not released, ordered by type and number.
std::vector<std::shared_ptr<Object>> live_objects();

template <class T>
std::shared_ptr<T> find(const void* handle) {
  return std::static_pointer_cast<T>(find_object(handle, T::object_type));
}

template <class Handle, class T>
Handle give_handle(const std::shared_ptr<T>& object) {
  return static_cast<Handle>(add_object(object));
}

// What the current call returns for a handle that find() does not know.
template <class T>
cl_int fail_invalid() {
  return fail(T::invalid, std::string("the ") + name_of(T::object_type) + " is not valid");
}
template <class T>
tl::unexpected<cl_int> fail_to_create_with_invalid() {
  return tl::unexpected<cl_int>(fail_invalid<T>());
}

template <class T>
cl_int retain(const void* handle) {
  return retain_object(handle, T::object_type) ? CL_SUCCESS : fail_invalid<T>();
}
template <class T>
cl_int release(const void* handle) {
  return release_object(handle, T::object_type) ? CL_SUCCESS : fail_invalid<T>();
}

}  // namespace spirv_oracle::opencl
