// The public face of the interpreter: what a module wants, what to run it on, and what came out.
#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/device_limits.h"
#include "interpreter/findings/finding.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle {

class Module;               // loader/module.h
class InstructionRegistry;  // ir/registry.h
class RecordWatch;          // exec/record_watch.h

using Dim3 = std::array<std::uint32_t, 3>;

// One descriptor: an element of the array at (set, binding), element 0 where there is no array.
// The buffer that argument number N of a kernel points to is the binding N of the set kernel_arguments.
struct BindingKey {
  static constexpr std::uint32_t kernel_arguments = 0xFFFFFFFF;

  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t element = 0;
  friend auto operator<=>(const BindingKey&, const BindingKey&) = default;
};

enum class ScalarKind : std::uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64
};

enum class ResourceKind : std::uint8_t {
  storage_buffer,
  uniform_buffer,
  push_constant,
  uniform_texel_buffer,
  storage_texel_buffer,
  storage_image,
  sampled_image,
  combined_image_sampler,
  sampler,
  // Arguments of a kernel: a pointer to CrossWorkgroup or UniformConstant, to Workgroup, and values.
  buffer_argument,
  local_argument,
  value_argument
};

constexpr bool is_argument(ResourceKind kind) { return kind >= ResourceKind::buffer_argument; }

// What OpTypeImage says of an image.
struct ImageInfo {
  std::string dimensionality;  // "1D", "2D", "3D", "Cube" or "Buffer"
  bool arrayed = false;
  bool multisampled = false;
  const TexelFormat* format = nullptr;  // null: Unknown
  ScalarKind sampled_type = ScalarKind::float32;
};

// What a texel is as an element of a buffer: its components as they lie there, or the word that they
// are packed in.
struct ElementInfo {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
};
ElementInfo texel_element(const TexelFormat& format);

// A resource that an entry point uses (statically).
struct ResourceInfo {
  ResourceKind kind = ResourceKind::storage_buffer;
  std::string name;                    // of the variable or its block; may be empty
  std::uint32_t set = 0, binding = 0;  // arguments: as BindingKey has them
  std::uint32_t descriptor_count = 1;  // 0: a runtime-sized descriptor array
  std::uint64_t fixed_size = 0;        // bytes before any runtime array; of a value
  std::uint64_t runtime_stride = 0;    // bytes per element of the runtime array at the end, 0: none
  std::optional<ScalarKind> scalar;    // the one scalar type of all members, where there is one
  bool writable = true;
  unsigned components = 1;         // of the scalar type, in an element
  std::optional<ImageInfo> image;  // texel buffers and images
};

struct SpecConstantInfo {
  std::uint32_t spec_id = 0;
  std::string name;
  ScalarKind type = ScalarKind::uint32;
  std::uint64_t default_bits = 0;
};

struct EntryPointInfo {
  std::string name;
  std::string execution_model;     // "GLCompute", ...
  std::optional<Dim3> local_size;  // with default specialization; none: not given
  std::vector<ResourceInfo> resources;
};

struct ModuleInfo {
  std::vector<EntryPointInfo> entry_points;
  std::vector<SpecConstantInfo> spec_constants;
};

enum class Reconvergence : std::uint8_t {
  maximal,  // tangles join as early as possible
  minimal,  // tangles join only where the specification guarantees it
};

// The order in which the invocations of a workgroup become the lanes of its subgroups. Every one is
// allowed: SPIR-V and Vulkan relate SubgroupLocalInvocationId to no other built-in.
enum class SubgroupOrder : std::uint8_t {
  linear,   // by LocalInvocationIndex
  quads,    // 2x2 tiles of x and y, row by row
  columns,  // y before x
  rows,  // linear, but each row of x starts a new subgroup, so that subgroups may be partly filled
  random,
};

struct SubgroupMapping {
  SubgroupOrder order = SubgroupOrder::linear;
  std::uint64_t seed = 0;       // of SubgroupOrder::random
  bool full_subgroups = false;  // only the last subgroup may be partly filled
};

struct Limits {
  std::uint64_t max_steps = 10'000'000'000;           // instructions executed by one tangle
  std::uint64_t max_memory = std::uint64_t{4} << 30;  // bytes
  std::uint64_t max_output = std::uint64_t{1} << 28;  // bytes of DebugPrintf
  double timeout_seconds = 0;                         // 0: none
};

// How far a dispatch is that is running.
struct Progress {
  std::uint64_t workgroups_done = 0;
  std::uint64_t workgroups = 0;
  std::uint64_t steps = 0;
  SourceLocation source;  // of an instruction that is being executed; line 0: not known
};

struct NamedMemory {
  std::string name;
  ShadowedBytes contents;
};

// A part of a memory that is bound as a buffer.
struct MemoryRange {
  std::size_t memory = 0;   // index into Dispatch::memories
  std::uint64_t begin = 0;  // bytes
  std::uint64_t size = 0;   // bytes; the range lies inside the memory
};

