// Pipe Instructions: packets and queries
//
// One record takes packets from the state of the pipe, for one lane after the other, and gives each lane the address of
// its packet. The next one copies the packets.

#include "interpreter/instructions/pipe/pipe.h"

#include <cstring>
#include <string>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/memory/copy_memory_sized.h"
#include "interpreter/instructions/pipe/pipe_access.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t success = 0, failure = 0xFFFFFFFF;

// Words in Program::data of the records that find packets: the planes that get the addresses of the packets and of the
// accessed memory, and the plane of Pointer. A lane without a packet gets reported addresses, which nothing accesses. If
// another order of the invocations would give it a packet, the accessed memory is nevertheless at its Pointer.
struct PacketWords {
  Slot packet, accessed, pointer;

  explicit PacketWords(const std::uint32_t* words)
      : packet(words[0]), accessed(words[1]), pointer(words[2]) {}
};

class PacketFinder {
 public:
  PacketFinder(Subgroup& subgroup, const Record& record)
      : subgroup_(subgroup), record_(record), words_(subgroup.data + record.extra) {
    subgroup.header(record.result) = subgroup.header(words_.packet) = {};
    subgroup.header(words_.accessed) = subgroup.header(words_.pointer);
  }

  void found(unsigned lane, const ObjectEntry& object, std::uint64_t packet) {
    const PipeState pipe = PipeState::of(object);
    const std::uint64_t base =
        subgroup_.values<std::uint64_t>(record_.operand[0])[lane] + packet * pipe.packet_size;
    set(lane, success, base, subgroup_.values<std::uint64_t>(words_.pointer)[lane]);
  }
  void not_found(unsigned lane, bool depends_on_order) {
    const std::uint64_t pointer = subgroup_.values<std::uint64_t>(words_.pointer)[lane];
    set(lane, failure, reported_address, depends_on_order ? pointer : reported_address);
  }
  void undefined(unsigned lane) {
    not_found(lane, false);
    subgroup_.header(record_.result).undefined.set(lane);
  }
  void mark(unsigned lane) { subgroup_.header(record_.result).implementation_dependent.set(lane); }

 private:
  void set(unsigned lane, std::uint32_t result, std::uint64_t packet, std::uint64_t accessed) {
    subgroup_.values<std::uint32_t>(record_.result)[lane] = result;
    subgroup_.values<std::uint64_t>(words_.packet)[lane] = packet;
    subgroup_.values<std::uint64_t>(words_.accessed)[lane] = accessed;
    if (accessed == reported_address) subgroup_.header(words_.accessed).undefined.reset(lane);
  }

  Subgroup& subgroup_;
  const Record& record_;
  PacketWords words_;
};

// operands: the pipe
const Record* take_packet(Subgroup& subgroup, const Record* record) {
  PacketFinder finder(subgroup, *record);
  subgroup.active.for_each([&](unsigned lane) {
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[0], lane);
    if (object == nullptr) return finder.undefined(lane);
    const auto packet = take_packets(subgroup, {subgroup.id, lane}, 1, *object);
    const bool is_open = depends_on_order(PipeState::of(*object));
    if (packet) {
      finder.found(lane, *object, *packet);
    } else {
      finder.not_found(lane, is_open);
    }
    if (is_open) finder.mark(lane);
  });
  return record + 1;
}

// operands: the pipe, Reserve Id, Index
const Record* find_reserved_packet(Subgroup& subgroup, const Record* record) {
  PacketFinder finder(subgroup, *record);
  BrokenClauses broken;
  const auto* indexes = subgroup.values<std::uint32_t>(record->operand[2]);
  subgroup.active.for_each([&](unsigned lane) {
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[0], lane);
    if (object == nullptr) return finder.undefined(lane);
    const auto found =
        find_reservation(subgroup, record->operand[0], record->operand[1], lane, broken);
    if (!found) return finder.undefined(lane);
    if (subgroup.header(record->operand[2]).undefined.test(lane) ||
        indexes[lane] >= found->reservation.count) {
      broken.add(PipeClauses::index_out_of_range, lane);
      return finder.undefined(lane);
    }
    finder.found(lane, *object, found->reservation.first + indexes[lane]);
  });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) -> std::string {
    if (&clause != &PipeClauses::index_out_of_range) return "";
    BrokenClauses none;
    const auto found =
        find_reservation(subgroup, record->operand[0], record->operand[1], lane, none);
    return "index " + std::to_string(indexes[lane]) + " of " +
           std::to_string(found ? found->reservation.count : 0);
  });
  return record + 1;
}

