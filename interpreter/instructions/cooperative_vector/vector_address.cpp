#include "interpreter/instructions/cooperative_vector/vector_address.h"

#include <algorithm>
#include <array>
#include <bit>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

// LinesInMemory, as Program::data holds it.
struct LineWords {
  std::uint32_t offset_bytes = 4, offset_is_signed = 0;  // of the operand Offset
  std::uint32_t stride_bytes = 0, stride_is_signed = 0;  // 0 bytes without a stride
  std::uint32_t count = 1, bytes = 0;
  std::uint32_t access = 0;
  std::uint32_t alignment = 0, stride_alignment = 0;
};
using Words = std::array<std::uint32_t, sizeof(LineWords) / sizeof(std::uint32_t)>;

LineWords words_at(const Subgroup& subgroup, std::uint32_t data) {
  Words words;
  std::copy_n(subgroup.data + data, words.size(), words.begin());
  return std::bit_cast<LineWords>(words);
}

std::int64_t integer_in(const Subgroup& subgroup, Slot slot, std::uint32_t bytes, bool is_signed,
                        unsigned lane) {
  const std::uint64_t bits = component_bits(subgroup, slot, bytes, lane);
  return is_signed ? sign_extended(bits, 8 * bytes) : static_cast<std::int64_t>(bits);
}

// The operands in one lane.
struct LaneLines {
  std::uint64_t pointer = 0;
  std::int64_t offset = 0, stride = 0;

  LaneLines(const Subgroup& subgroup, const Record& record, const LineWords& words, unsigned lane)
      : pointer(subgroup.values<std::uint64_t>(record.operand[0])[lane]),
        offset(integer_in(subgroup, record.operand[1], words.offset_bytes,
                          words.offset_is_signed != 0, lane)) {
    if (words.stride_bytes != 0)
      stride = integer_in(subgroup, record.operand[2], words.stride_bytes,
                          words.stride_is_signed != 0, lane);
  }

  // Lines are at most 2^16, and offsets and strides are limited below.
  std::uint64_t address_of(std::uint32_t line) const {
    return pointer + static_cast<std::uint64_t>(offset) + static_cast<std::uint64_t>(stride) * line;
  }
  // Whether no sum leaves the range of numbers.
  bool is_sound() const {
    constexpr std::int64_t most = std::int64_t{1} << AddressSpace::offset_bits;
    return offset > -most && offset < most && stride > -most && stride < most;
  }
};

// The first line that is not inside the object of the pointer; none: all are. Addresses of lines ascend or descend.
std::optional<std::uint32_t> outside_line(const Subgroup& subgroup, const LaneLines& lines,
                                          const LineWords& words) {
  if (!lines.is_sound()) return 0;
  const ObjectEntry& object = subgroup.memory->find(lines.pointer);
  const std::uint64_t base = lines.pointer - AddressSpace::offset(lines.pointer);
  for (const std::uint32_t line : {std::uint32_t{0}, words.count - 1}) {
    const std::uint64_t from_base = lines.address_of(line) - base;
    if (from_base > object.size || words.bytes > object.size - from_base) return line;
  }
  return std::nullopt;
}

// result: the addresses of a line; operand 0: those of the first lines, 1: the stride; extra: { its bytes, whether it is signed,
// the number of the line }.
const Record* later_line(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::uint64_t* first = subgroup.values<std::uint64_t>(record->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record->result);
  combine_headers(subgroup, record->result, record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) {
    const std::int64_t stride =
        integer_in(subgroup, record->operand[1], words[0], words[1] != 0, lane);
    const bool is_reported = first[lane] >> AddressSpace::offset_bits == reported_object;
    result[lane] = is_reported ? reported_address
                               : first[lane] + static_cast<std::uint64_t>(stride) * words[2];
  });
  return record + 1;
}

struct IntegerOperand {
  Slot slot = no_slot;
  ScalarType type;
};

IntegerOperand integer_operand(Lowering& lowering, Id id) {
  const ScalarType type = lowering.type_of(id).scalar;
  if (lowering.type_of(id).kind != Type::Kind::scalar ||
      type.scalar_class != ScalarType::Class::integer)
    lowering.fail_input("the offset or the stride is not an integer");
  return {lowering.slot(id, 0, type), type};
}

}  // namespace

