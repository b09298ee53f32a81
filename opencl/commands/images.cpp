// Commands about images.

#include <fmt/format.h>

#include <cstring>

#include "interpreter/images/texel_component.h"
#include "opencl/api/entry_points.h"
#include "opencl/commands/maps.h"
#include "opencl/objects/image.h"

namespace spirv_oracle::opencl {
namespace {

using Box = std::array<std::uint64_t, 3>;

cl_int find_image(const Submission& submission, cl_mem handle, std::shared_ptr<Memory>& image) {
  image = find<Memory>(handle);
  if (!image || !image->image)
    return fail(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid image");
  if (image->context != submission.context())
    return fail(CL_INVALID_CONTEXT, "the image is of another context than the queue");
  return CL_SUCCESS;
}

// The bytes of a box of an image, in its store.
Rows rows_of_image(const Memory& memory, const size_t* origin, const size_t* region) {
  const ImageInfoOf& image = *memory.image;
  const std::uint64_t row = image.extent[0] * image.texel;
  Rows rows = rows_of({origin[0] * image.texel, origin[1], origin[2]},
                      {region[0] * image.texel, region[1], region[2]}, row, row * image.extent[1]);
  for (std::uint64_t& begin : rows.begins) begin += memory.offset;
  return rows;
}

// The pitches of the box without gaps, in the memory of the host.
struct HostPitches {
  size_t row, slice;
};

cl_int complete_pitches(const Memory& memory, const size_t* region, HostPitches& pitches) {
  const std::uint64_t row = region[0] * memory.image->texel;
  const bool has_layers = memory.kind == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (pitches.row == 0) pitches.row = row;
  if (pitches.row < row)
    return fail(CL_INVALID_VALUE,
                fmt::format("a row pitch of {} is less than {}", pitches.row, row));
  const std::uint64_t slice = pitches.row * (has_layers ? 1 : region[1]);
  if (pitches.slice == 0) pitches.slice = slice;
  if (pitches.slice < slice)
    return fail(CL_INVALID_VALUE,
                fmt::format("a slice pitch of {} is less than {}", pitches.slice, slice));
  return CL_SUCCESS;
}

// The layers of a one-dimensional array are slices of the host.
Rows rows_of_host(const Memory& memory, const size_t* region, const HostPitches& pitches) {
  const bool has_layers = memory.kind == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  return rows_of({0, 0, 0}, {region[0] * memory.image->texel, region[1], region[2]},
                 has_layers ? pitches.slice : pitches.row, pitches.slice);
}

cl_int enqueue_host_transfer(cl_command_queue queue, cl_mem handle, bool is_read, cl_bool blocking,
                             const size_t* origin, const size_t* region, HostPitches pitches,
                             void* host, cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(
          queue, count, list, is_read ? CL_COMMAND_READ_IMAGE : CL_COMMAND_WRITE_IMAGE))
    return error;
  std::shared_ptr<Memory> image;
  if (const cl_int error = find_image(submission, handle, image)) return error;
  if (host == nullptr) return fail(CL_INVALID_VALUE, "ptr is NULL");
  if (const cl_int error = check_box(*image, origin, region)) return error;
  if (const cl_int error = complete_pitches(*image, region, pitches)) return error;
  if (is_read ? !image->host_may_read() : !image->host_may_write())
    return fail(CL_INVALID_OPERATION, "the flags of the image forbid that the host accesses it so");
  const Rows rows = rows_of_image(*image, origin, region);
  const Rows of_host = rows_of_host(*image, region, pitches);
  auto* const bytes = static_cast<std::byte*>(host);
  const bool is_blocking = blocking != CL_FALSE;
  if (is_read)
    return submission.enqueue(event, is_blocking, [=, command = submission.event().get()] {
      read_rows(*command, *image, rows, of_host, bytes);
      return CL_SUCCESS;
    });
  const auto before = std::make_shared<HostBytes>(bytes, of_host, is_blocking);
  return submission.enqueue(event, is_blocking, [=, command = submission.event().get()] {
    before->check(*command, bytes);
    write_rows(*command, *image, rows, of_host, bytes);
    return CL_SUCCESS;
  });
}

// The bytes of a texel with a color of four floats, signed or unsigned integers.
std::vector<std::byte> texel_of(const TexelFormat& format, const void* color) {
  std::array<std::uint32_t, 4> words{};
  std::memcpy(words.data(), color, sizeof words);
  std::array<float, 4> floats{};
  std::memcpy(floats.data(), color, sizeof floats);
  std::vector<std::byte> texel(format.bytes);
  for (std::size_t c = 0; c < format.components.size(); ++c) {
    const TexelComponent& component = format.components[c];
    if (component.bits == 0 || format.is_repeated(static_cast<unsigned>(c))) continue;
    const std::uint64_t bits =
        component.is_integer() ? words[c] : float_bits(component, floats[c]).value_or(0);
    ComponentBytes(component).insert(bits, texel.data());
  }
  return texel;
}

}  // namespace

cl_int enqueue_read_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t* origin, const size_t* region, size_t row_pitch,
                          size_t slice_pitch, void* host, cl_uint count, const cl_event* list,
                          cl_event* event) {
  return enqueue_host_transfer(queue, image, true, blocking, origin, region,
                               {row_pitch, slice_pitch}, host, count, list, event);
}

