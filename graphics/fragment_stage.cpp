#include "graphics/fragment_stage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "graphics/draw_observer.h"

namespace spirv_oracle {
namespace {

InterfaceComponent color_output(std::uint32_t location, std::uint32_t index,
                                std::uint32_t component) {
  InterfaceComponent place;
  place.number = location;
  place.index = index;
  place.component = component;
  return place;
}

// "Sample Shading".
bool uses_sample_shading(const StageInterface& interface, const MultisampleState& state) {
  for (const auto& [place, input] : interface.inputs) {
    if (input.is_sample) return true;
    if (place.kind != InterfaceComponent::Kind::built_in) continue;
    const auto which = static_cast<spv::BuiltIn>(place.number);
    if (which == spv::BuiltIn::SampleId || which == spv::BuiltIn::SamplePosition) return true;
  }
  return state.sample_shading && std::ceil(state.min_sample_shading * state.samples) > 1;
}

std::string pixel_text(const FragmentPosition& place) {
  return "pixel (" + std::to_string(place.x) + ", " + std::to_string(place.y) + ")";
}

bool uses_second_source(const BlendState& state, std::uint32_t location) {
  if (location >= state.attachments.size() || !state.attachments[location].enabled ||
      state.logic_operation)
    return false;
  const BlendAttachment& blend = state.attachments[location];
  return std::ranges::any_of(
      std::array{blend.color.source, blend.color.destination, blend.alpha.source,
                 blend.alpha.destination},
      [](BlendFactor factor) { return factor >= BlendFactor::source1_color; });
}

void interleave_quads(std::vector<FragmentInvocation>& invocations) {
  constexpr std::size_t quad = 4;
  for (std::size_t i = 0; i + 2 * quad <= invocations.size(); i += 2 * quad) {
    std::array<FragmentInvocation, 2 * quad> two;
    for (std::size_t k = 0; k < quad; ++k) {
      two[2 * k] = invocations[i + k];
      two[2 * k + 1] = invocations[i + quad + k];
    }
    std::ranges::copy(two, invocations.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

// The outputs of a launch, by what they are for.
class FragmentStage::Outputs {
 public:
  // The colors for one attachment.
  class Location {
   public:
    Location(std::uint32_t number, bool takes_integers)
        : number_(number), takes_integers_(takes_integers) {
      for (Color* part : {&color_.source, &color_.source1})
        part->fill({0, 0, Definedness::undefined});
    }
    void find_sources(const LaunchOutputs& launch, const StageInterface& interface) {
      for (std::uint32_t index = 0; index < 2; ++index) {
        for (std::uint32_t i = 0; i < 4; ++i) {
          const InterfaceComponent place = color_output(number_, index, i);
          const auto declared = interface.outputs.find(place);
          if (declared == interface.outputs.end()) continue;
          is_written_ |= index == 0;
          const StageOutput output = launch.find(place);
          if (output && declared->second.is_float != takes_integers_)
            sources_.push_back({output, declared->second, index, i});
        }
      }
    }

    // Whether there are outputs with Index 0.
    bool is_written() const { return is_written_; }
    std::uint32_t number() const { return number_; }
    bool takes_integers() const { return takes_integers_; }
    // Valid until the next call. Components that no output has are undefined.
    const FragmentColor& color(std::size_t invocation) {
      for (const Source& source : sources_) {
        Color& color = source.index == 0 ? color_.source : color_.source1;
        set_component(source, invocation, color[source.component]);
      }
      return color_;
    }

   private:
    struct Source {
      StageOutput output;
      InterfaceVariable declared;
      std::uint32_t index = 0, component = 0;
    };

    static void set_component(const Source& source, std::size_t invocation,
                              ColorComponent& component) {
      const std::uint64_t bits = source.output.bits(invocation);
      const unsigned width = source.declared.bits;
      if (source.declared.is_float) {
        component.number = float_of(bits, width);
      } else if (source.declared.is_signed) {
        component.integer = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
      } else {
        component.integer = static_cast<std::int64_t>(bits & ~std::uint64_t{0} >> (64 - width));
      }
      component.state = source.output.state(invocation);
    }

    std::uint32_t number_;
    bool takes_integers_, is_written_ = false;
    std::vector<Source> sources_;
    FragmentColor color_;  // of the last invocation
  };

  Outputs(const LaunchOutputs& launch, const StageInterface& interface,
          const AttachmentOperations& attachments)
      : launch_(launch) {
    for (std::uint32_t number = 0; number < attachments.color_count(); ++number) {
      if (!attachments.has_color(number)) continue;
      Location location(number, attachments.color_format(number).is_integer());
      location.find_sources(launch, interface);
      if (location.is_written()) locations_.push_back(std::move(location));
    }
    depth_ = find(interface, spv::BuiltIn::FragDepth);
    sample_mask_ = find(interface, spv::BuiltIn::SampleMask);
    stencil_ = find(interface, spv::BuiltIn::FragStencilRefEXT);
  }

  const StageOutput& depth() const { return depth_; }
  const StageOutput& sample_mask() const { return sample_mask_; }
  const StageOutput& stencil() const { return stencil_; }
  // Those that the shader writes and that have an attachment.
  std::vector<Location>& locations() { return locations_; }
  // The alpha of Location 0; undefined if the shader does not write it.
  ColorComponent alpha(std::size_t invocation) {
    if (locations_.empty() || locations_.front().number() != 0)
      return {0, 0, Definedness::undefined};
    return locations_.front().color(invocation).source[3];
  }

 private:
  StageOutput find(const StageInterface& interface, spv::BuiltIn which) const {
    const InterfaceComponent place = built_in(which);
    return interface.outputs.contains(place) ? launch_.find(place) : StageOutput();
  }

  const LaunchOutputs& launch_;
  std::vector<Location> locations_;
  StageOutput depth_, sample_mask_, stencil_;
};

FragmentStage::FragmentStage(const GraphicsPipeline& pipeline, const Rasterizer& rasterizer,
                             AttachmentOperations& attachments, StageLauncher& launcher,
                             DrawFindings& findings, DrawResult& result)
    : pipeline_(pipeline),
      rasterizer_(rasterizer),
      attachments_(attachments),
      launcher_(launcher),
      findings_(findings),
      result_(result),
      samples_(pipeline.state.multisample.samples) {
  if (pipeline.fragment == nullptr) {
    tests_early_ = true;
    return;
  }
  interface_ = stage_interface(*pipeline.fragment);
  is_per_sample_ = uses_sample_shading(interface_, pipeline.state.multisample);
  tests_early_ = interface_.has(spv::ExecutionMode::EarlyFragmentTests);
  using Mode = spv::ExecutionMode;
  has_interlock_ = std::ranges::any_of(
      std::array{Mode::PixelInterlockOrderedEXT, Mode::PixelInterlockUnorderedEXT,
                 Mode::SampleInterlockOrderedEXT, Mode::SampleInterlockUnorderedEXT},
      [&](Mode mode) { return interface_.has(mode); });
  check_outputs();
}

void FragmentStage::check_outputs() {
  for (const auto& [place, output] : interface_.outputs) {
    if (place.kind != InterfaceComponent::Kind::location || !attachments_.has_color(place.number))
      continue;
    const TexelFormat& format = attachments_.color_format(place.number);
    if (output.is_float == format.is_integer()) {
      findings_.report(draw_clauses::output_type_mismatch,
                       "the output with Location " + std::to_string(place.number) + " has " +
                           (output.is_float ? "floats" : "integers") +
                           ", but the format of its attachment is " + std::string(format.name));
    }
  }
  for (std::uint32_t location = 0; location < attachments_.color_count(); ++location) {
    if (!attachments_.has_color(location) || !uses_second_source(pipeline_.state.blend, location))
      continue;
    if (!interface_.outputs.contains(color_output(location, 0, 0)) ||
        interface_.outputs.contains(color_output(location, 1, 0)))
      continue;
    findings_.report(draw_clauses::second_source_not_written,
                     "no output with Location " + std::to_string(location) + " has Index 1");
  }
}

void FragmentStage::test(const FragmentPart& part, const FragmentPosition& place,
                         const Outputs* outputs, std::size_t number, SampleCoverage& coverage) {
  if (attachments_.has_tests()) {
    const FragmentTest fragment = test_of(part, place, outputs, number, coverage);
    check_test(fragment, coverage);
    attachments_.test(fragment, coverage);
  }
  // The usual case, without the loop that counts bits on all processors.
  result_.samples_passed += samples_ == 1
                                ? coverage.covered
                                : static_cast<std::uint32_t>(std::popcount(coverage.covered));
}

// Reports what makes the result of a test undefined.
void FragmentStage::check_test(const FragmentTest& fragment, const SampleCoverage& coverage) const {
  const DepthStencilState& state = pipeline_.state.depth_stencil;
  const auto place = [&fragment] { return " of the fragment at " + pixel_text(fragment.place); };
  const bool tests_depth = state.depth_test && attachments_.depth_format().bits != 0;
  if (tests_depth && fragment.depth_state == Definedness::undefined) {
    findings_.report(draw_clauses::test_operand_undefined, "the depth" + place() + " is undefined");
  } else if (tests_depth && !pipeline_.state.rasterization.depth_clamp) {
    for (unsigned s = 0; s < samples_; ++s) {
      const double z = fragment.depth[s];
      if ((coverage.possible() >> s & 1u) == 0 ||
          (z >= fragment.min_depth && z <= fragment.max_depth))
        continue;
      findings_.report(draw_clauses::depth_out_of_range,
                       "the depth" + place() + " is " + std::to_string(z) + ", which is not from " +
                           std::to_string(fragment.min_depth) + " to " +
                           std::to_string(fragment.max_depth));
    }
  }
  if (state.stencil_test && fragment.stencil_state == Definedness::undefined)
    findings_.report(draw_clauses::test_operand_undefined,
                     "the stencil reference" + place() + " is undefined");
}

FragmentTest FragmentStage::test_of(const FragmentPart& part, const FragmentPosition& place,
                                    const Outputs* outputs, std::size_t number,
                                    const SampleCoverage& coverage) const {
  FragmentTest fragment;
  fragment.place = place;
  fragment.front_facing = part.raster.front_facing;
  fragment.min_depth = part.raster.min_depth;
  fragment.max_depth = part.raster.max_depth;
  if (outputs != nullptr && outputs->depth()) {
    fragment.depth.fill(float_of(outputs->depth().bits(number), 32));
    fragment.depth_state = outputs->depth().state(number);
  } else if (attachments_.depth_format().bits != 0) {
    for (unsigned s = 0; s < samples_; ++s) {
      if ((coverage.possible() >> s & 1u) == 0) continue;
      const SampleLocation& sample = rasterizer_.samples()[s];
      const FramebufferPoint at{place.x + sample.x / 16.0, place.y + sample.y / 16.0};
      fragment.depth[s] = rasterizer_.depth_at(part.raster, part.raster.interpolator.at(at));
    }
  }
  if (outputs != nullptr && outputs->stencil()) {
    fragment.stencil_reference = static_cast<std::uint32_t>(outputs->stencil().bits(number));
    fragment.stencil_state = outputs->stencil().state(number);
  }
  return fragment;
}

bool FragmentStage::test_early(const FragmentPart& part, FragmentQuad& quad) {
  std::uint32_t any = 0;
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    SampleCoverage& coverage = quad.coverage[pixel];
    coverage = {quad.quad.coverage[pixel], 0, 0};
    if (tests_early_ && coverage.covered != 0) {
      const FragmentPosition place{static_cast<std::uint32_t>(quad.quad.x) + pixel % 2,
                                   static_cast<std::uint32_t>(quad.quad.y) + pixel / 2,
                                   part.source.layer};
      test(part, place, nullptr, 0, coverage);
    }
    any |= coverage.possible();
  }
  if (interface_.has(spv::ExecutionMode::PostDepthCoverage)) {
    for (unsigned pixel = 0; pixel < 4; ++pixel)
      quad.quad.coverage[pixel] = quad.coverage[pixel].covered;
  }
  return any != 0;
}

void FragmentStage::write(const FragmentInvocation& invocation, std::size_t number,
                          Outputs& outputs) {
  SampleCoverage coverage = invocation.coverage;
  const FragmentPosition place{invocation.x, invocation.y, invocation.part->source.layer};
  if (outputs.sample_mask()) {
    if (outputs.sample_mask().state(number) == Definedness::undefined)
      findings_.report(draw_clauses::test_operand_undefined,
                       "the sample mask of the fragment at " + pixel_text(place) + " is undefined");
    for (unsigned s = 0; s < samples_; ++s) {
      if (coverage.possible() >> s & 1u)
        coverage.apply(s, (outputs.sample_mask().bits(number) >> s & 1u) != 0,
                       outputs.sample_mask().state(number));
    }
  }
  if (pipeline_.state.multisample.alpha_to_coverage && attachments_.has_color(0))
    attachments_.apply_alpha(outputs.alpha(number), coverage);
  if (!tests_early_ && coverage.possible() != 0)
    test(*invocation.part, place, &outputs, number, coverage);
  if (coverage.possible() == 0) return;
  for (Outputs::Location& location : outputs.locations()) {
    if (observer_ != nullptr) observer_->note_color(number, location.number());
    const FragmentColor& color = location.color(number);
    if (location.takes_integers()) check_color(color.source, location.number(), place);
    attachments_.write_color(place, location.number(), color, coverage);
  }
}

void FragmentStage::check_color(const Color& color, std::uint32_t location,
                                const FragmentPosition& place) const {
  const TexelFormat& format = attachments_.color_format(location);
  for (unsigned i = 0; i < color.size(); ++i) {
    const TexelComponent& component = format.components[i];
    if (component.bits == 0 || color[i].state == Definedness::undefined ||
        encode(component, color[i]).state != Definedness::undefined)
      continue;
    findings_.report(draw_clauses::value_not_representable,
                     "component " + std::to_string(i) + " of the output with Location " +
                         std::to_string(location) + " is " + std::to_string(color[i].integer) +
                         " at " + pixel_text(place) + ", but the format of its attachment is " +
                         std::string(format.name));
  }
}

Result<void> FragmentStage::shade(const FragmentBatch& batch, const ShadedVertices& vertices) {
  if (batch.quads.empty()) return {};
  if (pipeline_.fragment == nullptr) {
    // "Fragment Shading": without a shader, undefined values may be written to all color attachments.
    FragmentColor color;
    for (ColorComponent& component : color.source) component.state = Definedness::undefined;
    for (const FragmentInvocation& invocation : invocations_of(batch, false, samples_)) {
      const FragmentPosition place{invocation.x, invocation.y, invocation.part->source.layer};
      for (std::uint32_t i = 0; i < attachments_.color_count(); ++i)
        attachments_.write_color(place, i, color, invocation.coverage);
    }
    return {};
  }
  std::vector<FragmentInvocation> invocations = invocations_of(batch, is_per_sample_, samples_);
  if (rasterizer_.variation().interleaves_quads) interleave_quads(invocations);
  LaunchInputs inputs(*pipeline_.fragment, invocations.size());
  const FragmentInputs source(interface_, invocations, vertices, rasterizer_, is_per_sample_);
  source.fill(findings_, inputs);
  inputs.set_interpolator(&source);
  if (observer_ != nullptr)
    observer_->start_fragments({invocations, vertices, inputs.subgroup_size(), is_per_sample_});
  auto launch = launcher_.run(*pipeline_.fragment, inputs);
  if (launch && !launcher_.must_end()) write_all(invocations, *launch);
  if (observer_ != nullptr) observer_->end_fragments();
  return launch ? Result<void>() : tl::unexpected(launch.error());
}

void FragmentStage::write_all(const std::vector<FragmentInvocation>& invocations,
                              const LaunchOutputs& launch) {
  Outputs outputs(launch, interface_, attachments_);
  for (std::size_t i = 0; i < invocations.size(); ++i) {
    if (invocations[i].is_helper()) continue;
    ++result_.fragments;
    if (launch.is_alive(i)) write(invocations[i], i, outputs);
  }
}

}  // namespace spirv_oracle
