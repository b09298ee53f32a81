#include "debugger/engine/goal.h"

#include <utility>

namespace spirv_oracle {

using Json = nlohmann::json;

Goal Goal::go_to(Json request, Position target, Json stop) {
  Goal goal;
  goal.kind = Kind::go_to;
  goal.target = target;
  goal.stop = std::move(stop);
  goal.request = std::move(request);
  return goal;
}

Goal Goal::go_to_start(Json request) {
  return go_to(std::move(request), {}, {{"reason", "start"}, {"text", "the start of the run"}});
}

Goal Goal::search(Json request, Json motion, Position target) {
  Goal goal;
  goal.kind = Kind::search;
  goal.motion = std::move(motion);
  goal.target = target;
  goal.request = std::move(request);
  return goal;
}

std::uint64_t Goal::window_begin() const {
  if (kind != Kind::search || target.moment < window) return 0;
  return target.moment - window;
}

std::string Goal::motion_kind() const {
  return kind == Kind::go_to ? "continue" : motion.value("motion", "continue");
}

bool Goal::may_stop_at(const Position& here) const {
  switch (kind) {
    case Kind::go_to:
      return false;
    case Kind::search:
      return here < target;
    case Kind::run:
      return here > from;
  }
  return false;
}

void to_json(Json& json, const Goal& goal) {
  json = {{"kind", goal.kind},       {"motion", goal.motion},    {"from", goal.from},
          {"target", goal.target},   {"window", goal.window},    {"stop", goal.stop},
          {"request", goal.request}, {"question", goal.question}};
}

void from_json(const Json& json, Goal& goal) {
  goal = {};
  goal.kind = json.at("kind").get<Goal::Kind>();
  goal.motion = json.at("motion");
  goal.from = json.at("from").get<Position>();
  goal.target = json.at("target").get<Position>();
  goal.window = json.at("window");
  goal.stop = json.at("stop");
  goal.request = json.at("request");
  goal.question = json.at("question");
}

}  // namespace spirv_oracle
