#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstddef>
#include <set>

#include "support/text.h"

namespace spirv_oracle {
namespace {

namespace po = boost::program_options;

constexpr std::size_t help_column = 28;
constexpr std::size_t help_width = 96;

// Unlike our options, those of the library also take a value from the next argument. So an option with an optional
// value has one only if an argument is --NAME=VALUE.
bool takes_value(const OptionRow& row, const std::vector<std::string>& arguments) {
  if (!row.may_lack_value) return !row.argument.empty();
  const std::string with_value = fmt::format("--{}=", row.name);
  return std::ranges::any_of(arguments, [&with_value](const std::string& argument) {
    return argument.starts_with(with_value);
  });
}

bool may_be_given(const OptionRow& row, const std::vector<std::string>& arguments) {
  if (row.letter != '\0') return true;
  return std::ranges::any_of(arguments, [&row](std::string_view argument) {
    return argument.starts_with("--") && argument.substr(2).starts_with(row.name);
  });
}

// Describing all options would take as long as running a small module.
po::options_description description_of(const std::vector<OptionRow>& rows,
                                       const std::vector<std::string>& arguments) {
  po::options_description description;
  for (const OptionRow& row : rows) {
    if (!may_be_given(row, arguments)) continue;
    std::string names(row.name);
    if (row.letter != '\0') names += fmt::format(",{}", row.letter);
    if (!takes_value(row, arguments)) {
      description.add_options()(names.c_str(), "");
    } else {
      description.add_options()(names.c_str(), po::value<std::string>(), "");
    }
  }
  return description;
}

const OptionRow* find_row(const std::vector<OptionRow>& rows, std::string_view name) {
  while (name.starts_with('-')) name.remove_prefix(1);
  for (const OptionRow& row : rows) {
    if (row.name == name || (name.size() == 1 && name[0] == row.letter)) return &row;
  }
  return nullptr;
}

std::string unknown_option(const std::vector<OptionRow>& rows, const std::string& option) {
  std::string_view name = option;
  while (name.starts_with('-')) name.remove_prefix(1);
  std::vector<std::string_view> names;
  names.reserve(rows.size());
  for (const OptionRow& row : rows) names.push_back(row.name);
  const std::string_view guess = name.size() > 1 ? nearest(name, names) : std::string_view();
  if (guess.empty()) return fmt::format("unknown option {}: --help lists the options", option);
  return fmt::format("unknown option {}: did you mean --{}?", option, guess);
}

std::string syntax_error(const std::vector<OptionRow>& rows, const po::invalid_syntax& error) {
  const OptionRow* row = find_row(rows, error.get_option_name());
  if (row == nullptr) return fmt::format("{}: --help lists the options", error.what());
  if (row->argument.empty()) return fmt::format("--{} takes no value", row->name);
  return fmt::format("--{0} requires a value: --{0} {1}", row->name, row->argument);
}

// The arguments, with the two words of a value joined.
std::vector<std::string> with_joined_words(const std::vector<OptionRow>& rows,
                                           const std::vector<std::string>& arguments) {
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const OptionRow* row = argument.starts_with('-') ? find_row(rows, argument) : nullptr;
    if (row == nullptr || !row->two_words || i + 2 >= arguments.size()) {
      joined.push_back(argument);
      continue;
    }
    joined.push_back(fmt::format("--{}={} {}", row->name, arguments[i + 1], arguments[i + 2]));
    i += 2;
  }
  return joined;
}

Result<std::vector<po::option>> tokenize(const std::vector<OptionRow>& rows,
                                         const std::vector<std::string>& arguments) {
  const po::options_description description = description_of(rows, arguments);
  const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
  try {
    return po::command_line_parser(arguments).options(description).style(style).run().options;
  } catch (const po::unknown_option& error) {
    return bad_input(unknown_option(rows, error.get_option_name()));
  } catch (const po::invalid_syntax& error) {
    return bad_input(syntax_error(rows, error));
  } catch (const po::error& error) {
    return bad_input(fmt::format("{}: --help lists the options", error.what()));
  }
}

std::string invocation(const OptionRow& row) {
  const std::string letter = row.letter != '\0' ? fmt::format("-{}, ", row.letter) : "    ";
  if (row.may_lack_value) return fmt::format("  {}--{}[={}]", letter, row.name, row.argument);
  const std::string_view space = row.argument.empty() ? "" : " ";
  return fmt::format("  {}--{}{}{}", letter, row.name, space, row.argument);
}

// Appends words to text, which is at `column`, in lines that start at help_column.
void append_wrapped(std::string_view words, std::size_t column, std::string& text) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (column + 1 + end > help_width) {
      text += '\n' + std::string(help_column, ' ');
      column = help_column;
    } else if (column > help_column) {
      text += ' ';
      ++column;
    }
    text += words.substr(0, end);
    column += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  text += '\n';
}

}  // namespace

Result<std::vector<std::string>> parse_command_line(const std::vector<OptionRow>& rows,
                                                    const std::vector<std::string>& arguments) {
  const auto options = tokenize(rows, with_joined_words(rows, arguments));
  if (!options) return tl::unexpected(options.error());
  std::vector<std::string> others;
  std::set<std::string_view> seen;
  for (const po::option& option : *options) {
    const std::string value = option.value.empty() ? "" : option.value.front();
    if (option.string_key.empty()) {
      others.push_back(value);
      continue;
    }
    const OptionRow* row = find_row(rows, option.string_key);
    if (row == nullptr) return bad_input(unknown_option(rows, option.string_key));
    if (!seen.insert(row->name).second && !row->repeatable && !row->argument.empty()) {
      return bad_input(fmt::format("--{} is given twice", row->name));
    }
    if (auto done = row->apply(value); !done) {
      return tl::unexpected(
          Error{done.error().status, fmt::format("--{}: {}", row->name, done.error().message)});
    }
  }
  return others;
}

std::string option_help(const std::vector<OptionRow>& rows) {
  std::string text;
  std::string_view group;
  for (const OptionRow& row : rows) {
    if (row.group != group) text += fmt::format("\n{}:\n", row.group);
    group = row.group;
    std::string line = invocation(row);
    if (line.size() + 2 > help_column) {
      text += line + '\n';
      line.clear();
    }
    text += fmt::format("{:{}}", line, help_column);
    std::string words(row.help);
    if (row.repeatable) words += " (repeatable)";
    if (!row.hides.empty()) words += fmt::format(" [can hide bugs: {}]", row.hides);
    append_wrapped(words, help_column, text);
  }
  return text;
}

}  // namespace spirv_oracle
