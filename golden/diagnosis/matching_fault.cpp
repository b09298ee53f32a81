#include "golden/diagnosis/matching_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <tuple>

#include "builtins/register_all.h"
#include "cli/options.h"
#include "data/scalar.h"
#include "golden/bundle/outputs.h"
#include "golden/mutation/faulty_registry.h"
#include "golden/step_limit.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t most_steps = 100'000'000;  // of all wrong drivers together
constexpr std::size_t most_drivers = 300;
constexpr std::size_t most_named = 3;

// Whether the device may have computed its value like the wrong driver. If the specification permits a range of
// floats, two drivers with the same fault may differ by that much.
bool is_same(const DifferentComponent& device, std::uint64_t wrong) {
  if (device.actual == wrong) return true;
  if (is_nan_of(device.type, device.actual)) return is_nan_of(device.type, wrong);
  if (device.acceptance.kind != AcceptanceKind::range || !is_float(device.type)) return false;
  const double width = float_value(device.type, device.acceptance.high) -
                       float_value(device.type, device.acceptance.low);
  return std::abs(float_value(device.type, device.actual) - float_value(device.type, wrong)) <=
         width;
}

class Search {
 public:
  Search(const Bundle& bundle, const Module& module, const Dispatch& dispatch,
         const Outputs& outputs)
      : bundle_(bundle), module_(module), dispatch_(dispatch) {
    for (const auto& [name, bytes] : outputs) {
      const BundleResource* resource = find_output(bundle, name);
      if (resource == nullptr) continue;
      compared_.push_back({resource, compare(*resource->output, bytes)});
      search_.differences += compared_.back().comparison.differences.size();
    }
  }

  // Measures the duration with a correct driver.
  bool prepare();
  void try_instructions(const std::vector<std::string>& suspects);
  void try_drivers();
  void try_mappings();
  FaultSearch take();

 private:
  struct Compared {
    const BundleResource* resource = nullptr;
    OutputComparison comparison;
  };

  void try_one(FaultMatch match, const Module& module, const InstructionRegistry& registry,
               const Dispatch& dispatch);
  void hold_against(const Compared& compared, const BufferResult& wrong, FaultMatch& match) const;

  const Bundle& bundle_;
  const Module& module_;
  Dispatch dispatch_;
  std::vector<Compared> compared_;
  FaultSearch search_;
  std::uint64_t steps_ = 0;
  std::size_t drivers_ = 0;
};

bool Search::prepare() {
  const auto result = run(module_, default_registry(), dispatch_);
  if (!result || result->status == Status::limit) return false;
  dispatch_.limits.max_steps = step_limit_of_changed(result->steps);
  return true;
}

void Search::hold_against(const Compared& compared, const BufferResult& wrong,
                          FaultMatch& match) const {
  const BundleOutput& output = *compared.resource->output;
  if (wrong.contents.bytes.size() != output.expected.size()) return;
  std::set<std::uint64_t> differing;
  for (const DifferentComponent& difference : compared.comparison.differences) {
    differing.insert(difference.offset);
    const std::uint64_t bits = load_bits(
        std::span(wrong.contents.bytes).subspan(difference.offset, scalar_size(difference.type)));
    match.same += is_same(difference, bits) ? 1 : 0;
  }
  for (const DifferentComponent& difference : compare(output, wrong.contents.bytes).differences)
    match.other += differing.contains(difference.offset) ? 0 : 1;
}

void Search::try_one(FaultMatch match, const Module& module, const InstructionRegistry& registry,
                     const Dispatch& dispatch) {
  if (drivers_ >= most_drivers || steps_ >= most_steps) {
    search_.complete = false;
    return;
  }
  ++drivers_;
  const auto result = run(module, registry, dispatch);
  if (!result) return;
  steps_ += result->steps;
  if (result->status == Status::limit) return;
  for (const Compared& compared : compared_) {
    const BufferResult* after = find_result(*result, dispatch, *compared.resource);
    if (after != nullptr) hold_against(compared, *after, match);
  }
  if (match.same != 0) search_.matches.push_back(std::move(match));
}

void Search::try_instructions(const std::vector<std::string>& suspects) {
  std::set<spv::Op> opcodes;
  for (const Instruction& instruction : module_.instructions()) opcodes.insert(instruction.opcode);
  const std::vector<Fault> faults = all_faults();
  for (const bool is_suspect : {true, false}) {
    for (const spv::Op opcode : opcodes) {
      const InstructionDefinition* definition = default_registry().find(opcode);
      if (definition == nullptr) continue;
      const std::string name(definition->name);
      if ((std::ranges::count(suspects, name) != 0) != is_suspect) continue;
      for (const Fault& fault : faults) {
        if (!fault.concerns(name) || dispatch_.subgroup_size < fault.least_size) continue;
        const FaultyRegistry registry(fault, opcode);
        try_one({name, std::string(fault.name), std::string(fault.description)}, module_, registry,
                dispatch_);
      }
    }
  }
}

