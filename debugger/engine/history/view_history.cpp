// why, last_write, who_else, diff.
#include "debugger/engine/expression/expression.h"
#include "debugger/engine/history/history.h"
#include "debugger/engine/history/history_queries.h"
#include "debugger/engine/views/view_request.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

Result<Expression> expression_of(const ViewRequest& request) {
  const auto text = request.text("expression");
  if (!text) return tl::unexpected(text.error());
  return Expression::parse(*text);
}

// Errors: also bad_input for an array of descriptors, which has no history of its own.
Result<Object> value_of(const Expression& expression, const LaneContext& context) {
  auto value = expression.evaluate(context);
  if (value && value->where == Object::Where::descriptors)
    return bad_input("it is an array of descriptors: choose an element");
  return value;
}

Result<json> query_memory(const ViewRequest& request,
                          Result<json> (HistoryQueries::*query)(const Object&)) {
  const auto expression = expression_of(request);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = value_of(*expression, *context);
  if (!value) return tl::unexpected(value.error());
  return (HistoryQueries(*request.history, *context).*query)(*value);
}

}  // namespace

Result<json> answer_why(const ViewRequest& request) {
  const auto expression = expression_of(request);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = value_of(*expression, *context);
  if (!value) return tl::unexpected(value.error());
  // The history has the planes of the program.
  PausedRun run = request.run;
  run.kept = nullptr;
  run.misses_kept = nullptr;
  LaneContext in_planes = *context;
  in_planes.run = &run;
  const auto parts = expression->parts(in_planes);
  if (!parts) return tl::unexpected(parts.error());
  const std::string text = *request.text("expression");
  const auto depth = request.number("depth", HistoryQueries::usual_depth);
  if (!depth) return tl::unexpected(depth.error());
  if (parts->empty()) {
    json step{{"text", value->where == Object::Where::nowhere
                           ? value->reason
                           : "it depends on no variable, only on constants and built-ins"},
              {"value", context->objects().text(*value)},
              {"lane", context->lane},
              {"invocation", dimensions_json(global_invocation(*context))},
              {"moment", request.run.moment},
              {"depth", 0},
              {"word", 0}};
    add_source({}, step);
    return json{{"text", text + ": " + context->objects().text(*value)},
                {"steps", json::array({std::move(step)})}};
  }
  HistoryQueries queries(*request.history, *context,
                         static_cast<unsigned>(std::min<std::uint64_t>(*depth, 1000)));
  json steps = queries.why(*parts);
  const std::string summary =
      text + " is " + context->objects().text(*value) + " in lane " + std::to_string(context->lane);
  return json{{"text", summary}, {"steps", std::move(steps)}};
}

Result<json> answer_last_write(const ViewRequest& request) {
  return query_memory(request, &HistoryQueries::last_write);
}

Result<json> answer_who_else(const ViewRequest& request) {
  return query_memory(request, &HistoryQueries::who_else);
}

Result<json> answer_diff(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto lanes = request.arguments.find("lanes");
  if (lanes == request.arguments.end() || !lanes->is_array() || lanes->size() != 2)
    return bad_input("lanes: expected two lanes");
  std::vector<unsigned> numbers;
  for (const json& lane : *lanes) {
    const std::int64_t number = lane.is_number_integer() ? lane.get<std::int64_t>() : -1;
    if (number < 0 || number >= std::int64_t{context->subgroup->size} ||
        !context->subgroup->existing.test(static_cast<unsigned>(number)))
      return bad_input("no lane " + lane.dump());
    numbers.push_back(static_cast<unsigned>(number));
  }
  if (numbers[0] == numbers[1]) return bad_input("lanes: expected two different lanes");
  return HistoryQueries(*request.history, *context).diff({numbers[0], numbers[1]});
}

}  // namespace spirv_oracle
