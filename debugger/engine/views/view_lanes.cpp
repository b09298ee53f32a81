// Lanes side by side: subgroups, the matrix of lanes and values, tangles, barriers.
#include <algorithm>
#include <map>
#include <span>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/program/drawn_fragments.h"
#include "debugger/engine/views/view_request.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/tangles/separate_tangles.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::size_t max_rows = 200;

// Where a record is, for people.
void add_place(const ViewRequest& request, const Symbols& symbols, const Record* record, json& to) {
  const std::vector<CallFrame> frames = call_stack(request.run, symbols, {record, {}, 0});
  if (frames.empty()) {
    to["file"] = "";
    to["line"] = 0;
    to["function"] = "";
    return;
  }
  add_source(frames.front().source, to);
  to["function"] = frames.front().function;
  // Without a line, the instruction has to tell where this is.
  const std::uint32_t instruction = frames.front().place.instruction;
  if (to["line"] == 0 && instruction != 0)
    to["instruction"] = symbols.module().disassemble(symbols.module().instruction(instruction));
}

const FragmentInvocation* fragment_of(const PausedRun& run, const Subgroup& subgroup,
                                      unsigned lane) {
  return run.fragments == nullptr ? nullptr : run.fragments->find(subgroup.workgroup_index, lane);
}

// Its pixel, and whether it is a helper invocation: from the start, or because it was demoted.
void add_fragment(const FragmentInvocation& fragment, const Subgroup& subgroup, unsigned lane,
                  json& to) {
  to["pixel"] = {fragment.x, fragment.y};
  to["primitive"] = fragment.part->source.primitive.id;
  to["helper"] = fragment.is_helper() || subgroup.helpers.test(lane);
  to["demoted"] = !fragment.is_helper() && subgroup.helpers.test(lane);
}

std::string subgroup_state(const ViewRequest& request, const Subgroup& subgroup) {
  if (&subgroup == request.run.subgroup && request.run.record != nullptr) return "executes";
  switch (subgroup.state) {
    case SubgroupState::at_barrier:
    case SubgroupState::at_split_barrier:
    case SubgroupState::at_named_barrier:
      return "waiting at a barrier";
    case SubgroupState::finished:
      return "finished";
    case SubgroupState::stopped:
      return "stopped";
    case SubgroupState::runnable:
      break;
  }
  return subgroup.steps == 0 ? "not started" : "runnable";
}

// The record that the tangle of a subgroup is at; null: it has ended.
const Record* current_record(const ViewRequest& request, const Subgroup& subgroup) {
  const LaneMask running = lanes_of_tangle(subgroup) & subgroup.alive;
  return running.none() ? nullptr : place_of(request.run, subgroup, running.lowest()).record;
}

// --- tangles ---

// Lanes that are at one place in one state.
struct Group {
  LaneLocation place;
  LaneMask lanes;
  std::span<const Frame> frames{};  // the constructs that they are in, innermost last
  LaneMask others{};                // those that they wait for
};

bool waits_in_construct(LaneState state) {
  return state == LaneState::at_merge || state == LaneState::at_continue ||
         state == LaneState::next_iteration || state == LaneState::returned;
}

// The constructs of a tangle that is not suspended.
std::span<const Frame> frames_of(const Subgroup& subgroup, const Group& group) {
  const std::span frames(subgroup.frames.data(), subgroup.depth + 1);
  if (group.place.record == nullptr) return frames.first(1);
  std::size_t count = 1;
  for (std::size_t d = 0; d < frames.size(); ++d) {
    const Frame& frame = frames[d];
    if (waits_in_construct(group.place.state) && frame.construct == group.place.construct &&
        (frame.at_merge.lanes | frame.at_continue.lanes | frame.at_header.lanes)
            .contains(group.lanes))
      return frames.first(d + 1);
    if (d == count && frame.entered.contains(group.lanes)) ++count;
  }
  return frames.first(count);
}

void find_frames(const Subgroup& subgroup, Group& group) {
  const LaneMask running = lanes_of_tangle(subgroup) & subgroup.alive;
  if (group.place.suspended_tangle != 0) {
    const auto tangle = subgroup.separate->find(group.lanes.lowest(), running);
    group.frames = tangle->frames;
    group.others = tangle->waits_for;
    return;
  }
  group.frames = frames_of(subgroup, group);
  if (group.place.state == LaneState::other_branch) {
    group.others = running;
  } else if (waits_in_construct(group.place.state)) {
    group.others = group.frames.back().entered & subgroup.alive & ~group.lanes;
  }
}