namespace internal {

// result: the addresses of the first lines; operand 0: Pointer, 1: Offset, 2: the stride; extra: LineWords.
const Record* check_lines(Subgroup& subgroup, const Record& record, const Clause& not_aligned,
                          const Clause* stride_not_aligned) {
  const LineWords words = words_at(subgroup, record.extra);
  combine_headers(subgroup, record.result, record.operand[0], record.operand[1]);
  if (words.stride_bytes != 0)
    combine_headers(subgroup, record.result, record.result, record.operand[2]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record.result);
  BrokenClauses broken;
  std::string place;
  subgroup.active.for_each([&](unsigned lane) {
    const LaneLines lines(subgroup, record, words, lane);
    result[lane] = lines.address_of(0);
    const bool is_object = subgroup.memory->find(lines.pointer).allocation != nullptr;
    // Accesses report pointers to nothing, and undefined ones.
    if (!is_object || subgroup.header(record.result).undefined.test(lane)) return;
    if (const auto line = outside_line(subgroup, lines, words)) {
      broken.add(memory_clauses::out_of_bounds, lane);
      if (place.empty())
        place = describe_access(subgroup, memory_clauses::out_of_bounds,
                                static_cast<AccessKind>(words.access), lines.address_of(*line),
                                words.bytes, 1);
      result[lane] = reported_address;
    }
    const auto misses = [](std::uint64_t number, std::uint32_t alignment) {
      return alignment != 0 && (number & (alignment - 1)) != 0;
    };
    if (misses(lines.pointer | static_cast<std::uint64_t>(lines.offset), words.alignment))
      broken.add(not_aligned, lane);
    if (misses(static_cast<std::uint64_t>(lines.stride), words.stride_alignment))
      broken.add(*stride_not_aligned, lane);
  });
  const PlaneHeader header = subgroup.header(record.result);
  broken.report(subgroup, record, [&](const Clause& which, unsigned) {
    return &which == &memory_clauses::out_of_bounds ? place : std::string();
  });
  subgroup.header(record.result) = header;  // the address itself is defined
  return &record + 1;
}

}  // namespace internal

std::vector<Slot> emit_line_addresses(Lowering& lowering, const LinesInMemory& lines) {
  if (Lowering::in_planes(lowering.value(lines.pointer)))
    lowering.fail_input("Pointer must point to memory that invocations share");
  const Slot pointer = lowering.slot(lines.pointer, 0, ScalarType::pointer());
  const IntegerOperand offset = integer_operand(lowering, lines.offset);
  IntegerOperand stride;
  LineWords in_data;
  in_data.offset_bytes = offset.type.bytes;
  in_data.offset_is_signed = offset.type.is_signed ? 1 : 0;
  if (lines.stride && lines.count > 1) {
    stride = integer_operand(lowering, *lines.stride);
    in_data.stride_bytes = stride.type.bytes;
    in_data.stride_is_signed = stride.type.is_signed ? 1 : 0;
  }
  in_data.count = lines.count;
  in_data.bytes = lines.bytes;
  in_data.access = static_cast<std::uint32_t>(lines.access);
  in_data.alignment = lines.alignment;
  in_data.stride_alignment = in_data.stride_bytes != 0 ? lines.stride_alignment : 0;
  const auto words = std::bit_cast<Words>(in_data);
  std::vector<Slot> addresses{lowering.new_plane(ScalarType::pointer())};
  const std::uint32_t data = lowering.add_data(words);
  if (in_data.stride_bytes == 0) {
    lowering.emit(lines.check, addresses[0], {pointer, offset.slot}, data);
  } else {
    lowering.emit(lines.check, addresses[0], {pointer, offset.slot, stride.slot}, data);
  }
  for (std::uint32_t line = 1; line < lines.count; ++line) {
    const std::uint32_t place[] = {in_data.stride_bytes, in_data.stride_is_signed, line};
    addresses.push_back(lowering.new_plane(ScalarType::pointer()));
    lowering.emit(&later_line, addresses.back(), {addresses[0], stride.slot},
                  lowering.add_data(place));
  }
  return addresses;
}

}  // namespace spirv_oracle
