// Memory of the device: its bytes, and which of them are defined.
#pragma once

#include <optional>
#include <span>

#include "interpreter/findings/finding.h"
#include "memory/definedness.h"
#include "vulkan/objects/object.h"

namespace spirv_oracle::vulkan {

// Pages that are zero until something is stored.
class Pages {
 public:
  // Throws std::bad_alloc if the host has none.
  explicit Pages(std::size_t size);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_;
};

// Where undefined values came from.
struct UndefinedRange {
  std::uint64_t begin = 0, end = 0;
  std::vector<Note> history;
};

// New memory is uninitialized. The host may write to memory that it has mapped at any time; that is noticed by comparison
// with the bytes as they were, in units of host_write_unit bytes, before a command reads or writes them. So a unit that the
// host changed in part is defined as a whole. Bytes that are not defined get a pattern that the host hardly writes.
// All functions that access bytes need Device::execution.
struct DeviceMemory : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DEVICE_MEMORY;
  static constexpr std::uint64_t host_write_unit = 8;
  DeviceMemory(std::uint64_t size, bool host_visible);

  std::uint64_t size() const { return size_; }
  bool is_host_visible() const { return seen_ != nullptr; }

  // The address for the host; before the first call, the host cannot write.
  std::byte* map();

  // The range must be inside.
  ShadowedBytes read(std::uint64_t offset, std::uint64_t size);
  void write(std::uint64_t offset, const ShadowedBytes& contents);
  // As write(), but stores only the bytes that differ: the host may write to the others meanwhile.
  void write_changes(std::uint64_t offset, const ShadowedBytes& before, const ShadowedBytes& after);
  // Remembers where the undefined bytes of a range came from.
  void add_undefined(UndefinedRange range);
  // The latest history of such a byte; null if none is known.
  const std::vector<Note>* history_of(std::uint64_t offset) const;

  const std::vector<UndefinedRange>& undefined_ranges() const { return undefined_; }

  bool is_mapped = false;
  std::optional<std::size_t>
      address_slot;  // in Device::addressed, if shaders can access it through addresses

 private:
  Definedness state(std::uint64_t at) const;
  void set_state(std::uint64_t at, Definedness state);
  void notice_host_writes(std::uint64_t begin, std::uint64_t end);
  void mark_undefined_bytes(std::uint64_t begin, std::uint64_t end);

  std::uint64_t size_;  // of the memory; the pages are whole units
  Pages bytes_;
  Pages shadow_;  // states, less Definedness::uninitialized, so that pages need not be touched
  std::unique_ptr<Pages> seen_;  // the bytes when the device last accessed them
  bool was_mapped_ = false;
  std::vector<UndefinedRange> undefined_;  // the latest ones come last
};

// A part of a memory. A view of a resource is a list of them.
struct MemoryPart {
  std::shared_ptr<DeviceMemory> memory;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

}  // namespace spirv_oracle::vulkan