std::vector<Group> groups_of(const ViewRequest& request, const Subgroup& subgroup) {
  std::vector<Group> groups;
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (!subgroup.existing.test(lane)) continue;
    const LaneLocation place = place_of(request.run, subgroup, lane);
    const auto known =
        std::ranges::find_if(groups, [&](const Group& group) { return group.place == place; });
    if (known != groups.end()) {
      known->lanes.set(lane);
    } else {
      groups.push_back({place, LaneMask::single(lane)});
    }
  }
  for (Group& group : groups) find_frames(subgroup, group);
  return groups;
}

// What a group waits for; "": nothing.
std::string waits_for(const Subgroup& subgroup, const Group& group) {
  if (group.place.state == LaneState::at_barrier) return "other subgroups";
  if (group.others.none()) return "";
  const std::string others = describe_lanes(subgroup, group.others);
  if (group.place.state != LaneState::other_branch) return others;
  return others + (group.others.count() == 1 ? ", which runs first" : ", which run first");
}

std::string construct_name(const Symbols& symbols, const Program& program, const Frame& frame) {
  const ConstructInfo& info = program.constructs[frame.construct];
  std::string name;
  switch (info.kind) {
    case ConstructInfo::Kind::loop:
      name = "loop";
      break;
    case ConstructInfo::Kind::call:
      name = "call";
      break;
    case ConstructInfo::Kind::switch_:
      name = "switch";
      break;
    case ConstructInfo::Kind::selection:
      name = "selection";
      break;
  }
  const std::uint32_t index = program.origins[info.origin].instruction;
  const SourceLocation source = symbols.module().source(symbols.module().instruction(index).line);
  if (index == 0) return "entry point";
  if (source.line != 0) name += " at line " + std::to_string(source.line);
  if (info.kind == ConstructInfo::Kind::loop)
    name += ", iteration " + std::to_string(frame.iteration);
  return name;
}

json group_json(const ViewRequest& request, const Symbols& symbols, const Subgroup& subgroup,
                const Group& group) {
  json entry;
  entry["lanes"] = lanes_json(group.lanes);
  entry["state"] = lane_state_text(group.place.state);
  add_place(request, symbols, group.place.record, entry);
  entry["waits_for"] = waits_for(subgroup, group);
  const bool is_waiting = waits_in_construct(group.place.state) && group.frames.size() > 1;
  entry["construct"] =
      is_waiting ? construct_name(symbols, *request.run.program, group.frames.back()) : "";
  entry["children"] = json::array();
  return entry;
}

// A construct that lanes are in.
struct EnteredConstruct {
  std::span<const Frame> frames;  // up to it
  LaneMask lanes{};
  json children = json::array();
};

json construct_json(const ViewRequest& request, const Symbols& symbols,
                    EnteredConstruct&& construct) {
  const Program& program = *request.run.program;
  const Frame& frame = construct.frames.back();
  json entry;
  entry["lanes"] = lanes_json(construct.lanes);
  entry["state"] = "in a construct";
  entry["construct"] = construct_name(symbols, program, frame);
  entry["waits_for"] = "";
  Record at;
  at.origin = program.constructs[frame.construct].origin;
  add_place(request, symbols, &at, entry);
  entry["children"] = std::move(construct.children);
  return entry;
}

// Suspended tangles have frames of their own, and may be in other iterations of a loop.
EnteredConstruct& construct_of(std::span<const Frame> frames, const LaneMask& lanes,
                               std::vector<EnteredConstruct>& known) {
  const auto found = std::ranges::find_if(known, [&](const EnteredConstruct& other) {
    const Frame& a = other.frames.back();
    const Frame& b = frames.back();
    return frames.size() == 1 ||
           (a.construct == b.construct && a.entered == b.entered && a.iteration == b.iteration);
  });
  EnteredConstruct& construct =
      found != known.end() ? *found : known.emplace_back(EnteredConstruct{frames});
  construct.lanes |= lanes;
  return construct;
}

