#include "debugger/engine/history/history.h"

#include <algorithm>
#include <cstring>

#include "debugger/engine/history/history_state.h"
#include "interpreter/instructions/group/async_copy.h"

namespace spirv_oracle {
namespace {

// Parts of a plane's record in HistoryEvent::data.
constexpr std::byte all_defined{0}, has_states{1};
// Of an asynchronous copy.
constexpr std::uint64_t max_elements = 0xFFFFFFFF;

template <class T>
void append(std::vector<std::byte>& data, const T& value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  data.insert(data.end(), bytes, bytes + sizeof(T));
}

template <class T>
T take(const std::byte*& at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  at += sizeof(T);
  return value;
}

std::uint64_t key_of(const Program& program, const Record& record) {
  const Origin& origin = program.origins[record.origin];
  return std::uint64_t{origin.instruction} << 32 | origin.call;
}

const std::vector<Slot>* results_of(const Program& program, const Origin& origin) {
  const auto instance = program.debug->instance_of_call.find(origin.call);
  if (instance == program.debug->instance_of_call.end()) return nullptr;
  const auto& values = program.debug->instances[instance->second].values;
  const auto value = values.find(program.module->instruction(origin.instruction).result);
  return value == values.end() || value->second.points_to_planes ? nullptr : &value->second.slots;
}

std::uint64_t byte_count(const Subgroup& subgroup, const DebugAccess& access, unsigned lane) {
  if (access.byte_count == no_slot) return access.bytes_each;
  const ScalarType type = ScalarType::unsigned_integer(access.count_bytes);
  return read_plane(subgroup, access.byte_count, type, lane).bits;
}

}  // namespace

AccessRange access_range(const Subgroup& subgroup, const DebugAccess& access, unsigned lane) {
  const std::uint64_t address =
      read_plane(subgroup, access.address, ScalarType::pointer(), lane).bits + access.offset;
  return {address, (access.count - 1) * access.stride + byte_count(subgroup, access, lane)};
}

std::optional<Scalar> peek(const AddressSpace& memory, std::uint64_t address, std::uint64_t size) {
  const ObjectEntry& entry = memory.find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  const std::uint64_t bytes = std::min<std::uint64_t>(size, 8);
  if (entry.allocation == nullptr || bytes > entry.size || offset > entry.size - bytes)
    return std::nullopt;
  Scalar value;
  std::memcpy(&value.bits, entry.bytes + offset, bytes);
  for (std::uint64_t i = 0; i < bytes; ++i)
    value.state = std::max(value.state, value_state(entry.shadow[offset + i]));
  return value;
}

void History::State::start(const Subgroup& executing, const Record& record, std::uint64_t moment) {
  auto stream = find_stream(executing.workgroup_index, executing.id);
  if (!stream) {
    stream = static_cast<std::uint32_t>(streams.size());
    streams.push_back({executing.workgroup_index, executing.id, none});
  }
  const auto index = static_cast<std::uint32_t>(&record - executing.code);
  pending = {};
  pending.moment = moment;
  pending.first_record = pending.last_record = index;
  pending.stream = *stream;
  pending.active = executing.active;
  pending.previous = streams[*stream].last;
  subgroup = &executing;
  accesses.clear();
  has_pending = true;
}

// What a record accesses, before it does.
void History::State::add(const Subgroup& executing, const Record& record) {
  const auto index = static_cast<std::uint32_t>(&record - executing.code);
  if (!accesses_memory[index]) return;
  if (has_copies[index]) add_copies(executing, record);
  const auto [begin, end] = program->debug->accesses.equal_range(index);
  for (auto found = begin; found != end; ++found) {
    PendingAccess access;
    access.record = index;
    access.access = &found->second;
    executing.active.for_each([&](unsigned lane) {
      const AccessRange range = access_range(executing, found->second, lane);
      access.addresses.push_back(range.address);
      access.sizes.push_back(range.size);
      if (found->second.writes)
        access.before.push_back(
            peek(*executing.memory, range.address, range.size).value_or(Scalar{}));
    });
    accesses.push_back(std::move(access));
  }
}

void History::State::add_copies(const Subgroup& executing, const Record& record) {
  const AsyncCopyEffects effects = async_copy_effects(executing, record);
  const auto add_side = [&](const AsyncCopies::Copy& copy, bool writes, bool is_done) {
    CopyAccess access;
    access.access.stride = writes ? copy.destination_stride : copy.source_stride;
    access.access.bytes_each = copy.element_bytes;
    access.access.reads = !writes;
    access.access.writes = writes;
    access.begun_by = copy.record->origin;
    access.is_done = is_done;
    access.destination = copy.destination;
    access.source = copy.source;
    access.source_stride = copy.source_stride;
    // A copy ends at the end of the object, where its behavior becomes undefined.
    const std::uint64_t address = writes ? copy.destination : copy.source;
    const std::uint64_t most =
        executing.memory->find(address).size / std::max<std::uint64_t>(1, access.access.stride) + 1;
    access.access.count = static_cast<std::uint32_t>(std::min({copy.count, most, max_elements}));
    if (access.access.count != 0) add_copy(executing, record, access, address);
  };
  for (const AsyncCopies::Copy& copy : effects.begun) add_side(copy, true, false);
  for (const AsyncCopies::Copy& copy : effects.made) {
    add_side(copy, false, true);
    add_side(copy, true, true);
  }
}

void History::State::add_copy(const Subgroup& executing, const Record& record, CopyAccess copy,
                              std::uint64_t address) {
  auto kept = std::make_unique<CopyAccess>(copy);
  PendingAccess access;
  access.record = static_cast<std::uint32_t>(&record - executing.code);
  access.access = &kept->access;
  const DebugAccess& of = kept->access;
  executing.active.for_each([&](unsigned lane) {
    const bool is_first = lane == executing.active.lowest();
    access.addresses.push_back(is_first ? address : 0);
    access.sizes.push_back(is_first ? (of.count - 1) * of.stride + of.bytes_each : 0);
    if (of.writes)
      access.before.push_back(
          peek(*executing.memory, access.addresses.back(), access.sizes.back()).value_or(Scalar{}));
  });
  accesses.push_back(std::move(access));
  copies.emplace(&kept->access, std::move(kept));
}

void History::State::finish() {
  if (!has_pending) return;
  has_pending = false;
  std::vector<std::byte>& data = pending.data;
  for (const Slot slot : written(pending)) {
    const ScalarType type = plane_types[slot];
    const PlaneHeader& header = subgroup->header(slot);
    const bool open = ((header.undefined | header.implementation_dependent) & pending.active).any();
    data.push_back(open ? has_states : all_defined);
    if (open) append(data, header);
    pending.active.for_each([&](unsigned lane) {
      const Scalar value = read_plane(*subgroup, slot, type, lane);
      const auto* bytes = reinterpret_cast<const std::byte*>(&value.bits);
      data.insert(data.end(), bytes, bytes + type.memory_bytes());
    });
  }
  for (const PendingAccess& access : accesses) {
    append(data, access.record);
    append(data, access.access);
    for (std::size_t i = 0; i < access.addresses.size(); ++i) {
      append(data, access.addresses[i]);
      append(data, access.sizes[i]);
      if (!access.access->writes) continue;
      append(data, access.before[i]);
      append(data,
             peek(*subgroup->memory, access.addresses[i], access.sizes[i]).value_or(Scalar{}));
    }
  }
  data.shrink_to_fit();
  kept_bytes += sizeof(HistoryEvent) + data.size();
  streams[pending.stream].last = end_number();
  events.push_back(std::move(pending));
  while (kept_bytes > max_bytes && events.size() > 1) {
    kept_bytes -= sizeof(HistoryEvent) + events.front().data.size();
    events.pop_front();
    ++first_number;
  }
}

std::optional<std::uint32_t> History::State::find_stream(std::uint64_t workgroup,
                                                         std::uint32_t id) const {
  // Usually one of the latest.
  for (std::size_t i = streams.size(); i-- > 0;) {
    if (streams[i].workgroup == workgroup && streams[i].subgroup == id)
      return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

std::vector<Slot> History::State::written(const HistoryEvent& event) const {
  std::vector<Slot> slots;
  const auto add = [&](Slot slot) {
    if (slot < is_named.size() && is_named[slot] && std::ranges::find(slots, slot) == slots.end())
      slots.push_back(slot);
  };
  bool has_results = false;
  for (std::uint32_t i = event.first_record; i <= event.last_record; ++i) {
    add(program->records[i].result);
    const std::vector<Slot>* const made = has_results ? nullptr : results_at(i);
    if (made == nullptr) continue;
    has_results = true;
    std::ranges::for_each(*made, add);
  }
  return slots;
}

bool History::State::writes(const HistoryEvent& event, Slot slot) const {
  for (std::uint32_t i = event.first_record; i <= event.last_record; ++i) {
    if (program->records[i].result == slot) return true;
    const std::vector<Slot>* const made = results_at(i);
    if (made != nullptr && std::ranges::find(*made, slot) != made->end()) return true;
  }
  return false;
}

std::optional<Scalar> History::State::value(const HistoryEvent& event, Slot slot,
                                            unsigned lane) const {
  if (!event.active.test(lane)) return std::nullopt;
  const std::byte* at = event.data.data();
  const unsigned lanes = event.active.count();
  const unsigned place = (event.active & LaneMask::first(lane)).count();
  for (const Slot other : written(event)) {
    const unsigned bytes = plane_types[other].memory_bytes();
    PlaneHeader header{};
    if (*at++ == has_states) header = take<PlaneHeader>(at);
    if (other != slot) {
      at += std::size_t{bytes} * lanes;
      continue;
    }
    Scalar value;
    std::memcpy(&value.bits, at + std::size_t{bytes} * place, bytes);
    if (header.implementation_dependent.test(lane))
      value.state = Definedness::implementation_dependent;
    if (header.undefined.test(lane)) value.state = Definedness::undefined;
    return value;
  }
  return std::nullopt;
}

bool History::State::has_accesses(const HistoryEvent& event) const {
  for (std::uint32_t i = event.first_record; i <= event.last_record; ++i) {
    if (accesses_memory[i]) return true;
  }
  return false;
}

std::vector<LaneAccessRecord> History::State::accesses_of(const HistoryEvent& event) const {
  std::vector<LaneAccessRecord> found;
  if (!has_accesses(event)) return found;
  const std::byte* at = event.data.data();
  const std::byte* const end = at + event.data.size();
  for (const Slot slot : written(event)) {
    if (*at++ == has_states) at += sizeof(PlaneHeader);
    at += std::size_t{plane_types[slot].memory_bytes()} * event.active.count();
  }
  while (at < end) {
    LaneAccessRecord record;
    record.record = take<std::uint32_t>(at);
    record.access = take<const DebugAccess*>(at);
    const auto copy = copies.find(record.access);
    record.copy = copy == copies.end() ? nullptr : copy->second.get();
    event.active.for_each([&](unsigned lane) {
      record.lane = lane;
      record.address = take<std::uint64_t>(at);
      record.size = take<std::uint64_t>(at);
      if (record.access->writes) {
        record.before = take<Scalar>(at);
        record.after = take<Scalar>(at);
      }
      if (record.size != 0) found.push_back(record);
    });
  }
  return found;
}

std::uint64_t History::State::last_writer(std::uint32_t stream, Slot slot, unsigned lane,
                                          std::uint64_t before) const {
  std::uint64_t number = streams[stream].last;
  while (const HistoryEvent* candidate = event(number)) {
    if (number < before && candidate->active.test(lane) && writes(*candidate, slot)) return number;
    number = candidate->previous;
  }
  return none;
}

History::History(std::uint64_t max_bytes) : state_(std::make_unique<State>()) {
  state_->max_bytes = max_bytes;
}

History::~History() = default;

// Moments of earlier dispatches are over: nothing of them can be asked for.
void History::start_dispatch(const Program& program, std::uint32_t dispatch) {
  State fresh;
  fresh.max_bytes = state_->max_bytes;
  fresh.program = &program;
  fresh.dispatch = dispatch;
  fresh.plane_types.resize(program.registers.units);
  fresh.is_named.resize(program.registers.units);
  for (const Plane& plane : program.registers.planes) fresh.plane_types[plane.slot] = plane.type;
  const auto name = [&](const auto& values) {
    for (const auto& [id, value] : values) {
      for (const Slot slot : value.slots) fresh.is_named[slot] = true;
    }
  };
  fresh.accesses_memory.resize(program.records.size());
  fresh.results.resize(program.origins.size());
  if (program.debug != nullptr) {
    for (std::size_t i = 0; i < program.origins.size(); ++i)
      fresh.results[i] = results_of(program, program.origins[i]);
    for (const auto& [record, access] : program.debug->accesses)
      fresh.accesses_memory[record] = true;
    fresh.has_copies.resize(program.records.size());
    for (std::uint32_t i = 0; i < program.records.size(); ++i) {
      if (!has_async_copies(program, i)) continue;
      fresh.has_copies[i] = fresh.accesses_memory[i] = true;
    }
    name(program.debug->global_values);
    for (const DebugInstance& instance : program.debug->instances) name(instance.values);
  }
  *state_ = std::move(fresh);
}

void History::note(const Subgroup& subgroup, const Record& record, std::uint64_t moment) {
  State& state = *state_;
  if (state.program == nullptr || state.program->debug == nullptr) return;
  const auto index = static_cast<std::uint32_t>(&record - subgroup.code);
  const bool goes_on =
      state.has_pending && state.subgroup == &subgroup && index == state.pending.last_record + 1 &&
      subgroup.active == state.pending.active &&
      key_of(*state.program, record) ==
          key_of(*state.program, state.program->records[state.pending.first_record]);
  if (goes_on) {
    state.pending.last_record = index;
  } else {
    state.finish();
    state.start(subgroup, record, moment);
  }
  state.add(subgroup, record);
}

}  // namespace spirv_oracle
