#include "golden/reduce/reducer.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/device_limits.h"
#include "golden/draws/describe_draw.h"
#include "golden/draws/draw_run.h"
#include "golden/draws/make_draw.h"
#include "golden/make/make_bundle.h"
#include "golden/mutation/oracle_run.h"
#include "golden/reduce/clean.h"
#include "golden/step_limit.h"
#include "graphics/draw_findings.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

bool is_valid(const Bundle& bundle, const std::string& environment) {
  const auto loads = [&](const std::vector<std::uint32_t>& words) {
    return load_module(words, {true, environment}).has_value();
  };
  if (!loads(bundle.words)) return false;
  return !bundle.draw || std::ranges::all_of(bundle.draw->stages, loads, &BundleStage::words);
}

bool is_in(const std::vector<ResourceInfo>& resources, const BindingKey& key) {
  return std::ranges::any_of(resources, [&key](const ResourceInfo& resource) {
    return resource.set == key.set && resource.binding == key.binding;
  });
}

// An input that no stage writes is not valid in Vulkan ("Interface Matching"), so that a device may do anything.
bool has_open_inputs(const DrawResult& result) {
  return std::ranges::any_of(result.findings, [](const Finding& finding) {
    return finding.clause == draw_clauses::input_not_written.id ||
           finding.clause == draw_clauses::attribute_missing.id;
  });
}

// The bundle before the draw: without outputs, except those of resources that shaders write.
Result<Candidate> candidate_of_draw(const Bundle& bundle) {
  Candidate candidate;
  candidate.draw = bundle;
  candidate.draw.reasons.clear();
  candidate.draw.notes.clear();
  candidate.draw.masked.clear();
  candidate.draw.options = {"reduce"};
  candidate.draw.assumptions.not_assumed = {};
  for (BundleResource& resource : candidate.draw.resources) {
    if (!resource.output) continue;
    if (is_attachment_kind(resource.kind)) {
      resource.output.reset();
    } else {
      resource.output = BundleOutput{};
    }
  }
  const auto add = [&](const std::vector<std::uint32_t>& words) -> Result<void> {
    auto draft = Draft::parse(words);
    if (!draft) return tl::unexpected(draft.error());
    candidate.drafts.push_back(std::move(*draft));
    return {};
  };
  if (auto done = add(bundle.words); !done) return tl::unexpected(done.error());
  for (const BundleStage& stage : bundle.draw->stages) {
    if (auto done = add(stage.words); !done) return tl::unexpected(done.error());
  }
  return candidate;
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
  Candidate candidate;
  candidate.drafts.push_back(std::move(*draft));
  candidate.dispatch = std::move(*dispatch);
  return candidate;
}

}  // namespace

std::size_t Candidate::instruction_count() const {
  std::size_t count = 0;
  for (const Draft& draft : drafts) count += draft.instruction_count();
  return count;
}

std::optional<Bundle> Reducer::bundle_of_dispatch(const Candidate& candidate, bool for_good) const {
  const std::vector<std::uint32_t> words = candidate.drafts.front().words();
  const auto module = load_module(words, {true, environment_});
  if (!module) return std::nullopt;
  const ModuleInfo info = describe(**module, candidate.dispatch.limits.max_memory);
  const auto entry =
      std::ranges::find(info.entry_points, candidate.dispatch.entry_point, &EntryPointInfo::name);
  if (entry == info.entry_points.end()) return std::nullopt;
  Dispatch dispatch = candidate.dispatch;
  // Removes resources that are no longer used.
  std::erase_if(dispatch.buffers,
                [&](const auto& buffer) { return !is_in(entry->resources, buffer.first); });
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

std::optional<Bundle> Reducer::bundle_of_draw(const Candidate& candidate) const {
  Bundle request = candidate.draw;
  request.words = candidate.drafts.front().words();
  for (std::size_t i = 0; i < request.draw->stages.size(); ++i)
    request.draw->stages[i].words = candidate.drafts[i + 1].words();
  if (!is_valid(request, environment_) || !describe_modules(registry_, request))
    return std::nullopt;
  const auto drawing = BundleDrawing::create(request, registry_);
  if (!drawing) return std::nullopt;
  // Removes descriptors that are no longer used.
  std::vector<ResourceInfo> used;
  for (const auto& [stage, module] : drawing->modules()) {
    for (const EntryPointInfo& entry : describe(*module).entry_points)
      used.insert(used.end(), entry.resources.begin(), entry.resources.end());
  }
  std::erase_if(request.resources, [&](const BundleResource& resource) {
    return find_resource_kind(resource.kind) && resource.kind != "push_constant" &&
           !is_in(used, resource.key);
  });
  const auto drawn = drawing->draw({}, draw_policy_);
  if (!drawn || (has_open_inputs(drawn->result) && !has_open_inputs_)) return std::nullopt;
  BundleSettings settings;
  request.request = request_of(request, settings);
  auto made = make_draw_bundle(request, registry_, draw_policy_, settings);
  return made ? std::move(made->bundle) : std::nullopt;
}

std::optional<Bundle> Reducer::bundle_of(const Candidate& candidate, bool for_good) const {
  return original_.draw ? bundle_of_draw(candidate) : bundle_of_dispatch(candidate, for_good);
}

Result<void> Reducer::begin_dispatch() {
  auto candidate = candidate_of(original_);
  if (!candidate) return tl::unexpected(candidate.error());
  current_ = std::move(*candidate);
  const auto module = load_module(original_.words, {true, environment_});
  const auto result = run(**module, registry_, current_.dispatch);
  if (!result) return tl::unexpected(result.error());
  current_.dispatch.limits.max_steps = step_limit_of_changed(result->steps);
  return {};
}

Result<void> Reducer::begin_draw() {
  auto candidate = candidate_of_draw(original_);
  if (!candidate) return tl::unexpected(candidate.error());
  current_ = std::move(*candidate);
  const auto drawing = BundleDrawing::create(original_, registry_);
  if (!drawing) return tl::unexpected(drawing.error());
  const auto drawn = drawing->draw({}, {});
  if (!drawn) return tl::unexpected(drawn.error());
  draw_policy_.limits.max_steps = step_limit_of_changed(drawn->result.steps);
  has_open_inputs_ = has_open_inputs(drawn->result);
  return {};
}

Result<void> Reducer::begin(const Bundle& bundle) {
  original_ = bundle;
  environment_ = "vulkan1.3";
  const bool is_vulkan = bundle.assumptions.environment == "Vulkan";
  if (!is_vulkan || !is_valid(bundle, environment_)) environment_.clear();
  if (!is_valid(bundle, environment_))
    return bad_input(fmt::format("{}: the module is not valid", bundle.name));
  if (auto done = bundle.draw ? begin_draw() : begin_dispatch(); !done) return done;
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
  reduction_.instructions_before = reduction_.instructions = current_.instruction_count();
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
    reduction_.instructions = candidate.instruction_count();
    current_ = std::move(candidate);
  }
  show_(reduction_);
  return *holds;
}

