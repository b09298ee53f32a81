#include "golden/draws/make_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "data/scalar.h"
#include "golden/bundle/components.h"
#include "golden/bundle/outputs.h"
#include "golden/draws/draw_run.h"
#include "golden/draws/pixel_acceptance.h"
#include "graphics/draw_findings.h"
#include "graphics/variations.h"
#include "support/arithmetic.h"

namespace spirv_oracle::golden {
namespace {

struct DrawVariation {
  std::string text;     // a reason
  std::string options;  // of spirv-run, which repeat it
  DrawChoices choices;
};

// Arithmetic choices that change nothing in any stage are left out.
bool has_effect(const BundleDrawing& drawing, const InstructionRegistry& registry,
                const DrawChoices& choices, bool ArithmeticChoices::*member) {
  const auto changes = [&](Stage stage, const Module& module) {
    Dispatch dispatch;
    static_cast<PipelineOptions&>(dispatch) = drawing.options(stage, choices);
    const auto effective = effective_arithmetic(module, registry, dispatch);
    return !effective || *effective.*member;
  };
  return std::ranges::any_of(
      drawing.modules(), [&](const auto& stage) { return changes(stage.first, *stage.second); });
}

std::vector<DrawVariation> variations_of(const BundleDrawing& drawing,
                                         const InstructionRegistry& registry) {
  std::vector<DrawVariation> variations;
  const auto add = [&](std::string text, std::string options) -> DrawChoices& {
    return variations.emplace_back(DrawVariation{std::move(text), std::move(options), {}}).choices;
  };
  const bool has_patches = drawing.modules().contains(Stage::tessellation_control);
  for (const NamedVariation& named : raster_variations()) {
    if (has_patches || !named.variation.divides_otherwise)
      add(std::string(named.reason), fmt::format("--rasterization {}", named.name)).raster =
          named.variation;
  }
  add("invocations may reconverge later", "--reconvergence minimal").reconvergence =
      Reconvergence::minimal;
  for (const ArithmeticChoice& choice : arithmetic_choices()) {
    DrawChoices choices;
    choices.arithmetic.*choice.member = true;
    if (has_effect(drawing, registry, choices, choice.member))
      add(fmt::format("float arithmetic permits other values ({})", choice.name),
          fmt::format("--arithmetic {}", choice.name)) = choices;
  }
  return variations;
}

std::vector<Finding> undefined_behavior_of(const DrawResult& result) {
  std::vector<Finding> found;
  std::ranges::copy_if(result.findings, std::back_inserter(found), [](const Finding& finding) {
    return finding.severity == Severity::undefined_behavior;
  });
  return found;
}

class DrawBundler {
 public:
  DrawBundler(Bundle& bundle, const BundleDrawing& drawing, const InstructionRegistry& registry,
              const Policy& policy)
      : bundle_(bundle), drawing_(drawing), registry_(registry), policy_(policy) {}

  Result<MadeBundle> make(const BundleSettings& settings);

 private:
  struct Varied {
    std::string text, options;
    DrawnBundle drawn;
  };

  // Draws as other implementations may. Ends at the first undefined behavior, unless that is permitted.
  Result<void> draw_variations(bool allow_undefined_behavior);
  Result<void> draw_all(const BundleSettings& settings);
  void add_outputs();
  void add_texels(BundleResource& resource);
  void add_buffer(BundleResource& resource);
  void add_witnesses(const std::string& name, BundleOutput& output) const;
  std::vector<VariedTexels> variations_of_resource(const std::string& name) const;

