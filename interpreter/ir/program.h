// The executable form of one entry point: records, registers, and side tables with the origin of each record.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "interpreter/ir/heap_read.h"
#include "interpreter/ir/non_uniform_workgroups.h"
#include "interpreter/ir/own_parts.h"
#include "interpreter/ir/program_request.h"
#include "interpreter/ir/record.h"
#include "interpreter/ir/record_effects.h"
#include "interpreter/ir/subgroup_layout.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/stage_values.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct Clause;           // findings/clause.h
struct DebugTables;      // ir/debug_tables.h
struct EnclosedProgram;  // ir/enclosed_program.h

// The origin of a record: an instruction, and the call through which its function was inlined.
struct Origin {
  std::uint32_t instruction = 0;  // index into Module::instructions
  std::uint32_t call = 0;         // origin of the inlined OpFunctionCall; 0: the entry point itself
};

// One plane of the register file.
struct Plane {
  Slot slot = 0;
  ScalarType type;
};

// A plane that never changes: the same value in every lane.
struct ConstantPlane {
  Slot slot = 0;
  ScalarType type;
  std::uint64_t bits = 0;
  bool undefined = false;
};

// A plane that holds the address of each lane's own copy of a variable.
struct LaneAddressPlane {
  Slot slot = 0;
  std::uint64_t base = 0;   // address of the copy of the workgroup's first invocation
  std::uint64_t pitch = 0;  // bytes from one invocation's copy to the next
};

// A plane that is filled before a subgroup starts, with one component of a built-in variable.
struct InputPlane {
  Slot slot = 0;
  ScalarType type;
  spv::BuiltIn built_in{};
  std::uint32_t component = 0;
};

struct RegisterFile {
  std::uint32_t units = 0;  // size in slot units
  std::vector<Plane> planes;
  std::vector<ConstantPlane> constants;
  std::vector<LaneAddressPlane> lane_addresses;
  std::vector<InputPlane> inputs;
};

// A reconvergence point that tangles may depend on.
struct ConstructInfo {
  enum class Kind : std::uint8_t { selection, switch_, loop, call };
  Kind kind = Kind::selection;
  std::uint32_t origin = 0;  // of the header's merge instruction, or of the call
};

// A place in unstructured control flow where lanes wait for each other: a block, an edge that has
// its own records, or the edge back to the header of a loop.
struct ReconvergencePoint {
  std::uint32_t record = 0;  // where lanes continue; index into Program::records
  std::uint32_t depth = 0;   // of the innermost frame there
  std::uint32_t join = 0;    // index into Program::constructs
  bool next_iteration = false;
};

// An inlined call of such a function. Its reconvergence points are the bits of a range of words of
// Subgroup::occupied, in the order in which lanes leave them.
struct FlowGraph {
  std::uint32_t first_word = 0, end_word = 0;
  std::uint32_t depth = 0;   // of the frame of the call
  std::uint32_t caller = 0;  // index into Program::graphs, or Subgroup::no_graph
};

// What the tangles of the program may depend on.
struct TangleRules {
  bool maximally_reconverge = false;
  bool subgroup_uniform_control_flow = false;
  // Tangled instructions may depend on reconvergence of all subgroups of a workgroup.
  bool join_across_subgroups = false;
  // Whether there are tangled instructions whose tangle may depend on reconvergence that is not guaranteed.
  bool are_watched = false;
};

// With Instrumentation::follows_uncertain_branches.
struct BranchTables {
  // By record of a branch, the place of its BranchJoinData in Program::data (exec/tangles/uncertain_branches.h).
  std::unordered_map<std::uint32_t, std::uint32_t> joins;
  // The size of the register file before each record was emitted, because planes are in the order of their creation.
  std::vector<Slot> units_before_record;
};

struct ByteRange {
  std::uint64_t begin = 0, end = 0;
};
struct WorkgroupVariable {
  std::uint32_t object = 0;  // id in the address space
  std::uint64_t size = 0;
  bool is_blocks = false;  // the storage of all variables whose type is decorated Block
  std::vector<ByteRange> initialized = {};  // bytes that are initially 0
};

// What an object in the address space contains, for reports.
struct ObjectContents {
  Id type = 0;
  bool is_array = false;  // it is an array of such values, for an argument of a kernel
};

// A place where the subgroups of a workgroup synchronize (exec/workgroup_sync.h).
struct WorkgroupSync {
  std::uint32_t record = 0;  // of the waiting record; index into Program::records
  // The clause that is broken unless all invocations of the workgroup execute the same dynamic
  // instance. Null: those that arrive execute it.
  const Clause* all_must_arrive = nullptr;
  // The number of following records whose results come from the values of all participants.
  std::uint32_t combined_records = 0;
  void (*combine)(std::span<Subgroup* const> arrived, const Record& record) = nullptr;
  std::uint32_t float_mode = 0;  // of `combine`
};

// A scalar of the interface of a stage.
struct InterfacePlane {
  InterfaceComponent component;
  Slot slot = no_slot;  // of an input, whose plane is filled before the subgroup starts
  ScalarType type;
};

// Of stages that are not compute.
struct StageTables {
  std::vector<InterfacePlane> inputs;
  std::vector<InterfacePlane> outputs;
  std::uint32_t output_vertices = 0;  // OutputVertices of tessellation control or geometry
};

// The Memory Semantics of a record that accesses memory atomically.
struct OrderedAtomic {
  std::uint32_t record = 0;
  bool acquires = false, releases = false;
};

