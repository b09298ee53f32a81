#include "debugger/engine/stops/stop_points.h"

#include <algorithm>
#include <array>
#include <utility>

#include "debugger/engine/program/drawn_fragments.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

struct KindName {
  std::string_view name;
  StopKind kind;
};
constexpr std::array<KindName, 11> kind_names = {{
    {"line", StopKind::line},
    {"function", StopKind::function},
    {"instruction", StopKind::instruction},
    {"watch", StopKind::watch},
    {"finding", StopKind::finding},
    {"divergence", StopKind::divergence},
    {"reconvergence", StopKind::reconvergence},
    {"barrier", StopKind::barrier},
    {"undefined", StopKind::undefined},
    {"implementation_dependent", StopKind::implementation_dependent},
    {"pixel", StopKind::pixel},
}};

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class T>
std::optional<T> number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_integer() || found->get<std::int64_t>() < 0)
    return std::nullopt;
  return static_cast<T>(found->get<std::uint64_t>());
}

bool is_barrier(const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpControlBarrier ||
         instruction.opcode == spv::Op::OpControlBarrierArriveINTEL ||
         instruction.opcode == spv::Op::OpControlBarrierWaitINTEL ||
         instruction.opcode == spv::Op::OpMemoryNamedBarrier;
}

// The opcode of an instruction, or the name of one of an extended set.
bool has_word(const std::string& disassembly, const std::string& word) {
  const std::string text = " " + disassembly + " ";
  return text.find(" " + word + " ") != std::string::npos;
}

std::vector<std::uint32_t> records_of_instruction(const StopPoint& point, const CodeMap& code) {
  const Module& module = code.module();
  if (const auto word = number_of<std::uint32_t>(point.arguments, "word")) {
    return code.records_of_instructions(
        [&](const Instruction& instruction) { return instruction.word_offset == *word; });
  }
  if (const std::string opcode = text_of(point.arguments, "opcode"); !opcode.empty()) {
    return code.records_of_instructions([&](const Instruction& instruction) {
      return has_word(module.disassemble(instruction), opcode);
    });
  }
  std::string result = text_of(point.arguments, "result");
  if (!result.starts_with('%')) result.insert(0, "%");
  return code.records_of_instructions([&](const Instruction& instruction) {
    return instruction.result != 0 &&
           (module.display(instruction.result) == result ||
            result == "%" + std::to_string(module.original_id(instruction.result)));
  });
}

}  // namespace

LaneMask StopPoint::lanes_asked_for(const PausedRun& run, const LaneMask& all) const {
  LaneMask lanes = all;
  if (kind == StopKind::pixel) {
    if (run.fragments == nullptr) return {};
    lanes = lanes & run.fragments->lanes_of_pixel(run.subgroup->workgroup_index, x, y, layer);
  }
  if (workgroup && run.subgroup->workgroup_index != *workgroup) return {};
  if (subgroup && run.subgroup->id != *subgroup) return {};
  if (!lane) return lanes;
  return *lane < 128 && lanes.test(*lane) ? LaneMask::single(*lane) : LaneMask{};
}

StopPoint StopPoints::parse(const Json& stop) {
  StopPoint point;
  point.arguments = stop;
  point.id = number_of<int>(stop, "id").value_or(0);
  const std::string kind = text_of(stop, "kind");
  const auto known = std::ranges::find(kind_names, kind, &KindName::name);
  if (known == kind_names.end()) {
    point.problem = point.mistake = "unknown kind of stop point '" + kind + "'";
    return point;
  }
  point.kind = known->kind;
  point.hits_from = number_of<std::uint64_t>(stop, "hits").value_or(1);
  point.workgroup = number_of<std::uint64_t>(stop, "workgroup");
  point.subgroup = number_of<std::uint32_t>(stop, "subgroup");
  point.lane = number_of<unsigned>(stop, "lane");
  if (const std::string condition = text_of(stop, "condition"); !condition.empty()) {
    auto parsed = Expression::parse(condition);
    if (parsed) {
      point.condition = std::move(*parsed);
    } else {
      point.problem = point.mistake = parsed.error().message;
    }
  }
  if (point.kind == StopKind::pixel) {
    point.x = number_of<std::uint32_t>(stop, "x").value_or(0);
    point.y = number_of<std::uint32_t>(stop, "y").value_or(0);
    point.layer = number_of<std::uint32_t>(stop, "layer").value_or(0);
  }
  if (point.kind == StopKind::watch) {
    const std::string access = text_of(stop, "access");
    point.stops_on_read = access == "read" || access == "access";
    point.stops_on_write = access != "read";
    if (stop.contains("expression")) {
      const auto expression = Expression::parse(text_of(stop, "expression"));
      if (!expression) point.problem = point.mistake = expression.error().message;
    }
  }
  return point;
}

