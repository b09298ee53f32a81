#include "interpreter/lowering/program_builder.h"

#include <algorithm>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/enclosed_program.h"
#include "interpreter/lowering/inlined_size.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle {
namespace {

// Limits on what a hostile module can make of a small file.
constexpr std::size_t max_records = 4'000'000;
constexpr std::uint32_t max_register_units = 1u << 26;
constexpr std::uint64_t memory_of_record = sizeof(Record) + sizeof(Origin);

}  // namespace

ProgramBuilder::ProgramBuilder(const SpecializedModule& types, const InstructionRegistry& registry,
                               const ProgramRequest& request) {
  program_.request = request;
  program_.module = &types.module();
  program_.types = &types;
  program_.registry = &registry;
  program_.subgroup_size = request.subgroup_size;
  program_.origins.push_back({});
  program_.registers.units = 1;  // slot 0 is not a plane
  if (request.debug) {
    program_.debug = debug_ = std::make_shared<DebugTables>();
    debug_->types = &types;
  }
  if (request.record_enclosures)
    program_.enclosed = enclosed_ = std::make_shared<EnclosedProgram>();
}

void ProgramBuilder::set_origin(std::uint32_t instruction, std::uint32_t call) {
  const Origin& last = program_.origins.back();
  if (program_.origins.size() == 1 || last.instruction != instruction || last.call != call) {
    program_.origins.push_back({instruction, call});
  }
  origin_ = static_cast<std::uint32_t>(program_.origins.size() - 1);
}

std::uint32_t ProgramBuilder::emit(Handler handler, Slot result, std::span<const Slot> operands,
                                   std::uint32_t extra, const EmissionLocation& place) {
  Record record;
  record.handler = handler;
  record.result = result;
  std::ranges::copy(operands, record.operand);
  record.extra = extra;
  record.origin = origin_;
  const std::size_t most =
      std::min<std::uint64_t>(max_records, program_.request.max_memory / memory_of_record);
  if (program_.records.size() >= most)
    throw ThrownError{too_large_when_inlined(program_, most, "records")};
  if (program_.request.follows_uncertain_branches)
    program_.branches.units_before_record.push_back(program_.registers.units);
  if (describes_records()) program_.record_tables.places.push_back(place);
  return append(program_.records, record);
}

void ProgramBuilder::describe(std::uint32_t record_index, RecordEffects effects) {
  if (describes_records())
    program_.record_tables.effects.insert_or_assign(record_index, std::move(effects));
}

void ProgramBuilder::drop_last_record() {
  program_.records.pop_back();
  if (program_.request.follows_uncertain_branches) program_.branches.units_before_record.pop_back();
  if (describes_records()) program_.record_tables.places.pop_back();
}

std::uint32_t ProgramBuilder::add_data(std::span<const std::uint32_t> words) {
  const auto index = static_cast<std::uint32_t>(program_.data.size());
  program_.data.insert(program_.data.end(), words.begin(), words.end());
  return index;
}

std::uint32_t ProgramBuilder::add_shared_data(const std::vector<std::uint32_t>& words) {
  const auto known = shared_data_.find(words);
  return known != shared_data_.end() ? known->second
                                     : shared_data_.emplace(words, add_data(words)).first->second;
}

Slot ProgramBuilder::new_plane(ScalarType type) {
  const std::uint32_t padded = (program_.subgroup_size + 7) / 8 * 8;
  const Slot slot = program_.registers.units;
  program_.registers.units += plane_units(type.bytes, padded);
  if (program_.registers.units > max_register_units ||
      std::uint64_t{program_.registers.units} * slot_unit > program_.request.max_memory) {
    throw ThrownError{
        {Status::limit, "memory limit reached: the registers of a subgroup take more than " +
                            std::to_string(std::uint64_t{slot} * slot_unit) + " bytes"}};
  }
  program_.registers.planes.push_back({slot, type});
  widths_.resize(program_.registers.units, no_width);
  widths_[slot] = type.bytes;
  return slot;
}

Slot ProgramBuilder::constant_plane(ScalarType type, std::uint64_t bits, bool undefined) {
  const std::uint32_t key = type.bytes * 2u + (undefined ? 1u : 0u);
  const auto [entry, inserted] = constant_planes_.try_emplace({bits, key}, 0);
  if (inserted) {
    entry->second = new_plane(type);
    constant_slots_.insert(entry->second);
    program_.registers.constants.push_back({entry->second, type, bits, undefined});
  }
  return entry->second;
}

void ProgramBuilder::reserve_frame(std::uint32_t depth) {
  program_.frame_count = std::max(program_.frame_count, depth + 1);
}

std::uint32_t ProgramBuilder::align_reconvergence_points() {
  constexpr std::size_t bits_in_word = 64;
  auto& points = program_.reconvergence_points;
  const std::size_t words = (points.size() + bits_in_word - 1) / bits_in_word;
  points.resize(words * bits_in_word);
  return static_cast<std::uint32_t>(words);
}

void ProgramBuilder::add(const WorkgroupSync& sync) {
  program_.has_workgroup_barrier = true;
  program_.workgroup_syncs.push_back(sync);
}

void ProgramBuilder::note_watched_tangles() {
  program_.tangles.are_watched = true;
  program_.tangles.join_across_subgroups = !program_.tangles.maximally_reconverge &&
                                           !program_.tangles.subgroup_uniform_control_flow &&
                                           !program_.is_kernel();
}

void ProgramBuilder::initialize(std::uint32_t workgroup_variable,
                                std::span<const ByteRange> bytes) {
  auto& initialized = program_.workgroup_variables[workgroup_variable].initialized;
  initialized.insert(initialized.end(), bytes.begin(), bytes.end());
}

void ProgramBuilder::set_image(std::uint32_t object, ImageLayout layout) {
  program_.images.layouts[object] = std::move(layout);
}

void ProgramBuilder::set_sampler(std::uint32_t object, const SamplerState& state) {
  program_.images.samplers[object] = state;
}

void ProgramBuilder::note_shared_atomic(std::uint32_t operation, bool depends_on_order) {
  const bool is_another =
      program_.sharing.atomic_operation && *program_.sharing.atomic_operation != operation;
  if (depends_on_order || is_another) program_.sharing.depends_on_atomic_order = true;
  program_.sharing.atomic_operation = operation;
}

std::uint32_t ProgramBuilder::add(EnclosedInstruction instruction) {
  return append(enclosed_->instructions, std::move(instruction));
}

void ProgramBuilder::add_combined(EnclosedInstruction instruction) {
  const std::uint32_t index = add(std::move(instruction));
  enclosed_->combined.emplace(program_.workgroup_syncs.back().record, index);
}

void ProgramBuilder::note_component_access(std::uint32_t record_index, bool store, unsigned bytes) {
  if (!debug_ && !describes_records()) return;
  const Record& record = program_.records[record_index];
  const AccessWords words(program_.data.data() + record.extra);
  std::vector<Slot> components(words.slots, words.slots + words.count);
  describe(record_index, store ? RecordEffects{.reads = std::move(components)}
                               : RecordEffects{.writes = std::move(components)});
  DebugAccess access;
  access.address = record.operand[0];
  access.offset = words.offset;
  access.stride = words.stride;
  access.count = words.count;
  access.bytes_each = std::max(1u, bytes);
  access.reads = !store;
  access.writes = store;
  note_access(record_index, access);
}

}  // namespace spirv_oracle
