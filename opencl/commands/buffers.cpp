// Commands about buffers.

#include <fmt/format.h>

#include <bit>

#include "opencl/api/entry_points.h"
#include "opencl/commands/submission.h"
#include "opencl/commands/transfers.h"

namespace spirv_oracle::opencl {
namespace {

using Box = std::array<std::uint64_t, 3>;

Box box_of(const size_t* three) { return {three[0], three[1], three[2]}; }

// A buffer of the context of a submission. CL_SUCCESS, or what the call returns.
cl_int find_buffer(const Submission& submission, cl_mem handle, std::shared_ptr<Memory>& buffer) {
  buffer = find<Memory>(handle);
  if (!buffer || buffer->kind != CL_MEM_OBJECT_BUFFER)
    return fail(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid buffer");
  if (buffer->context != submission.context())
    return fail(CL_INVALID_CONTEXT, "the buffer is of another context than the queue");
  return CL_SUCCESS;
}

cl_int check_range(const Memory& buffer, std::uint64_t offset, std::uint64_t size) {
  if (offset <= buffer.size && size <= buffer.size - offset) return CL_SUCCESS;
  return fail(CL_INVALID_VALUE, fmt::format("bytes {} to {} are not all inside {}, which has {}",
                                            offset, offset + size - 1, buffer.text(), buffer.size));
}

cl_int check_access(const Memory& buffer, bool is_read) {
  if (is_read ? buffer.host_may_read() : buffer.host_may_write()) return CL_SUCCESS;
  return fail(CL_INVALID_OPERATION, fmt::format("the flags of {} forbid that the host {} it",
                                                buffer.text(), is_read ? "reads" : "writes"));
}

// Completes the pitches of a box, where 0 means the smallest one.
cl_int complete_pitches(const Box& region, size_t& row_pitch, size_t& slice_pitch) {
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return fail(CL_INVALID_VALUE, "the region has a zero");
  if (row_pitch == 0) row_pitch = region[0];
  if (row_pitch < region[0])
    return fail(CL_INVALID_VALUE, fmt::format("a row pitch of {} is less than the region's {}",
                                              row_pitch, region[0]));
  size_t slice = 0;
  if (__builtin_mul_overflow(region[1], row_pitch, &slice))
    return fail(CL_INVALID_VALUE, "a slice of the region is larger than any memory");
  if (slice_pitch == 0) slice_pitch = slice;
  if (slice_pitch < slice)
    return fail(CL_INVALID_VALUE, fmt::format("a slice pitch of {} is less than {} rows of {}",
                                              slice_pitch, region[1], row_pitch));
  return CL_SUCCESS;
}

// Whether a box is inside of a buffer. No number of it is 0, but they may be too large for any memory.
cl_int check_box(const Memory& buffer, const Box& origin, const Box& region, size_t row_pitch,
                 size_t slice_pitch) {
  const std::uint64_t pitches[] = {1, row_pitch, slice_pitch};
  std::uint64_t end = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    std::uint64_t last = 0, offset = 0;
    if (__builtin_add_overflow(origin[d], region[d] - 1, &last) ||
        __builtin_mul_overflow(last, pitches[d], &offset) ||
        __builtin_add_overflow(end, offset, &end))
      end = ~std::uint64_t{0};
    if (end > buffer.size)
      return fail(CL_INVALID_VALUE,
                  fmt::format("the region is not all inside {}, which has {} bytes", buffer.text(),
                              buffer.size));
  }
  return CL_SUCCESS;
}

// clEnqueueReadBuffer and clEnqueueWriteBuffer: `rows` are relative to the buffer.
struct HostTransfer {
  bool is_read;
  Rows rows, of_host;
  void* host;
};

cl_int enqueue_host_transfer(Submission& submission, const std::shared_ptr<Memory>& buffer,
                             const HostTransfer& transfer, bool is_blocking, cl_event* event) {
  if (const cl_int error = check_access(*buffer, transfer.is_read)) return error;
  Rows rows = transfer.rows;
  for (std::uint64_t& begin : rows.begins) begin += buffer->offset;
  auto* const host = static_cast<std::byte*>(transfer.host);
  if (transfer.is_read) {
    return submission.enqueue(event, is_blocking,
                              [=, of_host = transfer.of_host, command = submission.event().get()] {
                                read_rows(*command, *buffer, rows, of_host, host);
                                return CL_SUCCESS;
                              });
  }
  const auto before = std::make_shared<HostBytes>(host, transfer.of_host, is_blocking);
  return submission.enqueue(event, is_blocking,
                            [=, of_host = transfer.of_host, command = submission.event().get()] {
                              before->check(*command, host);
                              write_rows(*command, *buffer, rows, of_host, host);
                              return CL_SUCCESS;
                            });
}

// A transfer of one range.
cl_int enqueue_linear(cl_command_queue queue, cl_mem handle, bool is_read, cl_bool blocking,
                      size_t offset, size_t size, void* host, cl_uint count, const cl_event* list,
                      cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(
          queue, count, list, is_read ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER))
    return error;
  std::shared_ptr<Memory> buffer;
  if (const cl_int error = find_buffer(submission, handle, buffer)) return error;
  if (host == nullptr) return fail(CL_INVALID_VALUE, "ptr is NULL");
  if (const cl_int error = check_range(*buffer, offset, size)) return error;
  return enqueue_host_transfer(
      submission, buffer, {is_read, rows_of({offset, offset + size}), rows_of({0, size}), host},
      blocking != CL_FALSE, event);
}

struct RectOfBuffer {
  const size_t* origin;
  size_t row_pitch, slice_pitch;
};

// A transfer of a box.
cl_int enqueue_rect(cl_command_queue queue, cl_mem handle, bool is_read, cl_bool blocking,
                    RectOfBuffer in_buffer, RectOfBuffer in_host, const size_t* region, void* host,
                    cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(
          queue, count, list, is_read ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT))
    return error;
  std::shared_ptr<Memory> buffer;
  if (const cl_int error = find_buffer(submission, handle, buffer)) return error;
  if (host == nullptr || region == nullptr || in_buffer.origin == nullptr ||
      in_host.origin == nullptr)
    return fail(CL_INVALID_VALUE, "ptr, region or an origin is NULL");
  const Box box = box_of(region);
  for (RectOfBuffer* rect : {&in_buffer, &in_host}) {
    if (const cl_int error = complete_pitches(box, rect->row_pitch, rect->slice_pitch))
      return error;
  }
  const Box origin = box_of(in_buffer.origin);
  if (const cl_int error =
          check_box(*buffer, origin, box, in_buffer.row_pitch, in_buffer.slice_pitch))
    return error;
  const Rows rows = rows_of(origin, box, in_buffer.row_pitch, in_buffer.slice_pitch);
  const Rows of_host = rows_of(box_of(in_host.origin), box, in_host.row_pitch, in_host.slice_pitch);
  return enqueue_host_transfer(submission, buffer, {is_read, rows, of_host, host},
                               blocking != CL_FALSE, event);
}

