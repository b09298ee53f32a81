#include "golden/reduce/reducer.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/device_limits.h"
#include "golden/make/make_bundle.h"
#include "golden/mutation/oracle_run.h"
#include "golden/reduce/clean.h"
#include "golden/step_limit.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

bool is_valid(const Bundle& bundle, const std::string& environment) {
  return load_module(bundle.words, {true, environment}).has_value();
}

Result<Candidate> candidate_of(const Bundle& bundle) {
  auto draft = Draft::parse(bundle.words);
  if (!draft) return tl::unexpected(draft.error());
  auto dispatch = dispatch_of(bundle);
  if (!dispatch) return tl::unexpected(dispatch.error());
  dispatch->check_races = true;
  for (const std::string& limits : bundle.assumptions.device_limits) {
    if (auto done = add_device_limits(limits, dispatch->device_limits); !done)
      return tl::unexpected(done.error());
  }
  // Uses the size from the module if it declares one.
  const bool says_size = std::ranges::any_of(draft->globals, [](const DraftInstruction& one) {
    return one.opcode == spv::Op::OpExecutionMode &&
           one.words[2] == static_cast<std::uint32_t>(spv::ExecutionMode::LocalSize);
  });
  if (says_size) dispatch->local_size.reset();
  return Candidate{std::move(*draft), std::move(*dispatch)};
}

}  // namespace

std::optional<Bundle> Reducer::bundle_of(const Candidate& candidate, bool for_good) const {
  const std::vector<std::uint32_t> words = candidate.draft.words();
  const auto module = load_module(words, {true, environment_});
  if (!module) return std::nullopt;
  const ModuleInfo info = describe(**module, candidate.dispatch.limits.max_memory);
  const auto entry =
      std::ranges::find(info.entry_points, candidate.dispatch.entry_point, &EntryPointInfo::name);
  if (entry == info.entry_points.end()) return std::nullopt;
  Dispatch dispatch = candidate.dispatch;
  // Removes resources that are no longer used.
  std::erase_if(dispatch.buffers, [&](const auto& buffer) {
    const BindingKey& key = buffer.first;
    return std::ranges::none_of(entry->resources, [&key](const ResourceInfo& resource) {
      return resource.set == key.set && resource.binding == key.binding;
    });
  });
  const BundleSubject subject{original_.name, original_.source, words,
                              **module,       *entry,           std::move(dispatch)};
  BundleSettings settings;
  settings.variations.mappings = for_good;
  settings.options = {"reduce"};
  settings.device_limits = original_.assumptions.device_limits;
  auto made = make_bundle(subject, registry_, settings);
  if (!made || !made->bundle) return std::nullopt;
  for (const BundleCase& one : original_.cases) {
    const BundleResource* resource = find_output(*made->bundle, one.output);
    if (resource != nullptr && one.offset + one.size <= resource->output->expected.size())
      made->bundle->cases.push_back(one);
  }
  return std::move(made->bundle);
}

Result<void> Reducer::begin(const Bundle& bundle) {
  original_ = bundle;
  environment_ = "vulkan1.3";
  const bool is_vulkan = bundle.assumptions.environment == "Vulkan";
  if (!is_vulkan || !is_valid(bundle, environment_)) environment_.clear();
  if (!is_valid(bundle, environment_))
    return bad_input(fmt::format("{}: the module is not valid", bundle.name));
  auto candidate = candidate_of(bundle);
  if (!candidate) return tl::unexpected(candidate.error());
  current_ = std::move(*candidate);
  const auto module = load_module(bundle.words, {true, environment_});
  const auto result = run(**module, registry_, current_.dispatch);
  if (!result) return tl::unexpected(result.error());
  current_.dispatch.limits.max_steps = step_limit_of_changed(result->steps);
  auto made = bundle_of(current_, false);
  if (!made) {
    return bad_input(fmt::format("{}: the behavior of the module is undefined, or it does not end",
                                 bundle.name));
  }
  const auto holds = interest_.holds(*made);
  if (!holds) return tl::unexpected(holds.error());
  if (!*holds) {
    return bad_input(
        fmt::format("{}: there is nothing to reduce: {}", bundle.name, interest_.absence()));
  }
  reduction_ = {};
  reduction_.instructions_before = reduction_.instructions = current_.draft.instruction_count();
  return {};
}

Result<bool> Reducer::attempt(Candidate candidate) {
  ++reduction_.tried;
  const auto bundle = bundle_of(candidate, false);
  if (!bundle) return false;
  const auto holds = interest_.holds(*bundle);
  if (!holds) return tl::unexpected(holds.error());
  if (*holds) {
    ++reduction_.taken;
    reduction_.instructions = candidate.draft.instruction_count();
    current_ = std::move(candidate);
  }
  show_(reduction_);
  return *holds;
}

Result<bool> Reducer::attempt(const CodeStep& step, std::vector<std::size_t> places) {
  Candidate candidate = current_;
  Code& code = step.in_globals ? candidate.draft.globals : candidate.draft.code;
  // From the end, so that earlier places stay valid. A change may have removed one.
  std::ranges::reverse(places);
  for (const std::size_t place : places) {
    if (place < code.size() && step.fits(candidate.draft, code, place))
      step.change(candidate.draft, code, place);
  }
  clean(candidate.draft);
  if (candidate.draft.words() == current_.draft.words()) return false;
  return attempt(std::move(candidate));
}

// Tries many places at once, then fewer and fewer.
Result<void> Reducer::try_step(const CodeStep& step) {
  const auto places = [&] {
    const Code& code = step.in_globals ? current_.draft.globals : current_.draft.code;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (step.fits(current_.draft, code, i)) found.push_back(i);
    }
    return found;
  };
  for (std::size_t size = places().size(); size > 0; size /= 2) {
    for (std::size_t first = 0; !is_spent();) {
      std::vector<std::size_t> all = places();
      if (first >= all.size()) break;
      const std::size_t last = std::min(first + size, all.size());
      const auto taken =
          attempt(step, std::vector(all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(last)));
      if (!taken) return tl::unexpected(taken.error());
      if (!*taken) first = last;
    }
  }
  return {};
}

Result<void> Reducer::try_step(const DispatchStep& step) {
  for (std::size_t i = 0; i < step.count(current_.draft, current_.dispatch) && !is_spent();) {
    Candidate candidate = current_;
    Result<bool> taken = false;
    if (step.change(candidate.draft, candidate.dispatch, i)) taken = attempt(std::move(candidate));
    if (!taken) return tl::unexpected(taken.error());
    if (!*taken) ++i;
  }
  return {};
}

Result<Reduction> Reducer::reduce(const Bundle& bundle) {
  if (auto done = begin(bundle); !done) return tl::unexpected(done.error());
  std::uint64_t taken_before = 0;
  do {
    taken_before = reduction_.taken;
    for (const DispatchStep& step : dispatch_steps()) {
      if (auto done = try_step(step); !done) return tl::unexpected(done.error());
    }
    for (const CodeStep& step : code_steps()) {
      if (auto done = try_step(step); !done) return tl::unexpected(done.error());
    }
  } while (reduction_.taken != taken_before && !is_spent());
  auto made = bundle_of(current_, true);
  if (!made) made = bundle_of(current_, false);
  reduction_.bundle = std::move(*made);
  return std::move(reduction_);
}

}  // namespace spirv_oracle::golden
