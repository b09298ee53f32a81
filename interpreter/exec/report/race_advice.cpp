#include "interpreter/exec/report/race_advice.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "interpreter/exec/report/barrier_position.h"
#include "interpreter/exec/report/source_changes.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/source_statements.h"

namespace spirv_oracle {
namespace {

std::uint32_t instruction_of(const Program& program, std::uint32_t origin) {
  return program.origins[origin].instruction;
}

SourceLocation source_of(const Program& program, std::uint32_t instruction) {
  return program.module->source(program.module->instruction(instruction).line);
}

// " at line 10"; "" if the line is not known.
std::string at_line(const Program& program, std::uint32_t instruction) {
  const std::uint32_t line = source_of(program, instruction).line;
  return line == 0 ? "" : " at line " + std::to_string(line);
}

// The result of `edit(place)`, if there is one.
template <class Edit>
std::vector<SourceEdit> edits_at(const Program& program, std::uint32_t instruction,
                                 const Edit& edit) {
  const std::optional<SourcePosition> place = source_place_of(program, instruction);
  std::optional<SourceEdit> found;
  if (place) found = edit(*place);
  if (!found) return {};
  return {std::move(*found)};
}

std::string barrier_name(const RaceToAdvise& race) {
  return workgroup_barrier(race.language, race.site.storage, race.vulkan_memory_model);
}
std::string barrier_code(const RaceToAdvise& race) {
  return workgroup_barrier_code(race.language, race.site.storage, race.vulkan_memory_model);
}

bool are_on_one_line(const Program& program, std::uint32_t one, std::uint32_t other) {
  const SourceLocation here = source_of(program, one), there = source_of(program, other);
  return here.line != 0 && here.line == there.line && here.file == there.file;
}

// Whether both accesses, or the calls that contain them, belong to one instruction, line or statement.
// `edit`: where a barrier would be inserted.
bool are_in_one_statement(const RaceToAdvise& race, const BarrierPosition& position,
                          const std::vector<SourceEdit>& edits) {
  if (race.site.origin == race.other.origin) return true;
  if (position.first == 0) {
    return are_on_one_line(race.program, instruction_of(race.program, race.site.origin),
                           instruction_of(race.program, race.other.origin));
  }
  if (are_on_one_line(race.program, position.first, position.second)) return true;
  return position.kind == BarrierPosition::Kind::before && !edits.empty() &&
         edits.front().line <= source_of(race.program, position.first).line;
}

// No barrier can separate the accesses, because both depend on a branch that divides the workgroup.
std::string divergent_help(const RaceToAdvise& race, const BarrierPosition& position) {
  const std::string branch = at_line(race.program, position.at);
  const std::string barrier = barrier_name(race);
  if (position.leaves_loop) {
    return "invocations leave the loop" + branch +
           " at different times, so no barrier can be in it: let all invocations execute the same "
           "iterations, with their work under a condition, and put " +
           barrier + " at the end of the body";
  }
  const std::uint32_t line = source_of(race.program, position.second).line;
  return "only some invocations take the branch" + branch +
         ", in which both accesses are, so no barrier can be in it: end the branch before " +
         (line == 0 ? "the second access" : "line " + std::to_string(line)) + ", put " + barrier +
         " there, and continue in a second branch with the same condition";
}

Advice advise_divergent(const RaceToAdvise& race, const BarrierPosition& position) {
  return {divergent_help(race, position),
          race.loop == 0 && !race.may_be_in_iterations
              ? edits_of_division(race.program, position, race.site.origin, barrier_code(race))
              : std::vector<SourceEdit>()};
}

Advice advise_in_loop(const RaceToAdvise& race) {
  const BarrierPosition position = barrier_in_loop(race.program, race.loop);
  if (position.kind == BarrierPosition::Kind::divergent_branch)
    return advise_divergent(race, position);
  const std::string code = barrier_code(race);
  std::vector<SourceEdit> edits;
  if (position.kind == BarrierPosition::Kind::in_loop && !code.empty()) {
    if (const auto place = source_place_of(race.program, position.at))
      edits = insert_in_loop_body(*place, code);
  }
  return {"put " + barrier_name(race) + " at the end of the body of the loop" +
              at_line(race.program, instruction_of(race.program, race.loop)) +
              ", where all invocations execute it, so that no invocation starts an iteration "
              "before all have finished the previous one",
          std::move(edits)};
}

// "line 8 and line 10"; "" if the lines are not known.
std::string lines_of(const Program& program, std::uint32_t first, std::uint32_t second) {
  const SourceLocation here = source_of(program, first), there = source_of(program, second);
  if (here.line == 0 || there.line <= here.line || here.file != there.file) return "";
  return "line " + std::to_string(here.line) + " and line " + std::to_string(there.line);
}

// A barrier of the workgroup instead of one of the subgroup.
Advice advise_other_barrier(const RaceToAdvise& race) {
  const std::string name = race.subgroup_barrier.substr(0, race.subgroup_barrier.find('('));
  std::string code = barrier_code(race);
  if (!code.empty()) code.pop_back();  // the call has its own semicolon
  std::vector<SourceEdit> edits;
  if (!code.empty()) {
    edits = edits_at(race.program, instruction_of(race.program, race.race.barrier),
                     [&](const SourcePosition& place) { return replace_call(place, name, code); });
  }
  return {"use " + barrier_name(race) + " instead, to order all invocations of the workgroup",
          std::move(edits)};
}

// Both accesses are in one statement: an update by a number is meant to be atomic.
Advice advise_in_statement(const RaceToAdvise& race) {
  const std::string help = "use an atomic, or give each invocation its own element";
  if (!race.may_be_in_iterations &&
      are_on_one_line(race.program, instruction_of(race.program, race.site.origin),
                      instruction_of(race.program, race.other.origin))) {
    std::vector<SourceEdit> edits = edits_of_atomic(race.program, race.language, race.site, true);
    const std::string name = edits.empty() ? "" : edits.front().text;
    if (!edits.empty()) {
      return {"make the update atomic, with " + name.substr(0, name.find('(')) +
                  "(), or give each invocation its own element",
              std::move(edits)};
    }
  }
  if (!race.may_be_in_iterations) return {help, {}};
  return {help + "; if the accesses are in different iterations, put " + barrier_name(race) +
              " at the end of the body of the loop",
          {}};
}

Advice advise_between(const RaceToAdvise& race) {
  const Program& program = race.program;
  const BarrierPosition position = barrier_between(program, race.site.origin, race.other.origin);
  std::vector<SourceEdit> edits;
  const std::string code = barrier_code(race);
  if (position.kind == BarrierPosition::Kind::before && !code.empty()) {
    edits = edits_at(program, position.at, [&](const SourcePosition& place) {
      return insert_before_statement(place, code);
    });
  }
  if (are_in_one_statement(race, position, edits)) return advise_in_statement(race);
  if (race.race.missing == MissingEdge::subgroup_barrier &&
      is_executed_by_workgroup(program, race.race.barrier))
    return advise_other_barrier(race);
  if (position.kind == BarrierPosition::Kind::divergent_branch)
    return advise_divergent(race, position);
  std::string lines;
  if (race.may_be_in_iterations) edits.clear();
  if (position.kind == BarrierPosition::Kind::before && !race.may_be_in_iterations)
    lines = lines_of(program, position.first, position.at);
  return {"put " + barrier_name(race) + " between " + (lines.empty() ? "the two accesses" : lines) +
              ", where all invocations execute it",
          std::move(edits)};
}

}  // namespace

Advice advise_barrier(const RaceToAdvise& race) {
  if (!race.may_search) {
    return {"put " + barrier_name(race) + " between the two accesses, where all invocations " +
                "execute it, or use an atomic",
            {}};
  }
  return race.loop != 0 ? advise_in_loop(race) : advise_between(race);
}

namespace {

std::optional<SourceEdit> edit_before(const Program& program, std::uint32_t instruction,
                                      const std::string& code) {
  const std::optional<SourcePosition> place = source_place_of(program, instruction);
  return place ? insert_before_statement(*place, code) : std::nullopt;
}

// `code`, which contains a barrier of the workgroup, between two accesses.
std::optional<SourceEdit> barrier_edit(const RaceToAdvise& race, std::uint32_t access,
                                       std::uint32_t other, const std::string& code) {
  const BarrierPosition position = barrier_between(race.program, access, other);
  if (position.kind != BarrierPosition::Kind::before) return std::nullopt;
  return edit_before(race.program, position.at, code);
}

// The storage class of the atomics at an origin.
StorageSemantics storage_of(const Program& program, std::uint32_t origin) {
  const auto site = std::ranges::find(program.races.sites, origin, &RaceSite::origin);
  return site == program.races.sites.end() ? StorageSemantics::uniform_memory : site->storage;
}

// A memory barrier orders memory only if its semantics name that of the atomic as well.
std::string fence_for(const RaceToAdvise& race, const FlagOrder::Flags& flags) {
  const StorageSemantics storage = race.site.storage;
  const StorageSemantics of_atomic = storage_of(race.program, flags.released_at);
  if (race.language == SourceLanguage::glsl && race.vulkan_memory_model) {
    std::string semantics = storage_in_source(race.language, storage);
    if (of_atomic != storage) semantics += " | " + storage_in_source(race.language, of_atomic);
    return "memoryBarrier(gl_ScopeDevice, " + semantics +
           ", gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)";
  }
  return of_atomic == storage ? memory_barrier(race.language, storage)
                              : memory_barrier_of_all(race.language);
}
std::string fence_code(const RaceToAdvise& race, const FlagOrder::Flags& flags) {
  return race.language == SourceLanguage::other ? "" : fence_for(race, flags) + ";";
}

// Memory barriers before the atomic that publishes the earlier access.
std::optional<SourceEdit> edit_of_release(const RaceToAdvise& race, const FlagOrder::Flags& flags) {
  const std::string fence = fence_code(race, flags);
  if (flags.released_by_other) {
    return barrier_edit(race, race.other.origin, flags.released_at,
                        barrier_code(race) + " " + fence);
  }
  return edit_before(race.program, instruction_of(race.program, flags.released_at), fence);
}

// Memory barriers after the atomic that reads what was published.
std::optional<SourceEdit> edit_of_acquire(const RaceToAdvise& race, const FlagOrder::Flags& flags) {
  const std::string fence = fence_code(race, flags);
  if (flags.acquired_by_other) {
    return barrier_edit(race, flags.acquired_at, race.site.origin,
                        fence + " " + barrier_code(race));
  }
  const std::optional<SourcePosition> place =
      source_place_of(race.program, instruction_of(race.program, flags.acquired_at));
  if (place) {
    if (const auto edit = insert_after_statement(*place, fence)) return edit;
  }
  return edit_before(race.program, instruction_of(race.program, race.site.origin), fence);
}

}  // namespace

Advice advise_memory_barriers(const RaceToAdvise& race, const FlagOrder::Flags& flags) {
  const auto atomic = [&](std::uint32_t origin) {
    return "the atomic" + at_line(race.program, instruction_of(race.program, origin));
  };
  const std::string fence = fence_for(race, flags);
  const std::string both = fence + " and a barrier of the workgroup";
  const bool is_released = race.race.missing == MissingEdge::atomic_acquire;
  std::string help = "put ";
  if (!is_released) {
    help += (flags.released_by_other ? both : fence) + " before " + atomic(flags.released_at) +
            ", which publishes the earlier access, and ";
  }
  help += (flags.acquired_by_other ? both : fence) + " after " + atomic(flags.acquired_at) +
          ", which reads what was published";
  std::vector<std::optional<SourceEdit>> edits = {edit_of_acquire(race, flags)};
  if (!is_released) edits.push_back(edit_of_release(race, flags));
  Advice advice{help, {}};
  if (race.language == SourceLanguage::other ||
      !std::ranges::all_of(edits, &std::optional<SourceEdit>::has_value))
    return advice;
  for (std::optional<SourceEdit>& edit : edits) advice.edits.push_back(std::move(*edit));
  return advice;
}

namespace {

std::optional<SourceEdit> edit_of_storage(const RaceToAdvise& race, const SourcePosition& place) {
  const bool is_shared = race.site.storage == StorageSemantics::workgroup_memory;
  const std::string storage = storage_in_source(race.language, race.site.storage);
  switch (race.language) {
    case SourceLanguage::glsl: {
      if (const auto edit = edit_argument(place, "controlBarrier", 2, storage + " | ", true))
        return edit;
      if (!race.vulkan_memory_model && !is_shared)
        return insert_before_statement(place,
                                       memory_barrier_code(race.language, race.site.storage));
      return replace_call(place, "barrier",
                          "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, "
                          "gl_StorageSemanticsShared | " +
                              storage + ", gl_SemanticsAcquireRelease)");
    }
    case SourceLanguage::hlsl:
      for (const std::string_view name :
           {"GroupMemoryBarrierWithGroupSync", "DeviceMemoryBarrierWithGroupSync"}) {
        if (const auto edit = replace_call(place, name, "AllMemoryBarrierWithGroupSync()"))
          return edit;
      }
      break;
    case SourceLanguage::opencl_c:
      for (const std::string_view name : {"barrier", "work_group_barrier"}) {
        if (const auto edit = edit_argument(place, name, 0, storage + " | ", true)) return edit;
      }
      break;
    case SourceLanguage::other:
      break;
  }
  return std::nullopt;
}

// Changes of the barrier that does not order the memory, for the edges barrier_...
std::vector<SourceEdit> edits_of_barrier(const RaceToAdvise& race) {
  const auto edit = [&](const SourcePosition& place) -> std::optional<SourceEdit> {
    switch (race.race.missing) {
      case MissingEdge::barrier_storage:
        return edit_of_storage(race, place);
      case MissingEdge::barrier_order:
        return edit_argument(place, "controlBarrier", 3, "gl_SemanticsAcquireRelease", false);
      case MissingEdge::barrier_scope:
        return edit_argument(place, "controlBarrier", 1, "gl_ScopeWorkgroup", false);
      case MissingEdge::barrier_acquire:
        return insert_after_statement(place, memory_barrier_code(race.language, race.site.storage));
      default:
        return std::nullopt;
    }
  };
  return edits_at(race.program, instruction_of(race.program, race.race.barrier), edit);
}

}  // namespace

Advice advise_wait(const RaceToAdvise& race) {
  const Program& program = race.program;
  const std::uint32_t line = source_of(program, instruction_of(program, race.site.origin)).line;
  Advice advice{"wait for the copy first: call wait_group_events() with its event before " +
                    (line == 0 ? "this access" : "line " + std::to_string(line)),
                {}};
  if (race.may_search) advice.edits = edits_of_wait(program, race.other.origin, race.site.origin);
  return advice;
}

std::vector<SourceEdit> edits_of_explanation(const RaceToAdvise& race) {
  switch (race.race.missing) {
    case MissingEdge::other_workgroup:
      if (race.site.atomic == race.other.atomic) return {};
      return edits_of_atomic(race.program, race.language, race.site.atomic ? race.other : race.site,
                             false);
    case MissingEdge::availability:
    case MissingEdge::visibility:
    case MissingEdge::private_access:
    case MissingEdge::other_private_access:
      if (race.site.storage == StorageSemantics::workgroup_memory) return {};
      return edits_of_declarations(race.program, race.language,
                                   {race.site.origin, race.other.origin});
    default:
      return edits_of_barrier(race);
  }
}

}  // namespace spirv_oracle