// A result that an invocation got from a tangled or an atomic instruction.
struct Exchange {
  std::uint32_t instruction = 0;  // as locate() takes it
  std::uint64_t digest = 0;       // of its components
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

struct ExchangeLog {
  // In program order; by workgroup and LocalInvocationIndex. Invocations at the end may be missing.
  std::vector<std::vector<Exchange>> by_invocation;
  std::uint64_t invocations_per_workgroup = 1;
  std::uint64_t recorded = 0;
  bool complete = true;  // false: there were too many
};

// What the specifications leave to the implementation in arithmetic. None of it: every operation by itself, at
// full precision, rounded to the nearest number, with denormals.
struct ArithmeticChoices {
  bool contract = false;     // sums of products are rounded once, without NoContraction
  bool split_fma = false;    // Fma of GLSL.std.450 and mad are rounded twice, without NoContraction
  bool reassociate = false;  // sums and products of three are grouped the other way
  bool reciprocal = false;   // quotients are products with a rounded reciprocal
  bool toward_zero = false;  // how results are rounded, where no execution mode says it
  bool flush_denormals = false;  // where no execution mode says that they are kept
  bool flush_results = false;    // likewise, but operands are kept
  bool low = false;              // the least results that error bounds allow
  bool high = false;             // the greatest ones
  bool relax = false;            // what is decorated RelaxedPrecision has 16 bits
  bool other_zeros = false;      // zeros have the other sign, where it need not be kept
  bool other_nans = false;       // NaNs have other bits
  bool assume_finite = false;    // NaNs and infinities are taken for none, where they may be

  bool operator==(const ArithmeticChoices&) const = default;
};

// A compute dispatch, or that of a kernel. Everything else (API objects, file formats) is the caller's.
struct Dispatch {
  std::string entry_point;  // "": the only one
  Dim3 groups{1, 1, 1};
  std::optional<Dim3> local_size;    // where the module leaves it open
  std::uint32_t subgroup_size = 32;  // the maximum: 1..128, a power of two
  SubgroupMapping subgroup_mapping;
  std::map<std::uint32_t, std::uint64_t> specialization;  // SpecId -> bits of the value
  ShadowedBytes push_constants;
  std::map<BindingKey, ShadowedBytes> buffers;  // texel buffers and images, too
  std::map<BindingKey, ImageShape> images;  // how such buffers lie; texel buffers may be left out
  std::map<BindingKey, SamplerState> samplers;
  std::vector<NamedMemory> memories;  // reached by address, or through buffers that share them
  std::map<BindingKey, MemoryRange> memory_buffers;  // further buffers: ranges of memories
  // Arguments of a kernel by their numbers: values (of a pointer: 64 bits), and the sizes in bytes of
  // memory in Workgroup. The others are buffers.
  std::map<std::uint32_t, ShadowedBytes> argument_values;
  std::map<std::uint32_t, std::uint64_t> local_arguments;
  std::array<std::uint64_t, 3> global_offset{};  // of the ids of a kernel's invocations
  std::uint32_t work_dimensions = 3;             // of a kernel: 1 to 3
  Reconvergence reconvergence = Reconvergence::maximal;
  bool vulkan_environment = false;    // the Vulkan environment's own rules join in
  bool robust_buffer_access = false;  // Vulkan: out of the bounds of a descriptor has a meaning
  bool robust_image_access = false;   // likewise for coordinates outside of an image
  DeviceLimits device_limits;         // what the Vulkan device offers
  bool stop_on_undefined_behavior = false;
  std::vector<std::string> ignored_kinds;  // of findings: neither reported nor counted
  ArithmeticChoices arithmetic;
  std::uint64_t seed = 0;  // another legal schedule for each value; others than 0 take one thread
  // How many workgroups run in turns; more than 1 take one thread. 0: 1 without a seed, and a few with one.
  std::uint32_t workgroups_in_flight = 0;
  std::uint32_t jobs = 1;  // host threads, fewer where they or their memory are not to be had
  Limits limits;
  bool record_exchanges = false;  // fills DispatchResult::exchanges; takes one thread
  // Where something was found or became indeterminate, runs the dispatch again to say where such values come from:
  // fills the findings' notes and BufferResult::indeterminate. Left out for dispatches that take long.
  bool explain = false;
  bool record_provenance = false;  // the run is that second one (set by run() itself)
  // The run follows what depends on branches whose condition is implementation-dependent (set by run() itself).
  bool follows_uncertain_branches = false;
  // Where instructions with floats leave results open, runs the dispatch again to enclose them: fills
  // BufferResult::enclosures. Left out for dispatches that take long.
  bool enclose = false;
  // The run encloses values: BufferResult::enclosures is filled, and results that such decide, comparisons for example, are
  // implementation-dependent. Takes one thread.
  bool record_enclosures = false;
  bool knows_outside_accesses = false;  // the run comes after one with such (set by run() itself)
  std::uint64_t memory_in_use = 0;      // of Limits::max_memory, before it (set by run() itself)
  bool check_races = false;             // finds data races; takes one thread
  // With check_races: where there is no memory to go on with it, or that would take too long, the run goes on without.
  // Otherwise it goes on with it, and ends where there is no memory.
  bool may_give_up_races = false;
  // With check_races, where the module does not declare the Vulkan memory model: finds accesses, too, that
  // only custom orders (clause memory.ordered-by-custom).
  bool check_de_facto_order = false;
  std::string trace_file;  // "": no trace
  // The run is debugged: keeps Program::debug, and the values of ids in lanes that do not execute.
  bool debug = false;
  // Watches the dispatch record by record, once all is known that results depend on; takes one thread. Null: nothing does.
  RecordWatch* watch = nullptr;
  std::function<void(const std::string&)> print;  // DebugPrintf; called in workgroup order
  // Called now and then while workgroups run, by one thread at a time.
  std::function<void(const Progress&)> show_progress;
  // Ends the run, as a limit does, once it is true. Null: nothing does. A signal handler may set it.
  const std::atomic<bool>* interrupt = nullptr;
};

// How many workgroups of a dispatch take turns, if there is memory for them.
std::uint32_t workgroups_in_flight(const Dispatch& dispatch);

// Bytes of memory that the contents of its resources take, with their definedness.
std::uint64_t memory_of_contents(const Dispatch& dispatch);

// Address at which memory number `index` of Dispatch::memories will lie.
std::uint64_t memory_address(std::size_t index);

// A range of values that holds what a float may be.
struct ValueBounds {
  double low = 0, high = 0;
};

// A component that was stored and is not defined: undefined, or dependent on the implementation.
struct IndeterminateComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  std::vector<Note> history;          // where the value comes from, first things first
  std::optional<ValueBounds> bounds;  // where they are known
};

