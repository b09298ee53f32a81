#include "golden/make/variations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "cli/options.h"
#include "data/scalar.h"
#include "golden/bundle/outputs.h"
#include "support/arithmetic.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t usual_seeds = 2;
// If results may depend on the order of execution. Orders that no seed selects remain untried.
constexpr std::uint64_t seeds_of_agreement = 12;

struct Variation {
  std::string text;  // the options of spirv-run that show it
  Dispatch dispatch;
};

using Offsets = std::vector<std::uint64_t>;

// Components whose values with the other contents are not accepted.
Offsets outside(const BundleOutput& output, const ShadowedBytes& other) {
  Offsets offsets;
  if (other.bytes == output.expected) {
    const bool all_defined = std::ranges::all_of(
        other.shadow, [](Definedness state) { return state == Definedness::defined; });
    if (all_defined) return offsets;
  }
  for (const AcceptanceRun& run : output.acceptance) {
    if (run.acceptance.kind == AcceptanceKind::any) continue;
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      const auto shadow = std::span(other.shadow).subspan(at, size);
      // An implementation need not produce a value that is undefined here.
      if (std::ranges::any_of(shadow, [](Definedness s) { return s != Definedness::defined; }))
        continue;
      const std::uint64_t expected = load_bits(std::span(output.expected).subspan(at, size));
      const std::uint64_t actual = load_bits(std::span(other.bytes).subspan(at, size));
      if (!accepts(run.type, run.acceptance, expected, actual)) offsets.push_back(at);
    }
    if (run.acceptance.kind == AcceptanceKind::permutation) {
      const auto surplus = surplus_in(run, other.bytes);
      offsets.insert(offsets.end(), surplus.begin(), surplus.end());
    }
  }
  return offsets;
}

// The first value of a component that is not the expected one.
struct OtherValue {
  std::string options;  // of the execution
  ScalarKind type = ScalarKind::uint8;
  std::optional<std::uint64_t> bits;  // none if it is undefined in that execution
};
using OtherValues = std::map<std::uint64_t, OtherValue>;  // by offset

void add_other_value(const std::string& options, const ShadowedBytes& other, std::uint64_t offset,
                     ScalarKind type, OtherValues& values) {
  OtherValue& value = values[offset];
  if (value.bits) return;
  const std::size_t size = scalar_size(type);
  const auto shadow = std::span(other.shadow).subspan(offset, size);
  value = {options, type, std::nullopt};
  if (std::ranges::none_of(
          shadow, [](Definedness state) { return value_state(state) == Definedness::undefined; }))
    value.bits = load_bits(std::span(other.bytes).subspan(offset, size));
}

// Examines the components that may depend on the implementation.
void note_other_values(const std::string& options, const BundleOutput& output,
                       const ShadowedBytes& other, OtherValues& values) {
  for (const AcceptanceRun& run : output.acceptance) {
    if (run.acceptance.agreed == 0 && run.acceptance.kind != AcceptanceKind::permutation) continue;
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      const auto bytes = std::span(other.bytes).subspan(at, size);
      if (!std::ranges::equal(bytes, std::span(output.expected).subspan(at, size)))
        add_other_value(options, other, at, run.type, values);
    }
  }
}

// Adjacent components with values of one execution become one witness.
std::vector<Witness> witnesses_of(const OtherValues& values) {
  std::vector<Witness> witnesses;
  for (const auto& [offset, value] : values) {
    if (!value.bits) continue;
    const bool continues = !witnesses.empty() && witnesses.back().type == value.type &&
                           witnesses.back().options == value.options &&
                           witnesses.back().end() == offset;
    if (!continues) witnesses.push_back({offset, value.type, value.options, {}});
    witnesses.back().values.push_back(*value.bits);
  }
  return witnesses;
}

ScalarKind type_at(const OutputAcceptance& acceptance, std::uint64_t offset) {
  return std::prev(std::ranges::upper_bound(acceptance, offset, {}, &AcceptanceRun::offset))->type;
}

