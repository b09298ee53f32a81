#include "vulkan/objects/memory.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/options.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

std::uint64_t whole_units(std::uint64_t size) {
  return (size + host_write_unit - 1) / host_write_unit * host_write_unit;
}

}  // namespace

DeviceMemory::DeviceMemory(std::uint64_t size, bool host_visible, const Storage& storage)
    : Object(object_type),
      size_(size),
      bytes_(storage.imported >= 0
                 ? DeviceBytes(whole_units(size), storage.imported)
                 : DeviceBytes(whole_units(size),
                               storage.is_exportable ||
                                   (host_visible && driver_options().checks_host_reads))),
      seen_(host_visible ? std::make_unique<Pages>(whole_units(size)) : nullptr),
      is_exportable_(storage.is_exportable) {
  if (storage.imported >= 0) share();
}

int DeviceMemory::share() {
  const std::lock_guard lock(mutex_);
  if (!is_external_.exchange(true)) bytes_.shadow().set(0, bytes_.size(), Definedness::defined);
  return bytes_.pages().file();
}

std::byte* DeviceMemory::map() {
  // A command that executes must not see how undefined bytes get their pattern.
  std::unique_lock<std::mutex> execution;
  if (!was_mapped_ && device != nullptr) execution = std::unique_lock(device->execution);
  const std::lock_guard lock(mutex_);
  tracks_host_ = true;
  if (!was_mapped_) {
    was_mapped_ = true;
    std::memcpy(seen_->data(), bytes_.data(), bytes_.size());
    mark_undefined_bytes({0, bytes_.size()});
    if (driver_options().checks_host_reads) {
      view_ = std::make_unique<HostView>(bytes_.pages());
      view_->guard(0, bytes_.size());
    }
  }
  return view_ ? view_->data() : bytes_.data();
}

void DeviceMemory::mark_undefined_bytes(const ByteSpan& span) {
  bytes_.shadow().each_undefined(span.begin, span.end, [&](std::uint64_t i) {
    bytes_.data()[i] = seen_->data()[i] = undefined_pattern(i);
  });
}

void DeviceMemory::notice_host_writes(const ByteSpan& span) {
  if (!was_mapped_ || span.size() == 0) return;
  const ByteSpan units{span.begin / host_write_unit * host_write_unit, whole_units(span.end)};
  const ByteSpans written = take_host_changes(
      bytes_.data(), seen_->data(), units, [&](const ByteSpan& unit, const std::byte* /*now*/) {
        if (still_ != 0) keep_unit(unit);
        bytes_.shadow().set(unit.begin, unit.end, Definedness::defined);
      });
  if (!written.empty() && tracks_host_ && !is_external_ && device != nullptr)
    remember(written, true);
}

void DeviceMemory::keep_unit(const ByteSpan& unit) {
  Unit old;
  std::copy_n(seen_->data() + unit.begin, unit.size(), old.bytes.data());
  bytes_.shadow().load(unit.begin, std::span(old.shadow).first(unit.size()));
  changed_by_host_.try_emplace(unit.begin, old);
}

// As long as it lives, the memory remembers what the host overwrites.
class DeviceMemory::Stillness {
 public:
  explicit Stillness(const MemoryPart& part) : memory_(part.memory) {
    const std::lock_guard lock(memory_->mutex_);
    memory_->notice_host_writes(part.span());
    ++memory_->still_;
  }
  ~Stillness() {
    const std::lock_guard lock(memory_->mutex_);
    if (--memory_->still_ == 0) memory_->changed_by_host_.clear();
  }
  Stillness(const Stillness&) = delete;
  Stillness& operator=(const Stillness&) = delete;

  ShadowedBytes read(const ByteSpan& span) const { return memory_->read_still(span); }

 private:
  std::shared_ptr<DeviceMemory> memory_;
};

