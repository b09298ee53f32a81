// Expressions over the values of a paused run: conditions, watches, and expressions that users type.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debugger/engine/program/paused_run.h"
#include "interpreter/kernels/lane_mask.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct LaneContext;  // debugger/engine/program/frames.h
struct Object;       // debugger/engine/program/object.h

// The bytes in the address space that an expression designates, in one lane.
struct AddressRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // bytes
};

class Expression {
 public:
  struct Node;

  // Errors: bad_input with the column of the error. Depth and length are limited.
  static Result<Expression> parse(std::string_view text);

  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  // Those of these lanes of a running subgroup in which the expression is defined and not zero.
  // Errors: bad_input for unknown names.
  Result<LaneMask> where_true(const PausedRun& run, const Subgroup& subgroup,
                              const LaneMask& lanes) const;
  // The value in one lane, as text; for log messages.
  Result<std::string> text(const PausedRun& run, const DebugFocus& focus) const;
  // The memory that the expression designates. Errors: bad_input if it is not in memory (a value in registers).
  Result<AddressRange> place(const PausedRun& run, const DebugFocus& focus) const;
  // The object that the expression designates, in a lane of the run.
  Result<Object> object(const PausedRun& run, const DebugFocus& focus) const;
  // The values in registers or memory from which it is computed, with their names.
  Result<std::vector<std::pair<std::string, Object>>> parts(const LaneContext& context) const;
  // The object that the expression designates.
  Result<Object> evaluate(const LaneContext& context) const;

 private:
  explicit Expression(std::unique_ptr<Node> root);
  std::unique_ptr<Node> root_;
};

}  // namespace spirv_oracle