// Adjacent components with the same mappings become one entry.
std::vector<MappingDependence> joined(
    const OutputAcceptance& acceptance,
    const std::map<std::uint64_t, std::vector<std::string>>& mappings) {
  std::vector<MappingDependence> all;
  for (const auto& [offset, names] : mappings) {
    const ScalarKind type = type_at(acceptance, offset);
    if (!all.empty() && all.back().type == type && all.back().mappings == names &&
        all.back().offset + all.back().count * scalar_size(type) == offset) {
      ++all.back().count;
    } else {
      all.push_back({offset, 1, type, names});
    }
  }
  return all;
}

class Trial {
 public:
  Trial(const Module& module, const InstructionRegistry& registry, const Dispatch& dispatch,
        Bundle& bundle)
      : module_(module), registry_(registry), dispatch_(dispatch), bundle_(bundle) {
    dispatch_.check_races = false;
    dispatch_.explain = false;
    dispatch_.print = nullptr;
    dispatch_.show_progress = nullptr;
  }

  // Notes undefined behavior that the dispatch itself does not have.
  void try_mappings(const std::vector<Finding>& known);
  std::vector<Finding> try_others();
  // Notes for components which execution gave them another value, or that they agreed in all executions that were tried.
  void conclude_agreement();

 private:
  std::vector<Variation> mappings() const;
  std::vector<Variation> others() const;
  // Calls visit(output, contents, offsets) for outputs that differ. Returns the undefined behavior.
  template <class Visit>
  std::vector<Finding> run_variation(Variation variation, const Visit& visit);

  const Module& module_;
  const InstructionRegistry& registry_;
  Dispatch dispatch_;
  Bundle& bundle_;
  std::uint32_t executions_ = 1;
  std::map<const BundleOutput*, OtherValues> other_values_;
};

std::vector<Variation> Trial::mappings() const {
  std::vector<Variation> variations;
  const auto add = [&](SubgroupOrder order, std::uint64_t seed) {
    if (order == dispatch_.subgroup_mapping.order && seed == dispatch_.subgroup_mapping.seed)
      return;
    Variation variation{"", dispatch_};
    variation.dispatch.subgroup_mapping.order = order;
    variation.dispatch.subgroup_mapping.seed = seed;
    variation.text = mapping_text(variation.dispatch.subgroup_mapping);
    variations.push_back(std::move(variation));
  };
  for (const SubgroupOrder order :
       {SubgroupOrder::linear, SubgroupOrder::quads, SubgroupOrder::columns, SubgroupOrder::rows})
    add(order, 0);
  for (const std::uint64_t seed : mapping_seeds) add(SubgroupOrder::random, seed);
  return variations;
}

std::vector<Variation> Trial::others() const {
  std::vector<Variation> variations;
  Variation policy{"--reconvergence minimal", dispatch_};
  policy.dispatch.reconvergence = Reconvergence::minimal;
  if (dispatch_.reconvergence == Reconvergence::minimal) {
    policy.text = "--reconvergence maximal";
    policy.dispatch.reconvergence = Reconvergence::maximal;
  }
  variations.push_back(std::move(policy));
  const AcceptanceStatistics counts = statistics_of(bundle_);
  const bool depends_on_order = counts.agreed != 0 || counts.permutation != 0;
  for (std::uint64_t seed = 1; seed <= (depends_on_order ? seeds_of_agreement : usual_seeds);
       ++seed) {
    Variation variation{fmt::format("--seed {}", seed), dispatch_};
    variation.dispatch.seed = seed;
    variations.push_back(std::move(variation));
  }
  for (const ArithmeticChoice& choice : arithmetic_choices()) {
    if (dispatch_.arithmetic.*choice.member) continue;
    Variation variation{fmt::format("--arithmetic {}", choice.name), dispatch_};
    variation.dispatch.arithmetic.*choice.member = true;
    const auto effective = effective_arithmetic(module_, registry_, variation.dispatch);
    if (effective && !(*effective.*choice.member)) continue;
    variations.push_back(std::move(variation));
  }
  return variations;
}

