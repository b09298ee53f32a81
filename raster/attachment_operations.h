// What fragments do to attachments (Vulkan, "Fragment Operations" after fragment shading, and "The Framebuffer").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interpreter/result.h"
#include "raster/attachment.h"
#include "raster/blend.h"
#include "raster/color.h"
#include "raster/state.h"

namespace spirv_oracle {

inline constexpr unsigned max_samples = 16;

// The samples of a fragment, as bits. For some, an undefined or implementation-dependent value decides whether they are
// covered; `covered` then is one possibility.
struct SampleCoverage {
  std::uint32_t covered = 0;
  std::uint32_t undefined = 0;
  std::uint32_t dependent = 0;

  std::uint32_t possible() const { return covered | undefined | dependent; }
  Definedness state(unsigned sample) const {
    if (undefined >> sample & 1u) return Definedness::undefined;
    return dependent >> sample & 1u ? Definedness::implementation_dependent : Definedness::defined;
  }
  // A test decides about a sample; `state` is that of its operands.
  void apply(unsigned sample, bool passes, Definedness state);
};

struct FragmentPosition {
  std::uint32_t x = 0, y = 0, layer = 0;
};

// What the tests need to know about a fragment.
struct FragmentTest {
  FragmentPosition place;
  bool front_facing = true;
  double min_depth = 0, max_depth = 1;         // of the viewport, ordered
  std::array<double, max_samples> depth = {};  // by sample, with bias
  Definedness depth_state = Definedness::defined;
  std::optional<std::uint32_t> stencil_reference;  // FragStencilRefEXT
  Definedness stencil_state = Definedness::defined;
};

// The attachments of a draw with the state that concerns them. Both must outlive it.
class AttachmentOperations {
 public:
  // Errors: bad_input (attachments that do not match each other or the state), unsupported (formats).
  static Result<AttachmentOperations> create(const PipelineState& state, Framebuffer& framebuffer);

  // Whether test() does anything.
  bool has_tests() const { return has_tests_; }
  // The depth bounds, stencil and depth tests, with what they write.
  void test(const FragmentTest& fragment, SampleCoverage& coverage);
  // "Multisample Coverage": alpha to coverage, if enabled. `alpha`: that of color attachment 0.
  void apply_alpha(const ColorComponent& alpha, SampleCoverage& coverage) const;
  // Blends or combines and writes the colors of Location `location`.
  void write_color(const FragmentPosition& place, std::uint32_t location,
                   const FragmentColor& color, const SampleCoverage& coverage);

  // Whether there is an attachment for the outputs with the Location, whose components have floats or integers.
  bool has_color(std::uint32_t location) const {
    return location < color_.size() && color_[location].has_value();
  }
  std::uint32_t color_count() const { return static_cast<std::uint32_t>(color_.size()); }
  const TexelFormat& color_format(std::uint32_t location) const {
    return color_[location]->format();
  }
  // The depth format; 0 bits: none.
  TexelComponent depth_format() const;
  std::uint32_t layers() const { return layers_; }

 private:
  explicit AttachmentOperations(const PipelineState& state) : state_(state) {}

  Result<void> check(const Framebuffer& framebuffer) const;
  bool tests_depth_bounds() const;
  bool tests_depth() const;
  bool tests_stencil() const;
  void test_depth_bounds(const FragmentTest& fragment, SampleCoverage& coverage) const;
  void test_stencil_and_depth(const FragmentTest& fragment, SampleCoverage& coverage);
  // The components that blending stores. Implementation-dependent ones may have other values.
  std::array<EncodedComponent, 4> blended(const Surface& surface, std::size_t texel,
                                          const FragmentColor& color,
                                          const BlendAttachment& blending) const;
  // What implementations may store after blending.
  TexelRange blended_range(const Surface& surface, std::size_t texel, const FragmentColor& color,
                           const BlendAttachment& blending) const;
  // A sample in memory. `certainty`: whether it is sure that it is covered, or that it is not.
  struct SamplePlace {
    std::size_t texel = 0;
    bool is_covered = true;
    Definedness certainty = Definedness::defined;
  };
  // Stores the components of a color, after blending if it is enabled.
  void store(Surface& surface, const SamplePlace& place, const FragmentColor& color,
             const BlendAttachment& blending, std::array<EncodedComponent, 4> values) const;
  void write_samples(const FragmentPosition& place, std::uint32_t location,
                     const FragmentColor& color, const SampleCoverage& coverage);

  const PipelineState& state_;
  std::vector<std::optional<Surface>> color_;
  std::vector<BlendAttachment> blending_;  // by color attachment
  std::optional<Surface> depth_stencil_;
  std::uint32_t layers_ = 1;
  bool has_tests_ = false;
};

}  // namespace spirv_oracle
