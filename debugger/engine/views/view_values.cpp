// The call stack, variables and their parts, and expressions.
#include <algorithm>
#include <array>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/views/view_request.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::uint64_t max_children = 10'000;

struct NamedObject {
  std::string name;
  std::string expression;
  Object object;
};

std::uint32_t word_of(const LaneContext& context, std::uint32_t instruction) {
  return context.module().instruction(instruction).word_offset;
}

bool has_registers(const Objects& objects, const Object& object) {
  return object.type != 0 && objects.types().type(object.type).kind != Type::Kind::void_;
}

// Of a function: its variables, or only its parameters.
std::vector<NamedObject> locals(const LaneContext& context, bool parameters) {
  std::vector<NamedObject> found;
  std::vector<std::string> names;
  for (const SourceVariable& variable :
       context.symbols->locals(context.frame.instruction, context.frame.scope)) {
    const bool is_shadowed = std::ranges::find(names, variable.name) != names.end();
    names.push_back(variable.name);
    if (variable.is_parameter != parameters) continue;
    // A variable that an inner scope hides has no expression of its own.
    found.push_back({variable.name + (is_shadowed ? " (shadowed)" : ""),
                     is_shadowed ? "" : variable.name, object_of_variable(context, variable)});
  }
  return found;
}

// The ids that have a value here, in the order of the function.
std::vector<NamedObject> registers(const LaneContext& context) {
  std::vector<NamedObject> found;
  const DebugInstance* instance = context.instance();
  if (instance == nullptr || context.place.record == nullptr) return found;
  const Function* function = context.module().function(instance->function);
  for (Id id = function->first_local; id < function->last_local; ++id) {
    if (!instance->values.contains(id)) continue;
    const Instruction& definition = *context.module().definition(id);
    // Named variables are among the locals.
    const bool is_declared = is_variable(definition.opcode);
    if (is_declared && !context.module().name(id).empty()) continue;
    Object object = object_of_id(context, id);
    if (object.where == Object::Where::nowhere || !has_registers(context.objects(), object))
      continue;
    // As find_id() has it: the value of a variable is its contents, and a pointer into registers has no value of its own.
    if (is_declared || object.points_to_planes) {
      auto pointee = context.objects().pointee(object);
      if (!pointee) continue;
      object = std::move(*pointee);
    }
    std::string name = context.module().display(id);
    found.push_back({name, name, std::move(object)});
  }
  return found;
}

std::vector<NamedObject> globals(const LaneContext& context, ViewHandle::Kind kind) {
  std::vector<NamedObject> found;
  const auto locals = context.symbols->locals(context.frame.instruction, context.frame.scope);
  for (const SourceVariable& variable : context.symbols->globals()) {
    const Instruction& definition = *context.module().definition(variable.id);
    const auto storage = static_cast<spv::StorageClass>(definition.literal(2));
    const bool is_input = storage == spv::StorageClass::Input;
    const bool is_shared = storage == spv::StorageClass::Workgroup;
    const bool is_private = storage == spv::StorageClass::Private;
    const ViewHandle::Kind own = is_input     ? ViewHandle::Kind::inputs
                                 : is_shared  ? ViewHandle::Kind::shared_memory
                                 : is_private ? ViewHandle::Kind::private_memory
                                              : ViewHandle::Kind::buffers;
    if (own != kind || !context.tables->global_values.contains(variable.id)) continue;
    Object object = object_of_variable(context, variable);
    std::string name = variable.name;
    if (context.symbols->is_anonymous(variable)) name = context.module().name(object.type);
    if (name.empty()) name = context.module().display(variable.id);
    // A local variable may hide it; its id still names it.
    const bool is_hidden = std::ranges::find(locals, name, &SourceVariable::name) != locals.end();
    found.push_back(
        {name, is_hidden ? context.module().display(variable.id) : name, std::move(object)});
  }
  return found;
}