// How invocations share memory.
struct MemorySharing {
  // The buffers of a shader that some access may write.
  std::set<std::uint32_t> written_objects;
  bool writes_any_object = false;
  OwnParts own_parts;  // of written_objects
  bool has_atomics = false;
  bool has_memory_barrier = false;
  // Whether invocations synchronize with more than barriers of the whole workgroup.
  bool synchronizes_finely = false;
  // Whether there are atomics in shared memory whose results are used, or that do not commute with
  // each other.
  bool depends_on_atomic_order = false;
  std::optional<std::uint32_t> atomic_operation;  // the AtomicOperation of the latest such atomic
  bool orders_workgroups = false;  // results may depend on the order of the workgroups
};

// Instrumentation::check_races: the data of the records at accesses and barriers.
struct RaceTables {
  std::vector<RaceSite> sites;
  std::vector<MemorySemantics> memory_semantics;
};

// Of the objects in the address space that are images or samplers.
struct ImageTables {
  std::unordered_map<std::uint32_t, ImageLayout> layouts;
  std::unordered_map<std::uint32_t, SamplerState> samplers;
  // The target of robust accesses outside images: 16 bytes for each lane.
  std::uint32_t outside_object = 0;
};

// The acceleration structures of the dispatch, by their objects.
struct RayTables {
  std::unordered_map<std::uint32_t, std::shared_ptr<const AccelerationStructure>> structures;
};

struct DebugPrintfFormat {
  std::string format;
  std::vector<std::pair<ScalarType, std::vector<Slot>>> arguments;  // component type, planes
};

// Only ProgramBuilder (lowering/program_builder.h) writes to a program. In all other code it is const.
struct Program {
  ProgramRequest request;  // what it was compiled for
  std::vector<Record> records;
  std::vector<std::uint32_t> data;  // variable-length parts of records
  RecordTables record_tables;       // for describe_record (exec/record_description.h)
  std::vector<Origin> origins;      // [0] represents the entry point
  std::vector<ConstructInfo> constructs;
  std::vector<WorkgroupSync> workgroup_syncs;  // by record
  std::vector<OrderedAtomic> atomics;          // by record
  std::vector<ReconvergencePoint> reconvergence_points;
  std::vector<FlowGraph> graphs;
  std::vector<DebugPrintfFormat> formats;

  // The handler of access chains, whose records have the planes of their indices in `data`; null:
  // there are none.
  Handler access_chain_handler = nullptr;

  RegisterFile registers;
  std::vector<WorkgroupVariable> workgroup_variables;
  std::vector<std::uint32_t> global_variables;                 // of kernels: their objects
  std::unordered_map<std::uint32_t, ObjectContents> contents;  // by object, where they are known

  Dim3 local_size{1, 1, 1};  // of all workgroups but those that non_uniform makes smaller
  std::uint32_t subgroup_size = 32;
  QuadGroup quad_group = QuadGroup::lanes;
  SubgroupLayout layout;                                    // of workgroups of local_size
  std::shared_ptr<const NonUniformWorkgroups> non_uniform;  // null: all have the same size
  spv::ExecutionModel execution_model = spv::ExecutionModel::GLCompute;
  std::uint32_t frame_count = 0;  // deepest nesting of constructs and calls
  bool has_workgroup_barrier = false;
  bool arithmetic_poison = false;  // execution mode ArithmeticPoisonKHR
  bool indexes_64_bits = false;    // execution mode Shader64BitIndexingEXT
  ArithmeticChoices depends_on;    // the choices of the request that changed this program

  TangleRules tangles;
  BranchTables branches;
  MemorySharing sharing;
  RaceTables races;
  ImageTables images;
  RayTables rays;
  std::vector<HeapRead> heap_reads;
  StageTables stage;

  // With Instrumentation::record_provenance: the planes that the instructions read, by origin.
  std::unordered_map<std::uint32_t, std::vector<Slot>> observed_operands;
  // With Instrumentation::record_enclosures: the data of its records; otherwise null.
  std::shared_ptr<const EnclosedProgram> enclosed;
  // With Instrumentation::debug; else null.
  std::shared_ptr<DebugTables> debug;

  // Of the workgroup with this index in the dispatch.
  const Dim3& local_size_of(std::uint64_t workgroup) const {
    return non_uniform == nullptr ? local_size : non_uniform->shape(workgroup).size;
  }
  const SubgroupLayout& layout_of(std::uint64_t workgroup) const {
    return non_uniform == nullptr ? layout : non_uniform->shape(workgroup).layout;
  }

  // Whether the invocations are not in workgroups: those of a graphics stage.
  bool is_graphics() const {
    return !is_kernel() && execution_model != spv::ExecutionModel::GLCompute;
  }
  // Whether a stage's workgroups are patches, whose invocations share the output variables.
  bool has_patches() const { return execution_model == spv::ExecutionModel::TessellationControl; }
  bool is_kernel() const { return execution_model == spv::ExecutionModel::Kernel; }
  // Whether subgroups never wait for each other, so that they can use one register file one after
  // the other.
  bool subgroups_are_independent() const {
    return !has_workgroup_barrier && !sharing.has_atomics && registers.lane_addresses.empty();
  }

  const Module* module = nullptr;
  const SpecializedModule* types = nullptr;  // lives as long as the program
  const InstructionRegistry* registry = nullptr;
};

}  // namespace spirv_oracle
