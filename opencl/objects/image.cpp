#include "opencl/objects/image.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "interpreter/images/opencl_format.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

// By the constants from CL_R and from CL_SNORM_INT8 on.
constexpr std::array orders = {"r",    "a",     "rg",    "ra",        "rgb",
                               "rgba", "bgra",  "argb",  "intensity", "luminance",
                               "rx",   "rgx",   "rgbx",  "depth",     "depth_stencil",
                               "srgb", "srgbx", "srgba", "sbgra",     "abgr"};
constexpr std::array types = {
    "snorm_int8",      "snorm_int16",       "unorm_int8",     "unorm_int16",  "unorm_short_565",
    "unorm_short_555", "unorm_int_101010",  "signed_int8",    "signed_int16", "signed_int32",
    "unsigned_int8",   "unsigned_int16",    "unsigned_int32", "half_float",   "float",
    "unorm_int24",     "unorm_int_101010_2"};

bool is_of_buffer(const cl_image_desc& desc) { return desc.mem_object != nullptr; }

// Width, height and depth in texels; layers take the last dimension that the image lacks. CL_SUCCESS, or the error.
cl_int read_extent(const cl_image_desc& desc, ImageInfoOf& image) {
  const auto out_of = [](const char* what, size_t value, size_t most) {
    return fail(CL_INVALID_IMAGE_SIZE,
                fmt::format("{} is {}, but must be from 1 to {}", what, value, most));
  };
  const bool is_3d = desc.image_type == CL_MEM_OBJECT_IMAGE3D;
  const size_t most = is_3d ? max_image_width_3d : max_image_width;
  if (desc.image_width == 0 || desc.image_width > (is_of_buffer(desc) ? 65536 : most))
    return out_of("image_width", desc.image_width, most);
  image.extent = {desc.image_width, 1, 1};
  image.shape.extent[0] = static_cast<std::uint32_t>(desc.image_width);
  const bool has_height = is_3d || desc.image_type == CL_MEM_OBJECT_IMAGE2D ||
                          desc.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  if (has_height) {
    if (desc.image_height == 0 || desc.image_height > most)
      return out_of("image_height", desc.image_height, most);
    image.extent[1] = desc.image_height;
    image.shape.extent[1] = static_cast<std::uint32_t>(desc.image_height);
  }
  if (is_3d) {
    if (desc.image_depth == 0 || desc.image_depth > most)
      return out_of("image_depth", desc.image_depth, most);
    image.extent[2] = desc.image_depth;
    image.shape.extent[2] = static_cast<std::uint32_t>(desc.image_depth);
  }
  const bool is_array = desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                        desc.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  if (!is_array) return CL_SUCCESS;
  if (desc.image_array_size == 0 || desc.image_array_size > max_image_array)
    return out_of("image_array_size", desc.image_array_size, max_image_array);
  image.extent[has_height ? 2 : 1] = desc.image_array_size;
  image.shape.layers = static_cast<std::uint32_t>(desc.image_array_size);
  return CL_SUCCESS;
}

// Completes the pitches of the host's memory, where 0 means the smallest ones.
cl_int read_pitches(const void* host, ImageInfoOf& image) {
  cl_image_desc& desc = image.desc;
  const auto wrong = [](const std::string& reason) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, reason);
  };
  if (desc.num_mip_levels != 0 || desc.num_samples != 0)
    return wrong("images with mipmaps or several samples are not supported");
  if (host == nullptr && !is_of_buffer(desc) &&
      (desc.image_row_pitch != 0 || desc.image_slice_pitch != 0))
    return wrong("a pitch is given, but host_ptr is NULL");
  const size_t row = image.extent[0] * image.texel;
  if (desc.image_row_pitch == 0) desc.image_row_pitch = row;
  if (desc.image_row_pitch < row || desc.image_row_pitch % image.texel != 0)
    return wrong(fmt::format("image_row_pitch is {}, but a row has {} bytes in texels of {}",
                             desc.image_row_pitch, row, image.texel));
  const bool has_rows = desc.image_type != CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const size_t slice = (has_rows ? image.extent[1] : 1) * desc.image_row_pitch;
  if (desc.image_slice_pitch == 0) desc.image_slice_pitch = slice;
  if (desc.image_slice_pitch < slice || desc.image_slice_pitch % desc.image_row_pitch != 0)
    return wrong(fmt::format("image_slice_pitch is {}, but a slice has {} bytes",
                             desc.image_slice_pitch, slice));
  return CL_SUCCESS;
}

