// Builds a Program. In all other code, programs are const.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

struct EnclosedInstruction;  // ir/enclosed_program.h

// Functions that add something return its index in the table of the program. They throw a
// ThrownError where a limit is reached.
class ProgramBuilder {
 public:
  ProgramBuilder(const SpecializedModule& types, const InstructionRegistry& registry,
                 const ProgramRequest& request);

  // What is built so far.
  const Program& program() const { return program_; }
  // The complete program. The builder is of no use afterwards.
  Program take() { return std::move(program_); }

  // --- what the entry point and the dispatch declare ---

  void set_execution_model(spv::ExecutionModel model) { program_.execution_model = model; }
  void set_local_size(const Dim3& size) { program_.local_size = size; }
  void set_subgroup_size(std::uint32_t size) { program_.subgroup_size = size; }
  void set_quad_group(QuadGroup group) { program_.quad_group = group; }
  void set_layout(SubgroupLayout layout) { program_.layout = std::move(layout); }
  void set_non_uniform(std::shared_ptr<const NonUniformWorkgroups> workgroups) {
    program_.non_uniform = std::move(workgroups);
  }
  void set_maximal_reconvergence() { program_.tangles.maximally_reconverge = true; }
  void set_subgroup_uniform_control_flow() {
    program_.tangles.subgroup_uniform_control_flow = true;
  }
  void set_arithmetic_poison() { program_.arithmetic_poison = true; }
  void set_64_bit_indexing() { program_.indexes_64_bits = true; }

  // --- records ---

  // The origin of the records that follow.
  void set_origin(std::uint32_t instruction, std::uint32_t call);
  // The origin of the records that follow is one that exists.
  void resume_origin(std::uint32_t origin) { origin_ = origin; }
  std::uint32_t origin() const { return origin_; }
  std::uint32_t emit(Handler handler, Slot result, std::span<const Slot> operands,
                     std::uint32_t extra, const EmissionLocation& place);
  // Whether the program is to say what its records read and write. Otherwise, describe() has no effect.
  bool describes_records() const { return program_.request.describe_records; }
  void describe(std::uint32_t record, RecordEffects effects);
  // The index that the next record will have.
  std::uint32_t next_record() const { return static_cast<std::uint32_t>(program_.records.size()); }
  void drop_last_record();
  std::uint32_t add_data(std::span<const std::uint32_t> words);
  // Adds data; stores equal lists once.
  std::uint32_t add_shared_data(const std::vector<std::uint32_t>& words);
  // Complete records whose targets were not known when they were emitted.
  void set_operand(std::uint32_t record, unsigned operand, std::uint32_t value) {
    program_.records[record].operand[operand] = value;
  }
  void set_data(std::uint32_t index, std::uint32_t word) { program_.data[index] = word; }

  // --- planes ---

  Slot new_plane(ScalarType type);
  Slot constant_plane(ScalarType type, std::uint64_t bits, bool undefined);
  bool is_constant(Slot slot) const { return constant_slots_.contains(slot); }
  // Bytes of a component of the plane that begins at `slot`; no_width: there is none.
  static constexpr std::uint8_t no_width = 0xFF;
  unsigned width(Slot slot) const { return slot < widths_.size() ? widths_[slot] : no_width; }
  void add(const LaneAddressPlane& plane) { program_.registers.lane_addresses.push_back(plane); }
  void add(const InputPlane& plane) { program_.registers.inputs.push_back(plane); }
  void add_input(const InterfacePlane& plane) { program_.stage.inputs.push_back(plane); }
  void add_output(const InterfacePlane& plane) { program_.stage.outputs.push_back(plane); }
  void set_output_vertices(std::uint32_t count) { program_.stage.output_vertices = count; }

  // --- control flow ---

  std::uint32_t add(const ConstructInfo& construct) {
    return append(program_.constructs, construct);
  }
  // The program needs frames 0 to `depth`.
  void reserve_frame(std::uint32_t depth);
  std::uint32_t add(const ReconvergencePoint& point) {
    return append(program_.reconvergence_points, point);
  }
  // Makes the next reconvergence point the first one of a word of Subgroup::occupied. Returns the
  // index of the word.
  std::uint32_t align_reconvergence_points();
  // Lanes continue from the point at the next record.
  void place(std::uint32_t point) { program_.reconvergence_points[point].record = next_record(); }
  std::uint32_t add(const FlowGraph& graph) { return append(program_.graphs, graph); }
  void add(const WorkgroupSync& sync);
  void note_workgroup_barrier() { program_.has_workgroup_barrier = true; }
  // Instructions may depend on a tangle that is not guaranteed.
  void note_watched_tangles();

