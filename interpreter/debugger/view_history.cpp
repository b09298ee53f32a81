// why, last_write, who_else, diff.
#include "interpreter/debugger/expression.h"
#include "interpreter/debugger/history.h"
#include "interpreter/debugger/history_queries.h"
#include "interpreter/debugger/view_request.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

Result<Expression> expression_of(const ViewRequest& request) {
  const auto text = request.text("expression");
  if (!text) return tl::unexpected(text.error());
  return Expression::parse(*text);
}

}  // namespace

Result<json> answer_why(const ViewRequest& request) {
  const auto expression = expression_of(request);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = expression->evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  const auto parts = expression->parts(*context);
  if (!parts) return tl::unexpected(parts.error());
  const std::string text = *request.text("expression");
  HistoryQueries queries(*request.history, *context);
  json steps = queries.why(*parts);
  const std::string summary =
      text + " is " + context->objects().text(*value) + " in lane " + std::to_string(context->lane);
  return json{{"text", summary}, {"steps", std::move(steps)}};
}

Result<json> answer_last_write(const ViewRequest& request) {
  const auto expression = expression_of(request);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = expression->evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  return HistoryQueries(*request.history, *context).last_write(*value);
}

Result<json> answer_who_else(const ViewRequest& request) {
  const auto expression = expression_of(request);
  if (!expression) return tl::unexpected(expression.error());
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto value = expression->evaluate(*context);
  if (!value) return tl::unexpected(value.error());
  return HistoryQueries(*request.history, *context).who_else(*value);
}

Result<json> answer_diff(const ViewRequest& request) {
  const auto context = request.context();
  if (!context) return tl::unexpected(context.error());
  const auto lanes = request.arguments.find("lanes");
  if (lanes == request.arguments.end() || !lanes->is_array() || lanes->size() != 2 ||
      !(*lanes)[0].is_number_unsigned() || !(*lanes)[1].is_number_unsigned()) {
    return bad_input("lanes: expected two lanes");
  }
  for (const json& lane : *lanes) {
    if (lane.get<std::uint64_t>() >= context->subgroup->size ||
        !context->subgroup->existing.test(lane.get<unsigned>()))
      return bad_input("there is no lane " + lane.dump());
  }
  return HistoryQueries(*request.history, *context)
      .diff((*lanes)[0].get<unsigned>(), (*lanes)[1].get<unsigned>());
}

}  // namespace spirv_oracle
