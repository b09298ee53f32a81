#include "raster/attachment_operations.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace spirv_oracle {
namespace {

constexpr unsigned depth = 0, stencil = 1;  // components of a depth/stencil format

template <class T>
bool compare(CompareOperation operation, T reference, T test) {
  switch (operation) {
    case CompareOperation::never:
      return false;
    case CompareOperation::less:
      return reference < test;
    case CompareOperation::equal:
      return reference == test;
    case CompareOperation::less_or_equal:
      return reference <= test;
    case CompareOperation::greater:
      return reference > test;
    case CompareOperation::not_equal:
      return reference != test;
    case CompareOperation::greater_or_equal:
      return reference >= test;
    case CompareOperation::always:
      return true;
  }
  return false;
}

bool depends_on_operands(CompareOperation operation) {
  return operation != CompareOperation::never && operation != CompareOperation::always;
}

std::uint32_t apply_stencil(StencilOperation operation, std::uint32_t value,
                            std::uint32_t reference, std::uint32_t largest) {
  switch (operation) {
    case StencilOperation::keep:
      return value;
    case StencilOperation::zero:
      return 0;
    case StencilOperation::replace:
      return reference & largest;
    case StencilOperation::increment_and_clamp:
      return value == largest ? value : value + 1;
    case StencilOperation::decrement_and_clamp:
      return value == 0 ? value : value - 1;
    case StencilOperation::invert:
      return ~value & largest;
    case StencilOperation::increment_and_wrap:
      return (value + 1) & largest;
    case StencilOperation::decrement_and_wrap:
      return (value - 1) & largest;
  }
  return value;
}

// What is in memory if a value may replace another one: `certainty` says how sure it is whether it does.
EncodedComponent replaced(const EncodedComponent& old, const EncodedComponent& value, bool replaces,
                          Definedness certainty) {
  if (certainty == Definedness::defined) return replaces ? value : old;
  const bool is_same = old.bits == value.bits;
  const Definedness either = worse(old.state, value.state);
  return {replaces ? value.bits : old.bits, is_same ? either : worse(certainty, either)};
}

TexelRange exact_range(const Color& color) {
  TexelRange range;
  for (unsigned i = 0; i < 4; ++i) range[i] = spirv_oracle::exact_range(color[i], false);
  return range;
}

// What replaced() does, for ranges.
TexelRange either(const TexelRange& old, TexelRange range, Definedness certainty) {
  for (unsigned i = 0; i < 4; ++i) {
    const Definedness state = worse(old[i].state, range[i].state);
    const bool is_same = old[i].is_single() && range[i].is_single() && old[i].low == range[i].low;
    range[i].state = is_same ? state : worse(certainty, state);
  }
  return range;
}

// A stencil value after one of the three operations, by what the tests decide.
struct StencilUpdate {
  StencilOperation operation = StencilOperation::keep;
  Definedness state = Definedness::defined;  // of the decision
};

EncodedComponent updated(const StencilFace& face, const StencilUpdate& update,
                         const EncodedComponent& old, std::uint32_t reference,
                         Definedness reference_state, std::uint32_t largest) {
  const std::uint32_t write_mask = face.write_mask & largest;
  const auto value = static_cast<std::uint32_t>(old.bits);
  const std::uint32_t result = apply_stencil(update.operation, value, reference, largest);
  EncodedComponent written{(value & ~write_mask) | (result & write_mask), update.state};
  const bool has_reference =
      update.operation == StencilOperation::replace || update.state != Definedness::defined;
  if (has_reference) written.state = worse(written.state, reference_state);
  const bool ignores_old = write_mask == largest && (update.operation == StencilOperation::zero ||
                                                     update.operation == StencilOperation::replace);
  if (!ignores_old) written.state = worse(written.state, old.state);
  return write_mask == 0 ? old : written;
}

// The depth of a sample as the attachment stores it. The state concerns its use in a test.
struct SampleDepth {
  EncodedComponent encoded;
  double value = 0;
  double low = 0, high = 0;  // the two nearest numbers, or the same number twice
  Definedness state = Definedness::defined;
};

SampleDepth depth_of(const FragmentTest& fragment, unsigned sample, const TexelComponent& format,
                     bool clamps) {
  SampleDepth result;
  double z = fragment.depth[sample];
  result.state = fragment.depth_state;
  if (clamps) z = std::min(fragment.max_depth, std::max(fragment.min_depth, z));
  // "Depth Clamping and Range Adjustment"; a NaN is in no range.
  const bool is_fixed = format.encoding != TexelEncoding::sfloat;
  const bool is_in_range =
      z >= fragment.min_depth && z <= fragment.max_depth && (!is_fixed || (z >= 0 && z <= 1));
  if (!is_in_range) result.state = Definedness::undefined;
  result.encoded = encode(format, {z, 0, result.state});
  result.value = result.low = result.high =
      decode(format, result.encoded.bits, Definedness::defined).number;
  if (format.encoding == TexelEncoding::unorm && is_in_range) {
    const double largest = std::ldexp(1.0, int{format.bits}) - 1;
    result.low = std::floor(z * largest) / largest;
    result.high = std::ceil(z * largest) / largest;
  }
  return result;
}

// Whether another rounding of the depths may change their comparison: each may be either of the two nearest numbers
// ("Conversion From Floating-Point to Normalized Fixed-Point"), and equal depths are rounded alike.
Definedness comparison_state(CompareOperation operation, const SampleDepth& sample,
                             const EncodedComponent& stored, double stored_value,
                             const TexelComponent& format) {
  Definedness state = stored.state;
  if (state == Definedness::implementation_dependent && format.encoding == TexelEncoding::unorm) {
    const double difference = std::fabs(sample.value - stored_value);
    const double unit = std::ldexp(1.0, -int{format.bits});
    if (difference == 0 || difference > 2.5 * unit) state = Definedness::defined;
  } else if (state == Definedness::defined && compare(operation, sample.low, stored_value) !=
                                                  compare(operation, sample.high, stored_value)) {
    state = Definedness::implementation_dependent;
  }
  return worse(sample.state, state);
}

constexpr std::array<bool, 4> only_depth = {true, false, false, false};
constexpr std::array<bool, 4> only_stencil = {false, true, false, false};

}  // namespace