  Bundle& bundle_;
  const BundleDrawing& drawing_;
  const InstructionRegistry& registry_;
  const Policy& policy_;
  DrawnBundle drawn_;
  std::vector<Varied> varied_;
  std::vector<Finding> findings_;  // undefined behavior
  ReasonList reasons_;
};

Result<void> DrawBundler::draw_variations(bool allow_undefined_behavior) {
  for (DrawVariation& variation : variations_of(drawing_, registry_)) {
    variation.choices.tracks_ranges = true;
    auto other = drawing_.draw(variation.choices, policy_);
    if (!other || other->result.status == Status::limit) {
      bundle_.notes.push_back(fmt::format("a variation was not tried ({}): {}", variation.text,
                                          other ? other->result.message : other.error().message));
      continue;
    }
    if (findings_.empty()) findings_ = undefined_behavior_of(other->result);
    if (!findings_.empty() && !allow_undefined_behavior) return {};
    varied_.push_back({std::move(variation.text), std::move(variation.options), std::move(*other)});
  }
  return {};
}

Result<void> DrawBundler::draw_all(const BundleSettings& settings) {
  DrawChoices choices;
  choices.tracks_ranges = true;
  auto drawn = drawing_.draw(choices, policy_);
  if (!drawn) return tl::unexpected(drawn.error());
  if (drawn->result.status == Status::limit) return limit_reached(drawn->result.message);
  drawn_ = std::move(*drawn);
  findings_ = undefined_behavior_of(drawn_.result);
  if (!findings_.empty() && !settings.allow_undefined_behavior) return {};
  return settings.variations.others ? draw_variations(settings.allow_undefined_behavior)
                                    : Result<void>{};
}

// Without contents if the draw has no such resource.
DrawnTexels texels_of(const DrawnBundle& drawn, const std::string& name) {
  const auto contents = drawn.contents.find(name);
  if (contents == drawn.contents.end()) return {};
  const auto ranges = drawn.ranges.find(name);
  const bool has_ranges = ranges != drawn.ranges.end() && !ranges->second.empty();
  return {&contents->second, has_ranges ? &ranges->second : nullptr};
}

std::vector<VariedTexels> DrawBundler::variations_of_resource(const std::string& name) const {
  std::vector<VariedTexels> all;
  for (const Varied& varied : varied_) {
    const DrawnTexels texels = texels_of(varied.drawn, name);
    if (texels.contents != nullptr) all.push_back({texels, varied.text});
  }
  return all;
}

void DrawBundler::add_texels(BundleResource& resource) {
  const TexelFormat& format = *resource.image->format;
  const ShadowedBytes& contents = drawn_.contents.at(resource.name);
  const ShadowedBytes before = shadowed_bytes(*resource.input);
  const bool is_depth = resource.kind == draw_kinds::depth_stencil_attachment;
  TexelKnowledge known{.format = format, .expected = texels_of(drawn_, resource.name)};
  known.variations = variations_of_resource(resource.name);
  known.is_depth = is_depth && format.components[0].encoding != TexelEncoding::uint;
  known.before = &before;
  resource.output.emplace();
  resource.output->expected = contents.bytes;
  resource.output->acceptance = accept_texels(known, reasons_);
}

// A buffer or image that shaders write: what the oracle marks, or a variation changes, may be anything.
void DrawBundler::add_buffer(BundleResource& resource) {
  const ShadowedBytes& contents = drawn_.contents.at(resource.name);
  const std::vector<VariedTexels> variations = variations_of_resource(resource.name);
  resource.output->expected = contents.bytes;
  for (const Component& component : components_of(contents.size(), nullptr, {resource.type})) {
    const std::size_t size = scalar_size(component.type);
    const auto is_same = [&](const VariedTexels& other) {
      const auto begin = static_cast<std::ptrdiff_t>(component.offset);
      return std::equal(contents.bytes.begin() + begin,
                        contents.bytes.begin() + begin + static_cast<std::ptrdiff_t>(size),
                        other.texels.contents->bytes.begin() + begin);
    };
    AcceptanceRun run{component.offset, 1, component.type, {}};
    const auto other = std::ranges::find_if_not(variations, is_same);
    const auto shadow = std::span(contents.shadow).subspan(component.offset, size);
    const bool is_marked = std::ranges::any_of(
        shadow, [](Definedness state) { return state != Definedness::defined; });
    if (is_marked || other != variations.end()) {
      run.acceptance.kind = AcceptanceKind::any;
      run.acceptance.reason = reasons_.add(
          {"", is_marked ? "the value is undefined or depends on the implementation" : other->text,
           "", ""});
    }
    append(resource.output->acceptance, run);
  }
}

// For each component that is not exact, the first variation with another value.
void DrawBundler::add_witnesses(const std::string& name, BundleOutput& output) const {
  const std::span<const std::byte> expected = output.expected;
  for (const AcceptanceRun& run : output.acceptance) {
    const std::size_t size = scalar_size(run.type);
    if (run.acceptance.kind == AcceptanceKind::exact) continue;
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      for (const Varied& varied : varied_) {
        const auto contents = varied.drawn.contents.find(name);
        if (contents == varied.drawn.contents.end()) continue;
        const std::span<const std::byte> bytes = contents->second.bytes;
        const std::uint64_t bits = load_bits(bytes.subspan(at, size));
        if (bits == load_bits(expected.subspan(at, size))) continue;
        std::vector<Witness>& all = output.witnesses;
        const bool continues = !all.empty() && all.back().type == run.type &&
                               all.back().options == varied.options && all.back().end() == at;
        if (!continues) all.push_back({at, run.type, varied.options, {}});
        all.back().values.push_back(bits);
        break;
      }
    }
  }
}

// About primitives that might be anywhere, so that most of them are not drawn.
const Finding* uncertain_primitives(const DrawResult& result) {
  const auto is_uncertain = [](const Finding& finding) {
    return finding.clause == draw_clauses::position_undefined.id ||
           finding.clause == draw_clauses::position_not_finite.id ||
           finding.clause == draw_clauses::position_too_large.id ||
           finding.clause == draw_clauses::viewport_undefined.id ||
           finding.clause == draw_clauses::level_undefined.id;
  };
  const auto found = std::ranges::find_if(result.findings, is_uncertain);
  return found == result.findings.end() ? nullptr : &*found;
}

void DrawBundler::add_outputs() {
  for (BundleResource& resource : bundle_.resources) {
    if (resource.output) {
      add_buffer(resource);
    } else if (is_attachment_kind(resource.kind) && resource.image->samples == 1) {
      add_texels(resource);
    }
    if (resource.output) add_witnesses(resource.name, *resource.output);
  }
  bundle_.reasons = reasons_.take();
  const Finding* uncertain = uncertain_primitives(drawn_.result);
  if (uncertain != nullptr)
    accept_anything({uncertain->clause, uncertain->message, "", ""}, bundle_);
}

Result<MadeBundle> DrawBundler::make(const BundleSettings& settings) {
  if (auto done = draw_all(settings); !done) return tl::unexpected(done.error());
  MadeBundle made;
  made.findings = std::move(findings_);
  if (!made.findings.empty() && !settings.allow_undefined_behavior) return made;
  add_outputs();
  mask_undefined_behavior(made.findings, bundle_);
  made.bundle = std::move(bundle_);
  return made;
}

}  // namespace

Result<MadeBundle> make_draw_bundle(const Bundle& request, const InstructionRegistry& registry,
                                    const Policy& policy, const BundleSettings& settings) {
  Bundle bundle = request;
  const auto drawing = BundleDrawing::create(request, registry);
  if (!drawing) return tl::unexpected(drawing.error());
  return DrawBundler(bundle, *drawing, registry, policy).make(settings);
}

}  // namespace spirv_oracle::golden