// Copies rows of one buffer to another; they are relative to the buffers, and inside.
cl_int enqueue_copy(Submission& submission, const std::shared_ptr<Memory>& from, Rows from_rows,
                    const std::shared_ptr<Memory>& to, Rows to_rows, cl_event* event) {
  for (std::uint64_t& begin : from_rows.begins) begin += from->offset;
  for (std::uint64_t& begin : to_rows.begins) begin += to->offset;
  if (from->store == to->store && !common(from_rows.ranges(), to_rows.ranges()).empty())
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
  return submission.enqueue(event, false, [=, command = submission.event().get()] {
    copy_rows(*command, *from, from_rows, *to, to_rows);
    return CL_SUCCESS;
  });
}

}  // namespace

cl_int enqueue_read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* host, cl_uint count, const cl_event* list,
                           cl_event* event) {
  return enqueue_linear(queue, buffer, true, blocking, offset, size, host, count, list, event);
}

cl_int enqueue_write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* host, cl_uint count, const cl_event* list,
                            cl_event* event) {
  return enqueue_linear(queue, buffer, false, blocking, offset, size, const_cast<void*>(host),
                        count, list, event);
}

cl_int enqueue_read_buffer_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t* buffer_origin, const size_t* host_origin,
                                const size_t* region, size_t buffer_row_pitch,
                                size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, void* host, cl_uint count,
                                const cl_event* list, cl_event* event) {
  return enqueue_rect(
      queue, buffer, true, blocking, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
      {host_origin, host_row_pitch, host_slice_pitch}, region, host, count, list, event);
}

