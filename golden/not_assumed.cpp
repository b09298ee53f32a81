#include "golden/not_assumed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <spirv/unified1/spirv.hpp11>

#include "cli/options.h"
#include "cli/resources.h"
#include "data/scalar.h"
#include "golden/bundle/module_summary.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/draws/describe_draw.h"
#include "golden/draws/make_draw.h"
#include "golden/make/variations.h"
#include "interpreter/loader/module.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::array<std::uint32_t, 8> all_sizes{1, 2, 4, 8, 16, 32, 64, 128};

// --- joining acceptances ---

bool is_listed(const Acceptance& acceptance) {
  return acceptance.kind == AcceptanceKind::exact || acceptance.kind == AcceptanceKind::set;
}

// One side of a join.
struct Side {
  const Acceptance& acceptance;
  std::uint64_t expected = 0;  // bits

  std::set<std::uint64_t> listed() const {
    if (acceptance.kind == AcceptanceKind::exact) return {expected};
    return {acceptance.set.begin(), acceptance.set.end()};
  }
};

bool has_numbers(ScalarKind type, const Acceptance& range) {
  return float_value(type, range.low) <= float_value(type, range.high);
}

// Everything between the bounds of both.
Acceptance hull(ScalarKind type, const Acceptance& a, const Acceptance& b) {
  Acceptance range = has_numbers(type, a) ? a : b;
  if (has_numbers(type, a) && has_numbers(type, b)) {
    if (float_value(type, b.low) < float_value(type, range.low)) range.low = b.low;
    if (float_value(type, b.high) > float_value(type, range.high)) range.high = b.high;
  }
  const SpecialValues& of_a = a.special;
  const SpecialValues& of_b = b.special;
  const bool has_zero = float_value(type, range.low) <= 0 && float_value(type, range.high) >= 0;
  range.special = {of_a.nan || of_b.nan, of_a.positive_infinity || of_b.positive_infinity,
                   of_a.negative_infinity || of_b.negative_infinity,
                   of_a.positive_zero || of_b.positive_zero || has_zero,
                   of_a.negative_zero || of_b.negative_zero || has_zero};
  return range;
}

Acceptance join(ScalarKind type, const Side& a, const Side& b, bool is_complete,
                std::uint32_t reason) {
  Acceptance same = b.acceptance;
  same.reason = a.acceptance.reason;
  const bool are_same =
      same == a.acceptance && (same.kind != AcceptanceKind::exact || a.expected == b.expected);
  if (a.acceptance.kind == AcceptanceKind::any) {
    Acceptance any = a.acceptance;
    if (a.expected != b.expected) any.agreed = 0;
    any.agreed = std::min(any.agreed, b.acceptance.agreed);
    return any;
  }
  if (are_same) return a.acceptance;
  const bool holds_b = is_listed(b.acceptance) && std::ranges::all_of(b.listed(), [&](auto bits) {
                         return accepts(type, a.acceptance, a.expected, bits);
                       });
  if (holds_b) return a.acceptance;
  Acceptance joined;
  joined.kind = AcceptanceKind::any;
  if (is_complete && is_listed(a.acceptance) && is_listed(b.acceptance)) {
    std::set<std::uint64_t> values = a.listed();
    values.merge(b.listed());
    joined.kind = AcceptanceKind::set;
    joined.set = {values.begin(), values.end()};
  } else if (is_complete && is_float(type) && a.acceptance.kind == AcceptanceKind::range &&
             b.acceptance.kind == AcceptanceKind::range) {
    joined = hull(type, a.acceptance, b.acceptance);
  }
  joined.reason = reason;
  return joined;
}

// The run with a component of this type at the offset; null if there is none.
const AcceptanceRun* find_component(const OutputAcceptance& output, std::uint64_t offset,
                                    ScalarKind type) {
  const auto behind = std::ranges::upper_bound(output, offset, {}, &AcceptanceRun::offset);
  if (behind == output.begin()) return nullptr;
  const AcceptanceRun& run = *std::prev(behind);
  const bool fits = run.type == type && (offset - run.offset) % scalar_size(type) == 0;
  return fits ? &run : nullptr;
}

// Accepts what another bundle of the same request accepts.
void join_outputs(const Bundle& other, bool is_complete, const std::string& text, Bundle& bundle) {
  const auto reason = static_cast<std::uint32_t>(bundle.reasons.size());
  bool is_used = false;
  for (std::size_t i = 0; i < bundle.resources.size(); ++i) {
    if (!bundle.resources[i].output) continue;
    BundleOutput& output = *bundle.resources[i].output;
    OutputAcceptance joined =
        joined_acceptance(output, *other.resources[i].output, is_complete, reason);
    is_used = is_used || std::ranges::any_of(joined, [reason](const AcceptanceRun& run) {
                return run.acceptance.reason == reason;
              });
    output.acceptance = std::move(joined);
  }
  if (is_used) bundle.reasons.push_back({"", text, "", ""});
}

