// State that the two parts of the VkScript parser share.
#pragma once

#include <string>
#include <vector>

#include "amber/script/model.h"
#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

struct VkScriptParser {
  ScriptReader reader;
  Script script;
  std::uint64_t max_bytes;  // of one buffer
  std::vector<Tolerance> tolerances;
  std::string compute_entry_point;
  std::vector<Binding> bindings;  // of all pipelines
};

// vk_script_test_parser.cpp: the lines of the section [test].
void parse_test_section(VkScriptParser& parser);

// Gives the pipelines their bindings, and checks that everything that is run or probed exists. Must
// be called after the whole script has been parsed.
void complete_test(VkScriptParser& parser);

}  // namespace spirv_oracle::amber
