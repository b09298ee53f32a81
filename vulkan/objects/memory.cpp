#include "vulkan/objects/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

constexpr std::size_t most_undefined_ranges = 64;

std::uint64_t whole_units(std::uint64_t size) {
  constexpr std::uint64_t unit = DeviceMemory::host_write_unit;
  return (size + unit - 1) / unit * unit;
}

// Byte `at` of the pattern: the finalizer of MurmurHash3.
std::byte pattern(std::uint64_t at) {
  std::uint64_t bits = at / DeviceMemory::host_write_unit + 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 33)) * 0xFF51AFD7ED558CCD;
  bits = (bits ^ (bits >> 33)) * 0xC4CEB9FE1A85EC53;
  bits ^= bits >> 33;
  return static_cast<std::byte>(bits >> (at % DeviceMemory::host_write_unit * 8));
}

}  // namespace

Pages::Pages(std::size_t size) : size_(std::max<std::size_t>(size, 1)) {
  void* const pages = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(pages);
}

Pages::~Pages() { munmap(data_, size_); }

DeviceMemory::DeviceMemory(std::uint64_t size, bool host_visible)
    : Object(object_type),
      size_(size),
      bytes_(whole_units(size)),
      shadow_(whole_units(size)),
      seen_(host_visible ? std::make_unique<Pages>(whole_units(size)) : nullptr) {}

Definedness DeviceMemory::state(std::uint64_t at) const {
  return static_cast<Definedness>(static_cast<std::uint8_t>(shadow_.data()[at]) ^
                                  static_cast<std::uint8_t>(Definedness::uninitialized));
}

void DeviceMemory::set_state(std::uint64_t at, Definedness state) {
  shadow_.data()[at] = static_cast<std::byte>(
      static_cast<std::uint8_t>(state) ^ static_cast<std::uint8_t>(Definedness::uninitialized));
}

std::byte* DeviceMemory::map() {
  if (!was_mapped_) {
    was_mapped_ = true;
    std::memcpy(seen_->data(), bytes_.data(), bytes_.size());
    mark_undefined_bytes(0, bytes_.size());
  }
  return bytes_.data();
}

void DeviceMemory::mark_undefined_bytes(std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i) {
    if (state(i) >= Definedness::undefined) bytes_.data()[i] = seen_->data()[i] = pattern(i);
  }
}

void DeviceMemory::notice_host_writes(std::uint64_t begin, std::uint64_t end) {
  if (!was_mapped_ || begin == end) return;
  for (std::uint64_t i = begin / host_write_unit * host_write_unit; i < end; i += host_write_unit) {
    if (std::memcmp(bytes_.data() + i, seen_->data() + i, host_write_unit) == 0) continue;
    std::memcpy(seen_->data() + i, bytes_.data() + i, host_write_unit);
    for (std::uint64_t j = i; j < i + host_write_unit; ++j) set_state(j, Definedness::defined);
  }
}

ShadowedBytes DeviceMemory::read(std::uint64_t offset, std::uint64_t size) {
  notice_host_writes(offset, offset + size);
  ShadowedBytes contents;
  contents.bytes.assign(bytes_.data() + offset, bytes_.data() + offset + size);
  contents.shadow.resize(size);
  for (std::uint64_t i = 0; i < size; ++i) contents.shadow[i] = state(offset + i);
  return contents;
}

void DeviceMemory::write(std::uint64_t offset, const ShadowedBytes& contents) {
  const std::uint64_t size = contents.size();
  notice_host_writes(offset, offset + size);
  std::copy(contents.bytes.begin(), contents.bytes.end(), bytes_.data() + offset);
  for (std::uint64_t i = 0; i < size; ++i) set_state(offset + i, contents.shadow[i]);
  if (!was_mapped_) return;
  std::copy(contents.bytes.begin(), contents.bytes.end(), seen_->data() + offset);
  mark_undefined_bytes(offset, offset + size);
}

void DeviceMemory::write_changes(std::uint64_t offset, const ShadowedBytes& before,
                                 const ShadowedBytes& after) {
  const auto differs = [&](std::uint64_t i) {
    return before.bytes[i] != after.bytes[i] || before.shadow[i] != after.shadow[i];
  };
  for (std::uint64_t i = 0; i < after.size();) {
    if (!differs(i)) {
      ++i;
      continue;
    }
    const std::uint64_t begin = i;
    while (i < after.size() && differs(i)) ++i;
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(i);
    write(offset + begin, {{after.bytes.begin() + first, after.bytes.begin() + last},
                           {after.shadow.begin() + first, after.shadow.begin() + last}});
  }
}

void DeviceMemory::add_undefined(UndefinedRange range) {
  if (undefined_.size() == most_undefined_ranges) undefined_.erase(undefined_.begin());
  undefined_.push_back(std::move(range));
}

