// Answers from a history: where values come from, and who accessed what.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "debugger/engine/history/history_reader.h"
#include "debugger/engine/views/view_request.h"
#include "graphics/fragment_inputs.h"
#include "interpreter/ir/lane_exchange.h"

namespace spirv_oracle {

// Searches a history backward from the moment of a paused run.
class HistoryQueries {
 public:
  static constexpr unsigned usual_depth = 8;
  // Completes the event of the history that is executing. `max_depth`: how many instructions a value is followed back through.
  HistoryQueries(History& history, const LaneContext& context, unsigned max_depth = usual_depth);

  // Where values that are in registers or in memory came from, by their names: each value first.
  nlohmann::json why(const std::vector<std::pair<std::string, Object>>& parts);
  Result<nlohmann::json> last_write(const Object& object);
  Result<nlohmann::json> who_else(const Object& object);
  struct LanePair {
    unsigned first = 0, second = 0;
  };
  nlohmann::json diff(const LanePair& lanes);
  // The last `count` segments of the lane's subgroup.
  nlohmann::json timeline(std::uint64_t count) const;

 private:
  using Components = std::vector<std::size_t>;
  // A value that is to be explained: planes in a lane of a stream as they were before an event, or memory.
  struct Asked {
    std::uint32_t stream = 0;
    unsigned lane = 0;
    std::uint64_t before = 0;  // number of an event
    std::vector<Slot> slots;   // empty: memory
    std::uint64_t address = 0, size = 0;
    std::string name;  // for people
    // The planes of the value that `slots` are components of, which components, and its name; empty: not known. Components may
    // share a plane.
    Object whole;
    Components components;
    std::string name_of_whole;
    std::string value;  // of memory, where it is known
    unsigned depth = 0;
    bool is_parameter = false;  // of a function
  };

  void explain(const Asked& asked);
  template <class KeyOf>
  static auto parts_of(const Asked& asked, KeyOf key_of);
  void explain_planes(const Asked& asked);
  void explain_memory(const Asked& asked);
  void explain_event(const Asked& asked, std::uint64_t number, const std::vector<Slot>& slots);
  void explain_operands(const Asked& asked, std::uint64_t number, const Instruction& instruction);
  void explain_phi(const Asked& asked, std::uint64_t number, const std::vector<Slot>& slots);
  // An element of a product of cooperative matrices comes from the elements of a row, of a column and of C, which other lanes may
  // hold (history_products.cpp). False if the instruction is not such a product, or its elements are not known.
  bool explain_product(const Asked& asked, std::uint64_t number, const Instruction& instruction,
                       const std::vector<Slot>& slots);
  struct ProductEvent;
  struct MatrixElement;
  std::optional<MatrixElement> element_of(const ProductEvent& product, Id matrix, std::uint32_t row,
                                          std::uint32_t column) const;
  void explain_element(const Asked& asked, const ProductEvent& product, std::size_t component);
  void explain_factors(const Asked& asked, const ProductEvent& product,
                       const std::vector<MatrixElement>& factors);
  // False if invocations do not exchange values through the instruction.
  bool explain_exchange(const Asked& asked, std::uint64_t number, const Instruction& instruction);
  struct ExchangeEvent;
  void explain_combination(const Asked& asked, const ExchangeEvent& exchange);
  void explain_read(const Asked& asked, const ExchangeEvent& exchange);
  LaneMask contributors(const ExchangeEvent& exchange, unsigned lane) const;
  bool others_contribute(const ExchangeEvent& exchange, unsigned lane, const LaneMask& lanes) const;
  struct Reader {
    LaneReader lane;
    Definedness selector_state = Definedness::defined;
  };
  std::optional<Reader> reader_of(const ExchangeEvent& exchange, unsigned lane) const;
  // Empty if the instruction lacks the operand, or its value is not known.
  std::optional<Scalar> operand_of(const ExchangeEvent& exchange, unsigned operand, unsigned lane,
                                   std::size_t component = 0) const;
  // `components`: those of the operand that matter; empty: all.
  void explain_operand(const Asked& asked, std::uint64_t number, Id operand, unsigned lane,
                       const Components& components = {});
  void explain_loaded_memory(const Asked& asked, std::uint64_t number,
                             const std::vector<Slot>& slots);
  std::size_t component_count(Id type) const;
  // A value in planes of the lane.
  Object planes_of(Id type, const std::vector<Slot>& slots) const;
  // The name of the components that are asked for.
  std::string name_of_part(const Asked& asked) const;
  // Which components of a value the slots are; empty: not known.
  Components components_at(std::uint32_t call, Id id, const std::vector<Slot>& slots) const;
  // Which components of the value of a store touch the bytes that are asked for; empty: not known.
  Components stored_components(const Asked& asked, std::uint64_t number, unsigned lane) const;
  void explain_unwritten(const Asked& asked);
  void explain_never_written(const Asked& asked);
  // An input of a graphics stage: of a fragment, the vertices from which it is interpolated (history_inputs.cpp).
  void explain_stage_input(const Asked& asked);
  void add_vertices(const Asked& asked, const FragmentInvocation& fragment);
  std::string unwritten_text(const Asked& asked) const;
  void explain_initial_contents(const Asked& asked);
  void explain_copied(const Asked& asked, const LaneAccessRecord& access, std::uint64_t number);
  // The bytes that a copy has stored, in its source.
  struct Store;
  void explain_source_of_copy(const Asked& asked, const Store& store);
  // The components that an accumulation of a cooperative vector adds. False if the instruction is not one.
  bool explain_accumulation(const Asked& asked, const Store& store, const Instruction& instruction);
  bool explain_loaded_variable(const Asked& asked, std::uint64_t number);

  // The number of the event before which the planes of an object had its value.
  std::uint64_t before_asking(std::uint32_t stream, const Object& object) const;
  std::uint64_t last_write_of_planes(std::uint32_t stream, const Object& object,
                                     std::uint64_t before) const;
  // Whether the memory at the address is, for an event, that of a workgroup. Each workgroup has Workgroup and Private variables of
  // its own, at the same addresses.
  bool is_memory_of(std::uint64_t workgroup, std::uint64_t address,
                    const HistoryEvent& event) const;
  // The latest store before an event that touches one of the bytes of a workgroup, by any lane.
  struct Store {
    std::uint64_t number = 0;
    LaneAccessRecord access;
  };
  std::optional<Store> last_store(std::uint64_t workgroup, std::uint64_t address,
                                  std::uint64_t size, std::uint64_t before) const;

  // --- two lanes ---

  // The answer that points at an event, with a value of each lane.
  nlohmann::json difference(const LanePair& lanes, std::uint64_t number, const std::string& text,
                            const std::string& first, const std::string& second) const;
  nlohmann::json divergence(const LanePair& lanes, std::uint64_t together,
                            std::uint64_t number) const;
  bool same_operands(const LanePair& lanes, std::uint64_t number) const;
  bool only_results_differ(const LanePair& lanes, std::uint64_t number) const;

  bool add_step(const Asked& asked, std::uint64_t number, const std::string& text,
                const std::string& value);
  // Where the lane was last active before an event: "inactive since the branch at line 40".
  std::string inactivity(std::uint32_t stream, unsigned lane, std::uint64_t before) const;

  std::size_t most_steps() const;

  unsigned max_depth_;
  History::State& state_;
  LaneContext context_;
  HistoryReader reader_;
  nlohmann::json steps_ = nlohmann::json::array();
  std::set<std::tuple<std::uint64_t, Slot, unsigned>> seen_;
};

}  // namespace spirv_oracle
