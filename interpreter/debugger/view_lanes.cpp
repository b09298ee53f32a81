// Lanes side by side: subgroups, the matrix of lanes and values, tangles, barriers.
#include <algorithm>
#include <map>

#include "interpreter/debugger/expression.h"
#include "interpreter/debugger/view_request.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::size_t max_rows = 200;

// Where a record is, for people.
void add_place(const ViewRequest& request, const Symbols& symbols, const Op* op, json& to) {
  const std::vector<CallFrame> frames = call_stack(request.run, symbols, {op, {}, 0});
  if (frames.empty()) {
    to["file"] = "";
    to["line"] = 0;
    to["function"] = "";
    return;
  }
  add_source(frames.front().source, to);
  to["function"] = frames.front().function;
}

std::string subgroup_state(const ViewRequest& request, const Subgroup& subgroup) {
  if (&subgroup == request.run.subgroup) return "executes";
  switch (subgroup.state) {
    case SubgroupState::at_barrier:
    case SubgroupState::at_split_barrier:
    case SubgroupState::at_named_barrier:
      return "waits at a barrier";
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
const Op* current_op(const ViewRequest& request, const Subgroup& subgroup) {
  if ((subgroup.active & subgroup.alive).none()) return nullptr;
  return place_of(request.run, subgroup, (subgroup.active & subgroup.alive).lowest()).op;
}

// --- tangles ---

// Lanes that are at one place in one state.
struct Group {
  LanePlace place;
  LaneMask lanes;
};

std::vector<Group> groups_of(const ViewRequest& request, const Subgroup& subgroup) {
  std::vector<Group> groups;
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    if (!subgroup.existing.test(lane)) continue;
    const LanePlace place = place_of(request.run, subgroup, lane);
    const auto known = std::ranges::find_if(groups, [&](const Group& group) {
      return group.place.op == place.op && group.place.state == place.state &&
             group.place.construct == place.construct;
    });
    if (known != groups.end()) {
      known->lanes.set(lane);
    } else {
      groups.push_back({place, LaneMask::single(lane)});
    }
  }
  return groups;
}

// What a group waits for; "": nothing.
std::string waits_for(const Subgroup& subgroup, const Group& group, const LaneMask& entered) {
  const LaneMask others = entered & subgroup.alive & ~group.lanes;
  switch (group.place.state) {
    case LaneState::other_branch:
      return describe_lanes(subgroup, subgroup.active) + ", which run first";
    case LaneState::at_merge:
    case LaneState::at_continue:
    case LaneState::next_iteration:
    case LaneState::returned:
      return others.any() ? describe_lanes(subgroup, others) : "";
    case LaneState::at_barrier:
      return "other subgroups";
    default:
      return "";
  }
}

std::string construct_name(const Symbols& symbols, const Program& program, const Frame& frame) {
  const ConstructInfo& info = program.constructs[frame.construct];
  std::string name;
  switch (info.kind) {
    case ConstructInfo::Kind::loop:
      name = "loop, iteration " + std::to_string(frame.iteration);
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
  return name + (source.line != 0 ? " at line " + std::to_string(source.line) : "");
}

json group_json(const ViewRequest& request, const Symbols& symbols, const Subgroup& subgroup,
                const Group& group) {
  json entry;
  entry["lanes"] = lanes_json(group.lanes);
  entry["state"] = lane_state_text(group.place.state);
  add_place(request, symbols, group.place.op, entry);
  LaneMask entered;
  std::string construct;
  for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    const bool waits_here = frame.construct == group.place.construct &&
                            (frame.at_merge.lanes | frame.at_continue.lanes | frame.at_header.lanes)
                                .contains(group.lanes);
    if (!waits_here) continue;
    entered = frame.entered;
    construct = construct_name(symbols, *request.run.program, frame);
  }
  entry["waits_for"] = waits_for(subgroup, group, entered);
  entry["construct"] = construct;
  entry["children"] = json::array();
  return entry;
}

// The constructs that are entered, each inside the one before, with the groups of lanes in each.
json tangle_tree(const ViewRequest& request, const Symbols& symbols, const Subgroup& subgroup) {
  std::vector<Group> groups = groups_of(request, subgroup);
  if (groups.size() <= 1) {
    json only = json::array();
    for (const Group& group : groups) only.push_back(group_json(request, symbols, subgroup, group));
    return only;
  }
  // In which frame a group is: the innermost one that its lanes entered and have not left.
  const auto depth_of = [&](const Group& group) {
    std::uint32_t depth = 0;  // those that wait at the end of a construct are still in it
    for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
      const Frame& frame = subgroup.frames[d];
      if (!frame.entered.contains(group.lanes)) break;
      depth = d;
    }
    return depth;
  };
  json inner = json::array();
  for (std::uint32_t d = subgroup.depth + 1; d-- > 0;) {
    json level = std::move(inner);
    for (const Group& group : groups) {
      if (group.place.op == nullptr ? d != 0 : depth_of(group) != d) continue;
      level.push_back(group_json(request, symbols, subgroup, group));
    }
    const Frame& frame = subgroup.frames[d];
    if (d == 0) return level;
    if (level.empty()) {
      inner = std::move(level);
      continue;
    }
    json construct;
    construct["lanes"] = lanes_json(frame.entered & subgroup.alive);
    construct["state"] = "in a construct";
    construct["construct"] = construct_name(symbols, *request.run.program, frame);
    construct["waits_for"] = "";
    const std::uint32_t origin = request.run.program->constructs[frame.construct].origin;
    Op at;
    at.origin = origin;
    add_place(request, symbols, &at, construct);
    construct["children"] = std::move(level);
    inner = json::array({std::move(construct)});
  }
  return inner;
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
  for (const Workgroup* workgroup : *request.run.workgroups) {
    for (std::uint32_t id = 0; id < subgroup_count(*request.run.program); ++id) {
      const Subgroup& subgroup = workgroup->subgroup(id);
      json entry;
      entry["workgroup"] = dimensions_json(workgroup->id());
      entry["workgroup_index"] = workgroup->index();
      entry["subgroup"] = id;
      entry["state"] = subgroup_state(request, subgroup);
      entry["active"] = lanes_json(subgroup.active & subgroup.alive);
      entry["alive"] = lanes_json(subgroup.alive);
      entry["lanes"] = subgroup.size;
      json invocations = json::array();
      LaneContext context;
      context.run = &request.run;
      context.workgroup = workgroup;
      context.subgroup = const_cast<Subgroup*>(&subgroup);
      for (unsigned lane = 0; lane < subgroup.size; ++lane) {
        context.lane = lane;
        invocations.push_back(subgroup.existing.test(lane)
                                  ? dimensions_json(global_invocation(context))
                                  : json(nullptr));
      }
      entry["invocations"] = std::move(invocations);
      add_place(request, **symbols, current_op(request, subgroup), entry);
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
                     {"alive", context->subgroup->alive.test(lane)}});
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
      cells.push_back({{"value", objects.text(*value)}, {"state", objects.state_name(*value)}});
    }
    rows.push_back({{"name", text}, {"type", type}, {"cells", std::move(cells)}});
  }
  return json{{"lanes", std::move(lanes)}, {"rows", std::move(rows)}};
}