// The constructs that are entered, each inside the one before, with the groups of lanes in each. Works from the innermost
// level outward, since how deep constructs nest is up to the module.
json tangle_tree(const ViewRequest& request, const Symbols& symbols, const Subgroup& subgroup) {
  const std::vector<Group> groups = groups_of(request, subgroup);
  if (groups.size() <= 1) {
    json only = json::array();
    for (const Group& group : groups) only.push_back(group_json(request, symbols, subgroup, group));
    return only;
  }
  std::size_t deepest = 1;
  for (const Group& group : groups) deepest = std::max(deepest, group.frames.size());
  std::vector<EnteredConstruct> inner;
  for (std::size_t depth = deepest; depth > 0; --depth) {
    std::vector<EnteredConstruct> level;
    for (EnteredConstruct& construct : inner) {
      EnteredConstruct& outer = construct_of(construct.frames.first(depth), construct.lanes, level);
      outer.children.push_back(construct_json(request, symbols, std::move(construct)));
    }
    for (const Group& group : groups) {
      if (group.frames.size() != depth) continue;
      construct_of(group.frames, group.lanes, level)
          .children.push_back(group_json(request, symbols, subgroup, group));
    }
    inner = std::move(level);
  }
  return std::move(inner.front().children);
}

std::string barrier_kind(SubgroupState state) {
  switch (state) {
    case SubgroupState::at_split_barrier:
      return "split barrier";
    case SubgroupState::at_named_barrier:
      return "named barrier";
    default:
      return "barrier";
  }
}

}  // namespace

Result<json> answer_subgroups(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  json list = json::array();
  for (Workgroup* workgroup : *request.run.workgroups) {
    for (Subgroup& subgroup : workgroup->subgroups()) {
      json entry;
      entry["workgroup"] = dimensions_json(workgroup->shape().id());
      entry["workgroup_index"] = workgroup->shape().index();
      entry["subgroup"] = subgroup.id;
      entry["state"] = subgroup_state(request, subgroup);
      entry["active"] = lanes_json(lanes_of_tangle(subgroup) & subgroup.alive);
      entry["alive"] = lanes_json(subgroup.alive);
      entry["lanes"] = subgroup.size;
      json invocations = json::array();
      LaneContext context;
      context.run = &request.run;
      context.workgroup = workgroup;
      context.subgroup = &subgroup;
      for (unsigned lane = 0; lane < subgroup.size; ++lane) {
        context.lane = lane;
        invocations.push_back(subgroup.existing.test(lane)
                                  ? dimensions_json(global_invocation(context))
                                  : json(nullptr));
      }
      entry["invocations"] = std::move(invocations);
      add_place(request, **symbols, current_record(request, subgroup), entry);
      list.push_back(std::move(entry));
    }
  }
  return list;
}

Result<json> answer_matrix(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  std::vector<std::string> expressions;
  if (const auto given = request.arguments.find("expressions");
      given != request.arguments.end() && given->is_array()) {
    for (const json& expression : *given) {
      if (!expression.is_string()) return bad_input("expressions: expected a list of text");
      expressions.push_back(expression.get<std::string>());
    }
  }
  if (expressions.empty()) {
    for (const SourceVariable& variable :
         context->symbols->locals(context->frame.instruction, context->frame.scope)) {
      if (std::ranges::find(expressions, variable.name) == expressions.end())
        expressions.push_back(variable.name);
    }
    // Modules may have no names.
    if (expressions.empty()) expressions = names_of_registers(*context);
  }
  if (expressions.size() > max_rows) expressions.resize(max_rows);
  json lanes = json::array(), rows = json::array();
  std::vector<LaneContext> columns;
  for (unsigned lane = 0; lane < context->subgroup->size; ++lane) {
    if (!context->subgroup->existing.test(lane)) continue;
    columns.push_back(in_lane(*context, lane));
    lanes.push_back({{"lane", lane},
                     {"invocation", dimensions_json(global_invocation(columns.back()))},
                     {"active", columns.back().place.state == LaneState::running},
                     {"alive", columns.back().place.state != LaneState::ended}});
    if (const FragmentInvocation* fragment = fragment_of(request.run, *context->subgroup, lane))
      add_fragment(*fragment, *context->subgroup, lane, lanes.back());
  }
  const Objects objects = context->objects();
  for (const std::string& text : expressions) {
    const auto expression = Expression::parse(text);
    if (!expression) return tl::unexpected(expression.error());
    json cells = json::array();
    std::string type;
    for (const LaneContext& column : columns) {
      const auto value = expression->evaluate(column);
      if (!value) return bad_input(text + ": " + value.error().message);
      if (type.empty() && (value->type != 0 || value->where != Object::Where::nowhere))
        type = objects.type_name(*value);
      json cell{{"value", objects.text(*value)}, {"state", objects.state_name(*value)}};
      if (std::string enclosure = objects.enclosure_text(*value); !enclosure.empty())
        cell["enclosure"] = std::move(enclosure);
      cells.push_back(std::move(cell));
    }
    rows.push_back({{"name", text}, {"type", type}, {"cells", std::move(cells)}});
  }
  return json{{"lane", context->lane}, {"lanes", std::move(lanes)}, {"rows", std::move(rows)}};
}

