#include "spirv_run/witness_search.h"

#include <algorithm>

#include "cli/repeat_command.h"
#include "interpreter/deadline.h"
#include "spirv_run/portability.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t seeds_of_thorough_search = 64, seeds_of_usual_search = 3;

// The executions to try, the most promising ones first: where images are sampled, the order in which workgroups, subgroups
// and lanes run, which partners a tangle has, and the roundings of floats.
std::vector<Freedom> executions_to_try(const Freedom& usual, bool samples, bool is_thorough) {
  std::vector<Freedom> executions;
  const auto add_seed = [&](std::uint64_t seed) {
    if (seed == usual.seed) return;
    executions.push_back(usual);
    executions.back().seed = seed;
  };
  if (samples) {
    for (const Freedom& freedom : filterings_to_try(usual)) executions.push_back(freedom);
  }
  add_seed(1);
  executions.push_back(usual);
  executions.back().reconvergence = usual.reconvergence == Reconvergence::maximal
                                        ? Reconvergence::minimal
                                        : Reconvergence::maximal;
  for (const auto choice : {&ArithmeticChoices::low, &ArithmeticChoices::high,
                            &ArithmeticChoices::reassociate, &ArithmeticChoices::toward_zero,
                            &ArithmeticChoices::other_zeros, &ArithmeticChoices::other_nans}) {
    if (usual.arithmetic.*choice) continue;
    executions.push_back(usual);
    executions.back().arithmetic.*choice = true;
  }
  const std::uint64_t last = is_thorough ? seeds_of_thorough_search : seeds_of_usual_search;
  for (std::uint64_t seed = 2; seed <= last; ++seed) add_seed(seed);
  return executions;
}

// Those of a draw. Its fragments have no schedule.
std::vector<Freedom> draws_to_try(const Freedom& usual, bool samples) {
  std::vector<Freedom> draws = executions_to_try(usual, samples, false);
  std::erase_if(draws, [&](const Freedom& freedom) { return freedom.seed != usual.seed; });
  const std::vector<Freedom> rasterizations = rasterizations_to_try(usual);
  draws.insert(samples ? draws.end() : draws.begin(), rasterizations.begin(), rasterizations.end());
  return draws;
}

// Adds an execution if it is a witness of a mark that has none yet. Returns whether all marks have one.
bool add_execution(const ShadowedBytes& contents, const std::string& options,
                   const ShadowedBytes& other, Witnesses& witnesses) {
  ++witnesses.compared;
  if (is_new_witness(contents, witnesses, other)) witnesses.executions.push_back({options, other});
  return is_witnessed(contents, witnesses);
}

// A search that is not thorough tries this many executions. Counted work, so that the same dispatch always gets the same
// answer.
std::size_t affordable_executions(const DispatchResult& result) {
  constexpr std::uint64_t always_affordable = 20'000'000, fewest = 2;
  const std::uint64_t work = std::max<std::uint64_t>(1, result.steps + result.lane_instructions);
  return std::max<std::uint64_t>(fewest, always_affordable / work);
}

}  // namespace

bool has_marks(const DispatchResult& result) {
  const auto is_marked = [](const BufferResult& buffer) {
    const std::vector<Definedness>& shadow = buffer.contents.shadow;
    return std::ranges::find(shadow, Definedness::implementation_dependent) != shadow.end();
  };
  return std::ranges::any_of(result.memories, is_marked) ||
         std::ranges::any_of(result.buffers,
                             [&](const auto& buffer) { return is_marked(buffer.second); });
}

std::map<BindingKey, Witnesses> find_witnesses(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch,
                                               const DispatchResult& result,
                                               const WitnessSearch& search) {
  std::map<BindingKey, Witnesses> found;
  if (result.status != Status::ok) return found;
  Dispatch other = dispatch;
  other.print = nullptr;
  other.show_progress = nullptr;
  other.watch = nullptr;
  other.explain = other.enclose = other.record_enclosures = other.mark_rounding = false;
  other.check_races = false;
  other.record_exchanges = false;
  // Another schedule may take longer, or never end.
  constexpr std::uint64_t some_steps = 1'000'000;
  other.limits.max_steps = std::min(other.limits.max_steps, 4 * result.steps + some_steps);
  const Freedom usual = freedom_of(dispatch);
  std::vector<Freedom> executions =
      executions_to_try(usual, samples_images(module), search.is_thorough);
  if (!search.is_thorough)
    executions.resize(std::min(executions.size(), affordable_executions(result)));
  for (const Freedom& freedom : executions) {
    if (is_past(search.deadline)) break;
    const auto run = run_with(module, registry, other, freedom, search.deadline);
    if (!run || run->status != Status::ok) continue;
    bool is_complete = true;
    for (const auto& [key, buffer] : result.buffers) {
      const auto changed = run->buffers.find(key);
      const ShadowedBytes& other_contents =
          changed == run->buffers.end() ? buffer.contents : changed->second.contents;
      is_complete &=
          add_execution(buffer.contents, options_of(freedom, usual), other_contents, found[key]);
    }
    if (is_complete) break;
  }
  return found;
}

DrawWitnesses find_draw_witnesses(const Module& module, const InstructionRegistry& registry,
                                  const RunOptions& options, const Dispatch& dispatch,
                                  const RectangleRun& run, const WitnessSearch& search) {
  DrawWitnesses found;
  if (run.result.status != Status::ok) return found;
  Freedom usual = freedom_of(dispatch);
  usual.rasterization = options.launch.rasterization;
  RunOptions unwatched = options;
  unwatched.draw_watch = nullptr;
  std::vector<Freedom> draws = draws_to_try(usual, samples_images(module));
  if (!search.is_thorough) draws.resize(std::min(draws.size(), affordable_executions(run.result)));
  for (const Freedom& freedom : draws) {
    if (is_past(search.deadline)) break;
    Dispatch other = dispatch;
    other.print = nullptr;
    other.watch = nullptr;
    other.explain = false;
    other.arithmetic = freedom.arithmetic;
    other.filtering = freedom.filtering;
    other.reconvergence = freedom.reconvergence;
    const auto drawn =
        run_rectangle(module, registry, unwatched, freedom.rasterization, std::move(other));
    if (!drawn || drawn->result.status != Status::ok) continue;
    const std::string repeats = options_of(freedom, usual);
    bool is_complete = true;
    for (const auto& [key, buffer] : run.result.buffers) {
      is_complete &= add_execution(buffer.contents, repeats, drawn->result.buffers.at(key).contents,
                                   found.buffers[key]);
    }
    for (std::size_t i = 0; i < run.result.memories.size(); ++i) {
      is_complete &= add_execution(run.result.memories[i].contents, repeats,
                                   drawn->result.memories[i].contents,
                                   found.memories[run.dispatch.memories[i].name]);
    }
    if (is_complete) break;
  }
  return found;
}

}  // namespace spirv_oracle
