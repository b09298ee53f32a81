// The rules that the interpreter checks, and the tests that name them: docs/rules.md, and what
// docs/undefined-behavior.md says about each.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <ostream>
#include <string_view>

#include "docs/undefined_behavior.h"

namespace spirv_oracle {

constexpr std::string_view page_head =
    "<!-- Made by docs/generate_tables.cpp: change that, not this. -->\n\n";

// `root` is the source folder, whose tests are searched.
void print_rules(std::ostream& out, const std::filesystem::path& root);

// Names the rules that no test names on standard error; the exit status.
int check_rules(const std::filesystem::path& root);

// All rules, and the two about the buffers after the run.
RuleSummaries rule_summaries(const std::filesystem::path& root);

}  // namespace spirv_oracle