void SampleCoverage::apply(unsigned sample, bool passes, Definedness state) {
  const std::uint32_t bit = 1u << sample;
  // A certain failure ends all doubts.
  if (!passes && state == Definedness::defined) {
    covered &= ~bit;
    undefined &= ~bit;
    dependent &= ~bit;
    return;
  }
  if (!passes) covered &= ~bit;
  if (state == Definedness::implementation_dependent) dependent |= bit;
  if (state >= Definedness::undefined) undefined |= bit;
}

Result<AttachmentOperations> AttachmentOperations::create(const PipelineState& state,
                                                          Framebuffer& framebuffer) {
  AttachmentOperations operations(state);
  operations.layers_ = framebuffer.layers;
  for (std::optional<Attachment>& attachment : framebuffer.color) {
    operations.color_.emplace_back();
    if (!attachment) continue;
    auto surface = Surface::of(*attachment);
    if (!surface) return tl::unexpected(surface.error());
    operations.color_.back() = *std::move(surface);
  }
  if (framebuffer.depth_stencil) {
    auto surface = Surface::of(*framebuffer.depth_stencil);
    if (!surface) return tl::unexpected(surface.error());
    operations.depth_stencil_ = *std::move(surface);
  }
  if (auto checked = operations.check(framebuffer); !checked)
    return tl::unexpected(checked.error());
  operations.blending_ = state.blend.attachments;
  operations.blending_.resize(framebuffer.color.size());
  operations.has_tests_ =
      operations.tests_depth_bounds() || operations.tests_stencil() || operations.tests_depth();
  return operations;
}