std::optional<ContentsSource> DeviceMemory::still_contents(const MemoryPart& part) {
  if (part.memory->is_exportable_ || part.memory->is_external_) return std::nullopt;
  const auto stillness = std::make_shared<const Stillness>(part);
  return ContentsSource{part.size,
                        [stillness, offset = part.offset](std::uint64_t begin, std::uint64_t end) {
                          return stillness->read({offset + begin, offset + end});
                        }};
}

ShadowedBytes DeviceMemory::read_still(const ByteSpan& span) {
  const std::lock_guard lock(mutex_);
  ShadowedBytes contents = bytes_.load(span, was_mapped_ ? seen_->data() : bytes_.data());
  auto unit = changed_by_host_.lower_bound(span.begin / host_write_unit * host_write_unit);
  for (; unit != changed_by_host_.end() && unit->first < span.end; ++unit) {
    for (std::uint64_t i = 0; i < host_write_unit; ++i) {
      const std::uint64_t at = unit->first + i;
      if (at < span.begin || at >= span.end) continue;
      contents.bytes[at - span.begin] = unit->second.bytes[i];
      contents.shadow[at - span.begin] = unit->second.shadow[i];
    }
  }
  return contents;
}

void DeviceMemory::remember(const ByteSpans& spans, bool is_write) {
  const std::lock_guard lock(device->synchronization);
  const HostKnowledge& known = device->known_to_host;
  for (const auto& [begin, end] : spans)
    host_accesses_.push_back({is_write, begin, end, known.complete[host_index] + 1, known});
}

void DeviceMemory::notice_host_writes() {
  const std::lock_guard lock(mutex_);
  notice_host_writes({0, bytes_.size()});
  tracks_host_ = was_mapped_;
}

void DeviceMemory::lose_track_of_host() {
  const std::lock_guard lock(mutex_);
  tracks_host_ = false;
}

void DeviceMemory::notice_host_reads() {
  const std::lock_guard lock(mutex_);
  if (!view_) return;
  ByteSpans bytes;
  for (const std::uint64_t byte : view_->take_reads()) bytes.push_back({byte, byte + 1});
  if (!bytes.empty()) remember(bytes, false);
}

std::vector<HostAccess> DeviceMemory::take_host_accesses() {
  const std::lock_guard lock(mutex_);
  return std::exchange(host_accesses_, {});
}

ShadowedBytes DeviceMemory::read(std::uint64_t offset, std::uint64_t size) {
  const std::lock_guard lock(mutex_);
  return load({offset, offset + size});
}

ShadowedBytes DeviceMemory::read_by_host(std::uint64_t offset, std::uint64_t size) {
  const std::lock_guard lock(mutex_);
  if (size != 0) remember({{offset, offset + size}}, false);
  return load({offset, offset + size});
}

void DeviceMemory::write_by_host(std::uint64_t offset, const ShadowedBytes& contents) {
  const std::lock_guard lock(mutex_);
  store(offset, contents);
  if (contents.size() != 0) remember({{offset, offset + contents.size()}}, true);
}

ShadowedBytes DeviceMemory::load(const ByteSpan& span) {
  notice_host_writes(span);
  return bytes_.load(span);
}

void DeviceMemory::write(std::uint64_t offset, const ShadowedBytes& contents) {
  const std::lock_guard lock(mutex_);
  store(offset, contents);
}

void DeviceMemory::store(std::uint64_t offset, const ShadowedView& contents) {
  const ByteSpan span{offset, offset + contents.size()};
  notice_host_writes(span);
  if (is_external_) {
    bytes_.store(offset, contents.bytes.data(), contents.size());
  } else {
    bytes_.store(offset, contents);
  }
  if (!was_mapped_) return;
  std::ranges::copy(contents.bytes, seen_->data() + offset);
  mark_undefined_bytes(span);
  if (view_ && span.size() != 0) view_->guard(span.begin, span.end);
}

void DeviceMemory::write_changes(std::uint64_t offset, const ShadowedView& before,
                                 const ShadowedView& after) {
  const std::lock_guard lock(mutex_);
  each_change(before, after,
              [&](const ByteSpan& span) { store(offset + span.begin, after.part(span)); });
}

