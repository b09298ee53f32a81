// The texels of an image in memory, as the debugger shows them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debugger/engine/program/scalar_text.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/result.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct Program;

// An image is an array of texels: of levels if it has several, of slices or layers, of rows, and of texels in a row, in that
// order. Several samples of a texel are its elements.
class ImageTexels {
 public:
  // `object`: the number of the image in the address space. None if it is not an image.
  static std::optional<ImageTexels> of(const Program& program, const TexelFormat& format,
                                       const Type& type, std::uint32_t object);

  // `indexes`: how many have been applied; `level`: the level that was selected if the image has several.
  bool is_texel(unsigned indexes) const { return indexes == index_count(); }
  std::uint64_t count(unsigned indexes, unsigned level) const;
  // Bytes from the beginning of such an array to an element of it.
  std::uint64_t offset(unsigned indexes, unsigned level, std::uint64_t element) const;
  bool selects_level(unsigned indexes) const { return indexes == 0 && has_levels(); }
  // Bytes.
  std::uint64_t size(unsigned indexes, unsigned level) const;

  // Of a texel, as instructions read it.
  ScalarType component_type() const { return component_type_; }
  unsigned component_count() const { return format_.component_count(); }
  // The bits that image instructions store for a value of `component_type`. Errors: bad_input if the format cannot represent it.
  Result<std::uint64_t> encoded(unsigned component, const Scalar& value) const;
  // Stores such bits; the component becomes defined.
  void store(const ObjectEntry& image, std::uint64_t offset, unsigned component,
             std::uint64_t bits) const;
  // Whether components share bytes, some of which are not defined.
  bool shares_undefined_bytes(const ObjectEntry& image, std::uint64_t offset) const;
  // None if the texel is outside of the image.
  std::optional<std::vector<Scalar>> texel(const ObjectEntry& image, std::uint64_t offset) const;
  // A component of a texel that begins with `count` bytes, at most 8 of which are known; `state`: the worst of these. None
  // if they do not determine it.
  std::optional<Scalar> decoded(unsigned component, const Scalar& bytes, std::uint64_t count) const;
  // "Rgba8, 4x4".
  std::string description() const;

 private:
  struct Dimension {
    std::uint32_t count = 1;
    std::uint64_t pitch = 0;
  };

  ImageTexels(const ImageLayout& layout, const TexelFormat& format, const Type& type);
  std::uint64_t decoded(const TexelComponent& component, std::uint64_t bits) const;
  // Without repetitions.
  std::vector<TexelComponent> components() const;
  bool has_levels() const { return layout_.levels.size() > 1; }
  unsigned index_count() const;
  // Outermost first.
  std::vector<Dimension> dimensions(unsigned level) const;

  const ImageLayout& layout_;
  TexelFormat format_;
  ScalarType component_type_;
  bool has_rows_ = true, has_slices_ = false;
};

// "image2D", "uimageBuffer", "sampler2DArray"; for kernels "image2d_t".
std::string image_type_text(const Type& type, const ImageType& image, bool is_kernel);

}  // namespace spirv_oracle
