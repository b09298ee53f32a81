#include "debugger/engine/assignments.h"

#include <algorithm>
#include <utility>

#include "debugger/engine/program/focus.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

std::string text_of_assignment(const Json& request) {
  if (request.value("command", "") == "assign")
    return request.value("expression", "") + " = " + request.value("value", "");
  return "the write to " + request.value("buffer", request.value("expression", "memory"));
}

}  // namespace

std::size_t Assignments::add(Assignment assignment) {
  const std::size_t dropped = assignments_.size() - made_;
  assignments_.resize(made_);
  assignments_.push_back(std::move(assignment));
  reported_ = made_ = assignments_.size();
  return dropped;
}

const Assignment* Assignments::take_next(const Position& here) {
  if (made_ == assignments_.size() || assignments_[made_].position > here) return nullptr;
  return &assignments_[made_++];
}

std::optional<std::uint64_t> Assignments::next_moment() const {
  if (made_ == assignments_.size()) return std::nullopt;
  return assignments_[made_].position.moment;
}

std::string Assignments::take_changes() {
  const bool is_undone = made_ < reported_;
  const std::size_t first = std::min(made_, reported_);
  const std::size_t end = std::min(std::max(made_, reported_), assignments_.size());
  std::string text;
  for (std::size_t i = first; i < end; ++i) {
    text +=
        "[" + std::to_string(assignments_[i].position.moment) + "] " +
        text_of_assignment(assignments_[i].request) +
        (is_undone ? ": undone, and repeated when the run comes there again\n" : ": repeated\n");
  }
  reported_ = made_;
  return text;
}

Json Assignments::as_json() const {
  Json list = Json::array();
  for (const Assignment& assignment : assignments_)
    list.push_back({{"position", assignment.position},
                    {"focus", assignment.focus},
                    {"request", assignment.request}});
  return {{"list", std::move(list)}, {"reported", reported_}};
}

void Assignments::take_over(const Json& json, const Position& here) {
  assignments_.clear();
  for (const Json& entry : json.at("list"))
    assignments_.push_back({entry.at("position").get<Position>(),
                            entry.at("focus").get<DebugFocus>(), entry.at("request")});
  reported_ = json.at("reported");
  made_ = static_cast<std::size_t>(std::ranges::count_if(
      assignments_, [&](const Assignment& assignment) { return assignment.position < here; }));
}

}  // namespace spirv_oracle
