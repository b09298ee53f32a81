// Commands of the terminal in the debug console.

#include <array>

#include "debugger/dap/server.h"
#include "debugger/fields.h"
#include "debugger/text/arguments.h"
#include "debugger/text/history.h"
#include "debugger/text/matrix.h"
#include "debugger/text/tables.h"
#include "support/text.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

struct HistoryCommand {
  std::string_view name;
  const char* request;
  std::string (*text)(const json& answer);
};
constexpr std::array<HistoryCommand, 4> history_commands{
    {{"why", "why", [](const json& why) { return why_text(why, false); }},
     {"last-write", "last_write", last_write_text},
     {"who-else", "who_else", who_else_text},
     {"diff", "diff", diff_text}}};

struct StateCommand {
  std::string_view name;
  std::string (*text)(const json& answer);
};
constexpr std::array<StateCommand, 4> state_commands{{{"tangles", tangles_text},
                                                      {"barriers", barriers_text},
                                                      {"findings", findings_text},
                                                      {"checkpoints", checkpoints_text}}};

json text_body(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return {{"result", text}, {"variablesReference", 0}};
}

json history_arguments(std::string_view name, std::string_view rest, std::int64_t frame) {
  if (name != "diff") return {{"expression", rest}, {"frame", frame}};
  json lanes = json::array();
  for (const std::string_view word : words_of(rest))
    if (const auto lane = as_number(word)) lanes.push_back(*lane);
  return {{"lanes", std::move(lanes)}};
}

}  // namespace

std::optional<Reply> Server::repl_command(const Request& request, const std::string& text,
                                          std::int64_t frame) {
  const auto [name, rest] = split_word(text);
  for (const HistoryCommand& command : history_commands) {
    // A variable may have the name of a command.
    if (command.name != name || rest.empty()) continue;
    json question = history_arguments(name, rest, frame);
    begin(request, command.request, question, "Replaying the run",
          [this, request, question, text_of = command.text](Result<json> answer) mutable {
            if (answer && explains_undefined_value(*answer)) {
              question["depth"] = depth_of_undefined_values;
              answer = ask("why", std::move(question));
            }
            if (!answer) return respond(request, tl::unexpected(answer.error()));
            respond(request, text_body(text_of(*answer)));
          });
    return Reply(std::nullopt);
  }
  for (const StateCommand& command : state_commands) {
    if (command.name != name || !rest.empty()) continue;
    const auto answer = ask(command.name, json::object());
    if (!answer) return Reply(tl::unexpected(answer.error()));
    return Reply(text_body(command.text(*answer)));
  }
  if (name != "lanes") return std::nullopt;
  json arguments{{"frame", frame}};
  if (const auto expressions = split_expressions(rest); !expressions.empty())
    arguments["expressions"] = expressions;
  const auto matrix = ask("matrix", std::move(arguments));
  if (!matrix) return Reply(tl::unexpected(matrix.error()));
  return Reply(text_body(matrix_text(*matrix, {false, 100})));
}

}  // namespace spirv_oracle::dap