Result<bool> Reducer::attempt(const CodeStep& step, std::size_t draft,
                              std::vector<std::size_t> places) {
  Candidate candidate = current_;
  Draft& changed = candidate.drafts[draft];
  Code& code = step.in_globals ? changed.globals : changed.code;
  // From the end, so that earlier places stay valid. A change may have removed one.
  std::ranges::reverse(places);
  for (const std::size_t place : places) {
    if (place < code.size() && step.fits(changed, code, place)) step.change(changed, code, place);
  }
  clean(changed);
  if (changed.words() == current_.drafts[draft].words()) return false;
  return attempt(std::move(candidate));
}

// Tries many places at once, then fewer and fewer.
Result<void> Reducer::try_step(const CodeStep& step, std::size_t draft) {
  const auto places = [&] {
    const Draft& current = current_.drafts[draft];
    const Code& code = step.in_globals ? current.globals : current.code;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (step.fits(current, code, i)) found.push_back(i);
    }
    return found;
  };
  for (std::size_t size = places().size(); size > 0; size /= 2) {
    for (std::size_t first = 0; !is_spent();) {
      std::vector<std::size_t> all = places();
      if (first >= all.size()) break;
      const std::size_t last = std::min(first + size, all.size());
      const auto taken = attempt(step, draft,
                                 std::vector(all.begin() + static_cast<std::ptrdiff_t>(first),
                                             all.begin() + static_cast<std::ptrdiff_t>(last)));
      if (!taken) return tl::unexpected(taken.error());
      if (!*taken) first = last;
    }
  }
  return {};
}

template <class Count, class Change>
Result<void> Reducer::try_all(const Count& count, const Change& change) {
  for (std::size_t i = 0; i < count() && !is_spent();) {
    Candidate candidate = current_;
    Result<bool> taken = false;
    if (change(candidate, i)) taken = attempt(std::move(candidate));
    if (!taken) return tl::unexpected(taken.error());
    if (!*taken) ++i;
  }
  return {};
}

Result<void> Reducer::try_step(const DispatchStep& step) {
  return try_all([&] { return step.count(current_.drafts.front(), current_.dispatch); },
                 [&](Candidate& candidate, std::size_t i) {
                   return step.change(candidate.drafts.front(), candidate.dispatch, i);
                 });
}

Result<void> Reducer::try_step(const DrawStep& step) {
  return try_all([&] { return step.count(current_); }, step.change);
}

Result<void> Reducer::try_all_steps() {
  if (original_.draw) {
    for (const DrawStep& step : draw_steps()) {
      if (auto done = try_step(step); !done) return done;
    }
  } else {
    for (const DispatchStep& step : dispatch_steps()) {
      if (auto done = try_step(step); !done) return done;
    }
  }
  for (std::size_t draft = 0; draft < current_.drafts.size(); ++draft) {
    for (const CodeStep& step : code_steps()) {
      if (auto done = try_step(step, draft); !done) return done;
    }
  }
  return {};
}

Result<Reduction> Reducer::reduce(const Bundle& bundle) {
  if (auto done = begin(bundle); !done) return tl::unexpected(done.error());
  std::uint64_t taken_before = 0;
  do {
    taken_before = reduction_.taken;
    if (auto done = try_all_steps(); !done) return tl::unexpected(done.error());
  } while (reduction_.taken != taken_before && !is_spent());
  auto made = bundle_of(current_, true);
  if (!made) made = bundle_of(current_, false);
  reduction_.bundle = std::move(*made);
  return std::move(reduction_);
}

}  // namespace spirv_oracle::golden
