// Changes of sources in GLSL, HLSL and OpenCL C: statements before, after and inside others. The text is read as
// the compiler's input, without its macros.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpreter/findings/finding.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// A source and a place in it: `line` is 1-based; if `column` is 0, the first token of the line is meant.
struct SourcePosition {
  const SourceFile& file;
  std::uint32_t line = 0, column = 0;
};

// Each function returns nothing if the source is not known there, or has no such place.

// Inserts `text`, one or more statements, before the statement of a block that contains the place.
std::optional<SourceEdit> insert_before_statement(const SourcePosition& place,
                                                  const std::string& text);
// Inserts `text` after that statement, which must not contain others.
std::optional<SourceEdit> insert_after_statement(const SourcePosition& place,
                                                 const std::string& text);
// Inserts `text` where each iteration of the loop whose header is at the place executes it: at the end of
// the body, or at its beginning if there is a continue statement. The body must be a block.
std::optional<SourceEdit> insert_in_loop_body(const SourcePosition& place, const std::string& text);
// Replaces a call of `name` that is in the line, including its arguments.
std::optional<SourceEdit> replace_call(const SourcePosition& place, std::string_view name,
                                       const std::string& text);
// Replaces an argument of that call, or, with `keep`, inserts `text` before it. `number` counts from 0.
std::optional<SourceEdit> edit_argument(const SourcePosition& place, std::string_view name,
                                        unsigned number, const std::string& text, bool keep);

}  // namespace spirv_oracle