template <class Visit>
std::vector<Finding> Trial::run_variation(Variation variation, const Visit& visit) {
  const auto result = run(module_, registry_, std::move(variation.dispatch));
  if (!result || result->status == Status::limit) {
    bundle_.notes.push_back(fmt::format("the variation {} was not tried: {}", variation.text,
                                        result ? result->message : result.error().message));
    return {};
  }
  for (BundleResource& resource : bundle_.resources) {
    if (!resource.output) continue;
    const BufferResult* after = find_result(*result, dispatch_, resource);
    note_other_values(variation.text, *resource.output, after->contents,
                      other_values_[&*resource.output]);
    const Offsets offsets = outside(*resource.output, after->contents);
    if (!offsets.empty()) visit(*resource.output, after->contents, offsets);
  }
  ++executions_;
  std::vector<Finding> findings = result->findings;
  std::erase_if(findings, [](const Finding& finding) {
    return finding.severity != Severity::undefined_behavior;
  });
  return findings;
}

void Trial::try_mappings(const std::vector<Finding>& known) {
  std::map<BundleOutput*, std::map<std::uint64_t, std::vector<std::string>>> found;
  for (Variation& variation : mappings()) {
    const std::string text = variation.text;
    const auto note = [&](BundleOutput& output, const ShadowedBytes&, const Offsets& offsets) {
      for (const std::uint64_t offset : offsets) found[&output][offset].push_back(text);
    };
    const auto findings = run_variation(std::move(variation), note);
    const auto fresh = std::ranges::find_if(findings, [&known](const Finding& finding) {
      return std::ranges::count(known, finding.clause, &Finding::clause) == 0;
    });
    if (fresh == findings.end()) continue;
    bundle_.notes.push_back(fmt::format("behavior is undefined with the mapping {}: {} [{}]", text,
                                        fresh->message, fresh->clause));
  }
  for (const auto& [output, mappings] : found)
    output->depends_on_mapping = joined(output->acceptance, mappings);
}

std::vector<Finding> Trial::try_others() {
  std::vector<Finding> all;
  for (Variation& variation : others()) {
    const std::string text = variation.text;
    const auto widen = [&](BundleOutput& output, const ShadowedBytes& contents,
                           const Offsets& offsets) {
      Acceptance any;
      any.kind = AcceptanceKind::any;
      any.reason = static_cast<std::uint32_t>(bundle_.reasons.size());
      bundle_.reasons.push_back(
          {"", fmt::format("spirv-run {} computes another value", text), "", ""});
      std::map<std::uint64_t, Acceptance> replacements;
      for (const std::uint64_t offset : offsets) {
        replacements[offset] = any;
        add_other_value(text, contents, offset, type_at(output.acceptance, offset),
                        other_values_[&output]);
      }
      output.acceptance = with_replaced(output.acceptance, replacements);
    };
    const auto findings = run_variation(std::move(variation), widen);
    all.insert(all.end(), findings.begin(), findings.end());
  }
  return all;
}

void Trial::conclude_agreement() {
  for (BundleResource& resource : bundle_.resources) {
    if (!resource.output) continue;
    BundleOutput& output = *resource.output;
    const OtherValues& others = other_values_[&output];
    std::map<std::uint64_t, Acceptance> replacements;
    for (const AcceptanceRun& run : output.acceptance) {
      if (run.acceptance.agreed == 0) continue;
      for (std::uint64_t at = run.offset; at < run.end(); at += scalar_size(run.type)) {
        Acceptance& acceptance = replacements[at] = run.acceptance;
        acceptance.agreed = executions_ == 1 || others.contains(at) ? 0 : executions_;
      }
    }
    output.acceptance = with_replaced(output.acceptance, replacements);
    output.witnesses = witnesses_of(others);
  }
}

}  // namespace

std::vector<Finding> try_variations(const Module& module, const InstructionRegistry& registry,
                                    const Dispatch& dispatch, const VariationSettings& settings,
                                    const std::vector<Finding>& known, Bundle& bundle) {
  Trial trial(module, registry, dispatch, bundle);
  std::vector<Finding> findings;
  if (settings.others) findings = trial.try_others();
  trial.conclude_agreement();
  if (settings.mappings) trial.try_mappings(known);
  return findings;
}

}  // namespace spirv_oracle::golden
