// Pipes: a pipe is an object in memory. It has room for the packets, then for as many reservations, and its state. So
// whatever copies memory, or compares it, has all of it. A kernel either reads from a pipe or writes to it.
#pragma once

#include <cstdint>
#include <cstring>

#include "interpreter/exec/subgroup.h"
#include "interpreter/pipe_argument.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct PipeState {
  std::uint64_t packet_size = 1;  // bytes
  std::uint64_t max_packets = 0;  // that there is room for
  std::uint64_t limit =
      0;  // packets that the kernel can take: those to read, or all places to write to
  std::uint64_t taken =
      0;  // packets that were read, or places that have been written to or reserved
  std::uint64_t reservations = 0;  // that were made
  std::uint32_t argument = 0;      // its number
  std::uint32_t is_written = 0;    // 1 if the kernel writes to it
  PipeUse known;                   // from earlier runs of the dispatch
  PipeUse found;                   // in this run
  // Who took packets last; see whole_group.
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
  std::uint64_t workgroup = 0;         // 1 + the index of the one that made it
  std::uint32_t record = 0;            // that made it: index into Program::ops
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

// The bytes of the object of a pipe. A reservation has a packet at least, so there are no more of them.
inline std::uint64_t pipe_object_size(const PipeArgument& pipe) {
  return std::uint64_t{pipe.max_packets} * (pipe.packet_size + sizeof(PipeReservation)) +
         sizeof(PipeState);
}

// No pointer leads to a pipe, so its object is in no kind of memory. Samplers are, too, but have no bytes.
inline bool is_pipe(const ObjectEntry& object) {
  return object.allocation != nullptr && object.allocation->kind == MemoryKind::none &&
         object.size >= sizeof(PipeState);
}

// PipeState::lane of a group that took packets. PipeState::subgroup of a workgroup, or if a barrier came later.
inline constexpr std::uint32_t whole_group = 0xFFFFFFFF;

}  // namespace spirv_oracle
