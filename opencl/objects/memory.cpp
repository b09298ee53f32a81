#include "opencl/objects/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {
namespace {

constexpr cl_mem_flags device_access =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
constexpr cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags pointer_use =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool has_several(cl_mem_flags flags) { return std::popcount(flags) > 1; }

Created<cl_mem> make_buffer(cl_context context_handle, const cl_mem_properties* properties,
                            cl_mem_flags flags, size_t size, void* host_pointer) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  auto list = read_memory_properties(properties);
  if (!list) return tl::unexpected(list.error());
  if (const cl_int error = check_flags(flags, host_pointer)) return tl::unexpected(error);
  if (size == 0) return fail_to_create(CL_INVALID_BUFFER_SIZE, "size is 0");
  if (size > max_allocation())
    return fail_to_create(
        CL_INVALID_BUFFER_SIZE,
        fmt::format("size is {}, but CL_DEVICE_MAX_MEM_ALLOC_SIZE is {}", size, max_allocation()));
  const auto buffer = std::make_shared<Memory>();
  buffer->context = context;
  buffer->properties = std::move(*list);
  buffer->flags = flags;
  buffer->size = size;
  make_store(*buffer, host_pointer);
  return give_handle<cl_mem>(buffer);
}

// The flags of a sub-buffer: those that are not given come from the buffer.
Created<cl_mem_flags> flags_of_part(cl_mem_flags flags, const Memory& buffer) {
  if ((flags & pointer_use) != 0)
    return fail_to_create(CL_INVALID_VALUE, "a sub-buffer has no flags about host_ptr");
  if (has_several(flags & device_access) || has_several(flags & host_access))
    return fail_to_create(CL_INVALID_VALUE, "flags contradict each other");
  const auto widens = [&](cl_mem_flags of_buffer, cl_mem_flags given) {
    return (buffer.flags & of_buffer) != 0 && (flags & given) != 0;
  };
  if (widens(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY) ||
      widens(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY) ||
      widens(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY) ||
      widens(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY) ||
      widens(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY))
    return fail_to_create(CL_INVALID_VALUE, "flags permit more than those of the buffer");
  if ((flags & device_access) == 0) flags |= buffer.flags & device_access;
  if ((flags & host_access) == 0) flags |= buffer.flags & host_access;
  return flags | (buffer.flags & pointer_use);
}

}  // namespace

Memory::~Memory() {
  for (std::size_t i = destructors.size(); i-- > 0;) destructors[i]();
}

cl_int check_flags(cl_mem_flags flags, const void* host_pointer) {
  if ((flags & ~(device_access | host_access | pointer_use)) != 0)
    return fail(CL_INVALID_VALUE, fmt::format("flags are 0x{:x}, which has unknown bits", flags));
  if (has_several(flags & device_access) || has_several(flags & host_access) ||
      ((flags & CL_MEM_USE_HOST_PTR) != 0 &&
       (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0))
    return fail(CL_INVALID_VALUE,
                fmt::format("flags are 0x{:x}, which contradict each other", flags));
  const bool needs_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  if (needs_pointer == (host_pointer == nullptr))
    return fail(CL_INVALID_HOST_PTR, needs_pointer ? "host_ptr is NULL, but the flags use it"
                                                   : "host_ptr is given, but no flag uses it");
  return CL_SUCCESS;
}

void make_store(Memory& memory, void* host_pointer) {
  const bool uses = (memory.flags & CL_MEM_USE_HOST_PTR) != 0;
  if (uses) memory.host_pointer = host_pointer;
  memory.store =
      std::make_shared<Store>(memory.size, uses ? static_cast<std::byte*>(host_pointer) : nullptr);
  if (host_pointer != nullptr) memory.store->write(0, host_pointer, memory.size);
}

Created<std::vector<cl_mem_properties>> read_memory_properties(const cl_mem_properties* given) {
  if (given == nullptr) return std::vector<cl_mem_properties>{};
  if (*given != 0)
    return fail_to_create(CL_INVALID_PROPERTY, fmt::format("property {} is unknown", *given));
  return std::vector<cl_mem_properties>{0};
}

Created<cl_mem> create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                              void* host_pointer) {
  return make_buffer(context, nullptr, flags, size, host_pointer);
}

