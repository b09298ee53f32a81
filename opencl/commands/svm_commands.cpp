// Commands about shared virtual memory.

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "opencl/api/entry_points.h"
#include "opencl/commands/maps.h"
#include "opencl/commands/svm_hazards.h"

namespace spirv_oracle::opencl {
namespace {

// Bytes at an address: of an allocation, or else of the host.
struct SvmAddress {
  std::shared_ptr<SvmAllocation> allocation;
  std::uint64_t offset = 0;
  std::byte* address = nullptr;
};

SvmAddress place_of(const void* address) {
  auto* const byte = static_cast<std::byte*>(const_cast<void*>(address));
  SvmAddress place{find_svm(address), 0, byte};
  if (place.allocation) place.offset = static_cast<std::uint64_t>(byte - place.allocation->address);
  return place;
}

cl_int check_place(const SvmAddress& place, std::uint64_t size, const char* what) {
  if (!place.allocation || size <= place.allocation->size - place.offset) return CL_SUCCESS;
  return fail(CL_INVALID_VALUE, fmt::format("{}: {} bytes at byte {} are not all inside {}", what,
                                            size, place.offset, place.allocation->text()));
}

// The accesses are those of the device. Fine-grained memory is the host's as well.
void take(const Event& event, const SvmAddress& place, std::uint64_t size) {
  if (place.allocation->is_fine_grained)
    place.allocation->store->take({place.offset, place.offset + size});
  else
    check_unmapped_writes(event.place, *place.allocation);
}
void show(const SvmAddress& place, std::uint64_t size) {
  if (place.allocation->is_fine_grained)
    place.allocation->store->show_changes({place.offset, place.offset + size});
}

void access(const Event& event, const SvmAddress& place, std::uint64_t size, bool is_write) {
  add_access({event.id, event.place, place.allocation->text(), false}, place.allocation->store,
             {{place.offset, place.offset + size}}, is_write);
}

void copy(const Event& event, const SvmAddress& to, const SvmAddress& from, std::uint64_t size) {
  ShadowedBytes bytes = ShadowedBytes::zero(size);
  if (from.allocation) {
    take(event, from, size);
    access(event, from, size, false);
    bytes = from.allocation->store->read(from.offset, size);
  } else {
    std::memcpy(bytes.bytes.data(), from.address, size);
  }
  if (to.allocation) {
    take(event, to, size);
    access(event, to, size, true);
    to.allocation->store->write(to.offset, bytes);
    if (from.allocation)
      to.allocation->store->copy_histories(*from.allocation->store,
                                           {from.offset, from.offset + size}, to.offset);
    show(to, size);
    return;
  }
  if (from.allocation) {
    const ByteSpan range{from.offset, from.offset + size};
    report_undefined(event.place, from.allocation->text(), *from.allocation->store, {range}, true);
    from.allocation->store->copy_to(range, to.address);
  } else {
    std::memmove(to.address, from.address, size);
  }
}

}  // namespace

cl_int enqueue_svm_memcpy(cl_command_queue queue, cl_bool blocking, void* to_address,
                          const void* from_address, size_t size, cl_uint count,
                          const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_MEMCPY))
    return error;
  if (size == 0) return submission.enqueue(event, blocking != CL_FALSE, nullptr);
  if (to_address == nullptr || from_address == nullptr)
    return fail(CL_INVALID_VALUE, "a pointer is NULL");
  const SvmAddress to = place_of(to_address), from = place_of(from_address);
  if (const cl_int error = check_place(to, size, "dst_ptr")) return error;
  if (const cl_int error = check_place(from, size, "src_ptr")) return error;
  if (to.address < from.address + size && from.address < to.address + size)
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
  return submission.enqueue(event, blocking != CL_FALSE, [=, command = submission.event().get()] {
    copy(*command, to, from, size);
    return CL_SUCCESS;
  });
}

