// The executable form of one entry point, for one dispatch: records, registers, and the side tables
// that say where each record comes from.
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

#include "interpreter/dispatch.h"
#include "interpreter/ir/op.h"
#include "interpreter/ir/subgroup_layout.h"
#include "interpreter/loader/types.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct Clause;           // findings/clause.h
struct DebugTables;      // ir/debug_tables.h
struct EnclosedProgram;  // observe/enclosures.h

// Where a record comes from: an instruction, and the call through which its function was reached.
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

// A join that tangles may rely on.
struct ConstructInfo {
  enum class Kind : std::uint8_t { selection, switch_, loop, call };
  Kind kind = Kind::selection;
  std::uint32_t origin = 0;  // of the header's merge instruction, or of the call
};

// A place in a function without structured control flow where lanes wait for each other: a block, an edge
// that has records of its own, or the way back to the header of a loop.
struct ReconvergencePoint {
  std::uint32_t record = 0;  // where they go on; index into Program::ops
  std::uint32_t depth = 0;   // of the innermost frame there
  std::uint32_t join = 0;    // index into Program::constructs
  bool next_iteration = false;
};

// An inlined call of such a function. Its reconvergence points are those whose bits are in a range of words of
// Subgroup::occupied, in the order in which lanes leave them.
struct FlowGraph {
  std::uint32_t first_word = 0, end_word = 0;
  std::uint32_t depth = 0;   // of the frame of the call
  std::uint32_t caller = 0;  // index into Program::graphs, or Subgroup::no_graph
};

struct WorkgroupVariable {
  std::uint32_t object = 0;  // id in the address space
  std::uint64_t size = 0;
  std::uint64_t initialized = 0;  // bytes from the beginning that are 0 at first
  bool is_blocks = false;         // the storage of all variables whose type is decorated Block
};

// Where the subgroups of a workgroup wait for each other (exec/workgroup_sync.h).
struct WorkgroupSync {
  std::uint32_t record = 0;  // that waits; index into Program::ops
  // Broken unless all invocations of the workgroup execute the same dynamic instance; null: those
  // who do take part.
  const Clause* all_must_arrive = nullptr;
  // Records behind it whose results come from the values of all who arrived.
  std::uint32_t combined_records = 0;
  void (*combine)(std::span<Subgroup* const> arrived, const Op& op) = nullptr;
  std::uint32_t float_mode = 0;  // of `combine`
  // With Dispatch::record_enclosures: 1 + the index of the EnclosedInstruction of those records.
  std::uint32_t enclosed = 0;
};

struct DebugPrintfFormat {
  std::string format;
  std::vector<std::pair<ScalarType, std::vector<Slot>>> arguments;  // component type, planes
};

struct Program {
  std::vector<Op> ops;
  std::vector<std::uint32_t> data;  // variable-length parts of records
  std::vector<Origin> origins;      // [0] stands for the entry point
  std::vector<ConstructInfo> constructs;
  std::vector<WorkgroupSync> workgroup_syncs;  // by record
  std::vector<ReconvergencePoint> reconvergence_points;
  std::vector<FlowGraph> graphs;
  std::vector<DebugPrintfFormat> formats;

  // Of the records of access chains, the planes of whose indices are in `data`; null: there are none.
  Handler access_chain_handler = nullptr;

  std::uint32_t register_units = 0;  // size of the register file in slot units
  std::vector<Plane> planes;
  std::vector<ConstantPlane> constants;
  std::vector<LaneAddressPlane> lane_addresses;
  std::vector<InputPlane> inputs;
  std::vector<WorkgroupVariable> workgroup_variables;
  std::vector<std::uint32_t> global_variables;  // of kernels: their objects

  Dim3 local_size{1, 1, 1};
  std::uint32_t subgroup_size = 32;
  QuadGroup quad_group = QuadGroup::lanes;
  SubgroupLayout layout;
  spv::ExecutionModel execution_model = spv::ExecutionModel::GLCompute;
  std::uint32_t frame_count = 0;  // deepest nesting of constructs and calls
  bool has_workgroup_barrier = false;
  bool maximally_reconverges = false;
  bool subgroup_uniform_control_flow = false;
  bool arithmetic_poison = false;  // execution mode ArithmeticPoisonKHR
  ArithmeticChoices depends_on;    // of those of the dispatch: what makes this program another one
  // Tangled instructions may depend on whether all subgroups of a workgroup made a join.
  bool joins_across_subgroups = false;
  bool orders_workgroups = false;  // results may depend on the order of the workgroups

  bool has_atomics = false;

  // The layouts of images and the states of samplers, by their objects in the address space.
  std::unordered_map<std::uint32_t, ImageLayout> images;
  std::unordered_map<std::uint32_t, SamplerState> samplers;
  // Where robust image access sends what is outside of an image: 16 bytes for each lane.
  std::uint32_t outside_object = 0;

  // With Dispatch::record_provenance: the planes that the instructions read, by origin.
  std::unordered_map<std::uint32_t, std::vector<Slot>> observed_operands;
  // With Dispatch::follows_uncertain_branches: by record of a branch, where its BranchJoinData is in `data`
  // (exec/uncertain_branches.h); and the size of the register file before each record was emitted, since planes lie in
  // the order in which they were made.
  std::unordered_map<std::uint32_t, std::uint32_t> branch_joins;
  std::vector<Slot> units_before_record;
  // With Dispatch::record_enclosures: what its records look at; else null.
  std::shared_ptr<EnclosedProgram> enclosed;
  // With Dispatch::debug; else null.
  std::shared_ptr<DebugTables> debug;
  // Dispatch::check_races: what the records beside accesses and barriers refer to.
  std::vector<RaceSite> race_sites;
  std::vector<MemorySemantics> memory_semantics;
  // Of the buffers that shaders are given: those that some access may write.
  std::set<std::uint32_t> written_objects;
  bool writes_any_object = false;
  // Invocations synchronize otherwise than by barriers of the whole workgroup, too.
  bool synchronizes_finely = false;
  bool has_memory_barrier = false;
  // There are atomics in shared memory whose results are used, or that do not commute with each other.
  bool depends_on_atomic_order = false;
  std::optional<std::uint32_t> atomic_operation;  // the AtomicOperation of the latest such atomic
  // There are tangled instructions whose tangle may rest on a join that nothing promises.
  bool watches_tangles = false;

  bool is_kernel() const { return execution_model == spv::ExecutionModel::Kernel; }
  // Subgroups never wait for each other: they can use one register file one after the other.
  bool subgroups_are_independent() const {
    return !has_workgroup_barrier && !has_atomics && lane_addresses.empty();
  }

  const Module* module = nullptr;
  const InstructionRegistry* registry = nullptr;
};

}  // namespace spirv_oracle
