// Answers from a history: where values come from, and who accessed what.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "interpreter/debugger/frames.h"
#include "interpreter/debugger/history_state.h"
#include "interpreter/debugger/signed_values.h"
#include "interpreter/debugger/view_request.h"

namespace spirv_oracle {

// Looks at a history from the moment of a paused run on.
class HistoryQueries {
 public:
  static constexpr unsigned usual_depth = 8;
  // `max_depth`: how many instructions a value is followed back through.
  HistoryQueries(const History& history, const LaneContext& context,
                 unsigned max_depth = usual_depth);

  // Where values that are in registers or in memory came from, by their names: each value first.
  nlohmann::json why(const std::vector<std::pair<std::string, Object>>& parts);
  Result<nlohmann::json> last_write(const Object& object);
  Result<nlohmann::json> who_else(const Object& object);
  nlohmann::json diff(unsigned first_lane, unsigned second_lane);
  // The last `count` segments of the lane's subgroup.
  nlohmann::json timeline(std::uint64_t count) const;

 private:
  // A value that is to be explained: planes in a lane of a stream as they were before an event, or memory.
  struct Asked {
    std::uint32_t stream = 0;
    unsigned lane = 0;
    std::uint64_t before = 0;  // number of an event
    std::vector<Slot> slots;   // empty: memory
    std::uint64_t address = 0, size = 0;
    Id type = 0;        // of the value; 0: not known
    std::string name;   // for people
    std::string value;  // of memory, where it is known
    unsigned depth = 0;
    bool is_parameter = false;  // of a function
  };

  void explain(const Asked& asked);
  void explain_planes(const Asked& asked);
  void explain_memory(const Asked& asked);
  void explain_event(const Asked& asked, std::uint64_t number, const std::vector<Slot>& slots);
  void explain_operands(const Asked& asked, std::uint64_t number, const Instruction& instruction);
  void explain_phi(const Asked& asked, std::uint64_t number, const std::vector<Slot>& slots);
  // False: it is no instruction through which invocations exchange values.
  bool explain_exchange(const Asked& asked, std::uint64_t number, const Instruction& instruction);
  void explain_operand(const Asked& asked, std::uint64_t number, Id operand, unsigned lane);
  void explain_unwritten(const Asked& asked);
  void explain_initial_contents(const Asked& asked);
  // The bytes that a copy has stored, in its source.
  struct Store;
  void explain_source_of_copy(const Asked& asked, const Store& store);
  bool explain_loaded_variable(const Asked& asked, std::uint64_t number);

  // The number of the event before which the planes of an object had its value.
  std::uint64_t before_asking(std::uint32_t stream, const Object& object) const;
  std::uint64_t last_write_of_planes(std::uint32_t stream, const Object& object,
                                     std::uint64_t before) const;
  // The latest store before an event that touches one of the bytes, by any lane.
  struct Store {
    std::uint64_t number = 0;
    LaneAccessRecord access;
  };
  std::optional<Store> last_store(std::uint64_t address, std::uint64_t size,
                                  std::uint64_t before) const;

  bool add_step(const Asked& asked, std::uint64_t number, const std::string& text,
                const std::string& value);
  // Where the lane was last active before an event: "inactive since the branch at line 40".
  std::string inactivity(std::uint32_t stream, unsigned lane, std::uint64_t before) const;

  const Instruction& instruction_of(const HistoryEvent& event) const;
  std::uint32_t call_of(const HistoryEvent& event) const;
  const DebugValue* value_of(std::uint32_t call, Id id) const;
  // The value of an operand as it was for the lane before an event, of its first component; none: not known.
  std::optional<Scalar> operand_value(std::uint32_t stream, std::uint64_t before,
                                      std::uint32_t call, Id operand, unsigned lane,
                                      std::size_t component = 0) const;
  std::string operands_text(std::uint64_t number, unsigned lane) const;
  // `is_signed`: integers are, whatever their own origin says.
  std::string operand_text(std::uint32_t stream, std::uint64_t before, std::uint32_t call,
                           Id operand, unsigned lane, bool is_signed = false) const;
  std::string values_text(const std::vector<Slot>& slots, const HistoryEvent& event,
                          unsigned lane) const;
  std::string name_of(Id id) const;
  std::string name_of_part(const Instruction& chain) const;
  std::string lane_name(std::uint32_t stream, unsigned lane, std::uint32_t seen_from) const;
  std::string memory_name(std::uint64_t address) const;
  const Subgroup* subgroup_of(std::uint32_t stream) const;
  Dim3 workgroup_of(std::uint32_t stream) const;
  void add_invocation(std::uint32_t stream, unsigned lane, nlohmann::json& to) const;
  nlohmann::json place_json(std::uint64_t number, unsigned lane) const;
  std::string line_text(const HistoryEvent& event) const;
  // "the asynchronous copy that line 12 begins".
  std::string copy_text(const CopyAccess& copy) const;
  void explain_copied(const Asked& asked, const LaneAccessRecord& access, std::uint64_t number);

  std::size_t most_steps() const;

  // The type with the sign that the source gives to a value.
  ScalarType with_sign(ScalarType type, bool is_signed) const;
  // Whether an event wrote a signed value to a plane.
  bool is_signed(const HistoryEvent& event, Slot slot) const;

  std::optional<SignedValues> signs_;  // of a kernel
  unsigned max_depth_;
  History::State& state_;
  LaneContext context_;
  nlohmann::json steps_ = nlohmann::json::array();
  std::set<std::tuple<std::uint64_t, Slot, unsigned>> seen_;
};

}  // namespace spirv_oracle