// A component in memory that conforming implementations may compute otherwise, though its bytes are defined: float
// arithmetic, or what was made of its results.
struct EnclosedComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  bool is_float = true;     // or an integer
  bool is_unknown = false;  // any value; nothing of the rest but `instruction` says more
  // All values from `low` to `high`, zeros of either sign if one is among them; none without has_numbers. And NaN, with
  // any bits.
  bool has_numbers = true;
  double low = 0, high = 0;
  bool may_be_nan = false;
  // The bits of all values of a float, ascending, where these are few and known one by one; else empty.
  std::vector<std::uint64_t> values{};
  // That has the value indeterminate, as locate() takes it. 0: a branch that floats decide.
  std::uint32_t instruction = 0;
};

struct BufferResult {
  ShadowedBytes contents;
  bool written = false;
  std::vector<IndeterminateComponent>
      indeterminate;  // by offset; with Dispatch::explain, and not more than a few histories
  // By offset. Of what is neither here nor open in the shadow, every implementation computes these bytes.
  std::vector<EnclosedComponent> enclosures;
  // Where DispatchResult::follows_values: the instructions with findings about undefined results that such values in
  // the contents come from, as CodeLocation::word.
  std::vector<std::uint32_t> undefined_by;
};

struct DispatchResult {
  Status status = Status::ok;                  // ok, undefined_behavior or limit
  std::string message;                         // for status limit: which limit, where
  std::map<BindingKey, BufferResult> buffers;  // those that are ranges of memories too
  std::vector<BufferResult> memories;          // written: by address, not through a buffer
  std::vector<Finding> findings;
  // With Dispatch::explain, unless it takes too long: whether it is known what came of undefined results.
  bool follows_values = false;
  // Whether BufferResult::enclosures is complete.
  bool encloses_values = false;
  ExchangeLog exchanges;
  std::uint64_t steps = 0;              // instructions executed by one tangle
  std::uint64_t lane_instructions = 0;  // the same, times active lanes
  // With Dispatch::check_races: accesses that were too many to remember, so that races with them
  // are not found.
  std::uint64_t forgotten_accesses = 0;
  // With Dispatch::may_give_up_races: how many workgroups were checked completely before that took too much
  // memory or time. None: all were.
  std::optional<std::uint64_t> workgroups_checked_for_races;
  // Results may depend on the order in which invocations execute atomics, which was not followed: that takes
  // Dispatch::check_races.
  bool ignores_atomic_order = false;
  // Branches depend on implementation-dependent values, and what depends on such branches is not marked: Reconvergence::minimal.
  bool ignores_uncertain_branches = false;
  // Text that the program printed, which has no marks, rests on implementation-dependent values.
  bool has_uncertain_text = false;
};

struct LoadOptions {
  bool validate = true;
  std::string target_env;  // "": the universal rules of the module's own version
};

// Parses and (unless told otherwise) validates a binary. Errors: bad_input.
Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options = {});

// What the module wants. Never fails on a loaded module; unknown parts are left out.
ModuleInfo describe(const Module& module);

// Runs the dispatch. Errors: bad_input (no such entry point, a resource is missing ...),
// unsupported (what the entry point can reach and the interpreter lacks), limit (also where the host has no memory).
Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch);

// Where an instruction of the module stands (by its number, see Exchange).
CodeLocation locate(const Module& module, const InstructionRegistry& registry,
                    std::uint32_t instruction);

// Those of the dispatch's choices of arithmetic that make a difference for the module: without the others, every
// instruction would be executed alike. Runs nothing.
Result<ArithmeticChoices> effective_arithmetic(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch);

// The executable form of the entry point, for people.
Result<std::string> print_ir(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
