// The state of pipes. A pipe is an object in memory: space for its packets, space for as many reservations, then a PipeState.
// So code that copies or compares memory includes pipes. A kernel either reads from a pipe or writes to it.
#pragma once

#include <cstdint>
#include <cstring>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/pipe_argument.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct PipeState {
  std::uint64_t packet_size = 1;  // bytes
  std::uint64_t max_packets = 0;  // capacity
  std::uint64_t limit =
      0;  // packets that the kernel can take: those in the pipe, or the capacity if it writes
  std::uint64_t taken = 0;         // packets that have been read, written or reserved
  std::uint64_t reservations = 0;  // number of reservations so far
  std::uint32_t argument = 0;      // number of the kernel's argument
  std::uint32_t is_written = 0;    // 1 if the kernel writes to it
  PipeUse known;                   // from earlier runs of the dispatch
  PipeUse found;                   // in this run
  // The invocation or group that took packets last; see whole_group.
  std::uint64_t workgroup = 0;  // 1 + its index; 0: no workgroup
  std::uint32_t subgroup = 0, lane = 0;
  std::uint32_t at_barrier = 0;  // subgroups of that workgroup that have arrived at a barrier since
  std::uint32_t unused = 0;

  static PipeState of(const ObjectEntry& object) {
    PipeState state;
    std::memcpy(&state, object.bytes + object.size - sizeof state, sizeof state);
    return state;
  }
  void store_in(const ObjectEntry& object) const {
    std::memcpy(object.bytes + object.size - sizeof *this, this, sizeof *this);
  }
};

struct PipeReservation {
  std::uint64_t first = 0, count = 0;  // packets
  std::uint64_t workgroup = 0;         // 1 + the index of the workgroup that made it
  std::uint32_t record = 0;            // index into Program::records of the record that made it
  std::uint32_t committed = 0;         // 1 if it is

  // Reservation number `index` of a pipe.
  static PipeReservation of(const ObjectEntry& object, std::uint64_t index) {
    PipeReservation reservation;
    std::memcpy(&reservation, place(object, index), sizeof reservation);
    return reservation;
  }
  void store_in(const ObjectEntry& object, std::uint64_t index) const {
    std::memcpy(place(object, index), this, sizeof *this);
  }

 private:
  static std::byte* place(const ObjectEntry& object, std::uint64_t index) {
    const PipeState pipe = PipeState::of(object);
    return object.bytes + pipe.max_packets * pipe.packet_size + index * sizeof(PipeReservation);
  }
};

// The size of the object of a pipe. Each reservation has at least one packet, so there are at most max_packets reservations.
inline std::uint64_t pipe_object_size(const PipeArgument& pipe) {
  return std::uint64_t{pipe.max_packets} * (pipe.packet_size + sizeof(PipeReservation)) +
         sizeof(PipeState);
}

// Objects of MemoryKind::none are pipes and samplers, to which no pointer leads. Samplers have no bytes.
inline bool is_pipe(const ObjectEntry& object) {
  return object.allocation != nullptr && object.allocation->kind == MemoryKind::none &&
         object.size >= sizeof(PipeState);
}

// PipeState::lane if a group took packets. PipeState::subgroup if a workgroup took them, or after a workgroup barrier.
inline constexpr std::uint32_t whole_group = 0xFFFFFFFF;

}  // namespace spirv_oracle
