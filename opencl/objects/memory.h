// Memory objects: buffers, sub-buffers, images and pipes.
#pragma once

#include <functional>
#include <mutex>
#include <optional>

#include "interpreter/images/image_shape.h"
#include "opencl/objects/context.h"
#include "opencl/objects/store.h"

namespace spirv_oracle::opencl {

// An image: how its texels are laid out. The store has no gaps between rows, as the interpreter lays them out.
struct ImageInfoOf {
  cl_image_format format{};
  cl_image_desc desc{};  // as it was given, but with the pitches of the host's copy
  ImageShape shape;
  // In texels: width, height and depth; the layers of an array take the last dimension that the image lacks.
  std::array<std::uint64_t, 3> extent{1, 1, 1};
  std::uint64_t texel = 0;  // bytes
};

struct Memory : Object {
  static constexpr ObjectType object_type = ObjectType::memory;
  static constexpr cl_int invalid = CL_INVALID_MEM_OBJECT;
  Memory() : Object(object_type) {}
  ~Memory() override;

  MemoryPart part() const { return {store, offset, size}; }
  bool is_image() const { return image.has_value(); }
  bool host_may_read() const {
    return (flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0;
  }
  bool host_may_write() const {
    return (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0;
  }

  std::shared_ptr<Context> context;
  cl_mem_object_type kind = CL_MEM_OBJECT_BUFFER;
  cl_mem_flags flags = 0;
  std::uint64_t size = 0;
  void* host_pointer = nullptr;  // with CL_MEM_USE_HOST_PTR
  std::shared_ptr<Store> store;
  std::uint64_t offset = 0;        // of a sub-buffer, in the store
  std::shared_ptr<Memory> parent;  // of a sub-buffer, or of an image of a buffer
  std::vector<cl_mem_properties> properties;
  std::optional<ImageInfoOf> image;
  cl_uint packet_size = 0, max_packets = 0;  // of a pipe
  ShadowedBytes packets;                     // in a pipe; for the thread that executes commands

  std::mutex mutex;                                // of the next member
  std::vector<std::function<void()>> destructors;  // the last one is called first
};

// Checks flags of clCreateBuffer and clCreateImage, and the pointer with them. CL_SUCCESS, or what the call returns.
cl_int check_flags(cl_mem_flags flags, const void* host_pointer);
// Creates the store of a new memory object, with the bytes of the host that its flags ask for.
void make_store(Memory& memory, void* host_pointer);
// The properties with their 0. Errors: any property, because none is supported.
Created<std::vector<cl_mem_properties>> read_memory_properties(const cl_mem_properties* given);

}  // namespace spirv_oracle::opencl
