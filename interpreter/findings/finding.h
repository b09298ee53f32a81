// The findings about an execution. Producers fill in data; only renderers make sentences.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/findings/pipeline_stage.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

enum class Severity : std::uint8_t {
  undefined_behavior,           // status 3
  undefined_value,              // warning: a value became undefined
  undefined_output,             // warning, status 3 when strict: an output became undefined
  implementation_dependent,     // warning, status 3 when strict
  possible_undefined_behavior,  // likewise: on a path that another implementation may take
  note,                         // never changes the status: the behavior is defined
};

// The name of a severity in text and in JSON, for example "undefined-behavior".
const char* severity_name(Severity severity);

// The severity of a finding about a clause with this effect.
Severity severity_of(Effect effect);

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;    // 1-based; 0: unknown
  std::uint32_t column = 0;  // 1-based; 0: unknown
  std::string text;          // the source line, if the module contains its source
  std::string line_above;    // the line before it, likewise
};

// A location in the module: always the instruction; also the source line if it is known.
struct CodeLocation {
  std::string instruction;  // name, e.g. "OpUDiv" or "GLSL.std.450 Pow"
  std::string result;       // "%42", or "" without result
  std::string disassembly;  // the whole instruction
  std::string function;     // name of the function
  SourceLocation source;
  std::uint32_t word = 0;  // offset of the instruction in the binary, in words; 0: unknown
};

// An operand, and its value in the first reported lane as text.
struct OperandValue {
  std::string name;        // in the module, e.g. "%31"
  std::string operand;     // in the specification, e.g. "Operand 2", or ""
  std::string expression;  // in the source, e.g. "counts[i]", or ""
  std::string value;
};

struct Note {
  std::string message;
  SourceLocation source;
  std::uint32_t word = 0;  // as in CodeLocation
};

// An enclosing loop of the lanes.
struct LoopIteration {
  CodeLocation loop;            // its OpLoopMerge
  std::uint64_t iteration = 0;  // counted from 0
};

// A change of the source: replaces bytes of one line, or inserts text before a byte.
struct SourceEdit {
  std::string file;
  std::uint32_t line = 0;    // 1-based
  std::uint32_t column = 0;  // 1-based, in bytes
  std::uint32_t length = 0;  // the number of bytes that the text replaces
  std::string text;

  friend bool operator==(const SourceEdit&, const SourceEdit&) = default;
};

struct Finding {
  Severity severity = Severity::undefined_behavior;
  std::string clause;  // rule id, e.g. "OpUDiv.operand-2-zero"
  std::string kind;    // class of the rule, e.g. "division-by-zero"; as --ignore takes it
  std::string message;
  std::string help;  // advice; may be empty
  // Changes of the source that follow the help; empty if the help leaves a choice, or the place is not known.
  std::vector<SourceEdit> edits;
  CodeLocation where;
  // Of a draw: the stage in whose module the words are. None: the fixed functions of a draw, or a dispatch.
  std::optional<Stage> stage;
  std::array<std::uint32_t, 3> workgroup{};
  std::uint32_t subgroup = 0;
  LaneMask lanes;                 // of the first occurrence
  std::uint64_t occurrences = 1;  // executions of the instruction that broke the rule
  // For an undefined value, if DispatchResult::follows_values: another finding depends on it, or it
  // was printed.
  bool is_used = false;
  std::vector<LoopIteration> loops;  // of the first occurrence, the outermost first
  std::vector<OperandValue> operands;
  std::vector<Note> notes;
};

}  // namespace spirv_oracle