namespace {

// What the chain says of files; false after a finding.
bool find_storage(const VkMemoryAllocateInfo& info, DeviceMemory::Storage& storage) {
  const auto* exported = find_in_chain<VkExportMemoryAllocateInfo>(
      info.pNext, VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
  storage.is_exportable = exported != nullptr && exported->handleTypes != 0;
  const auto* imported = find_in_chain<VkImportMemoryFdInfoKHR>(
      info.pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
  if (imported == nullptr || imported->handleType == 0) return true;
  struct stat file {};
  const bool is_file = imported->handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT &&
                       fstat(imported->fd, &file) == 0 && S_ISREG(file.st_mode);
  if (is_file && static_cast<std::uint64_t>(file.st_size) == whole_units(info.allocationSize)) {
    storage.imported = imported->fd;
    return true;
  }
  Reporter::get().report(
      rules::argument_invalid,
      is_file ? fmt::format("vkAllocateMemory: allocationSize is {}, but the imported memory has "
                            "about {} bytes",
                            info.allocationSize, file.st_size)
              : "vkAllocateMemory: fd is not a descriptor that vkGetMemoryFdKHR returned",
      {},
      is_file ? "VUID-VkMemoryAllocateInfo-allocationSize-01742"
              : "VUID-VkImportMemoryFdInfoKHR-handleType-00670");
  return false;
}

}  // namespace

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
  DeviceMemory::Storage storage;
  if (!find_storage(*info, storage)) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
  const auto memory = std::make_shared<DeviceMemory>(
      info->allocationSize, info->memoryTypeIndex == host_visible_type, storage);
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
  if (!device) return;
  const auto memory = take<DeviceMemory>(handle, "memory", device.get());
  if (!memory) return;
  memory->notice_host_writes();
  memory->notice_host_reads();
  device->check_host_accesses();
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
  *data = memory->map() + offset;
  memory->is_mapped = true;
  const std::lock_guard lock(device->synchronization);
  device->watch_host_accesses(memory);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL map_memory2(VkDevice device, const VkMemoryMapInfo* info,
                                           void** data) {
  return map_memory(device, info->memory, info->offset, info->size, info->flags, data);
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
  memory->notice_host_writes();
  memory->notice_host_reads();
  memory->is_mapped = false;
  device->check_host_accesses();
}

VKAPI_ATTR VkResult VKAPI_CALL unmap_memory2(VkDevice device, const VkMemoryUnmapInfo* info) {
  unmap_memory(device, info->memory);
  return VK_SUCCESS;
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

VKAPI_ATTR VkResult VKAPI_CALL get_memory_fd_khr(VkDevice device_handle,
                                                 const VkMemoryGetFdInfoKHR* info, int* file) {
  const auto device = find<Device>(device_handle, "device");
  const auto memory = device ? find<DeviceMemory>(info->memory, "memory", device.get()) : nullptr;
  if (!memory) return VK_ERROR_UNKNOWN;
  if (!memory->is_exportable() ||
      info->handleType != VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT) {
    return complain(rules::argument_invalid, *memory,
                    "was not allocated for export as VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT",
                    "VUID-VkMemoryGetFdInfoKHR-handleType-00671");
  }
  memory->notice_host_writes();
  *file = fcntl(memory->share(), F_DUPFD_CLOEXEC, 0);
  return *file < 0 ? VK_ERROR_TOO_MANY_OBJECTS : VK_SUCCESS;
}

// Only for types of handles from outside of Vulkan, of which the device imports none.
VKAPI_ATTR VkResult VKAPI_CALL
get_memory_fd_properties_khr(VkDevice /*device*/, VkExternalMemoryHandleTypeFlagBits /*type*/,
                             int /*file*/, VkMemoryFdPropertiesKHR* properties) {
  properties->memoryTypeBits = 0;
  return VK_ERROR_INVALID_EXTERNAL_HANDLE;
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
