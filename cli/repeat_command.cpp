#include "cli/repeat_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/options.h"
#include "support/arithmetic.h"

namespace spirv_oracle {
namespace {

struct ReplacedOption {
  std::string_view name;
  bool has_value = true;
};
constexpr std::array<ReplacedOption, 12> replaced{{{"--subgroup-size"},
                                                   {"--reconvergence"},
                                                   {"--seed"},
                                                   {"--subgroup-mapping"},
                                                   {"--matrix-mapping"},
                                                   {"--candidate-order"},
                                                   {"--arithmetic"},
                                                   {"--filtering"},
                                                   {"--rasterization"},
                                                   {"--portability-sizes"},
                                                   {"--check-portability", false},
                                                   {"--check-arithmetic", false}}};

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string options_of(const Freedom& freedom, const Freedom& usual) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", name, value);
  };
  if (freedom.subgroup_size != usual.subgroup_size)
    add("subgroup-size", std::to_string(freedom.subgroup_size));
  if (freedom.reconvergence != usual.reconvergence)
    add("reconvergence", freedom.reconvergence == Reconvergence::minimal ? "minimal" : "maximal");
  if (freedom.seed != usual.seed) add("seed", std::to_string(freedom.seed));
  if (freedom.mapping.order != usual.mapping.order)
    add("subgroup-mapping", mapping_text(freedom.mapping));
  if (freedom.matrix_mapping != usual.matrix_mapping)
    add("matrix-mapping", std::string(matrix_mapping_text(freedom.matrix_mapping)));
  // A seed without an order would select a random one.
  const bool names_order =
      freedom.candidate_order != usual.candidate_order || freedom.seed != usual.seed;
  if (freedom.has_candidates && names_order)
    add("candidate-order", candidate_order_text(freedom.candidate_order));
  if (freedom.arithmetic != usual.arithmetic)
    add("arithmetic", arithmetic_text(freedom.arithmetic));
  if (has_other_filtering(freedom, usual))
    add("filtering", std::string(named(freedom.filtering)->name));
  if (freedom.rasterization != usual.rasterization && freedom.rasterization != nullptr)
    add("rasterization", std::string(freedom.rasterization->name));
  return text;
}

std::string repeat_command(const std::vector<std::string>& arguments, const Freedom& freedom) {
  std::string text = "spirv-run";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const auto option =
        std::ranges::find(replaced, argument.substr(0, argument.find('=')), &ReplacedOption::name);
    if (option == replaced.end()) {
      text += ' ' + shell_word(arguments[i]);
    } else if (option->has_value && argument == option->name) {
      ++i;
    }
  }
  const std::string options = options_of(freedom);
  return options.empty() ? text : text + " " + options;
}

}  // namespace spirv_oracle