Result<json> answer_tangles(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  const auto index = request.number("workgroup", request.focus.workgroup);
  if (!index) return tl::unexpected(index.error());
  const auto workgroup = find_workgroup(request.run, *index);
  if (!workgroup) return tl::unexpected(workgroup.error());
  json subgroups = json::array();
  for (std::uint32_t id = 0; id < subgroup_count(*request.run.program); ++id) {
    const Subgroup& subgroup = (*workgroup)->subgroup(id);
    subgroups.push_back({{"subgroup", id},
                         {"state", subgroup_state(request, subgroup)},
                         {"tangles", tangle_tree(request, **symbols, subgroup)}});
  }
  return json{{"workgroup", dimensions_json((*workgroup)->id())},
              {"subgroups", std::move(subgroups)}};
}

// One entry for each barrier that a subgroup waits at, in the workgroups that run.
Result<json> answer_barriers(const ViewRequest& request) {
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  json list = json::array();
  for (const Workgroup* workgroup : *request.run.workgroups) {
    std::map<const Op*, std::vector<const Subgroup*>> waiting;
    for (std::uint32_t id = 0; id < subgroup_count(*request.run.program); ++id) {
      const Subgroup& subgroup = workgroup->subgroup(id);
      const bool waits = subgroup.state == SubgroupState::at_barrier ||
                         subgroup.state == SubgroupState::at_split_barrier ||
                         subgroup.state == SubgroupState::at_named_barrier;
      if (waits && &subgroup != request.run.subgroup)
        waiting[subgroup.barrier].push_back(&subgroup);
    }
    for (const auto& [op, arrived] : waiting) {
      json entry;
      add_place(request, **symbols, op, entry);
      entry["kind"] = barrier_kind(arrived.front()->state);
      entry["workgroup"] = dimensions_json(workgroup->id());
      json here = json::array(), missing = json::array();
      for (const Subgroup* subgroup : arrived)
        here.push_back({{"subgroup", subgroup->id}, {"lanes", lanes_json(subgroup->active)}});
      for (std::uint32_t id = 0; id < subgroup_count(*request.run.program); ++id) {
        const Subgroup& subgroup = workgroup->subgroup(id);
        const bool is_here = std::ranges::find(arrived, &subgroup) != arrived.end();
        const LaneMask rest = is_here ? subgroup.existing & ~subgroup.active : subgroup.existing;
        if (rest.none()) continue;
        json where;
        add_place(request, **symbols, is_here ? nullptr : current_op(request, subgroup), where);
        where["subgroup"] = id;
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
