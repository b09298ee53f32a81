#include "opencl/objects/svm.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <map>

#include "interpreter/bindings.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

struct Allocations {
  std::mutex mutex;
  std::map<std::size_t, std::shared_ptr<SvmAllocation>> by_slot;
  std::uint64_t count = 0;
};

Allocations& allocations() {
  static auto* const all = new Allocations;
  return *all;
}

std::uint64_t page_size() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }
std::uint64_t whole_pages(std::uint64_t size) {
  return (size + page_size() - 1) / page_size() * page_size();
}

// Pages at the address of a free slot. Null if the process uses these addresses.
std::byte* map_slot(std::size_t slot, std::uint64_t size) {
  auto* const address = reinterpret_cast<void*>(memory_address(slot));
  void* const mapped = mmap(address, whole_pages(size), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (mapped == address) return static_cast<std::byte*>(mapped);
  munmap(mapped, whole_pages(size));
  return nullptr;
}

// The addresses of more slots are beyond those of a process.
constexpr std::size_t most_slots = 1024;

}  // namespace

SvmAllocation::~SvmAllocation() { munmap(address, whole_pages(size)); }

std::string SvmAllocation::text() const { return fmt::format("SVM allocation {}", number); }

std::shared_ptr<SvmAllocation> find_svm(const void* address) {
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  const auto* const byte = static_cast<const std::byte*>(address);
  for (const auto& [slot, one] : all.by_slot) {
    if (one->address <= byte && byte < one->address + one->size) return one;
  }
  return nullptr;
}

bool is_svm(const void* address) { return find_svm(address) != nullptr; }

std::vector<std::shared_ptr<SvmAllocation>> svm_allocations(const Context& context) {
  std::vector<std::shared_ptr<SvmAllocation>> found;
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  for (const auto& [slot, one] : all.by_slot) {
    if (one->context.get() == &context) found.push_back(one);
  }
  return found;
}

void free_svm(const void* address) {
  std::shared_ptr<SvmAllocation> freed;
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  const auto found = std::ranges::find_if(
      all.by_slot, [&](const auto& one) { return one.second->address == address; });
  if (found == all.by_slot.end()) return;
  freed = found->second;
  all.by_slot.erase(found);
}

void* svm_alloc(cl_context handle, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  const auto context = find<Context>(handle);
  // The function returns no error code.
  const auto refuse = [](const std::string& reason) -> void* {
    fail(CL_INVALID_VALUE, reason);
    return nullptr;
  };
  if (!context) return refuse("the cl_context is not valid");
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_svm_mem_flags known = access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if ((flags & ~known) != 0 || std::popcount(flags & access) > 1)
    return refuse("the flags are not valid");
  if ((flags & CL_MEM_SVM_ATOMICS) != 0)
    return refuse("CL_DEVICE_SVM_CAPABILITIES has no CL_DEVICE_SVM_ATOMICS");
  if (size == 0 || size > max_allocation()) return refuse("the size is not permitted");
  if ((alignment & (alignment - 1)) != 0 || alignment > page_size())
    return refuse("the alignment is not a power of two up to the size of a page");
  auto allocation = std::make_shared<SvmAllocation>();
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  for (std::size_t slot = 0; slot < most_slots && allocation->address == nullptr; ++slot) {
    if (all.by_slot.contains(slot)) continue;
    allocation->slot = slot;
    allocation->address = map_slot(slot, size);
  }
  if (allocation->address == nullptr) return refuse("there are no addresses left");
  allocation->size = size;
  allocation->is_fine_grained = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
  allocation->context = context;
  allocation->store = std::make_shared<Store>(size, allocation->address);
  allocation->number = ++all.count;
  if (allocation->is_fine_grained) allocation->store->show({0, size});
  all.by_slot.emplace(allocation->slot, allocation);
  return allocation->address;
}

void svm_free(cl_context handle, void* address) {
  if (!find<Context>(handle)) {
    fail(CL_INVALID_CONTEXT, "the cl_context is not valid");
  } else if (address != nullptr) {
    free_svm(address);
  }
}

}  // namespace spirv_oracle::opencl