// Built-ins, also those that the module does not declare.
std::vector<NamedObject> inputs(const LaneContext& context) {
  std::vector<NamedObject> found = globals(context, ViewHandle::Kind::inputs);
  const auto add = [&](const std::string& name, Object object) {
    if (std::ranges::find(found, name, &NamedObject::name) == found.end())
      found.push_back({name, name, std::move(object)});
  };
  if (!context.program().is_kernel()) {
    for (const char* name :
         {"gl_GlobalInvocationID", "gl_LocalInvocationID", "gl_LocalInvocationIndex",
          "gl_WorkGroupID", "gl_SubgroupID", "gl_SubgroupInvocationID", "gl_SubgroupSize"})
      add(name, *find_built_in(context, name));
    return found;
  }
  for (const char* name : {"get_global_id", "get_local_id", "get_group_id", "get_local_size"}) {
    for (std::uint32_t d = 0; d < 3; ++d)
      add(name + ("(" + std::to_string(d)) + ")", *call_built_in(context, name, d));
  }
  for (const char* name : {"get_sub_group_id", "get_sub_group_local_id"})
    add(name + std::string("()"), *call_built_in(context, name, 0));
  return found;
}

std::vector<NamedObject> members_of_scope(const LaneContext& context, ViewHandle::Kind kind) {
  switch (kind) {
    case ViewHandle::Kind::locals:
    case ViewHandle::Kind::all_lanes:
      return locals(context, false);
    case ViewHandle::Kind::parameters:
      return locals(context, true);
    case ViewHandle::Kind::registers:
      return registers(context);
    case ViewHandle::Kind::inputs:
      return inputs(context);
    default:
      return globals(context, kind);
  }
}

struct Scope {
  ViewHandle::Kind kind;
  const char* name;
};

constexpr std::array scope_list{
    Scope{ViewHandle::Kind::locals, "Locals"},
    Scope{ViewHandle::Kind::parameters, "Parameters"},
    Scope{ViewHandle::Kind::registers, "Registers (ids)"},
    Scope{ViewHandle::Kind::inputs, "Inputs"},
    Scope{ViewHandle::Kind::buffers, "Buffers"},
    Scope{ViewHandle::Kind::shared_memory, "Shared memory"},
    Scope{ViewHandle::Kind::private_memory, "Private"},
    Scope{ViewHandle::Kind::all_lanes, "All lanes"},
};

json named_json(const ViewRequest& request, const LaneContext& context, const std::string& name,
                const std::string& expression, const Object& object) {
  json child = value_json(request, context, object, expression);
  child["name"] = name;
  child["expression"] = expression;
  return child;
}

// A variable in each lane of the subgroup.
json lanes_of_variable(const ViewRequest& request, const LaneContext& context,
                       const std::string& expression) {
  json list = json::array();
  const auto parsed = Expression::parse(expression);
  if (!parsed) return list;
  for (unsigned lane = 0; lane < context.subgroup->size; ++lane) {
    if (!context.subgroup->existing.test(lane)) continue;
    const LaneContext other = in_lane(context, lane);
    const auto value = parsed->evaluate(other);
    const std::string number = std::to_string(lane);
    list.push_back(named_json(request, other, "lane " + number,
                              expression + "[lane " + number + "]",
                              value ? *value : Objects::unavailable(0, value.error().message)));
  }
  return list;
}

// A row of "All lanes": the values in the first lanes, and a handle for all of them.
json row_of_all_lanes(const ViewRequest& request, const LaneContext& context,
                      const NamedObject& variable) {
  json child = value_json(request, context, variable.object, variable.expression);
  // A variable that is hidden has no expression, so it can only be shown in this lane.
  ViewHandle handle{ViewHandle::Kind::all_lanes, request.focus, {}, variable.expression};
  if (!variable.expression.empty()) child["handle"] = request.state.add(std::move(handle));
  child["indexed"] = false;  // its children are lanes
  child["name"] = variable.name;
  child["expression"] = variable.expression;
  child["value"] =
      "in lane " + std::to_string(context.lane) + ": " + child["value"].get<std::string>();
  return child;
}