const std::vector<Note>* DeviceMemory::history_of(std::uint64_t offset) const {
  for (std::size_t i = undefined_.size(); i-- > 0;) {
    if (undefined_[i].begin <= offset && offset < undefined_[i].end) return &undefined_[i].history;
  }
  return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_memory(VkDevice device_handle,
                                               const VkMemoryAllocateInfo* info,
                                               const VkAllocationCallbacks* /*allocator*/,
                                               VkDeviceMemory* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info->memoryTypeIndex > host_visible_type) {
    Reporter::get().report(rules::argument_invalid,
                           fmt::format("vkAllocateMemory: memoryTypeIndex is {}, but the device "
                                       "has {} memory types",
                                       info->memoryTypeIndex, host_visible_type + 1),
                           {}, "VUID-vkAllocateMemory-pAllocateInfo-01714");
    return VK_ERROR_UNKNOWN;
  }
  VkPhysicalDeviceMemoryProperties properties;
  get_physical_device_memory_properties(nullptr, &properties);
  if (info->allocationSize > properties.memoryHeaps[0].size) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  const auto memory = std::make_shared<DeviceMemory>(info->allocationSize,
                                                     info->memoryTypeIndex == host_visible_type);
  if (const auto* flags = find_in_chain<VkMemoryAllocateFlagsInfo>(
          info->pNext, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
      flags != nullptr && (flags->flags & VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT) != 0) {
    const std::lock_guard lock(device->execution);
    memory->address_slot = device->addressed.size();
    device->addressed.push_back(memory);
  }
  give_handle(*device, memory, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device_handle, VkDeviceMemory handle,
                                       const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device || !take<DeviceMemory>(handle, "memory", device.get())) return;
  const std::lock_guard lock(device->synchronization);
  device->freed_memory.push_back(number_of(handle));
}

VKAPI_ATTR VkResult VKAPI_CALL map_memory(VkDevice device_handle, VkDeviceMemory handle,
                                          VkDeviceSize offset, VkDeviceSize size,
                                          VkMemoryMapFlags /*flags*/, void** data) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto memory = find<DeviceMemory>(handle, "memory", device.get());
  if (!memory) return VK_ERROR_MEMORY_MAP_FAILED;
  const auto complain = [&](const std::string& problem, const char* vuid) {
    Reporter::get().report(rules::argument_invalid,
                           fmt::format("vkMapMemory: {} {}", text_of(memory->reported()), problem),
                           {memory->reported()}, vuid);
    return VK_ERROR_MEMORY_MAP_FAILED;
  };
  if (!memory->is_host_visible())
    return complain("has a memory type that is not host-visible", "VUID-vkMapMemory-memory-00682");
  if (memory->is_mapped) return complain("is mapped already", "VUID-vkMapMemory-memory-00678");
  if (offset >= memory->size() ||
      (size != VK_WHOLE_SIZE && (size == 0 || size > memory->size() - offset))) {
    return complain(fmt::format("has {} bytes, but offset {} and size {} are outside",
                                memory->size(), offset, size),
                    "VUID-vkMapMemory-size-00681");
  }
  const std::lock_guard lock(device->execution);
  memory->is_mapped = true;
  *data = memory->map() + offset;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL unmap_memory(VkDevice device_handle, VkDeviceMemory handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto memory = find<DeviceMemory>(handle, "memory", device.get());
  if (!memory) return;
  if (!memory->is_mapped) {
    Reporter::get().report(
        rules::argument_invalid,
        fmt::format("vkUnmapMemory: {} is not mapped", text_of(memory->reported())),
        {memory->reported()}, "VUID-vkUnmapMemory-memory-00689");
  }
  memory->is_mapped = false;
}

namespace {

// All host-visible memory is coherent, so only the arguments matter.
VkResult check_mapped_ranges(VkDevice device_handle, std::uint32_t count,
                             const VkMappedMemoryRange* ranges) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto memory = find<DeviceMemory>(ranges[i].memory, "pMemoryRanges", device.get());
    if (!memory) return VK_ERROR_UNKNOWN;
    if (memory->is_mapped) continue;
    Reporter::get().report(
        rules::argument_invalid,
        fmt::format("{}: {} is not mapped", current_call(), text_of(memory->reported())),
        {memory->reported()}, "VUID-VkMappedMemoryRange-memory-00684");
  }
  return VK_SUCCESS;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL flush_mapped_memory_ranges(VkDevice device, std::uint32_t count,
                                                          const VkMappedMemoryRange* ranges) {
  return check_mapped_ranges(device, count, ranges);
}

VKAPI_ATTR VkResult VKAPI_CALL invalidate_mapped_memory_ranges(VkDevice device, std::uint32_t count,
                                                               const VkMappedMemoryRange* ranges) {
  return check_mapped_ranges(device, count, ranges);
}

// Only for the feature bufferDeviceAddressCaptureReplay, which the device lacks.
VKAPI_ATTR std::uint64_t VKAPI_CALL get_device_memory_opaque_capture_address(
    VkDevice /*device*/, const VkDeviceMemoryOpaqueCaptureAddressInfo* /*info*/) {
  return 0;
}

VKAPI_ATTR void VKAPI_CALL get_device_memory_commitment(VkDevice /*device*/,
                                                        VkDeviceMemory /*memory*/,
                                                        VkDeviceSize* committed) {
  *committed = 0;  // no memory type is lazily allocated
}

}  // namespace spirv_oracle::vulkan
