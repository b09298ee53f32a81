// Colors as the fixed functions compute with them, and their storage in attachments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "interpreter/images/image_shape.h"
#include "interpreter/images/texel_component.h"
#include "interpreter/result.h"
#include "memory/definedness.h"
#include "raster/attachment.h"

namespace spirv_oracle {

// A component of a color: the number for all but integer formats, which use the integer.
struct ColorComponent {
  double number = 0;
  std::int64_t integer = 0;
  Definedness state = Definedness::defined;

  friend bool operator==(const ColorComponent&, const ColorComponent&) = default;
};
using Color = std::array<ColorComponent, 4>;

// The worse of two states.
constexpr Definedness worse(Definedness a, Definedness b) { return a < b ? b : a; }

struct EncodedComponent {
  std::uint64_t bits = 0;
  Definedness state = Definedness::defined;
};

// The bits that a format stores for a component, rounded to nearest. Implementation-dependent if the text permits another
// value ("Conversion From Floating-Point to Normalized Fixed-Point", "Floating-Point Format Conversions"); undefined if an
// integer does not fit.
EncodedComponent encode(const TexelComponent& format, const ColorComponent& component);

// The inverse. A component that the format lacks is 0, or 1 if it is alpha.
ColorComponent decode(const TexelComponent& format, std::uint64_t bits, Definedness state);

// The range that has only the number of the component, with its state.
inline ComponentRange exact_range(const ColorComponent& component, bool is_integer) {
  const double number = is_integer ? static_cast<double>(component.integer) : component.number;
  return {number, number, component.state};
}
// The same for the components that a format stores.
TexelRange exact_range(const TexelFormat& format, const std::array<EncodedComponent, 4>& values);

// The texels of the level of an attachment. The attachment must outlive it and stay where it is.
class Surface {
 public:
  // Errors: bad_input (contents, level or format do not match the shape), unsupported (formats of 64 bits).
  static Result<Surface> of(Attachment& attachment);

  std::uint32_t width() const { return level_.extent[0]; }
  std::uint32_t height() const { return level_.extent[1]; }
  std::uint32_t layers() const { return level_.extent[2] - first_layer_; }
  std::uint32_t samples() const { return samples_; }
  const TexelFormat& format() const { return format_; }
  bool has(unsigned component) const { return format_.components[component].bits != 0; }

  // The number of the texel's first byte. The place must be inside.
  std::size_t texel(std::uint32_t x, std::uint32_t y, std::uint32_t layer,
                    std::uint32_t sample) const {
    return level_.offset + x * level_.pitch[0] + y * level_.pitch[1] +
           (first_layer_ + layer) * level_.pitch[2] + std::size_t{sample} * format_.bytes;
  }

  // The bits of a component that the format has, and their state.
  EncodedComponent read(std::size_t texel, unsigned component) const;
  Color read(std::size_t texel) const;
  // Changes the components of `mask` that the format has.
  void write(std::size_t texel, const std::array<EncodedComponent, 4>& values,
             const std::array<bool, 4>& mask);
  // The bits of the components that the format has.
  std::array<EncodedComponent, 4> encode(const Color& color) const;

  // Attachment::ranges.
  bool follows_ranges() const { return ranges_ != nullptr; }
  bool has_ranges() const { return ranges_ != nullptr && !ranges_->empty(); }
  TexelRange range(std::size_t texel) const;
  void set_range(std::size_t texel, const TexelRange& range, const std::array<bool, 4>& mask);
  // Whether values that are about to be stored have ranges.
  bool needs_ranges(const std::array<EncodedComponent, 4>& values) const;
  // What implementations may store of a color. `values`: as encode() has them. The format must not be an integer format.
  TexelRange stored_range(const Color& color, const std::array<EncodedComponent, 4>& values) const;

 private:
  Surface() = default;
  void write_whole_bytes(std::size_t texel, const std::array<EncodedComponent, 4>& values,
                         const std::array<bool, 4>& mask);

  TexelFormat format_;
  std::array<std::optional<ComponentBytes>, 4> components_;
  bool is_packed_ = false;
  LevelLayout level_;
  std::uint32_t first_layer_ = 0, samples_ = 1;
  std::byte* bytes_ = nullptr;
  Definedness* shadow_ = nullptr;
  std::size_t size_ = 0;  // bytes of the contents
  std::vector<TexelRange>* ranges_ = nullptr;
};

// Begins to follow the ranges, with the contents as they are. Errors: those of Surface::of().
Result<void> track_ranges(Attachment& attachment);

}  // namespace spirv_oracle