Result<void> AttachmentOperations::check(const Framebuffer& framebuffer) const {
  const auto check_surface = [&](const std::optional<Surface>& surface) -> Result<void> {
    if (!surface) return {};
    if (surface->width() < framebuffer.width || surface->height() < framebuffer.height ||
        surface->layers() < framebuffer.layers)
      return bad_input("an attachment is smaller than the framebuffer");
    if (surface->samples() != state_.multisample.samples)
      return bad_input("an attachment has " + std::to_string(surface->samples()) +
                       " samples, but the pipeline " + std::to_string(state_.multisample.samples));
    return {};
  };
  for (std::size_t i = 0; i < color_.size(); ++i) {
    if (auto checked = check_surface(color_[i]); !checked) return checked;
    const bool blends = i < state_.blend.attachments.size() && state_.blend.attachments[i].enabled;
    if (color_[i] && blends && color_[i]->format().is_integer())
      return bad_input("blending is not defined for the integer format " +
                       std::string(color_[i]->format().name));
  }
  if (!depth_stencil_) return {};
  if (depth_stencil_->has(2) || depth_stencil_->has(3) ||
      (depth_stencil_->has(stencil) &&
       depth_stencil_->format().components[stencil].encoding != TexelEncoding::uint))
    return bad_input("the format " + std::string(depth_stencil_->format().name) +
                     " is not one of depth and stencil");
  return check_surface(depth_stencil_);
}

TexelComponent AttachmentOperations::depth_format() const {
  return depth_stencil_ ? depth_stencil_->format().components[depth] : TexelComponent{};
}

bool AttachmentOperations::tests_depth_bounds() const {
  return state_.depth_stencil.depth_bounds && depth_stencil_ && depth_stencil_->has(depth);
}

bool AttachmentOperations::tests_depth() const {
  return state_.depth_stencil.depth_test && depth_stencil_ && depth_stencil_->has(depth);
}

bool AttachmentOperations::tests_stencil() const {
  return state_.depth_stencil.stencil_test && depth_stencil_ && depth_stencil_->has(stencil);
}

void AttachmentOperations::test_depth_bounds(const FragmentTest& fragment,
                                             SampleCoverage& coverage) const {
  const DepthBounds& bounds = *state_.depth_stencil.depth_bounds;
  const FragmentPosition& place = fragment.place;
  for (unsigned s = 0; s < state_.multisample.samples; ++s) {
    if ((coverage.possible() >> s & 1u) == 0) continue;
    const EncodedComponent stored =
        depth_stencil_->read(depth_stencil_->texel(place.x, place.y, place.layer, s), depth);
    const double z = decode(depth_format(), stored.bits, Definedness::defined).number;
    coverage.apply(s, z >= bounds.min && z <= bounds.max, stored.state);
  }
}

