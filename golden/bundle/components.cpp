#include "golden/bundle/components.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace spirv_oracle::golden {
namespace {

class Collector {
 public:
  explicit Collector(std::uint64_t size) : size_(size) {}

  void add(const ValueLayout& layout, std::uint64_t offset);
  std::vector<Component> finish();

 private:
  void add_scalar(ScalarKind type, std::uint64_t offset) {
    if (offset + scalar_size(type) <= size_) components_.push_back({offset, type});
  }

  std::uint64_t size_;
  std::vector<Component> components_;
};

void Collector::add(const ValueLayout& layout, std::uint64_t offset) {
  switch (layout.kind) {
    case ValueLayout::Kind::vector:
      for (unsigned i = 0; i < layout.components; ++i)
        add_scalar(layout.scalar, offset + i * layout.component_stride);
      break;
    case ValueLayout::Kind::array: {
      if (layout.stride == 0) break;
      const std::uint64_t room = offset < size_ ? (size_ - offset) / layout.stride + 1 : 0;
      const std::uint64_t count = std::min(layout.count.value_or(room), room);
      for (std::uint64_t i = 0; i < count; ++i) add(*layout.element, offset + i * layout.stride);
      break;
    }
    case ValueLayout::Kind::structure:
      for (const ValueLayout::Member& member : layout.members)
        add(*member.type, offset + member.offset);
      break;
  }
}

// Rows of row-major matrices interleave; bytes fill the gaps.
std::vector<Component> Collector::finish() {
  std::ranges::stable_sort(components_, {}, &Component::offset);
  std::vector<Component> all;
  std::uint64_t at = 0;
  for (const Component& component : components_) {
    if (component.offset < at) continue;
    for (; at < component.offset; ++at) all.push_back({at, ScalarKind::uint8});
    all.push_back(component);
    at += scalar_size(component.type);
  }
  for (; at < size_; ++at) all.push_back({at, ScalarKind::uint8});
  return all;
}

}  // namespace

std::vector<Component> components_of(std::uint64_t size, const ValueLayoutPointer& layout,
                                     ElementType type) {
  Collector collector(size);
  if (layout != nullptr) {
    collector.add(*layout, 0);
  } else {
    ValueLayout scalar;
    scalar.scalar = type.scalar == ScalarKind::boolean ? ScalarKind::uint32 : type.scalar;
    scalar.size = scalar_size(scalar.scalar);
    scalar.component_stride = scalar.size;
    ValueLayout all;
    all.kind = ValueLayout::Kind::array;
    all.stride = scalar.size;
    all.element = std::make_shared<const ValueLayout>(scalar);
    collector.add(all, 0);
  }
  return collector.finish();
}

std::string pixel_name(const BundleResource& attachment, std::uint64_t offset) {
  const TexelFormat& format = *attachment.image->format;
  const std::uint32_t width = attachment.image->extent[0];
  const std::uint64_t texel = offset / format.bytes, byte = offset % format.bytes;
  std::string name = fmt::format("pixel ({}, {})", texel % width, texel / width);
  if (format.is_packed()) return name;
  const bool is_depth = attachment.kind == draw_kinds::depth_stencil_attachment;
  constexpr std::array<const char*, 4> colors{"red", "green", "blue", "alpha"};
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = format.components[i];
    if (component.bits == 0 || component.first_byte() != byte) continue;
    const char* aspect = component.is_integer() ? "stencil" : "depth";
    return fmt::format("{} {}", name, is_depth ? aspect : colors[i]);
  }
  return name;
}

}  // namespace spirv_oracle::golden