Created<cl_mem> create_buffer_with_properties(cl_context context,
                                              const cl_mem_properties* properties,
                                              cl_mem_flags flags, size_t size, void* host_pointer) {
  return make_buffer(context, properties, flags, size, host_pointer);
}

Created<cl_mem> create_sub_buffer(cl_mem handle, cl_mem_flags flags, cl_buffer_create_type type,
                                  const void* info) {
  const auto buffer = find<Memory>(handle);
  if (!buffer || buffer->kind != CL_MEM_OBJECT_BUFFER || buffer->parent)
    return fail_to_create(CL_INVALID_MEM_OBJECT,
                          "the cl_mem is not a valid buffer, or is a sub-buffer itself");
  const auto given = flags_of_part(flags, *buffer);
  if (!given) return tl::unexpected(given.error());
  if (type != CL_BUFFER_CREATE_TYPE_REGION || info == nullptr)
    return fail_to_create(CL_INVALID_VALUE, "a sub-buffer is created of a cl_buffer_region");
  const auto& region = *static_cast<const cl_buffer_region*>(info);
  if (region.size == 0) return fail_to_create(CL_INVALID_BUFFER_SIZE, "the size is 0");
  if (region.origin > buffer->size || region.size > buffer->size - region.origin)
    return fail_to_create(
        CL_INVALID_VALUE,
        fmt::format("bytes {} to {} are not all inside {}, which has {} bytes", region.origin,
                    region.origin + region.size - 1, buffer->text(), buffer->size));
  if (region.origin % memory_alignment != 0)
    return fail_to_create(CL_MISALIGNED_SUB_BUFFER_OFFSET,
                          fmt::format("the origin is {}, but CL_DEVICE_MEM_BASE_ADDR_ALIGN is {} "
                                      "bits",
                                      region.origin, memory_alignment * 8));
  const auto part = std::make_shared<Memory>();
  part->context = buffer->context;
  part->flags = *given;
  part->size = region.size;
  part->offset = region.origin;
  part->store = buffer->store;
  part->parent = buffer;
  if (buffer->host_pointer != nullptr)
    part->host_pointer = static_cast<std::byte*>(buffer->host_pointer) + region.origin;
  return give_handle<cl_mem>(part);
}

cl_int retain_mem_object(cl_mem memory) { return retain<Memory>(memory); }
cl_int release_mem_object(cl_mem memory) { return release<Memory>(memory); }

cl_int set_mem_object_destructor_callback(cl_mem handle, void(CL_CALLBACK* notify)(cl_mem, void*),
                                          void* data) {
  const auto memory = find<Memory>(handle);
  if (!memory) return fail_invalid<Memory>();
  if (notify == nullptr) return fail(CL_INVALID_VALUE, "pfn_notify is NULL");
  const std::lock_guard lock(memory->mutex);
  memory->destructors.emplace_back([=] { notify(handle, data); });
  return CL_SUCCESS;
}

cl_int get_mem_object_info(cl_mem handle, cl_mem_info name, size_t size, void* value,
                           size_t* size_ret) {
  const auto memory = find<Memory>(handle);
  if (!memory) return fail_invalid<Memory>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_MEM_TYPE:
      return info.give(memory->kind);
    case CL_MEM_FLAGS:
      return info.give((memory->flags & device_access) == 0 ? memory->flags | CL_MEM_READ_WRITE
                                                            : memory->flags);
    case CL_MEM_SIZE:
      return info.give<size_t>(memory->size);
    case CL_MEM_HOST_PTR:
      return info.give(memory->host_pointer);
    case CL_MEM_MAP_COUNT: {
      const std::lock_guard lock(memory->store->mutex);
      return info.give(static_cast<cl_uint>(
          std::ranges::count(memory->store->mappings, memory.get(), &Mapping::owner)));
    }
    case CL_MEM_REFERENCE_COUNT:
      return info.give<cl_uint>(memory->references);
    case CL_MEM_CONTEXT:
      return info.give(memory->context->handle);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return info.give<void*>(memory->parent ? memory->parent->handle : nullptr);
    case CL_MEM_OFFSET:
      return info.give<size_t>(memory->is_image() ? 0 : memory->offset);
    case CL_MEM_USES_SVM_POINTER:
      return info.flag(is_svm(memory->host_pointer));
    case CL_MEM_PROPERTIES:
      return info.list(memory->properties);
    default:
      return Info::unknown(name);
  }
}

}  // namespace spirv_oracle::opencl
