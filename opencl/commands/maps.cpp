#include "opencl/commands/maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "opencl/api/entry_points.h"

namespace spirv_oracle::opencl {
namespace {

Accessor accessor_of(const Event& event, const MapRequest& request) {
  if (request.memory) return accessor_of(event, *request.memory);
  return {event.id, event.place, request.name, false};
}

// The mapping that an executing command makes active.
void activate(const Event& event, const MapRequest& request, const ByteSpans& ranges) {
  std::string other;
  {
    const std::lock_guard lock(request.store->mutex);
    Mapping* own = nullptr;
    for (Mapping& mapping : request.store->mappings) {
      if (mapping.place == event.place && !mapping.is_active && mapping.ranges == ranges)
        own = &mapping;
    }
    if (own == nullptr) return;
    for (const Mapping& mapping : request.store->mappings) {
      if (mapping.is_active && (mapping.is_write || own->is_write) &&
          overlaps(mapping.ranges, ranges))
        other = mapping.place;
    }
    own->is_active = true;
  }
  if (other.empty()) return;
  Reporter::get().report(
      rules::maps_overlap,
      fmt::format("{} maps byte {} of {}, which {} maps, too, and one of them is for writing",
                  event.place, ranges.front().begin, request.name, other));
}

void map(const Event& event, const MapRequest& request) {
  const ByteSpans ranges = request.rows.ranges();
  const bool reads = (request.flags & CL_MAP_READ) != 0;
  if (request.svm) check_unmapped_writes(event.place, *request.svm);
  const bool invalidates = (request.flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  if (reads) {
    // A host that maps more than it reads is right, so bytes that nothing wrote are not reported.
    report_undefined(event.place, request.name, *request.store, ranges, false);
  }
  add_access(accessor_of(event, request), request.store, ranges, false);
  for (const ByteSpan& range : ranges) {
    if (invalidates) request.store->forget(range);
    request.store->show(range);
  }
  activate(event, request, ranges);
}

void unmap(const Event& event, const MapRequest& request, const Mapping& mapping) {
  {
    const std::lock_guard lock(request.store->mutex);
    auto& all = request.store->mappings;
    const auto own = std::ranges::find_if(all, [&](const Mapping& one) {
      return one.is_unmapped && one.pointer == mapping.pointer && one.ranges == mapping.ranges &&
             one.is_write == mapping.is_write && one.owner == mapping.owner;
    });
    if (own != all.end()) all.erase(own);
  }
  if (!mapping.is_write) return;
  ByteSpans written;
  for (const ByteSpan& range : mapping.ranges) {
    const ByteSpans runs = request.store->take(range);
    written.insert(written.end(), runs.begin(), runs.end());
  }
  add_access(accessor_of(event, request), request.store, written, true);
}

}  // namespace

cl_int check_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  const bool contradicts =
      (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0 && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0;
  if ((flags & ~known) == 0 && !contradicts) return CL_SUCCESS;
  return fail(CL_INVALID_VALUE, fmt::format("map_flags are 0x{:x}", flags));
}

cl_int enqueue_map(Submission& submission, const MapRequest& request, bool is_blocking,
                   cl_event* event) {
  Mapping mapping;
  mapping.owner = request.memory.get();
  mapping.pointer = request.pointer;
  mapping.ranges = request.rows.ranges();
  mapping.is_write = (request.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  mapping.place = submission.event()->place;
  {
    const std::lock_guard lock(request.store->mutex);
    request.store->mappings.push_back(std::move(mapping));
  }
  return submission.enqueue(event, is_blocking, [=, command = submission.event().get()] {
    map(*command, request);
    return CL_SUCCESS;
  });
}

cl_int enqueue_unmap(Submission& submission, const std::shared_ptr<Memory>& memory,
                     const std::shared_ptr<Store>& store, const std::string& name,
                     const void* pointer, cl_event* event,
                     const std::shared_ptr<SvmAllocation>& svm) {
  Mapping mapping;
  std::vector<HostBytes> bytes;
  {
    const std::lock_guard lock(store->mutex);
    const auto found = std::ranges::find_if(store->mappings, [&](const Mapping& one) {
      return one.owner == memory.get() && one.pointer == pointer && !one.is_unmapped;
    });
    if (found == store->mappings.end())
      return fail(CL_INVALID_VALUE,
                  fmt::format("the pointer is not one that {} is mapped to", name));
    found->is_unmapped = true;
    mapping = *found;
  }
  const std::byte* const host = mapping.pointer - mapping.ranges.front().begin;
  // After this call, the host must not write. Memory that is not yet mapped changes when it is; a user event may hold the command
  // back until the host has written.
  if (mapping.is_active && mapping.is_write && !submission.has_wait_list()) {
    for (const ByteSpan& range : mapping.ranges) bytes.emplace_back(host, rows_of(range), false);
  }
  return submission.enqueue(
      event, false, [=, bytes = std::move(bytes), command = submission.event().get()] {
        for (const HostBytes& one : bytes) one.check(*command, host);
        unmap(*command, {memory, store, name, mapping.pointer, {}, 0, svm}, mapping);
        return CL_SUCCESS;
      });
}

Created<void*> enqueue_map_buffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                                  cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                  const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_MAP_BUFFER))
    return tl::unexpected(error);
  const auto buffer = find<Memory>(handle);
  if (!buffer || buffer->kind != CL_MEM_OBJECT_BUFFER)
    return fail_to_create(CL_INVALID_MEM_OBJECT, "the cl_mem is not a valid buffer");
  if (buffer->context != submission.context())
    return fail_to_create(CL_INVALID_CONTEXT, "the buffer is of another context than the queue");
  if (const cl_int error = check_map_flags(flags)) return tl::unexpected(error);
  if (size == 0 || offset > buffer->size || size > buffer->size - offset)
    return fail_to_create(CL_INVALID_VALUE,
                          fmt::format("{} bytes at {} are not all inside {}, which has {}", size,
                                      offset, buffer->text(), buffer->size));
  if (((flags & CL_MAP_READ) != 0 && !buffer->host_may_read()) ||
      ((flags & ~cl_map_flags{CL_MAP_READ}) != 0 && !buffer->host_may_write()))
    return fail_to_create(CL_INVALID_OPERATION,
                          "the flags of the buffer forbid that the host accesses it so");
  const std::uint64_t begin = buffer->offset + offset;
  std::byte* const pointer = buffer->store->allocate_host() + begin;
  const MapRequest request{
      buffer, buffer->store, buffer->text(), pointer, rows_of({begin, begin + size}), flags};
  if (const cl_int error = enqueue_map(submission, request, blocking != CL_FALSE, event))
    return tl::unexpected(error);
  return pointer;
}

cl_int enqueue_unmap_mem_object(cl_command_queue queue, cl_mem handle, void* pointer, cl_uint count,
                                const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_UNMAP_MEM_OBJECT))
    return error;
  const auto memory = find<Memory>(handle);
  if (!memory || memory->kind == CL_MEM_OBJECT_PIPE) return fail_invalid<Memory>();
  if (memory->context != submission.context())
    return fail(CL_INVALID_CONTEXT, "the memory object is of another context than the queue");
  return enqueue_unmap(submission, memory, memory->store, memory->text(), pointer, event);
}

}  // namespace spirv_oracle::opencl