// The bytes between rows and slices of the host's memory. The layers of a one-dimensional array are slices.
std::uint64_t host_offset(const ImageInfoOf& image, std::uint64_t y, std::uint64_t z) {
  const bool has_layers = image.desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  return y * (has_layers ? image.desc.image_slice_pitch : image.desc.image_row_pitch) +
         z * image.desc.image_slice_pitch;
}

bool is_packed(const ImageInfoOf& image) {
  const std::uint64_t row = image.extent[0] * image.texel;
  return (image.extent[1] == 1 || host_offset(image, 1, 0) == row) &&
         (image.extent[2] == 1 || image.desc.image_slice_pitch == row * image.extent[1]);
}

// An image of the bytes of a buffer, which must be without gaps.
cl_int bind_buffer(Memory& memory, cl_mem handle) {
  const auto buffer = find<Memory>(handle);
  if (!buffer || buffer->kind != CL_MEM_OBJECT_BUFFER || buffer->context != memory.context)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is not a valid buffer of the context");
  if (memory.kind != CL_MEM_OBJECT_IMAGE1D_BUFFER && memory.kind != CL_MEM_OBJECT_IMAGE2D)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "an image of this type has no mem_object");
  if (memory.size > buffer->size)
    return fail(CL_INVALID_IMAGE_SIZE, fmt::format("the image takes {} bytes, but {} has {}",
                                                   memory.size, buffer->text(), buffer->size));
  if (!is_packed(*memory.image)) {
    Reporter::get().report(rules::not_supported,
                           "an image of a buffer with gaps between its rows is not supported");
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "image_row_pitch leaves gaps between rows");
  }
  memory.store = buffer->store;
  memory.offset = buffer->offset;
  memory.parent = buffer;
  memory.flags |= buffer->flags;
  return CL_SUCCESS;
}

cl_int bind_store(Memory& memory, void* host) {
  const ImageInfoOf& image = *memory.image;
  const bool uses = (memory.flags & CL_MEM_USE_HOST_PTR) != 0;
  if (is_packed(image)) {
    make_store(memory, host);
    return CL_SUCCESS;
  }
  if (uses) {
    Reporter::get().report(
        rules::not_supported,
        "an image with CL_MEM_USE_HOST_PTR and gaps between its rows is not supported");
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the memory of the host has gaps between rows");
  }
  make_store(memory, nullptr);
  const std::uint64_t row = image.extent[0] * image.texel;
  for (std::uint64_t z = 0; z < image.extent[2]; ++z) {
    for (std::uint64_t y = 0; y < image.extent[1]; ++y)
      memory.store->write((z * image.extent[1] + y) * row,
                          static_cast<const std::byte*>(host) + host_offset(image, y, z), row);
  }
  return CL_SUCCESS;
}