// The parts of an object from `start` on.
Result<json> parts(const ViewRequest& request, const LaneContext& context, const ViewHandle& handle,
                   std::uint64_t start, std::uint64_t count) {
  json list = json::array();
  const Objects objects = context.objects();
  const Object object = handle.object;
  const std::string whole = handle.expression;
  const std::uint64_t end = objects.part_count(object);
  for (std::uint64_t i = start; i < end && i - start < count; ++i) {
    if (objects.is_pointer(object)) {
      const auto pointee = objects.pointee(object);
      if (!pointee) return tl::unexpected(pointee.error());
      const std::string expression = whole.empty() ? "" : "(*" + whole + ")";
      list.push_back(named_json(request, context, "*", expression, *pointee));
      continue;
    }
    const auto part = objects.part(object, i);
    if (!part) return tl::unexpected(part.error());
    const std::string name = objects.part_name(object, i);
    list.push_back(named_json(request, context, name.starts_with('.') ? name.substr(1) : name,
                              whole.empty() ? "" : whole + name, *part));
  }
  return list;
}

}  // namespace

std::vector<std::string> names_of_registers(const LaneContext& context) {
  std::vector<std::string> names;
  for (NamedObject& one : registers(context)) names.push_back(std::move(one.name));
  return names;
}

Result<json> answer_stack(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  json frames = json::array();
  for (const CallFrame& frame : call_stack(request.run, *context->symbols, context->place)) {
    json entry;
    entry["function"] = frame.function;
    add_source(frame.source, entry);
    entry["word"] = word_of(*context, frame.place.instruction);
    entry["inlined"] = frame.is_inlined;
    frames.push_back(std::move(entry));
  }
  return frames;
}

Result<json> answer_scopes(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  json scopes = json::array();
  for (const Scope& scope : scope_list) {
    const std::size_t count = members_of_scope(*context, scope.kind).size();
    if (count == 0 && scope.kind != ViewHandle::Kind::locals) continue;
    DebugFocus focus = request.focus;
    focus.lane = context->lane;
    focus.frame = static_cast<unsigned>(*request.number("frame", request.focus.frame));
    const std::uint64_t handle = request.state.add({scope.kind, focus, {}, {}});
    scopes.push_back({{"name", scope.name}, {"handle", handle}, {"count", count}});
  }
  return scopes;
}

Result<json> answer_children(const ViewRequest& request) {
  const auto number = request.number("handle", 0);
  if (!number) return tl::unexpected(number.error());
  const auto start = request.number("start", 0);
  if (!start) return tl::unexpected(start.error());
  auto count = request.number("count", max_children);
  if (!count) return tl::unexpected(count.error());
  if (*count == 0 || *count > max_children) *count = max_children;
  if (*number == 0 || *number > request.state.handles.size())
    return bad_input("no handle " + std::to_string(*number));
  const ViewHandle handle = request.state.handles[*number - 1];
  const auto symbols = request.symbols();
  if (!symbols) return tl::unexpected(symbols.error());
  const ViewRequest in_focus{request.run, handle.focus, request.arguments, request.history,
                             request.state};
  const auto context = context_of(request.run, **symbols, handle.focus);
  if (!context) return tl::unexpected(context.error());
  if (handle.kind == ViewHandle::Kind::object)
    return parts(in_focus, *context, handle, *start, *count);
  if (handle.kind == ViewHandle::Kind::all_lanes && !handle.expression.empty())
    return lanes_of_variable(in_focus, *context, handle.expression);
  json list = json::array();
  const std::vector<NamedObject> members = members_of_scope(*context, handle.kind);
  for (std::uint64_t i = *start; i < members.size() && i - *start < *count; ++i) {
    const NamedObject& member = members[i];
    list.push_back(
        handle.kind == ViewHandle::Kind::all_lanes
            ? row_of_all_lanes(in_focus, *context, member)
            : named_json(in_focus, *context, member.name, member.expression, member.object));
  }
  return list;
}

Result<json> answer_evaluate(const ViewRequest& request) {
  const auto text = request.text("expression");
  if (!text) return tl::unexpected(text.error());
  const auto expression = Expression::parse(*text);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = expression->evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  return value_json(request, *context, *value, *text);
}

}  // namespace spirv_oracle