  // --- memory ---

  std::uint32_t add(const WorkgroupVariable& variable) {
    return append(program_.workgroup_variables, variable);
  }
  // These bytes of a workgroup variable are 0 when a workgroup starts.
  void initialize(std::uint32_t workgroup_variable, std::span<const ByteRange> bytes);
  void add_global_variable(std::uint32_t object) { program_.global_variables.push_back(object); }
  void set_image(std::uint32_t object, ImageLayout layout);
  // Of several declarations of the contents, the first one counts.
  void set_contents(std::uint32_t object, const ObjectContents& contents) {
    program_.contents.try_emplace(object, contents);
  }
  void set_sampler(std::uint32_t object, const SamplerState& state);
  void set_acceleration_structure(std::uint32_t object,
                                  std::shared_ptr<const AccelerationStructure> structure) {
    program_.rays.structures[object] = std::move(structure);
  }
  std::uint32_t add(HeapRead read) { return append(program_.heap_reads, std::move(read)); }
  void set_outside_object(std::uint32_t object) { program_.images.outside_object = object; }
  void set_access_chain_handler(Handler handler) { program_.access_chain_handler = handler; }
  std::uint32_t add(DebugPrintfFormat format) {
    return append(program_.formats, std::move(format));
  }

  // --- order between invocations ---

  std::uint32_t add(const RaceSite& site) { return append(program_.races.sites, site); }
  std::uint32_t add(const MemorySemantics& semantics) {
    return append(program_.races.memory_semantics, semantics);
  }
  void note_write(std::uint32_t object) { program_.sharing.written_objects.insert(object); }
  void set_own_parts(OwnParts parts) { program_.sharing.own_parts = std::move(parts); }
  void note_write_of_any_object() { program_.sharing.writes_any_object = true; }
  void note_fine_synchronization() { program_.sharing.synchronizes_finely = true; }
  void note_memory_barrier() { program_.sharing.has_memory_barrier = true; }
  void note_atomic() { program_.sharing.has_atomics = true; }
  void add(const OrderedAtomic& atomic) { program_.atomics.push_back(atomic); }
  void note_order_of_workgroups() { program_.sharing.orders_workgroups = true; }
  // An atomic in shared memory, and whether its effect or its result depends on the order of atomics
  // even if all have the same operation (an AtomicOperation).
  void note_shared_atomic(std::uint32_t operation, bool depends_on_order);

  // --- what only some runs need ---

  void note_dependence(bool ArithmeticChoices::*choice) { program_.depends_on.*choice = true; }
  void set_observed_operands(std::vector<Slot> planes) {
    program_.observed_operands[origin_] = std::move(planes);
  }
  void set_branch_join(std::uint32_t record, std::uint32_t data) {
    program_.branches.joins.emplace(record, data);
  }
  std::uint32_t add(EnclosedInstruction instruction);
  // Adds the instruction that the latest WorkgroupSync combines.
  void add_combined(EnclosedInstruction instruction);
  // With Instrumentation::debug; else null.
  DebugTables* debug() { return debug_.get(); }
  // The record accesses memory. No effect unless the run is debugged.
  void note_access(std::uint32_t record, const DebugAccess& access) {
    if (debug_ != nullptr) debug_->accesses.emplace(record, access);
  }
  // The record loads or stores components of `bytes` bytes (ir/access_words.h). Notes the access, and describes the record.
  void note_component_access(std::uint32_t record, bool store, unsigned bytes);

 private:
  template <class Row>
  static std::uint32_t append(std::vector<Row>& table, Row row) {
    table.push_back(std::move(row));
    return static_cast<std::uint32_t>(table.size() - 1);
  }

  Program program_;
  std::shared_ptr<DebugTables> debug_;
  std::shared_ptr<EnclosedProgram> enclosed_;
  std::uint32_t origin_ = 0;
  std::vector<std::uint8_t> widths_;  // by slot
  std::map<std::pair<std::uint64_t, std::uint32_t>, Slot> constant_planes_;
  std::unordered_set<Slot> constant_slots_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> shared_data_;
};

}  // namespace spirv_oracle
