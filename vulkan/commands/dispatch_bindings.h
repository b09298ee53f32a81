// What the descriptors of a dispatch name, as bindings of the interpreter.
#pragma once

#include <functional>
#include <map>

#include "vulkan/commands/command.h"
#include "vulkan/commands/hazards.h"

namespace spirv_oracle::vulkan {

// "0.1", or "0.1[2]" for an element of an array.
std::string name_of(const BindingKey& key);

// What the descriptors of a dispatch name.
class DispatchBindings {
 public:
  using Complain =
      std::function<void(const Clause& rule, const std::string& message,
                         const std::vector<ReportedObject>& objects, const char* vuid)>;
  using Memory = DispatchMemory<DeviceMemory>;

  // Looks up all descriptors that the shader statically uses, and reads their memory. False after a finding: the dispatch
  // cannot execute. `addressed`: Device::addressed.
  bool collect(const DispatchCommand& command,
               const std::vector<std::weak_ptr<DeviceMemory>>& addressed, const Complain& complain);
  const std::shared_ptr<Memory>& memory() const { return memory_; }

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

  // "buffer 0.1", "image 0.2" or "memory 0"
  std::string name_of_change(const Memory::Change& change) const;
  // Bytes: what the run changed consists of whole units, at multiples of this in the memory.
  std::uint32_t unit_of_change(const Memory::Change& change) const;

 private:
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

  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();
  std::map<BindingKey, Accesses> accesses_;  // with which the shader reads a resource
  // Images with the layouts that their descriptors name.
  struct BoundView {
    BindingKey key;
    std::shared_ptr<const ImageView> view;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  };
  std::vector<BoundView> views_;
  std::uint32_t store_unit_ = 1;  // ComputePipeline::store_unit
};

}  // namespace spirv_oracle::vulkan
