#include "opencl/objects/context.h"

#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

// The properties with their terminating 0. Errors: an unknown property, or another platform.
Created<std::vector<cl_context_properties>> read_properties(const cl_context_properties* given) {
  std::vector<cl_context_properties> properties;
  for (const auto* at = given; at != nullptr && *at != 0; at += 2) {
    if (at[0] == CL_CONTEXT_PLATFORM) {
      if (reinterpret_cast<cl_platform_id>(at[1]) != the_platform())
        return fail_to_create(CL_INVALID_PLATFORM,
                              "CL_CONTEXT_PLATFORM names a platform that is not valid");
    } else if (at[0] != CL_CONTEXT_INTEROP_USER_SYNC) {
      return fail_to_create(CL_INVALID_PROPERTY,
                            "property " + std::to_string(at[0]) + " is not supported");
    }
    properties.insert(properties.end(), {at[0], at[1]});
  }
  if (given != nullptr) properties.push_back(0);
  return properties;
}

Created<cl_context> make_context(const cl_context_properties* given, Notify notify, void* data) {
  auto properties = read_properties(given);
  if (!properties) return tl::unexpected(properties.error());
  if (notify == nullptr && data != nullptr)
    return fail_to_create(CL_INVALID_VALUE, "user_data is given without pfn_notify");
  Findings::open_file();
  const auto context = std::make_shared<Context>();
  context->properties = std::move(*properties);
  const auto handle = give_handle<cl_context>(context);
  if (notify != nullptr) Reporter::get().add(context.get(), notify, data);
  return handle;
}

}  // namespace

Context::~Context() {
  Reporter::get().remove(this);
  for (std::size_t i = destructors.size(); i-- > 0;) destructors[i]();
}

Created<cl_context> create_context(const cl_context_properties* properties, cl_uint count,
                                   const cl_device_id* devices, Notify notify, void* data) {
  if (devices == nullptr || count == 0)
    return fail_to_create(CL_INVALID_VALUE, "num_devices is 0 or devices is NULL");
  for (cl_uint i = 0; i < count; ++i) {
    if (!find<Device>(devices[i])) return fail_to_create_with_invalid<Device>();
  }
  return make_context(properties, notify, data);
}

Created<cl_context> create_context_from_type(const cl_context_properties* properties,
                                             cl_device_type type, Notify notify, void* data) {
  cl_device_id device = nullptr;
  if (const cl_int error = get_device_ids(nullptr, type, 1, &device, nullptr); error != CL_SUCCESS)
    return tl::unexpected(error);
  return make_context(properties, notify, data);
}

cl_int retain_context(cl_context context) { return retain<Context>(context); }
cl_int release_context(cl_context context) { return release<Context>(context); }

cl_int get_context_info(cl_context handle, cl_context_info name, size_t size, void* value,
                        size_t* size_ret) {
  const auto context = find<Context>(handle);
  if (!context) return fail_invalid<Context>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return info.give<cl_uint>(context->references);
    case CL_CONTEXT_NUM_DEVICES:
      return info.give<cl_uint>(1);
    case CL_CONTEXT_DEVICES:
      return info.give(the_device());
    case CL_CONTEXT_PROPERTIES:
      return info.list(context->properties);
    default:
      return Info::unknown(name);
  }
}

cl_int set_context_destructor_callback(cl_context handle,
                                       void(CL_CALLBACK* notify)(cl_context, void*), void* data) {
  const auto context = find<Context>(handle);
  if (!context) return fail_invalid<Context>();
  if (notify == nullptr) return fail(CL_INVALID_VALUE, "pfn_notify is NULL");
  const std::lock_guard lock(context->mutex);
  context->destructors.emplace_back([=] { notify(handle, data); });
  return CL_SUCCESS;
}

}  // namespace spirv_oracle::opencl
