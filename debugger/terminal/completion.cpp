#include "debugger/terminal/completion.h"

#include <algorithm>
#include <cctype>

#include "debugger/terminal/command_table.h"
#include "debugger/terminal/info_topics.h"
#include "debugger/text/arguments.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '-';
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandRow& row : command_table()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> names_of_target(Context& context, std::string_view text) {
  std::vector<std::string> names;
  const auto answer = context.ask("complete", {{"text", text}, {"frame", context.frame}});
  if (!answer || !answer->is_array()) return names;
  for (const json& name : *answer)
    if (name.is_string()) names.push_back(name.get<std::string>());
  return names;
}

std::vector<std::string> candidates(Context& context, std::string_view line) {
  const auto [command, arguments] = split_word(line);
  if (is_command_name(line)) return command_names();
  const auto row = find_command(command.substr(0, command.find('/')));
  if (!row) return {};
  if ((*row)->name == "help") return command_names();
  if ((*row)->name == "info") return info_topic_names();
  if ((*row)->takes_expression) return names_of_target(context, arguments);
  return {};
}

}  // namespace

std::string_view last_word(std::string_view line) {
  std::size_t begin = line.size();
  while (begin > 0 && is_word_character(line[begin - 1])) --begin;
  return line.substr(begin);
}

bool is_command_name(std::string_view line) {
  const std::string_view from_word =
      line.substr(std::min(line.find_first_not_of(' '), line.size()));
  return from_word.find(' ') == std::string_view::npos;
}

std::vector<std::string> completions(Context& context, std::string_view line) {
  const std::string_view word = last_word(line);
  std::vector<std::string> found = candidates(context, line);
  std::erase_if(found, [word](const std::string& name) { return !name.starts_with(word); });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace spirv_oracle