// --- trying other values of an assumption ---

class Widening {
 public:
  Widening(const BundleSubject& subject, const InstructionRegistry& registry,
           const BundleSettings& settings)
      : subject_(subject), registry_(registry), settings_(settings) {}

  Result<MadeBundle> make();

 private:
  Result<MadeBundle> make_with(const Dispatch& dispatch) const;
  // The sizes and mappings for which the bundle must hold; only the assumed one if it is assumed.
  std::vector<std::uint32_t> sizes() const;
  std::vector<SubgroupMapping> mappings() const;
  Result<void> add(const Dispatch& dispatch, MadeBundle& made) const;

  const BundleSubject& subject_;
  const InstructionRegistry& registry_;
  const BundleSettings& settings_;
};

std::vector<std::uint32_t> Widening::sizes() const {
  if (!settings_.not_assumed.subgroup_size) return {subject_.dispatch.subgroup_size};
  return {all_sizes.begin(), all_sizes.end()};
}

std::vector<SubgroupMapping> Widening::mappings() const {
  const SubgroupMapping& assumed = subject_.dispatch.subgroup_mapping;
  std::vector<SubgroupMapping> mappings{assumed};
  if (!settings_.not_assumed.subgroup_mapping) return mappings;
  using enum SubgroupOrder;
  const auto add = [&](SubgroupOrder order, std::uint64_t seed) {
    if (order != assumed.order || seed != assumed.seed)
      mappings.push_back({order, seed, assumed.full_subgroups});
  };
  for (const SubgroupOrder order : {linear, quads, columns, rows}) add(order, 0);
  for (const std::uint64_t seed : mapping_seeds) add(random, seed);
  return mappings;
}

Result<MadeBundle> Widening::make_with(const Dispatch& dispatch) const {
  BundleSettings settings = settings_;
  settings.not_assumed = {};
  // Mappings are tried only if they are not assumed.
  settings.variations.mappings &= !settings_.not_assumed.subgroup_mapping;
  return make_bundle(
      {subject_.name, subject_.source, subject_.words, subject_.module, subject_.entry, dispatch},
      registry_, settings);
}

// Joins what another value of an assumption gives, which `with` names. A size that a module cannot have, because its execution
// mode requires another one, changes nothing.
Result<void> join_made(Result<MadeBundle> other, bool is_complete, const std::string& with,
                       MadeBundle& made) {
  if (!other && other.error().status == Status::limit) return tl::unexpected(other.error());
  if (!other) {
    made.bundle->notes.push_back(fmt::format("{} were not tried: {}", with, other.error().message));
    return {};
  }
  if (made.findings.empty()) made.findings = other->findings;
  if (!other->bundle) {
    made.bundle.reset();
    made.undefined_with = with;
    return {};
  }
  join_outputs(*other->bundle, is_complete, "other values with " + with, *made.bundle);
  return {};
}

Result<void> Widening::add(const Dispatch& dispatch, MadeBundle& made) const {
  const std::string mapping = mapping_text(dispatch.subgroup_mapping);
  return join_made(make_with(dispatch), mapping == mapping_text(subject_.dispatch.subgroup_mapping),
                   fmt::format("subgroup size {} and mapping {}", dispatch.subgroup_size, mapping),
                   made);
}

Result<MadeBundle> Widening::make() {
  auto made = make_with(subject_.dispatch);
  if (!made || !made->bundle) return made;
  const bool any_size = settings_.not_assumed.subgroup_size;
  if (any_size && made->bundle->is_kernel)
    return unsupported("--no-assume subgroup-size is for shaders: kernels may have any size");
  if (uses_subgroups(*made->bundle)) {
    for (const std::uint32_t size : sizes()) {
      for (const SubgroupMapping& mapping : mappings()) {
        Dispatch dispatch = subject_.dispatch;
        const bool is_assumed = size == dispatch.subgroup_size &&
                                mapping_text(mapping) == mapping_text(dispatch.subgroup_mapping);
        if (is_assumed) continue;
        dispatch.subgroup_size = size;
        dispatch.subgroup_mapping = mapping;
        if (auto done = add(dispatch, *made); !done) return tl::unexpected(done.error());
        if (!made->bundle) return made;
      }
    }
  }
  Bundle described = describe_request(subject_, registry_, settings_);
  made->bundle->assumptions = std::move(described.assumptions);
  made->bundle->request = std::move(described.request);
  return made;
}

// --- float controls ---

bool is_float_control(std::uint32_t mode) {
  using enum spv::ExecutionMode;
  constexpr std::array modes{DenormPreserve, DenormFlushToZero, SignedZeroInfNanPreserve,
                             RoundingModeRTE, RoundingModeRTZ};
  return std::ranges::count(modes, static_cast<spv::ExecutionMode>(mode)) != 0;
}

