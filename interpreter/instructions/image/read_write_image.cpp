#include "interpreter/instructions/image/read_write_image.h"

#include <string>

#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// Whether an address is in the zeros that replace memory outside an image with robust access: those keep no write.
bool is_outside_of_images(const Subgroup& subgroup, std::uint64_t address) {
  const std::uint32_t outside = subgroup.program->images.outside_object;
  return outside != 0 && address >> AddressSpace::offset_bits == outside;
}

// operands: the addresses.
const Record* note_image_writes(Subgroup& subgroup, const Record* record) {
  ImageWrites& writes = subgroup.workgroup->state().image_writes;
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    if (address != reported_address && !is_outside_of_images(subgroup, address))
      writes.note(layout.invocation(subgroup.id, lane), address, record->origin);
  });
  return record + 1;
}

std::string place_of_write(const Subgroup& subgroup, std::uint32_t origin) {
  const Program& program = *subgroup.program;
  const Module& module = *program.module;
  const std::uint32_t instruction = program.origins[origin].instruction;
  const SourceLocation source = module.source(module.instruction(instruction).line);
  return source.line == 0 ? "" : "the write is at line " + std::to_string(source.line);
}

// result: the addresses. They are defined, because they contain the reason.
const Record* check_image_writes(Subgroup& subgroup, const Record* record) {
  const ImageWrites& writes = subgroup.workgroup->state().image_writes;
  auto* addresses = subgroup.values<std::uint64_t>(record->result);
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  BrokenClauses broken;
  std::uint32_t origin = 0;  // of the write of the first lane
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint32_t* write = writes.find(layout.invocation(subgroup.id, lane), addresses[lane]);
    if (write == nullptr) return;
    if (broken.lanes().none()) origin = *write;
    broken.add(ReadWriteImage::own_write_not_visible, lane);
    addresses[lane] = reported_address;
  });
  if (broken.lanes().none()) [[likely]]
    return record + 1;
  const PlaneHeader header = subgroup.header(record->result);
  broken.report(subgroup, *record,
                [&](const Clause&, unsigned) { return place_of_write(subgroup, origin); });
  subgroup.header(record->result) = header;
  return record + 1;
}

const Record* make_writes_visible(Subgroup& subgroup, const Record* record) {
  ImageWrites& writes = subgroup.workgroup->state().image_writes;
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  subgroup.active.for_each(
      [&](unsigned lane) { writes.fence(layout.invocation(subgroup.id, lane)); });
  return record + 1;
}

bool is_read_and_written(const Lowering& lowering, Id image) {
  return lowering.type_of(image).image.access == spv::AccessQualifier::ReadWrite;
}

}  // namespace

void emit_image_write_note(Lowering& lowering, Id image, Slot address) {
  if (!is_read_and_written(lowering, image)) return;
  lowering.emit(&note_image_writes, no_slot, {address});
}

void emit_image_write_check(Lowering& lowering, Id image, Slot address) {
  if (!is_read_and_written(lowering, image)) return;
  const std::uint32_t record_index = lowering.emit(&check_image_writes, address);
  lowering.describe(record_index, {.reads_result = true});
}

void emit_image_fence(Lowering& lowering, Id semantics, spv::MemorySemanticsMask needed) {
  if (!lowering.program().is_kernel()) return;
  const auto has = [&](spv::MemorySemanticsMask bits) {
    const auto value = lowering.types().integer(semantics);
    return !value || (*value & static_cast<std::int64_t>(bits)) != 0;
  };
  if (has(spv::MemorySemanticsMask::ImageMemory) && has(needed))
    lowering.emit(&make_writes_visible, no_slot);
}

}  // namespace spirv_oracle
