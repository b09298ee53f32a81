// What the descriptors of a dispatch name, as bindings of the interpreter.
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "vulkan/commands/command.h"
#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan {

// "0.1", or "0.1[2]" for an element of an array.
std::string name_of(const BindingKey& key);

// The memory of a dispatch. Parts that overlap, as descriptors may alias, are one memory of the bindings.
class DispatchBindings {
 public:
  using Complain =
      std::function<void(const Clause& rule, const std::string& message,
                         const std::vector<ReportedObject>& objects, const char* vuid)>;

  // Looks up all descriptors that the shader statically uses. False after a finding: the dispatch cannot execute.
  // `addressed`: Device::addressed.
  bool collect(const DispatchCommand& command,
               const std::vector<std::weak_ptr<DeviceMemory>>& addressed, const Complain& complain);
  // Reads the memory into bindings().
  void read();
  const Bindings& bindings() const { return bindings_; }

  // The bytes that an earlier command wrote, if it is not ordered with the reads of this one.
  struct UnorderedWrite {
    std::string writer;
    const Clause* rule = nullptr;
    std::string missing;  // what would order them
    std::vector<MemoryPart> parts;
  };
  std::vector<UnorderedWrite> unordered_writes(Hazards& hazards) const;
  // What the shader can read.
  std::vector<ReadablePart> readable_parts() const;
  // An image whose descriptor names another layout than parts of it are in.
  struct WrongLayout {
    BindingKey key;
    std::shared_ptr<Image> image;
    VkImageLayout expected = VK_IMAGE_LAYOUT_UNDEFINED;
    std::string found;              // the first such part, and its layout
    std::vector<MemoryPart> parts;  // of the view
  };
  std::vector<WrongLayout> wrong_layouts() const;
  // The bindings, but with undefined values in these bytes.
  Bindings with_undefined(const std::vector<MemoryPart>& parts) const;
  // Whether a run with such bindings stored undefined values, or broke rules, that the usual run did not.
  bool depends_on_undefined(const DispatchResult& usual, const DispatchResult& probed) const;

  // What a run changed in one memory.
  struct Change {
    MemoryPart part;
    const ShadowedBytes* before;
    const ShadowedBytes* after;
    std::string name;                                          // "buffer 0.1"
    const std::vector<IndeterminateComponent>* indeterminate;  // of `after`
    std::uint32_t unit = 1;  // bytes: stores are whole units, at multiples of it in the memory
  };
  std::vector<Change> changes(const DispatchResult& result);  // valid until the next call

 private:
  // A resource whose bytes are one part of a memory.
  struct Bound {
    BindingKey key;
    MemoryPart part;
    Accesses access = 0;    // with which the shader reads it
    std::size_t group = 0;  // of parts that overlap
  };
  // A view of an image whose levels or layers are apart.
  struct Scattered {
    BindingKey key;
    std::vector<MemoryPart> parts;
    Accesses access = 0;  // with which the shader reads it
  };

  static const BoundSet* find_set(const DispatchCommand& command, const ResourceInfo& resource,
                                  const Complain& complain);
  // The bytes of a texel, if the resource is an image or a texel buffer; otherwise those that stores to buffers have.
  std::uint32_t store_unit(const BindingKey& key) const;
  bool add_resource(const BoundSet& bound, const ResourceInfo& resource, const Complain& complain);
  void leave_out(const BindingKey& key, const ResourceInfo& resource);
  bool add(const BindingKey& key, const ResourceInfo& resource, VkDescriptorType type,
           const Descriptor& descriptor, std::uint64_t dynamic_offset, const Complain& complain);
  bool add_buffer(const BindingKey& key, const Buffer& buffer, std::uint64_t offset,
                  std::uint64_t range, Accesses access, const Complain& complain);
  bool add_image(const BindingKey& key, const Descriptor& descriptor, Accesses access,
                 const Complain& complain);
  void add_addressed(const std::vector<std::weak_ptr<DeviceMemory>>& addressed);
  void find_groups();

  Bindings bindings_;
  std::vector<Bound> bound_;
  std::vector<Scattered> scattered_;
  // Images with the layouts that their descriptors name.
  struct BoundView {
    BindingKey key;
    std::shared_ptr<const ImageView> view;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  };
  std::vector<BoundView> views_;
  std::uint32_t store_unit_ = 1;      // ComputePipeline::store_unit
  std::deque<ShadowedBytes> pieces_;  // of scattered resources, for changes()
  std::vector<MemoryPart> groups_;
  std::size_t addressed_ =
      0;  // memories of the bindings that shaders access through addresses; they come first
  std::vector<std::optional<std::size_t>> memory_of_group_;  // none: the group is one buffer
};

}  // namespace spirv_oracle::vulkan