Created<cl_mem> make_image(cl_context context_handle, const cl_mem_properties* properties,
                           cl_mem_flags flags, const cl_image_format* format,
                           const cl_image_desc* desc, void* host) {
  const auto memory = std::make_shared<Memory>();
  memory->context = find<Context>(context_handle);
  if (!memory->context) return fail_to_create_with_invalid<Context>();
  auto list = read_memory_properties(properties);
  if (!list) return tl::unexpected(list.error());
  memory->properties = std::move(*list);
  if (const cl_int error = check_flags(flags, host)) return tl::unexpected(error);
  if (format == nullptr)
    return fail_to_create(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL");
  const TexelFormat* texels = texel_format_of(*format);
  if (texels == nullptr)
    return fail_to_create(
        CL_IMAGE_FORMAT_NOT_SUPPORTED,
        fmt::format("channel order 0x{:x} with data type 0x{:x}", format->image_channel_order,
                    format->image_channel_data_type));
  if (desc == nullptr || desc->image_type < CL_MEM_OBJECT_IMAGE2D ||
      desc->image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return fail_to_create(CL_INVALID_IMAGE_DESCRIPTOR,
                          "image_desc is NULL, or its type is unknown");
  memory->kind = desc->image_type;
  memory->flags = flags;
  ImageInfoOf& image = memory->image.emplace();
  image.format = *format;
  image.desc = *desc;
  image.texel = texels->bytes;
  image.shape.format = *texels;
  if (const cl_int error = read_extent(*desc, image)) return tl::unexpected(error);
  if (const cl_int error = read_pitches(host, image)) return tl::unexpected(error);
  memory->size = image.extent[0] * image.extent[1] * image.extent[2] * image.texel;
  if (memory->size > max_allocation())
    return fail_to_create(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the image is too large");
  if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && desc->mem_object == nullptr)
    return fail_to_create(CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is NULL");
  const cl_int error = desc->mem_object != nullptr ? bind_buffer(*memory, desc->mem_object)
                                                   : bind_store(*memory, host);
  if (error != CL_SUCCESS) return tl::unexpected(error);
  return give_handle<cl_mem>(memory);
}

}  // namespace

const TexelFormat* texel_format_of(const cl_image_format& format) {
  const std::size_t order = format.image_channel_order - CL_R;
  const std::size_t type = format.image_channel_data_type - CL_SNORM_INT8;
  if (order >= orders.size() || type >= types.size()) return nullptr;
  return find_opencl_format(fmt::format("{}/{}", orders[order], types[type]));
}

cl_int check_box(const Memory& memory, const size_t* origin, const size_t* region) {
  if (origin == nullptr || region == nullptr)
    return fail(CL_INVALID_VALUE, "origin or region is NULL");
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint64_t extent = memory.image->extent[d];
    if (region[d] == 0 || origin[d] >= extent || region[d] > extent - origin[d])
      return fail(CL_INVALID_VALUE,
                  fmt::format("dimension {}: {} texels from {} on are not all inside {}, which has "
                              "{}",
                              d, region[d], origin[d], memory.text(), extent));
  }
  return CL_SUCCESS;
}

Created<cl_mem> create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                             const cl_image_desc* desc, void* host) {
  return make_image(context, nullptr, flags, format, desc, host);
}

Created<cl_mem> create_image_with_properties(cl_context context,
                                             const cl_mem_properties* properties,
                                             cl_mem_flags flags, const cl_image_format* format,
                                             const cl_image_desc* desc, void* host) {
  return make_image(context, properties, flags, format, desc, host);
}

Created<cl_mem> create_image_2d(cl_context context, cl_mem_flags flags,
                                const cl_image_format* format, size_t width, size_t height,
                                size_t row_pitch, void* host) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = width;
  desc.image_height = height;
  desc.image_row_pitch = row_pitch;
  return make_image(context, nullptr, flags, format, &desc, host);
}

Created<cl_mem> create_image_3d(cl_context context, cl_mem_flags flags,
                                const cl_image_format* format, size_t width, size_t height,
                                size_t depth, size_t row_pitch, size_t slice_pitch, void* host) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE3D;
  desc.image_width = width;
  desc.image_height = height;
  desc.image_depth = depth;
  desc.image_row_pitch = row_pitch;
  desc.image_slice_pitch = slice_pitch;
  return make_image(context, nullptr, flags, format, &desc, host);
}

cl_int get_supported_image_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                   cl_uint count, cl_image_format* formats, cl_uint* count_ret) {
  if (!find<Context>(context)) return fail_invalid<Context>();
  if (const cl_int error =
          check_flags(flags & ~cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR}, nullptr))
    return error;
  if (type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return fail(CL_INVALID_VALUE, "image_type is unknown");
  if (count == 0 && formats != nullptr) return fail(CL_INVALID_VALUE, "num_entries is 0");
  std::vector<cl_image_format> all;
  for (cl_uint order = CL_R; order < CL_R + orders.size(); ++order) {
    for (cl_uint data = CL_SNORM_INT8; data < CL_SNORM_INT8 + types.size(); ++data) {
      const cl_image_format format{order, data};
      if (texel_format_of(format) != nullptr) all.push_back(format);
    }
  }
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(all.size());
  if (formats != nullptr)
    std::copy_n(all.begin(), std::min<std::size_t>(count, all.size()), formats);
  return CL_SUCCESS;
}

