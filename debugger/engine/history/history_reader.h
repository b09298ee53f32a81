// Reads the events of a history: their values, and what people call the things in them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/history/history_state.h"
#include "debugger/engine/history/signed_values.h"
#include "debugger/engine/program/frames.h"

namespace spirv_oracle {

class HistoryReader {
 public:
  // Both must outlive this object.
  HistoryReader(History::State& state, const LaneContext& context);

  const Instruction& instruction_of(const HistoryEvent& event) const;
  // The call of the function that executed it, see DebugInstance.
  std::uint32_t call_of(const HistoryEvent& event) const;
  const DebugValue* value_of(std::uint32_t call, Id id) const;
  const Subgroup* subgroup_of(std::uint32_t stream) const;

  // --- values as text ---

  // The value of an operand as it was for the lane before an event, of one component; none: not known.
  std::optional<Scalar> operand_value(std::uint32_t stream, std::uint64_t before,
                                      std::uint32_t call, Id operand, unsigned lane,
                                      std::size_t component = 0) const;
  // `is_signed`: integers are, whatever their own origin says.
  std::string operand_text(std::uint32_t stream, std::uint64_t before, std::uint32_t call,
                           Id operand, unsigned lane, bool is_signed = false) const;
  // " (%2 = 30, %3 = 42)": of the operands of an event that are neither pointers nor composites.
  std::string operands_text(std::uint64_t number, unsigned lane) const;
  // What the OpStore of an event stored; `components`: only these, unless it is empty.
  std::string stored_text(std::uint64_t number, unsigned lane,
                          const std::vector<std::size_t>& components = {}) const;
  std::string values_text(const std::vector<Slot>& slots, const HistoryEvent& event,
                          unsigned lane) const;

  // --- names ---

  std::string name_of(Id id) const;
  // "lane 3 of subgroup 1", as lanes of the stream `seen_from` call it.
  std::string lane_name(std::uint32_t stream, unsigned lane, std::uint32_t seen_from) const;
  // "'values[4]' of buffer 0.0".
  std::string memory_name(std::uint64_t address) const;
  std::string line_text(const HistoryEvent& event) const;
  // "the asynchronous copy that line 12 begins".
  std::string copy_text(const CopyAccess& copy) const;

  // --- places as JSON ---

  void add_invocation(std::uint32_t stream, unsigned lane, nlohmann::json& to) const;
  nlohmann::json place_json(std::uint64_t number, unsigned lane) const;

 private:
  std::string name_of_part(const Instruction& chain) const;
  Dim3 workgroup_of(std::uint32_t stream) const;
  // The type with the sign that the source gives to a value.
  static ScalarType with_sign(ScalarType type, bool is_signed);
  // Whether an event wrote a signed value to a plane.
  bool is_signed(const HistoryEvent& event, Slot slot) const;

  History::State& state_;
  const LaneContext& context_;
  std::optional<SignedValues> signs_;  // of a kernel
};

// The operand that an instruction stores component by component; none: it does not.
std::optional<unsigned> stored_operand(const Instruction& instruction);
// Whether an instruction loads its result component by component.
bool loads_components(spv::Op opcode);
// The first operand that may be a value.
unsigned first_value_operand(const Instruction& instruction);
// The input of a graphics stage whose values are in this plane; null: none.
const InterfacePlane* stage_input(const Program& program, Slot slot);
std::string scalar_or_undefined(ScalarType type, const Scalar& value);

}  // namespace spirv_oracle