cl_int enqueue_write_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t* origin, const size_t* region, size_t row_pitch,
                           size_t slice_pitch, const void* host, cl_uint count,
                           const cl_event* list, cl_event* event) {
  return enqueue_host_transfer(queue, image, false, blocking, origin, region,
                               {row_pitch, slice_pitch}, const_cast<void*>(host), count, list,
                               event);
}

cl_int enqueue_fill_image(cl_command_queue queue, cl_mem handle, const void* color,
                          const size_t* origin, const size_t* region, cl_uint count,
                          const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_FILL_IMAGE))
    return error;
  std::shared_ptr<Memory> image;
  if (const cl_int error = find_image(submission, handle, image)) return error;
  if (color == nullptr) return fail(CL_INVALID_VALUE, "fill_color is NULL");
  if (const cl_int error = check_box(*image, origin, region)) return error;
  const Rows rows = rows_of_image(*image, origin, region);
  return submission.enqueue(event, false,
                            [=, texel = texel_of(*image->image->shape.format, color),
                             command = submission.event().get()] {
                              fill_rows(*command, *image, rows, texel);
                              return CL_SUCCESS;
                            });
}

cl_int enqueue_copy_image(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                          const size_t* from_origin, const size_t* to_origin, const size_t* region,
                          cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_COPY_IMAGE))
    return error;
  std::shared_ptr<Memory> from, to;
  if (const cl_int error = find_image(submission, from_handle, from)) return error;
  if (const cl_int error = find_image(submission, to_handle, to)) return error;
  if (std::memcmp(&from->image->format, &to->image->format, sizeof(cl_image_format)) != 0)
    return fail(CL_IMAGE_FORMAT_MISMATCH, "the images have different formats");
  if (const cl_int error = check_box(*from, from_origin, region)) return error;
  if (const cl_int error = check_box(*to, to_origin, region)) return error;
  const Rows from_rows = rows_of_image(*from, from_origin, region);
  const Rows to_rows = rows_of_image(*to, to_origin, region);
  bool overlaps = from->store == to->store;
  for (std::size_t d = 0; d < 3; ++d)
    overlaps = overlaps && from_origin[d] < to_origin[d] + region[d] &&
               to_origin[d] < from_origin[d] + region[d];
  if (overlaps) return fail(CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
  return submission.enqueue(event, false, [=, command = submission.event().get()] {
    copy_rows(*command, *from, from_rows, *to, to_rows);
    return CL_SUCCESS;
  });
}