// The four fragments of the quad of the lane.
Result<json> answer_quad(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const Subgroup& subgroup = *context->subgroup;
  if (fragment_of(request.run, subgroup, context->lane) == nullptr)
    return bad_input("the lane is not a fragment, so it has no quad");
  json quad = json::array();
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned lane = context->lane / 4 * 4 + i;
    const FragmentInvocation* const fragment = fragment_of(request.run, subgroup, lane);
    if (fragment == nullptr || !subgroup.existing.test(lane)) continue;
    json entry{{"lane", lane},
               {"alive", subgroup.alive.test(lane)},
               {"active", subgroup.active.test(lane)}};
    add_fragment(*fragment, subgroup, lane, entry);
    quad.push_back(std::move(entry));
  }
  return json{{"lane", context->lane}, {"fragments", std::move(quad)}};
}

Result<json> answer_tangles(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  const auto index = request.number("workgroup", request.focus.workgroup);
  if (!index) return tl::unexpected(index.error());
  const auto workgroup = find_workgroup(request.run, *index);
  if (!workgroup) return tl::unexpected(workgroup.error());
  json subgroups = json::array();
  for (const Subgroup& subgroup : (*workgroup)->subgroups()) {
    subgroups.push_back({{"subgroup", subgroup.id},
                         {"state", subgroup_state(request, subgroup)},
                         {"tangles", tangle_tree(request, **symbols, subgroup)}});
  }
  return json{{"workgroup", dimensions_json((*workgroup)->shape().id())},
              {"subgroups", std::move(subgroups)}};
}

// One entry for each barrier that a subgroup waits at, in the workgroups that run.
Result<json> answer_barriers(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  json list = json::array();
  for (const Workgroup* workgroup : *request.run.workgroups) {
    std::map<const Record*, std::vector<const Subgroup*>> waiting;
    for (const Subgroup& subgroup : workgroup->subgroups()) {
      const bool waits = subgroup.state == SubgroupState::at_barrier ||
                         subgroup.state == SubgroupState::at_split_barrier ||
                         subgroup.state == SubgroupState::at_named_barrier;
      if (waits && &subgroup != request.run.subgroup)
        waiting[subgroup.barrier].push_back(&subgroup);
    }
    for (const auto& [record, arrived] : waiting) {
      json entry;
      add_place(request, **symbols, record, entry);
      entry["kind"] = barrier_kind(arrived.front()->state);
      entry["workgroup"] = dimensions_json(workgroup->shape().id());
      json here = json::array(), missing = json::array();
      for (const Subgroup* subgroup : arrived)
        here.push_back({{"subgroup", subgroup->id}, {"lanes", lanes_json(subgroup->active)}});
      for (const Subgroup& subgroup : workgroup->subgroups()) {
        const bool is_here = std::ranges::find(arrived, &subgroup) != arrived.end();
        const LaneMask rest = is_here ? subgroup.existing & ~subgroup.active : subgroup.existing;
        if (rest.none()) continue;
        json where;
        add_place(request, **symbols, is_here ? nullptr : current_record(request, subgroup), where);
        where["subgroup"] = subgroup.id;
        where["lanes"] = lanes_json(rest);
        where["text"] =
            is_here ? describe_other_lanes(subgroup) : subgroup_state(request, subgroup);
        missing.push_back(std::move(where));
      }
      entry["arrived"] = std::move(here);
      entry["missing"] = std::move(missing);
      list.push_back(std::move(entry));
    }
  }
  return list;
}

}  // namespace spirv_oracle
