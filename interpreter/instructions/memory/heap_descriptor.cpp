// Descriptor heaps: reading a descriptor, and OpBufferPointerEXT
#include "interpreter/instructions/memory/heap_descriptor.h"

#include <string>

#include "grammar/core.h"
#include "interpreter/checks/pointer_origins.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"
#include "interpreter/lowering/descriptor_heap.h"

namespace spirv_oracle {

namespace heap_clauses {
// Vulkan, "Descriptor Heap Interface".
constinit const Clause out_of_heap{"descriptor-heap.out-of-heap", "out-of-bounds",
                                   Effect::undefined_behavior,
                                   "the descriptor that is read is not inside the heap"};
constinit const Clause misaligned{
    "descriptor-heap.misaligned", "misaligned-access", Effect::undefined_behavior,
    "the offset of the descriptor from the base of the heap is not a multiple of its alignment"};
constinit const Clause never_written{
    "descriptor-heap.never-written",
    "descriptor-not-bound",
    Effect::undefined_behavior,
    "no descriptor was written where one is read from the heap",
    ArithmeticPoison::unchanged,
    "write a descriptor there (--buffer heap.SLOT=DATA, --image or --sampler), or do not read it"};
constinit const Clause wrong_type{
    "descriptor-heap.wrong-type",
    "descriptor",
    Effect::undefined_behavior,
    "the descriptor in the heap does not match the type as which it is read",
    ArithmeticPoison::unchanged,
    "write a descriptor of this type there; --descriptor-type heap.SLOT=TYPE says the type"};
}  // namespace heap_clauses

namespace {

std::string_view name_of(DescriptorHeap heap) {
  return heap == DescriptorHeap::sampler ? "sampler heap" : "resource heap";
}

// The rule that the read of a descriptor at a byte offset breaks; null: none.
const Clause* broken_by(const HeapRead& read, std::uint64_t offset) {
  const std::uint64_t slot = offset / read.descriptor_size;
  const bool is_last_cut = slot + 1 == read.slots.size() && offset % read.descriptor_size != 0;
  if (slot >= read.slots.size() || is_last_cut) return &heap_clauses::out_of_heap;
  if (offset % read.descriptor_size != 0) return &heap_clauses::misaligned;
  const HeapDescriptor& descriptor = read.slots[slot];
  if (descriptor.address == 0) return &heap_clauses::never_written;
  return descriptor.mismatch.empty() ? nullptr : &heap_clauses::wrong_type;
}

std::string describe(const HeapRead& read, const Clause& clause, std::uint64_t offset) {
  const std::string heap(name_of(read.heap));
  const std::uint64_t bytes = std::uint64_t{read.descriptor_size} * read.slots.size();
  // Offsets before the heap wrap to large numbers.
  const auto distance = static_cast<std::int64_t>(offset);
  const std::string at = "byte offset " + std::to_string(distance) + " of the " + heap;
  if (&clause == &heap_clauses::out_of_heap)
    return at + ", which has " + std::to_string(bytes) + " bytes";
  if (&clause == &heap_clauses::misaligned)
    return at + "; descriptors are aligned to " + std::to_string(read.descriptor_size) + " bytes";
  const std::uint64_t slot = offset / read.descriptor_size;
  const std::string text = "slot " + std::to_string(slot) + " of the " + heap + " (" +
                           "byte offset " + std::to_string(offset) + ")";
  if (&clause == &heap_clauses::wrong_type) return text + ": " + read.slots[slot].mismatch;
  return text;
}

// operand 0: the pointer; extra: the index in Program::heap_reads.
const Record* read_descriptor(Subgroup& subgroup, const Record* record) {
  const HeapRead& read = subgroup.program->heap_reads[record->extra];
  const PlaneHeader pointer = subgroup.header(record->operand[0]);
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
  combine_headers(subgroup, record->result, record->operand[0]);
  std::uint64_t* descriptors = subgroup.values<std::uint64_t>(record->result);
  BrokenClauses broken;
  LaneMask undefined;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    descriptors[lane] = reported_address;
    if (pointer.undefined.test(lane)) {
      undefined.set(lane);
    } else if (address >> AddressSpace::offset_bits == reported_object) {
      return;
    } else if (const Clause* clause = broken_by(read, address - read.base)) {
      broken.add(*clause, lane);
    } else {
      descriptors[lane] = read.slots[(address - read.base) / read.descriptor_size].address;
    }
  });
  if (undefined.any()) broken.add(memory_clauses::undefined_pointer, undefined);
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    if (&clause == &memory_clauses::undefined_pointer) return std::string();
    return describe(read, clause, addresses[lane] - read.base);
  });
  // The choice of the descriptor is implementation-dependent if the pointer is.
  subgroup.header(record->result) = PlaneHeader{{}, pointer.implementation_dependent};
  return record + 1;
}

Slot emit_read(Lowering& lowering, Id pointer, std::uint32_t read) {
  const Slot result = lowering.new_plane(ScalarType::pointer());
  lowering.emit(&read_descriptor, result, {lowering.slot(pointer, 0, ScalarType::pointer())}, read);
  return result;
}

// The decorations of the result are those of a memory object declaration.
struct OpBufferPointerEXT : Arrangement<grammar::OpBufferPointerEXT> {
  static constexpr bool shares_planes = false;
  static constexpr bool only_moves = true;
  static constexpr auto clauses =
      clause_list(heap_clauses::out_of_heap, heap_clauses::misaligned, heap_clauses::never_written,
                  heap_clauses::wrong_type, memory_clauses::undefined_pointer);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id buffer = instruction.id(Grammar::buffer);
    if (lowering.value(buffer).pointer.heap != DescriptorHeap::resource)
      lowering.fail_input("Buffer does not point into the resource heap");
    const spv::StorageClass data = lowering.type(instruction.type).storage_class;
    Value result;
    note_decorations(lowering.module(), instruction.result, result.pointer);
    result.pointer.is_of_heap = true;
    result.pointer.origins = lowering.notes<OriginSets>().add({instruction.result});
    result.slots = {emit_read(lowering, buffer, heap_read_of_buffers(lowering, data))};
    lowering.bind(instruction.result, std::move(result));
  }
};

}  // namespace

Slot emit_heap_read(Lowering& lowering, Id pointer, Id type) {
  // Vulkan, VUID-StandaloneSpirv-Result-11336 and -11337.
  const bool is_sampler = lowering.type(type).kind == Type::Kind::sampler;
  if (is_sampler != (lowering.value(pointer).pointer.heap == DescriptorHeap::sampler))
    lowering.fail_input(is_sampler ? "a sampler is read from the resource heap"
                                   : "only samplers can be read from the sampler heap");
  if (lowering.type(type).kind == Type::Kind::sampled_image)
    lowering.fail_input("a heap has no combined image samplers");
  return emit_read(lowering, pointer, heap_read_of(lowering, type));
}

std::span<const InstructionDefinition> heap_instructions() {
  return InstructionList<OpBufferPointerEXT>::definitions;
}

}  // namespace spirv_oracle