cl_int enqueue_write_buffer_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                 const size_t* buffer_origin, const size_t* host_origin,
                                 const size_t* region, size_t buffer_row_pitch,
                                 size_t buffer_slice_pitch, size_t host_row_pitch,
                                 size_t host_slice_pitch, const void* host, cl_uint count,
                                 const cl_event* list, cl_event* event) {
  return enqueue_rect(queue, buffer, false, blocking,
                      {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                      {host_origin, host_row_pitch, host_slice_pitch}, region,
                      const_cast<void*>(host), count, list, event);
}

cl_int enqueue_copy_buffer(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                           size_t from_offset, size_t to_offset, size_t size, cl_uint count,
                           const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_COPY_BUFFER))
    return error;
  std::shared_ptr<Memory> from, to;
  if (const cl_int error = find_buffer(submission, from_handle, from)) return error;
  if (const cl_int error = find_buffer(submission, to_handle, to)) return error;
  if (const cl_int error = check_range(*from, from_offset, size)) return error;
  if (const cl_int error = check_range(*to, to_offset, size)) return error;
  if (size == 0) return submission.enqueue(event, false, nullptr);
  return enqueue_copy(submission, from, rows_of({from_offset, from_offset + size}), to,
                      rows_of({to_offset, to_offset + size}), event);
}

cl_int enqueue_copy_buffer_rect(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                                const size_t* from_origin, const size_t* to_origin,
                                const size_t* region, size_t from_row_pitch,
                                size_t from_slice_pitch, size_t to_row_pitch, size_t to_slice_pitch,
                                cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_COPY_BUFFER_RECT))
    return error;
  std::shared_ptr<Memory> from, to;
  if (const cl_int error = find_buffer(submission, from_handle, from)) return error;
  if (const cl_int error = find_buffer(submission, to_handle, to)) return error;
  if (region == nullptr || from_origin == nullptr || to_origin == nullptr)
    return fail(CL_INVALID_VALUE, "region or an origin is NULL");
  const Box box = box_of(region);
  if (const cl_int error = complete_pitches(box, from_row_pitch, from_slice_pitch)) return error;
  if (const cl_int error = complete_pitches(box, to_row_pitch, to_slice_pitch)) return error;
  if (from == to && (from_row_pitch != to_row_pitch || from_slice_pitch != to_slice_pitch))
    return fail(CL_INVALID_VALUE, "the pitches differ, although the buffers are the same");
  if (const cl_int error =
          check_box(*from, box_of(from_origin), box, from_row_pitch, from_slice_pitch))
    return error;
  if (const cl_int error = check_box(*to, box_of(to_origin), box, to_row_pitch, to_slice_pitch))
    return error;
  return enqueue_copy(submission, from,
                      rows_of(box_of(from_origin), box, from_row_pitch, from_slice_pitch), to,
                      rows_of(box_of(to_origin), box, to_row_pitch, to_slice_pitch), event);
}

cl_int enqueue_fill_buffer(cl_command_queue queue, cl_mem handle, const void* pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint count,
                           const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_FILL_BUFFER))
    return error;
  std::shared_ptr<Memory> buffer;
  if (const cl_int error = find_buffer(submission, handle, buffer)) return error;
  if (const cl_int error = check_range(*buffer, offset, size)) return error;
  if (pattern == nullptr || !std::has_single_bit(pattern_size) || pattern_size > 128)
    return fail(
        CL_INVALID_VALUE,
        fmt::format("a pattern of {} bytes: 1, 2, 4, ... and 128 are permitted", pattern_size));
  if (offset % pattern_size != 0 || size % pattern_size != 0)
    return fail(CL_INVALID_VALUE,
                fmt::format("offset {} or size {} is not a multiple of the pattern's {} bytes",
                            offset, size, pattern_size));
  if (size == 0) return submission.enqueue(event, false, nullptr);
  const auto* const bytes = static_cast<const std::byte*>(pattern);
  const std::uint64_t begin = buffer->offset + offset;
  return submission.enqueue(event, false,
                            [=, bytes = std::vector<std::byte>(bytes, bytes + pattern_size),
                             command = submission.event().get()] {
                              fill_rows(*command, *buffer, rows_of({begin, begin + size}), bytes);
                              return CL_SUCCESS;
                            });
}

}  // namespace spirv_oracle::opencl