cl_int get_image_info(cl_mem handle, cl_image_info name, size_t size, void* value,
                      size_t* size_ret) {
  const auto memory = find<Memory>(handle);
  if (!memory || !memory->image)
    return fail(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid image");
  const Info info{size, value, size_ret};
  const ImageInfoOf& image = *memory->image;
  const cl_image_desc& desc = image.desc;
  const bool has_height = image.shape.extent[1] != 1 || memory->kind == CL_MEM_OBJECT_IMAGE2D ||
                          memory->kind == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
                          memory->kind == CL_MEM_OBJECT_IMAGE3D;
  const bool is_3d = memory->kind == CL_MEM_OBJECT_IMAGE3D;
  const bool is_array =
      memory->kind == CL_MEM_OBJECT_IMAGE1D_ARRAY || memory->kind == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  switch (name) {
    case CL_IMAGE_FORMAT:
      return info.give(image.format);
    case CL_IMAGE_ELEMENT_SIZE:
      return info.give<size_t>(image.texel);
    case CL_IMAGE_ROW_PITCH:
      return info.give<size_t>(desc.image_row_pitch);
    case CL_IMAGE_SLICE_PITCH:
      return info.give<size_t>(is_3d || is_array ? desc.image_slice_pitch : 0);
    case CL_IMAGE_WIDTH:
      return info.give<size_t>(desc.image_width);
    case CL_IMAGE_HEIGHT:
      return info.give<size_t>(has_height ? desc.image_height : 0);
    case CL_IMAGE_DEPTH:
      return info.give<size_t>(is_3d ? desc.image_depth : 0);
    case CL_IMAGE_ARRAY_SIZE:
      return info.give<size_t>(is_array ? desc.image_array_size : 0);
    case CL_IMAGE_BUFFER:
      return info.give<void*>(memory->parent ? memory->parent->handle : nullptr);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
      return info.give<cl_uint>(0);
    default:
      return Info::unknown(name);
  }
}

Created<cl_mem> create_pipe(cl_context context_handle, cl_mem_flags flags, cl_uint packet_size,
                            cl_uint max_packets, const cl_pipe_properties* properties) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if ((flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) != 0)
    return fail_to_create(CL_INVALID_VALUE, "flags are not those of a pipe");
  if (properties != nullptr && *properties != 0)
    return fail_to_create(CL_INVALID_VALUE, "a pipe has no properties");
  if (packet_size == 0 || packet_size > max_pipe_packet || max_packets == 0)
    return fail_to_create(
        CL_INVALID_PIPE_SIZE,
        fmt::format("{} packets of {} bytes: CL_DEVICE_PIPE_MAX_PACKET_SIZE is {}", max_packets,
                    packet_size, max_pipe_packet));
  const auto pipe = std::make_shared<Memory>();
  pipe->context = context;
  pipe->kind = CL_MEM_OBJECT_PIPE;
  pipe->flags = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  pipe->packet_size = packet_size;
  pipe->max_packets = max_packets;
  pipe->store = std::make_shared<Store>(0);
  return give_handle<cl_mem>(pipe);
}

cl_int get_pipe_info(cl_mem handle, cl_pipe_info name, size_t size, void* value, size_t* size_ret) {
  const auto pipe = find<Memory>(handle);
  if (!pipe || pipe->kind != CL_MEM_OBJECT_PIPE)
    return fail(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid pipe");
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_PIPE_PACKET_SIZE:
      return info.give(pipe->packet_size);
    case CL_PIPE_MAX_PACKETS:
      return info.give(pipe->max_packets);
    case CL_PIPE_PROPERTIES:
      return info.list(std::vector<cl_pipe_properties>{});
    default:
      return Info::unknown(name);
  }
}

}  // namespace spirv_oracle::opencl
