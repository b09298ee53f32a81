#include "debugger/engine/views/views.h"

#include <algorithm>
#include <array>

#include "debugger/engine/views/view_request.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_handles = 100'000;

struct View {
  std::string_view command;
  ViewAnswer answer;
  bool needs_history = false;
  bool uses_planes = false;  // of the program, also for temporary ids
};

constexpr std::array views{
    View{"stack", &answer_stack},
    View{"scopes", &answer_scopes},
    View{"children", &answer_children},
    View{"evaluate", &answer_evaluate},
    View{"assign", &answer_assign},
    View{"subgroups", &answer_subgroups},
    View{"quad", &answer_quad},
    View{"matrix", &answer_matrix},
    View{"tangles", &answer_tangles},
    View{"barriers", &answer_barriers},
    View{"read_memory", &answer_read_memory},
    View{"write_memory", &answer_write_memory},
    View{"disassemble", &answer_disassemble},
    View{"sources", &answer_sources},
    View{"lines", &answer_lines},
    View{"complete", &answer_complete},
    View{"why", &answer_why, true},
    View{"last_write", &answer_last_write, true, true},
    View{"who_else", &answer_who_else, true, true},
    View{"diff", &answer_diff, true, true},
    View{"timeline", &answer_timeline, true, true},
};

const View* find(std::string_view command) {
  const auto found = std::ranges::find(views, command, &View::command);
  return found == views.end() ? nullptr : &*found;
}

}  // namespace

std::uint64_t Views::State::add(ViewHandle handle) {
  if (handles.size() >= max_handles) return 0;
  handles.push_back(std::move(handle));
  return handles.size();
}

Result<std::uint64_t> ViewRequest::number(const char* name, std::uint64_t otherwise) const {
  const auto found = arguments.find(name);
  if (found == arguments.end() || found->is_null()) return otherwise;
  if (found->is_number_unsigned()) return found->get<std::uint64_t>();
  if (found->is_number_integer() && found->get<std::int64_t>() >= 0)
    return static_cast<std::uint64_t>(found->get<std::int64_t>());
  return bad_input(std::string(name) + ": expected a number");
}

Result<std::string> ViewRequest::text(const char* name) const {
  const auto found = arguments.find(name);
  if (found == arguments.end() || found->is_null()) return std::string();
  if (!found->is_string()) return bad_input(std::string(name) + ": expected text");
  return found->get<std::string>();
}

Result<LaneContext> ViewRequest::context() const {
  const auto lane = number("lane", focus.lane);
  if (!lane) return tl::unexpected(lane.error());
  const auto frame = number("frame", focus.frame);
  if (!frame) return tl::unexpected(frame.error());
  const auto names = symbols();
  if (!names) return tl::unexpected(names.error());
  DebugFocus at = focus;
  at.lane = static_cast<unsigned>(std::min<std::uint64_t>(*lane, ~0u));
  at.frame = static_cast<unsigned>(std::min<std::uint64_t>(*frame, ~0u));
  return context_of(run, **names, at);
}

PausedRun without_kept_values(PausedRun run) {
  run.kept = nullptr;
  run.misses_kept = nullptr;
  return run;
}

nlohmann::json dimensions_json(const Dim3& dimensions) {
  return nlohmann::json::array({dimensions[0], dimensions[1], dimensions[2]});
}

void add_source(const SourceLocation& source, nlohmann::json& to) {
  to["file"] = source.file;
  to["line"] = source.line;
  to["column"] = source.column;
}

namespace {

// Where the object is: in registers, or in memory as it or what it points to.
void add_address(const LaneContext& context, const Object& object, nlohmann::json& to) {
  const Objects objects = context.objects();
  Result<Object> place = object;
  if (object.where == Object::Where::planes) to["in_registers"] = true;
  if (objects.is_pointer(object)) place = objects.pointee(object);
  if (!place || place->where != Object::Where::memory) return;
  const ObjectEntry& entry = context.subgroup->memory->find(place->address);
  if (entry.allocation == nullptr) return;
  to["address"] = place->address;
  // The other objects are the same for all workgroups.
  const MemoryKind kind = entry.allocation->kind;
  if (kind == MemoryKind::workgroup || kind == MemoryKind::lane_private)
    to["workgroup"] = context.subgroup->workgroup_index;
}

}  // namespace

nlohmann::json value_json(const ViewRequest& request, const LaneContext& context,
                          const Object& object, const std::string& expression) {
  const Objects objects = context.objects();
  nlohmann::json json;
  json["value"] = object.where == Object::Where::nowhere && !object.reason.empty()
                      ? "unavailable: " + object.reason
                      : objects.text(object);
  json["type"] = object.type == 0 && object.where == Object::Where::nowhere
                     ? std::string()
                     : objects.type_name(object);
  json["state"] = objects.state_name(object);
  if (std::string enclosure = objects.enclosure_text(object); !enclosure.empty())
    json["enclosure"] = std::move(enclosure);
  std::uint64_t handle = 0;
  const std::uint64_t parts =
      object.where == Object::Where::nowhere ? 0 : objects.part_count(object);
  json["count"] = parts;
  json["indexed"] =
      parts != 0 && !objects.is_pointer(object) && objects.part_name(object, 0).starts_with('[');
  if (parts != 0) {
    DebugFocus focus = request.focus;
    focus.lane = context.lane;
    handle = request.state.add({ViewHandle::Kind::object, focus, object, expression});
  }
  json["handle"] = handle;
  add_address(context, object, json);
  return json;
}

Views::Views() : state_(std::make_unique<State>()) {}
Views::~Views() = default;

bool Views::knows(std::string_view command) { return find(command) != nullptr; }

bool Views::needs_history(std::string_view command) {
  const View* view = find(command);
  return view != nullptr && view->needs_history;
}

void Views::forget_handles() { state_->handles.clear(); }

Result<nlohmann::json> Views::answer(const PausedRun& run, const DebugFocus& focus,
                                     std::string_view command, const nlohmann::json& arguments,
                                     History* history) {
  const View* view = find(command);
  if (view == nullptr) return bad_input("unknown command '" + std::string(command) + "'");
  if (view->needs_history && history == nullptr)
    return bad_input(std::string(command) + " needs the history of the run");
  const PausedRun seen = view->uses_planes ? without_kept_values(run) : run;
  return view->answer({seen, focus, arguments, history, *state_});
}

}  // namespace spirv_oracle