void AttachmentOperations::test_stencil_and_depth(const FragmentTest& fragment,
                                                  SampleCoverage& coverage) {
  const DepthStencilState& state = state_.depth_stencil;
  const StencilFace& face = fragment.front_facing ? state.front : state.back;
  const bool has_stencil = tests_stencil(), has_depth = tests_depth();
  Surface& surface = *depth_stencil_;
  for (unsigned s = 0; s < state_.multisample.samples; ++s) {
    if ((coverage.possible() >> s & 1u) == 0) continue;
    const std::size_t texel =
        surface.texel(fragment.place.x, fragment.place.y, fragment.place.layer, s);
    const bool was_covered = (coverage.covered >> s & 1u) != 0;
    const Definedness was = coverage.state(s);
    StencilUpdate update{face.pass, Definedness::defined};
    bool passes_stencil = true;
    EncodedComponent old_stencil;
    const std::uint32_t reference = fragment.stencil_reference.value_or(face.reference);
    if (has_stencil) {
      old_stencil = surface.read(texel, stencil);
      passes_stencil = compare(face.compare, reference & face.compare_mask,
                               static_cast<std::uint32_t>(old_stencil.bits) & face.compare_mask);
      if (depends_on_operands(face.compare) && face.compare_mask != 0)
        update.state = worse(old_stencil.state, fragment.stencil_state);
      if (!passes_stencil) update.operation = face.fail;
      coverage.apply(s, passes_stencil, update.state);
    }
    if (has_depth && (passes_stencil || update.state != Definedness::defined)) {
      const TexelComponent format = depth_format();
      const SampleDepth sample = depth_of(fragment, s, format, state_.rasterization.depth_clamp);
      const EncodedComponent old_depth = surface.read(texel, depth);
      const double stored = decode(format, old_depth.bits, Definedness::defined).number;
      const bool passes = compare(state.depth_compare, sample.value, stored);
      Definedness decision = Definedness::defined;
      if (depends_on_operands(state.depth_compare))
        decision = comparison_state(state.depth_compare, sample, old_depth, stored, format);
      coverage.apply(s, passes, decision);
      update.state = worse(update.state, decision);
      if (passes_stencil && !passes) update.operation = face.depth_fail;
      if (state.depth_write) {
        const bool replaces = (coverage.covered >> s & 1u) != 0;
        surface.write(
            texel, {replaced(old_depth, sample.encoded, replaces, coverage.state(s)), {}, {}, {}},
            only_depth);
      }
    }
    if (has_stencil) {
      const auto largest = static_cast<std::uint32_t>(
          (std::uint64_t{1} << surface.format().components[stencil].bits) - 1);
      const EncodedComponent value =
          updated(face, update, old_stencil, reference, fragment.stencil_state, largest);
      surface.write(texel, {{{}, replaced(old_stencil, value, was_covered, was), {}, {}}},
                    only_stencil);
    }
  }
}

void AttachmentOperations::test(const FragmentTest& fragment, SampleCoverage& coverage) {
  if (tests_depth_bounds()) test_depth_bounds(fragment, coverage);
  if (tests_stencil() || tests_depth()) test_stencil_and_depth(fragment, coverage);
}

void AttachmentOperations::apply_alpha(const ColorComponent& alpha,
                                       SampleCoverage& coverage) const {
  if (!state_.multisample.alpha_to_coverage) return;
  const std::uint32_t samples = state_.multisample.samples;
  // In this order, NaN becomes 0.
  const double value = std::min(1.0, std::max(0.0, alpha.number));
  const auto count = static_cast<unsigned>(std::floor(value * samples + 0.5));
  // Only the masks of 0 and 1 are specified.
  const bool is_certain = !std::isnan(alpha.number) && (value == 0 || value == 1);
  const Definedness state =
      worse(alpha.state, is_certain ? Definedness::defined : Definedness::implementation_dependent);
  for (unsigned s = 0; s < samples; ++s) {
    if (coverage.possible() >> s & 1u) coverage.apply(s, s < count, state);
  }
}

std::array<EncodedComponent, 4> AttachmentOperations::blended(
    const Surface& surface, std::size_t texel, const FragmentColor& color,
    const BlendAttachment& blending) const {
  const TexelFormat& format = surface.format();
  const Color old = surface.read(texel);
  const Color result = blend(color, old, blending, state_.blend.constants, format);
  std::array<EncodedComponent, 4> values = surface.encode(result);
  std::optional<TexelRange> destination;
  for (unsigned i = 0; i < 4; ++i) {
    if (!surface.has(i) || values[i].state != Definedness::defined) continue;
    // A result of the format may come from operands that are rounded to it.
    const double stored = decode(format.components[i], values[i].bits, {}).number;
    const bool is_rounded = format.components[i].bits == 32 && stored != result[i].number &&
                            !std::isnan(result[i].number);
    if (!is_rounded && !destination) destination = exact_range(old);
    if (is_rounded || !spirv_oracle::blended_range(i, color, *destination, blending,
                                                   state_.blend.constants, format)
                           .is_single())
      values[i].state = Definedness::implementation_dependent;
  }
  return values;
}