cl_int enqueue_svm_mem_fill(cl_command_queue queue, void* address, const void* pattern,
                            size_t pattern_size, size_t size, cl_uint count, const cl_event* list,
                            cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_MEMFILL))
    return error;
  const SvmAddress place = place_of(address);
  if (!place.allocation) return fail(CL_INVALID_VALUE, "svm_ptr is not shared virtual memory");
  if (const cl_int error = check_place(place, size, "svm_ptr")) return error;
  if (pattern == nullptr || !std::has_single_bit(pattern_size) || pattern_size > 128 ||
      size % pattern_size != 0 || reinterpret_cast<std::uintptr_t>(address) % pattern_size != 0)
    return fail(CL_INVALID_VALUE, "the pattern does not fit the memory");
  const auto* const bytes = static_cast<const std::byte*>(pattern);
  return submission.enqueue(event, false,
                            [=, bytes = std::vector<std::byte>(bytes, bytes + pattern_size),
                             command = submission.event().get()] {
                              take(*command, place, size);
                              access(*command, place, size, true);
                              for (std::uint64_t i = 0; i < size; i += bytes.size())
                                place.allocation->store->write(place.offset + i, bytes.data(),
                                                               bytes.size());
                              show(place, size);
                              return CL_SUCCESS;
                            });
}

cl_int enqueue_svm_map(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* address,
                       size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_MAP)) return error;
  const SvmAddress place = place_of(address);
  if (!place.allocation || size == 0)
    return fail(CL_INVALID_VALUE, "svm_ptr is not shared virtual memory, or size is 0");
  if (const cl_int error = check_place(place, size, "svm_ptr")) return error;
  if (const cl_int error = check_map_flags(flags)) return error;
  // The host may access fine-grained memory anyway.
  if (place.allocation->is_fine_grained)
    return submission.enqueue(event, blocking != CL_FALSE, nullptr);
  const MapRequest request{nullptr,
                           place.allocation->store,
                           place.allocation->text(),
                           place.address,
                           rows_of({place.offset, place.offset + size}),
                           flags,
                           place.allocation};
  return enqueue_map(submission, request, blocking != CL_FALSE, event);
}

cl_int enqueue_svm_unmap(cl_command_queue queue, void* address, cl_uint count, const cl_event* list,
                         cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_UNMAP)) return error;
  const SvmAddress place = place_of(address);
  if (!place.allocation) return fail(CL_INVALID_VALUE, "svm_ptr is not shared virtual memory");
  if (place.allocation->is_fine_grained) return submission.enqueue(event, false, nullptr);
  return enqueue_unmap(submission, nullptr, place.allocation->store, place.allocation->text(),
                       address, event, place.allocation);
}

cl_int enqueue_svm_migrate_mem(cl_command_queue queue, cl_uint pointer_count, const void** pointers,
                               const size_t* /*sizes*/, cl_mem_migration_flags /*flags*/,
                               cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_MIGRATE_MEM))
    return error;
  if (pointer_count == 0 || pointers == nullptr)
    return fail(CL_INVALID_VALUE, "num_svm_pointers is 0 or svm_pointers is NULL");
  for (cl_uint i = 0; i < pointer_count; ++i) {
    if (!is_svm(pointers[i]))
      return fail(CL_INVALID_VALUE, fmt::format("pointer {} is not shared virtual memory", i));
  }
  return submission.enqueue(event, false, nullptr);
}

cl_int enqueue_svm_free(cl_command_queue queue, cl_uint pointer_count, void* pointers[],
                        void(CL_CALLBACK* release)(cl_command_queue, cl_uint, void*[], void*),
                        void* data, cl_uint count, const cl_event* list, cl_event* event) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, CL_COMMAND_SVM_FREE)) return error;
  if ((pointer_count == 0) != (pointers == nullptr))
    return fail(CL_INVALID_VALUE, "num_svm_pointers and svm_pointers do not fit each other");
  return submission.enqueue(
      event, false, [=, all = std::vector<void*>(pointers, pointers + pointer_count)]() mutable {
        if (release != nullptr) {
          release(queue, pointer_count, all.data(), data);
        } else {
          for (const void* pointer : all) free_svm(pointer);
        }
        return CL_SUCCESS;
      });
}

}  // namespace spirv_oracle::opencl
