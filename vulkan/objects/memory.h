// Memory of the device: its bytes, and which of them are defined.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "driver/memory/dispatch_memory.h"
#include "vulkan/objects/clock.h"
#include "vulkan/objects/object.h"

namespace spirv_oracle::vulkan {

// Bytes that the host changed or read.
struct HostAccess {
  bool is_write = true;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t operation = 0;  // of the host, which follows: Clock
  HostKnowledge known;          // when it was noticed
};

// The host may write to memory that it has mapped at any time; that is noticed by comparison with the bytes as they were, in
// units of host_write_unit bytes, before a command reads or writes them.
// Changes keep the mutex of the memory for a short time only, so that the host may search for its writes meanwhile; the history
// of undefined bytes needs Device::execution.
struct DeviceMemory : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DEVICE_MEMORY;
  // Where the bytes are: by themselves, in a file that can be exported, or in one that is imported, whose descriptor this object
  // owns.
  struct Storage {
    bool is_exportable = false;
    int imported = -1;
  };
  DeviceMemory(std::uint64_t size, bool host_visible, const Storage& storage);

  std::uint64_t size() const { return size_; }
  bool is_host_visible() const { return seen_ != nullptr; }
  // Whether the host or other users of its file can read it.
  bool is_visible_outside() const { return is_host_visible() || is_external_; }
  bool is_exportable() const { return is_exportable_; }
  // The file is used elsewhere from now on, so all bytes count as defined. The descriptor belongs to this object.
  int share();

  // The address for the host; before the first call, the host cannot write.
  std::byte* map();

  // The range must be inside.
  ShadowedBytes read(std::uint64_t offset, std::uint64_t size);
  void write(std::uint64_t offset, const ShadowedBytes& contents);
  // Contents that stay as they are now as long as Device::execution is held, and this object lives, although the host may write
  // to the memory. None if others may do so as well.
  static std::optional<ContentsSource> still_contents(const PartOf<DeviceMemory>& part);
  // Accesses of the host by a call.
  ShadowedBytes read_by_host(std::uint64_t offset, std::uint64_t size);
  void write_by_host(std::uint64_t offset, const ShadowedBytes& contents);
  // As write(), but stores only the bytes that differ: the host may write to the others meanwhile.
  void write_changes(std::uint64_t offset, const ShadowedView& before, const ShadowedView& after);
  // Compares all bytes with what they were. Writes of the host that are found from now on happened later.
  void notice_host_writes();
  // The host may write now without being noticed before its next operation, so its writes are not attributed to a time.
  void lose_track_of_host();
  // Finds reads of the host, if they are checked.
  void notice_host_reads();
  bool has_host_accesses() {
    const std::lock_guard lock(mutex_);
    return !host_accesses_.empty();
  }
  // The accesses of the host that were noticed since the last call.
  std::vector<HostAccess> take_host_accesses();
  void add_history(const ByteSpan& span, std::vector<Note> history) {
    bytes_.add_history(span, std::move(history));
  }
  const std::vector<Note>* history_of(std::uint64_t offset) const {
    return bytes_.history_of(offset);
  }
  void copy_histories(const DeviceMemory& from, const ByteSpan& span, std::uint64_t to) {
    bytes_.copy_histories(from.bytes_, span, to);
  }

  std::atomic<bool> is_mapped = false;
  std::optional<std::size_t>
      address_slot;  // in Device::addressed, if shaders can access it through addresses

 private:
  class Stillness;
  // A unit before the host changed it.
  struct Unit {
    std::array<std::byte, host_write_unit> bytes;
    std::array<Definedness, host_write_unit> shadow;
  };

  ShadowedBytes read_still(const ByteSpan& span);
  // These need the mutex.
  void notice_host_writes(const ByteSpan& span);
  ShadowedBytes load(const ByteSpan& span);
  void store(std::uint64_t offset, const ShadowedView& contents);
  void remember(const ByteSpans& spans, bool is_write);
  void mark_undefined_bytes(const ByteSpan& span);
  void keep_unit(const ByteSpan& unit);

  std::mutex mutex_;  // of the bytes and their states
  std::vector<HostAccess> host_accesses_;
  bool tracks_host_ =
      false;  // whether writes that are noticed are later than the last operation of the host
  std::uint64_t size_;  // of the memory; the pages are whole units
  DeviceBytes bytes_;
  std::unique_ptr<Pages> seen_;     // the bytes when the device last accessed them
  std::unique_ptr<HostView> view_;  // of the host, if its reads are checked
  std::atomic<bool> was_mapped_ = false;
  std::size_t still_ = 0;  // the number of objects that need the bytes as they were
  std::map<std::uint64_t, Unit> changed_by_host_;  // since then, by offset
  const bool is_exportable_;
  std::atomic<bool> is_external_ = false;  // other devices or processes may write to it
};

// A view of a resource is a list of them.
using MemoryPart = PartOf<DeviceMemory>;

}  // namespace spirv_oracle::vulkan