// Another order of the invocations may store a packet at Pointer, which keeps its bytes in this run.
void mark_unread(const LaneAccess& memory, std::uint64_t size) {
  for (std::uint64_t i = 0; i < size; ++i)
    memory.shadow[i] = std::max(memory.shadow[i], Definedness::implementation_dependent);
}

// operands: the planes of the packets, of the accessed memory, and of the pipe; extra: in Program::data { alignment, 1 to
// write packets }.
const Record* move_packet(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const bool writes_packets = words[1] != 0;
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t packet = subgroup.values<std::uint64_t>(record->operand[0])[lane];
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[2], lane);
    if (object == nullptr ||
        subgroup.values<std::uint64_t>(record->operand[1])[lane] == reported_address)
      return;
    const PipeState pipe = PipeState::of(*object);
    const LaneAccess memory = side_of_copy(
        subgroup, record->operand[1], words[0], static_cast<std::uint32_t>(pipe.packet_size),
        writes_packets ? AccessKind::load : AccessKind::store, lane, broken);
    if (memory.bytes == nullptr) return;
    if (packet == reported_address) {
      if (!writes_packets) mark_unread(memory, pipe.packet_size);
      return;
    }
    const LaneAccess in_pipe{object->bytes + AddressSpace::offset(packet),
                             object->shadow + AddressSpace::offset(packet), object->allocation};
    const LaneAccess& source = writes_packets ? memory : in_pipe;
    const LaneAccess& target = writes_packets ? in_pipe : memory;
    const Definedness least =
        pipe.known.unordered != 0 ? Definedness::implementation_dependent : Definedness::defined;
    std::memmove(target.bytes, source.bytes, pipe.packet_size);
    for (std::uint64_t i = 0; i < pipe.packet_size; ++i)
      target.shadow[i] = std::max(least, value_state(source.shadow[i]));
    if (Enclosures* enclosures = enclosures_of(subgroup); enclosures != nullptr)
      enclosures->note_copied_bytes(target, source, pipe.packet_size);
    target.allocation->written.store(true, std::memory_order_relaxed);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

constexpr auto access_clauses =
    clause_list(PipeClauses::alignment, PipeClauses::packet_size, PipeClauses::undefined,
                memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                memory_clauses::misaligned, memory_clauses::undefined_pointer);

// Several invocations may write the packet at one index of a reservation. Packets are in global memory: a barrier that
// orders such memory orders them.
void emit_packet_race_check(Lowering& lowering, Slot packet, std::uint32_t bytes) {
  if (!lowering.request().check_races || bytes == 0) return;
  RaceSite site;
  site.writes = true;
  emit_race_check(lowering, site, {packet, 0, 1, bytes, 1});
}

// `find`: the record that finds the packets, with operands after the pipe.
template <class G, bool WritesPackets>
void lower_packet(Lowering& lowering, const Instruction& instruction, Handler find,
                  std::array<Slot, 2> operands = {no_slot, no_slot}) {
  const Slot pipe = emit_packet_check<G>(lowering, instruction);
  const Id pointer_id = instruction.id(G::pointer);
  if (Lowering::in_planes(lowering.value(pointer_id)))
    return lowering.fail_unsupported("a variable in registers as Pointer");
  const Slot pointer = lowering.slot(pointer_id, 0, ScalarType::pointer());
  const Slot packet = lowering.new_plane(ScalarType::pointer());
  const Slot accessed = lowering.new_plane(ScalarType::pointer());
  const Slot result = lowering.define(instruction).slots[0];
  lowering.check_width(result, pipe_number_type.bytes);
  emit_unknown_write_note(lowering);
  const std::uint32_t words[] = {packet, accessed, pointer};
  lowering.describe(
      lowering.emit(find, result, {pipe, operands[0], operands[1]}, lowering.add_data(words)),
      {.reads = {pointer}, .writes = {packet, accessed}});

  const auto size = lowering.types().integer(instruction.id(G::packet_size));
  const auto alignment = lowering.types().integer(instruction.id(G::packet_alignment));
  const auto bytes = static_cast<std::uint32_t>(size.value_or(0));
  const std::uint32_t aligned_to =
      alignment && *alignment > 0 ? static_cast<std::uint32_t>(*alignment) : 1;
  const auto race = race_site(lowering, pointer_id, {}, !WritesPackets);
  if (race && bytes > 0 && bytes <= 0xFFFF) {
    const unsigned unit = aligned_to % 4 == 0 && bytes % 4 == 0 ? 4 : 1;
    const bool is_generic =
        lowering.type_of(pointer_id).storage_class == spv::StorageClass::Generic;
    emit_race_check(lowering, *race, {accessed, 0, unit, bytes / unit, unit, is_generic});
  }
  if (WritesPackets && find == &find_reserved_packet)
    emit_packet_race_check(lowering, packet, bytes);
  const std::uint32_t access[] = {aligned_to, WritesPackets ? 1u : 0u};
  const std::uint32_t record_index =
      lowering.emit(&move_packet, no_slot, {packet, accessed, pipe}, lowering.add_data(access));
  DebugAccess noted;
  noted.address = accessed;
  noted.bytes_each = bytes;
  noted.reads = WritesPackets;
  noted.writes = !WritesPackets;
  lowering.builder().note_access(record_index, noted);
  if (race && WritesPackets) emit_race_check_end(lowering);
}