namespace {

// Copies between an image and the bytes of a buffer.
cl_int enqueue_buffer_copy(cl_command_queue queue, cl_mem image_handle, cl_mem buffer_handle,
                           bool to_buffer, const size_t* origin, const size_t* region,
                           size_t offset, cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(
          queue, count, list,
          to_buffer ? CL_COMMAND_COPY_IMAGE_TO_BUFFER : CL_COMMAND_COPY_BUFFER_TO_IMAGE))
    return error;
  std::shared_ptr<Memory> image;
  if (const cl_int error = find_image(submission, image_handle, image)) return error;
  const auto buffer = find<Memory>(buffer_handle);
  if (!buffer || buffer->kind != CL_MEM_OBJECT_BUFFER)
    return fail(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid buffer");
  if (buffer->context != submission.context())
    return fail(CL_INVALID_CONTEXT, "the buffer is of another context than the queue");
  if (const cl_int error = check_box(*image, origin, region)) return error;
  const std::uint64_t row = region[0] * image->image->texel;
  const std::uint64_t size = row * region[1] * region[2];
  if (offset > buffer->size || size > buffer->size - offset)
    return fail(CL_INVALID_VALUE, fmt::format("{} bytes at {} are not all inside {}, which has {}",
                                              size, offset, buffer->text(), buffer->size));
  const Rows of_image = rows_of_image(*image, origin, region);
  const Rows of_buffer =
      rows_of({buffer->offset + offset, 0, 0}, {row, region[1], region[2]}, row, row * region[1]);
  return submission.enqueue(event, false, [=, command = submission.event().get()] {
    if (to_buffer) {
      copy_rows(*command, *image, of_image, *buffer, of_buffer);
    } else {
      copy_rows(*command, *buffer, of_buffer, *image, of_image);
    }
    return CL_SUCCESS;
  });
}

}  // namespace

cl_int enqueue_copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                    const size_t* origin, const size_t* region, size_t offset,
                                    cl_uint count, const cl_event* list, cl_event* event) {
  return enqueue_buffer_copy(queue, image, buffer, true, origin, region, offset, count, list,
                             event);
}

cl_int enqueue_copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                    size_t offset, const size_t* origin, const size_t* region,
                                    cl_uint count, const cl_event* list, cl_event* event) {
  return enqueue_buffer_copy(queue, image, buffer, false, origin, region, offset, count, list,
                             event);
}

Created<void*> enqueue_map_image(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                                 cl_map_flags flags, const size_t* origin, const size_t* region,
                                 size_t* row_pitch, size_t* slice_pitch, cl_uint count,
                                 const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_MAP_IMAGE))
    return tl::unexpected(error);
  std::shared_ptr<Memory> image;
  if (const cl_int error = find_image(submission, handle, image)) return tl::unexpected(error);
  if (const cl_int error = check_map_flags(flags)) return tl::unexpected(error);
  if (const cl_int error = check_box(*image, origin, region)) return tl::unexpected(error);
  const bool has_slices = image->kind != CL_MEM_OBJECT_IMAGE2D &&
                          image->kind != CL_MEM_OBJECT_IMAGE1D &&
                          image->kind != CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (row_pitch == nullptr || (slice_pitch == nullptr && has_slices))
    return fail_to_create(CL_INVALID_VALUE, "a pointer to a pitch is NULL");
  const std::uint64_t row = image->image->extent[0] * image->image->texel;
  *row_pitch = row;
  const bool has_layers = image->kind == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (slice_pitch != nullptr)
    *slice_pitch = !has_slices ? 0 : has_layers ? row : row * image->image->extent[1];
  const Rows rows = rows_of_image(*image, origin, region);
  std::byte* const pointer = image->store->allocate_host() + rows.begins.front();
  const MapRequest request{image, image->store, image->text(), pointer, rows, flags};
  if (const cl_int error = enqueue_map(submission, request, blocking != CL_FALSE, event))
    return tl::unexpected(error);
  return pointer;
}

cl_int enqueue_migrate_mem_objects(cl_command_queue queue, cl_uint memory_count,
                                   const cl_mem* memories, cl_mem_migration_flags flags,
                                   cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_MIGRATE_MEM_OBJECTS))
    return error;
  if (memory_count == 0 || memories == nullptr)
    return fail(CL_INVALID_VALUE, "num_mem_objects is 0 or mem_objects is NULL");
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if ((flags & ~known) != 0) return fail(CL_INVALID_VALUE, "flags have unknown bits");
  std::vector<std::shared_ptr<Memory>> all;
  for (cl_uint i = 0; i < memory_count; ++i) {
    all.push_back(find<Memory>(memories[i]));
    if (!all.back()) return fail_invalid<Memory>();
  }
  if ((flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) == 0)
    return submission.enqueue(event, false, nullptr);
  return submission.enqueue(event, false, [=, command = submission.event().get()] {
    for (const auto& memory : all) {
      add_access(accessor_of(*command, *memory), memory->store, {memory->part().span()}, true);
      memory->store->forget(memory->part().span());
    }
    return CL_SUCCESS;
  });
}

}  // namespace spirv_oracle::opencl