bool is_float_control_capability(std::uint32_t capability) {
  using enum spv::Capability;
  constexpr std::array capabilities{DenormPreserve, DenormFlushToZero, SignedZeroInfNanPreserve,
                                    RoundingModeRTE, RoundingModeRTZ};
  return std::ranges::count(capabilities, static_cast<spv::Capability>(capability)) != 0;
}

}  // namespace

Result<NotAssumed> parse_not_assumed(std::string_view text) {
  NotAssumed parsed;
  for (const std::string_view name : split_outside_parentheses(text, ',')) {
    if (name == "subgroup-size") {
      parsed.subgroup_size = true;
    } else if (name == "subgroup-mapping") {
      parsed.subgroup_mapping = true;
    } else if (name == "float-controls") {
      parsed.float_controls = true;
    } else {
      return bad_input(fmt::format(
          "'{}' is not subgroup-size, subgroup-mapping or float-controls; other assumptions are "
          "made only with the options that name them",
          name));
    }
  }
  return parsed;
}

OutputAcceptance joined_acceptance(const BundleOutput& a, const BundleOutput& b, bool is_complete,
                                   std::uint32_t reason) {
  OutputAcceptance joined;
  for (const AcceptanceRun& run : a.acceptance) {
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      AcceptanceRun component{at, 1, run.type, run.acceptance};
      if (const AcceptanceRun* other = find_component(b.acceptance, at, run.type)) {
        component.acceptance =
            join(run.type, {run.acceptance, load_bits(std::span(a.expected).subspan(at, size))},
                 {other->acceptance, load_bits(std::span(b.expected).subspan(at, size))},
                 is_complete, reason);
      } else if (run.acceptance.kind != AcceptanceKind::any) {
        component.acceptance = {};
        component.acceptance.kind = AcceptanceKind::any;
        component.acceptance.reason = reason;
      }
      append(joined, component);
    }
  }
  return joined;
}

Result<MadeBundle> make_bundle_without(const BundleSubject& subject,
                                       const InstructionRegistry& registry,
                                       const BundleSettings& settings) {
  return Widening(subject, registry, settings).make();
}

Result<Bundle> draw_without_float_controls(const Bundle& request,
                                           const InstructionRegistry& registry,
                                           const BundleSettings& settings) {
  Bundle without = request;
  without.words = without_float_controls(request.words);
  for (BundleStage& stage : without.draw->stages) stage.words = without_float_controls(stage.words);
  if (auto done = describe_modules(registry, without); !done) return tl::unexpected(done.error());
  without.request = request_of(without, settings);
  return without;
}

Result<MadeBundle> make_draw_bundle_without(const Bundle& request,
                                            const InstructionRegistry& registry,
                                            const Policy& policy, const BundleSettings& settings) {
  for (const BundleStage& stage : request.draw->stages) {
    const auto module = load_module(stage.words, {.validate = false, .target_env = ""});
    if (!module) return tl::unexpected(module.error());
    if (settings.not_assumed.subgroup_mapping && uses_subgroups(capability_names(**module)))
      return unsupported(
          fmt::format("--no-assume subgroup-mapping for draws whose {} shader uses subgroups",
                      stage_name(stage.stage)));
  }
  auto made = make_draw_bundle(request, registry, policy, settings);
  if (!made || !made->bundle) return made;
  if (!settings.not_assumed.subgroup_size || !uses_subgroups(request)) return made;
  for (const std::uint32_t size : all_sizes) {
    if (size == request.assumptions.subgroup_size) continue;
    Bundle other = request;
    other.assumptions.subgroup_size = size;
    auto done = join_made(make_draw_bundle(other, registry, policy, settings), true,
                          fmt::format("subgroup size {}", size), *made);
    if (!done) return tl::unexpected(done.error());
    if (!made->bundle) return made;
  }
  return made;
}

std::vector<std::uint32_t> without_float_controls(std::span<const std::uint32_t> words) {
  constexpr std::size_t header = 5;
  std::vector<std::uint32_t> kept(
      words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(header, words.size())));
  for (std::size_t at = header; at < words.size();) {
    const std::size_t count = std::min<std::size_t>(words[at] >> 16, words.size() - at);
    if (count == 0) break;
    const auto instruction = words.subspan(at, count);
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    const bool is_control =
        (opcode == spv::Op::OpExecutionMode && count > 2 && is_float_control(instruction[2])) ||
        (opcode == spv::Op::OpCapability && count > 1 &&
         is_float_control_capability(instruction[1]));
    if (!is_control) kept.insert(kept.end(), instruction.begin(), instruction.end());
    at += count;
  }
  return kept;
}

}  // namespace spirv_oracle::golden
