// Tables of settings: keywords and their permitted values.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

enum class ValueKind : std::uint8_t { word, number };

struct KeywordValue {
  ValueKind kind = ValueKind::word;
  std::string_view name;                    // in messages
  std::span<const std::string_view> words;  // for a word: the permitted ones
};

struct KeywordRow {
  std::string_view name;
  std::vector<KeywordValue> values;
};

std::span<const KeywordRow> sampler_keywords();

// Null if there is none.
const KeywordRow* find_keyword(std::span<const KeywordRow> rows, std::string_view name);
std::vector<std::string_view> keyword_names(std::span<const KeywordRow> rows);

// Reads and checks the values of the keyword.
std::vector<std::string> parse_keyword_values(ScriptReader& reader, const KeywordRow& row);

}  // namespace spirv_oracle::amber