void Search::try_drivers() {
  for (const DriverFault& fault : all_driver_faults()) {
    std::vector<std::uint32_t> words = bundle_.words;
    Dispatch dispatch = dispatch_;
    if (!fault.change(words, dispatch)) continue;
    const auto module = load_module(words, {.validate = false, .target_env = ""});
    if (!module) continue;
    try_one({"", std::string(fault.name), std::string(fault.description)}, **module,
            default_registry(), dispatch);
  }
}

// Other mappings of invocations to subgroups, which are not faults.
void Search::try_mappings() {
  const bool may_depend = std::ranges::any_of(compared_, [](const Compared& compared) {
    return !compared.resource->output->depends_on_mapping.empty();
  });
  if (!may_depend) return;
  for (const SubgroupOrder order :
       {SubgroupOrder::linear, SubgroupOrder::quads, SubgroupOrder::columns, SubgroupOrder::rows}) {
    Dispatch dispatch = dispatch_;
    if (order == dispatch.subgroup_mapping.order) continue;
    dispatch.subgroup_mapping.order = order;
    const std::string name = mapping_text(dispatch.subgroup_mapping);
    try_one({"", "mapping " + name,
             fmt::format("The subgroup mapping is {}, which the specifications allow "
                         "(--subgroup-mapping {} makes a bundle for it)",
                         name, name)},
            module_, default_registry(), dispatch);
  }
}

FaultSearch Search::take() {
  std::ranges::stable_sort(search_.matches, [](const FaultMatch& a, const FaultMatch& b) {
    return std::tuple(b.same, a.other) < std::tuple(a.same, b.other);
  });
  return std::move(search_);
}

std::string match_text(const FaultMatch& match) {
  const std::string what = match.instruction.empty()
                               ? match.name
                               : fmt::format("{} of {}", match.name, match.instruction);
  return fmt::format("{}: {}", what, match.description);
}

// The matches that are as good as the best one; none if that one explains less than three quarters of the differences.
std::span<const FaultMatch> best_matches(const FaultSearch& search) {
  if (search.matches.empty()) return {};
  const FaultMatch& best = search.matches.front();
  if (4 * best.same < 3 * search.differences) return {};
  const auto last = std::ranges::find_if_not(search.matches, [&best](const FaultMatch& match) {
    return match.same == best.same && match.other == best.other;
  });
  return {search.matches.begin(), last};
}

}  // namespace

FaultSearch find_matching_faults(const Bundle& bundle, const Module& module,
                                 const Dispatch& dispatch, const Outputs& outputs,
                                 const std::vector<std::string>& suspects) {
  Search search(bundle, module, dispatch, outputs);
  if (search.prepare()) {
    search.try_mappings();
    search.try_drivers();
    search.try_instructions(suspects);
  }
  return search.take();
}

std::string matches_text(const FaultSearch& search) {
  const std::span<const FaultMatch> best = best_matches(search);
  if (best.empty()) return "";
  const FaultMatch& first = best.front();
  std::string text;
  for (std::size_t i = 0; i < std::min(best.size(), most_named); ++i)
    text += fmt::format("{} {}\n", i == 0 ? "explained by" : "          or", match_text(best[i]));
  if (best.size() > most_named)
    text += fmt::format("  or by {} more faults\n", best.size() - most_named);
  if (first.same != search.differences) {
    text += fmt::format("  which explains {} of the {} differing components\n", first.same,
                        search.differences);
  }
  if (first.other != 0) {
    text += fmt::format("  but then {} more component{} would be wrong\n", first.other,
                        first.other == 1 ? "" : "s");
  }
  if (!search.complete) text += "  note: not all known faults were tried\n";
  return text;
}

nlohmann::ordered_json matches_json(const FaultSearch& search) {
  auto list = nlohmann::ordered_json::array();
  for (const FaultMatch& match : best_matches(search)) {
    list.push_back({{"fault", match.name},
                    {"instruction", match.instruction},
                    {"description", match.description},
                    {"explained", match.same},
                    {"differing", search.differences},
                    {"wrong_elsewhere", match.other}});
  }
  return list;
}

}  // namespace spirv_oracle::golden
