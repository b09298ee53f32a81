// What the pipe instructions have in common: pipes as values, taking packets, and the operands that describe packets.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "interpreter/exec/report/pipe_clauses.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Values of pipes and reservation ids; and of sizes and indices.
inline constexpr ScalarType pipe_type = ScalarType::unsigned_integer(8);
inline constexpr ScalarType pipe_number_type = ScalarType::unsigned_integer(4);

template <std::size_t N, class... More>
constexpr auto with_clauses(const std::array<const Clause*, N>& clauses, const More&... more) {
  std::array<const Clause*, N + sizeof...(More)> all{};
  const std::array<const Clause*, sizeof...(More)> others{&more...};
  std::ranges::copy(others, std::ranges::copy(clauses, all.begin()).out);
  return all;
}

// The object of a pipe; null if the value is not a pipe.
const ObjectEntry* pipe_at(const Subgroup& subgroup, std::uint64_t address);
const ObjectEntry* pipe_of_lane(const Subgroup& subgroup, Slot slot, unsigned lane);

// Whether the order of the invocations determines which of them gets packets.
inline bool depends_on_order(const PipeState& pipe) {
  return pipe.known.unordered != 0 && pipe.known.refused != 0;
}

// Who takes packets: an invocation, or a group (whole_group).
struct Taker {
  std::uint32_t subgroup = 0, lane = 0;
};

// Takes packets. Returns the number of the first one; none if there are too few.
std::optional<std::uint64_t> take_packets(const Subgroup& subgroup, const Taker& taker,
                                          std::uint64_t count, const ObjectEntry& object);

// A reservation id is the address of the pipe, plus the number of the reservation; 0 is not valid.
inline std::uint64_t reservation_id(std::uint64_t pipe, std::uint64_t index) {
  return pipe + index;
}

struct FoundReservation {
  const ObjectEntry* pipe = nullptr;
  std::uint64_t index = 0;
  PipeReservation reservation;
};
// The reservation of a lane that may be used with its pipe. None, and the broken clause, otherwise.
std::optional<FoundReservation> find_reservation(const Subgroup& subgroup, Slot pipe, Slot id,
                                                 unsigned lane, BrokenClauses& broken);

inline constexpr auto packet_clauses =
    clause_list(PipeClauses::alignment, PipeClauses::packet_size, PipeClauses::undefined);

// operands: the pipe, Packet Size, Packet Alignment
Handler packet_check_handler();

// Emits the check of the operands that the pipe instructions share. Returns the plane of the pipe.
template <class G>
Slot emit_packet_check(Lowering& lowering, const Instruction& instruction) {
  const Slot pipe = lowering.slot(instruction.id(G::pipe), 0, pipe_type);
  const Slot size = lowering.slot(instruction.id(G::packet_size), 0, pipe_number_type);
  const Slot alignment = lowering.slot(instruction.id(G::packet_alignment), 0, pipe_number_type);
  lowering.emit(packet_check_handler(), no_slot, {pipe, size, alignment});
  return pipe;
}

}  // namespace spirv_oracle