void StopPoints::resolve(StopPoint& point, const CodeMap& code) {
  point.records.clear();
  point.problem = point.mistake;
  switch (point.kind) {
    case StopKind::line:
      point.place = number_of<std::uint32_t>(point.arguments, "line").value_or(0);
      point.records = code.records_of_line(text_of(point.arguments, "file"), point.place);
      break;
    case StopKind::function:
      point.records = code.records_of_function(text_of(point.arguments, "name"));
      break;
    case StopKind::instruction:
      point.records = records_of_instruction(point, code);
      break;
    case StopKind::pixel:
      if (code.is_of_fragments()) point.records = code.records_of_entry();
      return;  // the fragments may come later
    case StopKind::barrier:
      point.records = code.records_of_instructions(&is_barrier);
      break;
    default:
      return;
  }
  if (point.records.empty() && point.problem.empty() && point.kind != StopKind::barrier)
    point.problem = "no instruction of the program matches";
}

Json StopPoints::set(const Json& stops) {
  std::vector<StopPoint> before = std::exchange(points_, {});
  json_ = stops;
  for (const Json& stop : stops) {
    points_.push_back(parse(stop));
    const auto same = std::ranges::find(before, points_.back().id, &StopPoint::id);
    if (same == before.end() || same->arguments != stop) continue;
    points_.back().hits = same->hits;
    points_.back().is_done = same->is_done;
    points_.back().range = same->range;
    points_.back().planes = same->planes;
    points_.back().dispatch = same->dispatch;
  }
  return describe();
}

void StopPoints::resolve(const CodeMap& code) {
  for (StopPoint& point : points_) resolve(point, code);
}

void StopPoints::note_stop(const Json& ids) {
  for (StopPoint& point : points_) {
    if (point.arguments.value("once", false) &&
        std::find(ids.begin(), ids.end(), point.id) != ids.end())
      point.is_done = true;
  }
}

bool StopPoints::need_every_record() const {
  return std::ranges::any_of(points_, &StopPoint::needs_every_record);
}

bool StopPoints::need_marks() const {
  return std::ranges::any_of(points_, [](const StopPoint& point) {
    const std::string condition = text_of(point.arguments, "condition");
    return point.kind == StopKind::finding || point.kind == StopKind::undefined ||
           point.kind == StopKind::implementation_dependent ||
           condition.find("isundef") != std::string::npos ||
           condition.find("isimpl") != std::string::npos;
  });
}

bool StopPoints::watch_memory() const {
  return std::ranges::find(points_, StopKind::watch, &StopPoint::kind) != points_.end();
}

Json StopPoints::done() const {
  Json done = Json::array();
  for (const StopPoint& point : points_) done.push_back(point.is_done);
  return done;
}

void StopPoints::set_done(const Json& done) {
  for (std::size_t i = 0; i < points_.size() && i < done.size(); ++i) points_[i].is_done = done[i];
}

Json StopPoints::watched_places() const {
  Json places = Json::array();
  for (const StopPoint& point : points_) {
    Json place = {{"planes", point.planes}, {"dispatch", point.dispatch}};
    if (point.range) place["range"] = {point.range->address, point.range->size};
    places.push_back(std::move(place));
  }
  return places;
}

void StopPoints::set_watched_places(const Json& places) {
  for (std::size_t i = 0; i < points_.size() && i < places.size(); ++i) {
    points_[i].planes = places[i].at("planes").get<std::vector<Slot>>();
    points_[i].dispatch = places[i].at("dispatch");
    if (const auto range = places[i].find("range"); range != places[i].end())
      points_[i].range = AddressRange{range->at(0), range->at(1)};
  }
}

bool StopPoints::count_hits() const {
  return std::ranges::any_of(points_, [](const StopPoint& point) { return point.hits_from > 1; });
}

bool StopPoints::have_counting_points_of(const Json& stops) const {
  return std::ranges::all_of(stops, [&](const Json& stop) {
    return number_of<std::uint64_t>(stop, "hits").value_or(1) <= 1 ||
           std::ranges::find(points_, stop, &StopPoint::arguments) != points_.end();
  });
}

Json StopPoints::describe() const {
  Json result = Json::array();
  for (const StopPoint& point : points_) {
    Json entry = {{"id", point.id}, {"verified", point.problem.empty()}, {"hits", point.hits}};
    if (!point.problem.empty()) entry["message"] = point.problem;
    if (point.place != 0) entry["line"] = point.place;
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace spirv_oracle
