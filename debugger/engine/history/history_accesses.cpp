// Who wrote a variable, and who accessed it.
#include "debugger/engine/history/history_queries.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

using nlohmann::json;

namespace {

// The value of a scalar or texel in memory, from the first bytes of an access that contains it. Empty if those bytes do not determine it.
std::string accessed_text(const Objects& objects, const Object& object,
                          const LaneAccessRecord& access, const std::optional<Scalar>& bytes) {
  if (bytes && objects.is_image(object)) {
    if (access.address != object.address) return "";
    // Whether another value was possible is not known of single components.
    Scalar known = *bytes;
    if (known.state != Definedness::undefined) known.state = Definedness::defined;
    const auto texel = objects.texel_of_bytes(object, known, access.size);
    return texel ? objects.text(*texel) : "";
  }
  const auto form = objects.components(object);
  if (!bytes || !form || form->count != 1) return "";
  const std::uint64_t size = form->scalar.memory_bytes();
  const std::uint64_t offset = object.address - access.address;
  if (object.address < access.address || offset + size > sizeof(bytes->bits) ||
      offset + size > access.size)
    return "";
  // The state is that of all bytes.
  if (size != access.size && bytes->state == Definedness::undefined) return "";
  Scalar value = *bytes;
  value.bits >>= 8 * offset;
  if (size < sizeof(value.bits)) value.bits &= (std::uint64_t{1} << 8 * size) - 1;
  return scalar_or_undefined(form->scalar, value);
}

}  // namespace

bool HistoryQueries::is_memory_of(std::uint64_t workgroup, std::uint64_t address,
                                  const HistoryEvent& event) const {
  const Allocation* const object = context_.subgroup->memory->find(address).allocation;
  const bool has_own = object != nullptr && (object->kind == MemoryKind::workgroup ||
                                             object->kind == MemoryKind::lane_private);
  return !has_own || state_.streams[event.stream].workgroup == workgroup;
}

std::optional<HistoryQueries::Store> HistoryQueries::last_store(std::uint64_t workgroup,
                                                                std::uint64_t address,
                                                                std::uint64_t size,
                                                                std::uint64_t before) const {
  for (std::uint64_t number = std::min(before, state_.end_number());
       number-- > state_.first_number;) {
    if (!is_memory_of(workgroup, address, *state_.event(number))) continue;
    // Of several lanes that store to one place, the last one does.
    const std::vector<LaneAccessRecord> accesses = state_.accesses_of(*state_.event(number));
    for (auto access = accesses.rbegin(); access != accesses.rend(); ++access) {
      if (access->access->writes && access->touches(address, size)) return Store{number, *access};
    }
  }
  return std::nullopt;
}

// The planes of a temporary id may have changed since its value was computed. Memory has what it has now, also if its address
// is temporary.
std::uint64_t HistoryQueries::before_asking(std::uint32_t stream, const Object& object) const {
  std::uint64_t number = state_.streams[stream].last;
  const bool is_temporary = object.where == Object::Where::planes && object.temporary != 0;
  while (const HistoryEvent* event = is_temporary ? state_.event(number) : nullptr) {
    if (event->active.test(object.lane) && reader_.call_of(*event) == context_.frame.call &&
        reader_.instruction_of(*event).result == object.temporary)
      return number + 1;
    number = event->previous;
  }
  return state_.end_number();
}

// A load that shares the planes of its variable does not write the variable.
std::uint64_t HistoryQueries::last_write_of_planes(std::uint32_t stream, const Object& object,
                                                   std::uint64_t before) const {
  for (std::uint64_t number = before;;) {
    number = state_.last_writer(stream, object.slots[0], object.lane, number);
    const HistoryEvent* event = state_.event(number);
    if (event == nullptr || object.temporary != 0 ||
        reader_.instruction_of(*event).opcode != spv::Op::OpLoad)
      return number;
  }
}

Result<json> HistoryQueries::last_write(const Object& object) {
  const Objects objects = context_.objects();
  const auto stream =
      state_.find_stream(context_.workgroup->shape().index(), context_.subgroup->id);
  if (object.where == Object::Where::planes && stream) {
    const std::uint64_t number =
        last_write_of_planes(*stream, object, before_asking(*stream, object));
    const HistoryEvent* event = state_.event(number);
    if (event == nullptr) return bad_input("nothing has written it yet");
    json result = reader_.place_json(number, object.lane);
    result["value"] = reader_.values_text(object.slots, *event, object.lane);
    const std::uint64_t earlier = last_write_of_planes(*stream, object, number);
    const HistoryEvent* previous = state_.event(earlier);
    result["previous"] = previous == nullptr
                             ? std::string()
                             : reader_.values_text(object.slots, *previous, object.lane);
    result["text"] = context_.module().disassemble(reader_.instruction_of(*event));
    return result;
  }
  if (object.where == Object::Where::nowhere)
    return bad_input("it is unavailable: " + object.reason);
  if (object.where != Object::Where::memory)
    return bad_input("only variables are written, not what is computed");
  const std::uint64_t size = std::max<std::uint64_t>(1, objects.size(object));
  const auto store =
      last_store(context_.workgroup->shape().index(), object.address, size, state_.end_number());
  if (!store) {
    return bad_input(state_.has_dropped()
                         ? "nothing wrote it in the part of the history that is kept"
                         : "nothing has written it yet");
  }
  const LaneAccessRecord& access = store->access;
  json result = reader_.place_json(store->number, access.lane);
  const std::string value = accessed_text(objects, object, access, access.after);
  // What an image has now may have been assigned by the user.
  result["value"] = value.empty() && !objects.is_image(object) ? objects.text(object) : value;
  result["previous"] = accessed_text(objects, object, access, access.before);
  result["text"] =
      context_.module().disassemble(reader_.instruction_of(*state_.event(store->number)));
  if (access.copy != nullptr) result["copy"] = reader_.copy_text(*access.copy);
  return result;
}

Result<json> HistoryQueries::who_else(const Object& object) {
  const Objects objects = context_.objects();
  if (object.where == Object::Where::nowhere)
    return bad_input("it is unavailable: " + object.reason);
  if (object.where != Object::Where::memory)
    return bad_input("it is in registers: no other invocation can access it");
  const std::uint64_t size = std::max<std::uint64_t>(1, objects.size(object));
  constexpr std::size_t most_accesses = 1000;
  json list = json::array();
  for (std::uint64_t number = state_.first_number;
       number < state_.end_number() && list.size() < most_accesses; ++number) {
    const HistoryEvent& event = *state_.event(number);
    if (!is_memory_of(context_.workgroup->shape().index(), object.address, event)) continue;
    std::vector<LaneAccessRecord> accesses = state_.accesses_of(event);
    std::erase_if(accesses, [&](const LaneAccessRecord& access) {
      return !access.touches(object.address, size);
    });
    for (const LaneAccessRecord& access : accesses) {
      json entry = reader_.place_json(number, access.lane);
      entry["access"] = access.access->is_atomic ? "atomic"
                        : access.access->writes  ? "write"
                                                 : "read";
      // What each of several lanes left there is known of the last one only.
      const bool is_last = &access == &accesses.back();
      entry["value"] =
          is_last ? accessed_text(objects, object, access, access.after) : std::string();
      entry["text"] = context_.module().disassemble(reader_.instruction_of(event));
      if (access.copy != nullptr) entry["copy"] = reader_.copy_text(*access.copy);
      list.push_back(std::move(entry));
    }
  }
  return list;
}

}  // namespace spirv_oracle
