// Changes of sources in GLSL, HLSL and OpenCL C: statements before, after and inside others. The text is read as
// the compiler's input, without its macros.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
// the body, or at its beginning if there is a continue statement. A body that is not a block becomes one.
std::vector<SourceEdit> insert_in_loop_body(const SourcePosition& place, const std::string& text);
// Replaces a call of `name` that is in the line, including its arguments.
std::optional<SourceEdit> replace_call(const SourcePosition& place, std::string_view name,
                                       const std::string& text);
// Replaces an argument of that call, or, with `keep`, inserts `text` before it. `number` counts from 0.
std::optional<SourceEdit> edit_argument(const SourcePosition& place, std::string_view name,
                                        unsigned number, const std::string& text, bool keep);

// Divides `if (condition) { A B }` into `if (condition) { A } text if (condition) { B }`.
struct BranchDivision {
  std::uint32_t line = 0;                 // of the branch
  std::optional<SourcePosition> first{};  // a place in A; none: A may be empty
  bool moves_statement = false;           // the first statement of B, a call, is the text
};
// `place`: in the first statement of B. Nothing unless the condition has the same value the second time: it reads only
// built-in variables, and local ones that A does not change. B must not use what A declares.
std::optional<SourceEdit> divide_branch(const SourcePosition& place, const BranchDivision& division,
                                        const std::string& text);

// The variable to which the line assigns what a call of `function` returns; "" if it is not a plain variable, or is
// out of scope at `use`.
std::string variable_of_call(const SourcePosition& place, std::string_view function,
                             const SourcePosition& use);

// Functions for atomic updates of integers; "" if the language has none. `address`: what precedes the variable.
struct AtomicNames {
  std::string_view add, bitwise_and, bitwise_or, bitwise_xor, exchange;
  std::string_view address;
};
// Makes the assignment in the statement at the place atomic. `is_update`: only one that adds or combines a number.
std::vector<SourceEdit> make_atomic(const SourcePosition& place, const AtomicNames& names,
                                    bool is_update);

// Inserts a qualifier in the declaration of a buffer block or image of GLSL, or of a writable resource of HLSL. Nothing if there
// is not exactly one declaration of that name, or if it is coherent in some way.
std::optional<SourceEdit> add_coherent(const SourceFile& file, std::string_view name,
                                       std::string_view qualifier);

}  // namespace spirv_oracle