TexelRange AttachmentOperations::blended_range(const Surface& surface, std::size_t texel,
                                               const FragmentColor& color,
                                               const BlendAttachment& blending) const {
  const TexelRange old = surface.range(texel);
  Color destination = surface.read(texel);
  for (unsigned i = 0; i < 4; ++i) destination[i].state = old[i].state;
  const Color result =
      blend(color, destination, blending, state_.blend.constants, surface.format());
  TexelRange range;
  for (unsigned i = 0; i < 4; ++i) {
    if (!surface.has(i)) continue;
    range[i] = spirv_oracle::blended_range(i, color, old, blending, state_.blend.constants,
                                           surface.format());
    range[i].state = worse(range[i].state, result[i].state);
  }
  return range;
}

void AttachmentOperations::store(Surface& surface, const SamplePlace& place,
                                 const FragmentColor& color, const BlendAttachment& blending,
                                 std::array<EncodedComponent, 4> values) const {
  const std::optional<LogicOperation>& logic = state_.blend.logic_operation;
  const bool has_logic = logic && has_logic_operations(surface.format());
  const bool needs_old = has_logic || place.certainty != Definedness::defined;
  for (unsigned i = 0; needs_old && i < 4; ++i) {
    if (!surface.has(i)) continue;
    const EncodedComponent old = surface.read(place.texel, i);
    const unsigned bits = surface.format().components[i].bits;
    if (has_logic) values[i] = combine(*logic, values[i], old, bits);
    values[i] = replaced(old, values[i], place.is_covered, place.certainty);
  }
  if (surface.needs_ranges(values)) {
    const bool is_exact = has_logic || surface.format().is_integer();
    TexelRange range = is_exact ? exact_range(surface.format(), values)
                       : blending.enabled && !logic
                           ? blended_range(surface, place.texel, color, blending)
                           : surface.stored_range(color.source, values);
    if (place.certainty != Definedness::defined)
      range = either(surface.range(place.texel), range, place.certainty);
    surface.set_range(place.texel, range, blending.write_mask);
  }
  surface.write(place.texel, values, blending.write_mask);
}

void AttachmentOperations::write_color(const FragmentPosition& place, std::uint32_t location,
                                       const FragmentColor& color, const SampleCoverage& coverage) {
  if (!has_color(location)) return;
  if (!state_.multisample.alpha_to_one) return write_samples(place, location, color, coverage);
  FragmentColor opaque = color;
  opaque.source[3] = opaque.source1[3] = {1, 1, {}};
  write_samples(place, location, opaque, coverage);
}

void AttachmentOperations::write_samples(const FragmentPosition& place, std::uint32_t location,
                                         const FragmentColor& color,
                                         const SampleCoverage& coverage) {
  Surface& surface = *color_[location];
  const BlendAttachment& attachment = blending_[location];
  const auto for_each_sample = [&](auto action) {
    for (std::uint32_t left = coverage.possible(); left != 0; left &= left - 1) {
      const auto s = static_cast<unsigned>(std::countr_zero(left));
      action(surface.texel(place.x, place.y, place.layer, s), s);
    }
  };
  const auto place_of = [&](std::size_t texel, unsigned sample) {
    return SamplePlace{texel, (coverage.covered >> sample & 1u) != 0, coverage.state(sample)};
  };
  if (attachment.enabled && !state_.blend.logic_operation) {
    return for_each_sample([&](std::size_t texel, unsigned sample) {
      store(surface, place_of(texel, sample), color, attachment,
            blended(surface, texel, color, attachment));
    });
  }
  const std::array<EncodedComponent, 4> values = surface.encode(color.source);
  const bool is_plain = !state_.blend.logic_operation && !surface.needs_ranges(values) &&
                        (coverage.undefined | coverage.dependent) == 0;
  for_each_sample([&](std::size_t texel, unsigned sample) {
    if (is_plain) return surface.write(texel, values, attachment.write_mask);
    store(surface, place_of(texel, sample), color, attachment, values);
  });
}

}  // namespace spirv_oracle