template <class G, bool WritesPackets>
struct PacketAccess : Arrangement<G> {
  static constexpr MemoryOperand memory_operands[] = {{G::pointer, WritesPackets, !WritesPackets}};
  static constexpr auto clauses = access_clauses;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lower_packet<G, WritesPackets>(lowering, instruction, &take_packet);
  }
};

template <class G, bool WritesPackets>
struct ReservedPacketAccess : Arrangement<G> {
  static constexpr MemoryOperand memory_operands[] = {{G::pointer, WritesPackets, !WritesPackets}};
  static constexpr auto clauses =
      with_clauses(access_clauses, PipeClauses::invalid_id, PipeClauses::other_pipe,
                   PipeClauses::committed, PipeClauses::index_out_of_range);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot id = lowering.slot(instruction.id(G::reserve_id), 0, pipe_type);
    const Slot index = lowering.slot(instruction.id(G::index), 0, pipe_number_type);
    lower_packet<G, WritesPackets>(lowering, instruction, &find_reserved_packet, {id, index});
  }
};

struct OpReadPipe : PacketAccess<grammar::OpReadPipe, false> {};
struct OpWritePipe : PacketAccess<grammar::OpWritePipe, true> {};
struct OpReservedReadPipe : ReservedPacketAccess<grammar::OpReservedReadPipe, false> {};
struct OpReservedWritePipe : ReservedPacketAccess<grammar::OpReservedWritePipe, true> {};

// --- queries ---

// operand: the pipe; extra: 1 if other invocations may take packets at the same time
template <std::uint64_t (*Count)(const PipeState&)>
const Record* count_packets(Subgroup& subgroup, const Record* record) {
  subgroup.header(record->result) = {};
  subgroup.active.for_each([&](unsigned lane) {
    const ObjectEntry* object = pipe_of_lane(subgroup, record->operand[0], lane);
    if (object == nullptr) return subgroup.header(record->result).undefined.set(lane);
    subgroup.values<std::uint32_t>(record->result)[lane] =
        static_cast<std::uint32_t>(Count(PipeState::of(*object)));
  });
  // "The result is considered immediately stale."
  if (record->extra != 0)
    subgroup.header(record->result).implementation_dependent = subgroup.active;
  return record + 1;
}

std::uint64_t packets_in(const PipeState& pipe) {
  return pipe.is_written != 0 ? pipe.taken : pipe.limit - pipe.taken;
}
std::uint64_t most_packets(const PipeState& pipe) { return pipe.max_packets; }

template <class G, std::uint64_t (*Count)(const PipeState&), bool IsDynamic>
struct Query : Arrangement<G> {
  static constexpr auto clauses = packet_clauses;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot pipe = emit_packet_check<G>(lowering, instruction);
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, pipe_number_type.bytes);
    const Dim3& groups = lowering.request().groups;
    const Dim3& size = lowering.program().local_size;
    const bool is_alone = groups == Dim3{1, 1, 1} && size == Dim3{1, 1, 1};
    lowering.emit(&count_packets<Count>, result, {pipe}, IsDynamic && !is_alone ? 1 : 0);
  }
};

struct OpGetNumPipePackets : Query<grammar::OpGetNumPipePackets, &packets_in, true> {};
struct OpGetMaxPipePackets : Query<grammar::OpGetMaxPipePackets, &most_packets, false> {};

}  // namespace

std::span<const InstructionDefinition> pipe_instructions() {
  return InstructionList<OpReadPipe, OpWritePipe, OpReservedReadPipe, OpReservedWritePipe,
                         OpGetNumPipePackets, OpGetMaxPipePackets>::definitions;
}

}  // namespace spirv_oracle
