// The public interface of the interpreter: the requirements of a module, a dispatch, and its
// results.
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
#include "interpreter/features.h"
#include "interpreter/findings/finding.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle {

class Module;               // loader/module.h
class InstructionRegistry;  // ir/registry.h
class RecordWatch;          // exec/record_watch.h

using Dim3 = std::array<std::uint32_t, 3>;

// One descriptor: an element of the array at (set, binding), or element 0 of a descriptor that is not an array. The
// buffer of argument N of a kernel has the set kernel_arguments and the binding N.
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
  // Arguments of a kernel: pointers to CrossWorkgroup or UniformConstant, pointers to Workgroup,
  // values, images and samplers.
  buffer_argument,
  local_argument,
  value_argument,
  image_argument,
  sampler_argument
};

constexpr bool is_argument(ResourceKind kind) { return kind >= ResourceKind::buffer_argument; }

// The declaration of an image in OpTypeImage.
struct ImageInfo {
  std::string dimensionality;  // "1D", "2D", "3D", "Cube" or "Buffer"
  bool arrayed = false;
  bool multisampled = false;
  const TexelFormat* format = nullptr;  // null: Unknown
  ScalarKind sampled_type = ScalarKind::float32;
};

// A texel as an element of a buffer: its components in memory order, or the word into which they
// are packed.
struct ElementInfo {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
};
ElementInfo texel_element(const TexelFormat& format);

// A resource that an entry point statically uses.
struct ResourceInfo {
  ResourceKind kind = ResourceKind::storage_buffer;
  std::string name;                    // of the variable or its block; may be empty
  std::uint32_t set = 0, binding = 0;  // for arguments: as in BindingKey
  std::uint32_t descriptor_count = 1;  // 0: a runtime-sized descriptor array
  std::uint64_t fixed_size = 0;        // bytes before any runtime array; for a value, its size
  std::uint64_t runtime_stride =
      0;  // bytes per element of the runtime array at the end; 0: there is none
  std::optional<ScalarKind> scalar;  // the only scalar type of all members; none if they differ
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
  std::optional<Dim3> local_size;  // with default specialization; none: not declared
  std::vector<ResourceInfo> resources;
};

struct ModuleInfo {
  std::vector<EntryPointInfo> entry_points;
  std::vector<SpecConstantInfo> spec_constants;
  FeatureSet features;  // that are enabled
};

enum class Reconvergence : std::uint8_t {
  maximal,  // tangles reconverge as early as possible
  minimal,  // tangles reconverge only where the specification guarantees it
};

// The order in which the invocations of a workgroup become lanes of its subgroups. Every order is
// permitted: SPIR-V and Vulkan do not relate SubgroupLocalInvocationId to another built-in.
enum class SubgroupOrder : std::uint8_t {
  linear,   // by LocalInvocationIndex
  quads,    // 2x2 tiles of x and y, row by row
  columns,  // y before x
  rows,  // linear, but each row of x starts a new subgroup, which may leave subgroups partly filled
  random,
};

struct SubgroupMapping {
  SubgroupOrder order = SubgroupOrder::linear;
  std::uint64_t seed = 0;       // for SubgroupOrder::random
  bool full_subgroups = false;  // only the last subgroup may be partly filled
};

struct Limits {
  std::uint64_t max_steps = 10'000'000'000;           // instructions executed by one tangle
  std::uint64_t max_memory = std::uint64_t{4} << 30;  // bytes
  std::uint64_t max_output = std::uint64_t{1} << 28;  // bytes of DebugPrintf
  double timeout_seconds = 0;                         // 0: none
};

// The progress of a running dispatch.
struct Progress {
  std::uint64_t workgroups_done = 0;
  std::uint64_t workgroups = 0;
  std::uint64_t steps = 0;
  SourceLocation source;  // of a current instruction; line 0: unknown
};

struct NamedMemory {
  std::string name;
  ShadowedBytes contents;
};

// A part of a memory that is bound as a buffer.
struct MemoryRange {
  std::size_t memory = 0;   // index into Dispatch::memories
  std::uint64_t begin = 0;  // bytes
  std::uint64_t size = 0;   // bytes; the range must be inside the memory
};

// A result that an invocation got from a tangled or atomic instruction.
struct Exchange {
  std::uint32_t instruction = 0;  // as locate() takes it
  std::uint64_t digest = 0;       // hash of its components
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

struct ExchangeLog {
  // By workgroup and LocalInvocationIndex, each in program order. May lack invocations at the end.
  std::vector<std::vector<Exchange>> by_invocation;
  std::uint64_t invocations_per_workgroup = 1;
  std::uint64_t recorded = 0;
  bool complete = true;  // false if there were too many
};

// Choices that the specifications permit for arithmetic. With none of them, each operation is
// computed separately, at full precision, rounded to nearest, with denormals.
struct ArithmeticChoices {
  bool contract = false;         // round sums of products once, without NoContraction
  bool split_fma = false;        // round Fma of GLSL.std.450 and mad twice, without NoContraction
  bool reassociate = false;      // group sums and products of three in the other way
  bool reciprocal = false;       // compute quotients as products with a rounded reciprocal
  bool toward_zero = false;      // round toward zero, where no execution mode declares the rounding
  bool flush_denormals = false;  // where no execution mode preserves denormals
  bool flush_results = false;    // likewise, but preserve operands
  bool low = false;              // the least results within error bounds
  bool high = false;             // the greatest results within error bounds
  bool relax = false;            // compute with 16 bits where RelaxedPrecision permits it
  bool other_zeros = false;      // flip the sign of zeros where it need not be preserved
  bool other_nans = false;       // give NaNs other bits
  bool assume_finite =
      false;  // assume that NaNs and infinities do not occur, where that is permitted

  bool operator==(const ArithmeticChoices&) const = default;
};

// What the options of an OpenCL program permit in arithmetic, unless the compiler writes it into the module.
struct KernelMath {
  bool correctly_rounded_division = false;  // -cl-fp32-correctly-rounded-divide-sqrt
  bool denormals_are_zero = false;          // -cl-denorms-are-zero
  bool relaxed = false;                     // -cl-fast-relaxed-math: the bounds of relaxed math

  bool operator==(const KernelMath&) const = default;
};

// A dispatch of a compute shader or a kernel. The caller handles everything else (API objects, file
// formats).
struct Dispatch {
  std::string entry_point;  // "": the only one
  Dim3 groups{1, 1, 1};
  std::optional<Dim3> local_size;  // if the module does not declare it
  // The work-items of a kernel, in `groups` workgroups, of which the last one of each dimension may be smaller.
  // None: `groups` times the workgroup size.
  std::optional<Dim3> global_size;
  std::uint32_t subgroup_size = 32;  // the maximum: a power of two from 1 to 128
  SubgroupMapping subgroup_mapping;
  std::map<std::uint32_t, std::uint64_t> specialization;  // SpecId -> bits of the value
  ShadowedBytes push_constants;
  std::map<BindingKey, ShadowedBytes> buffers;  // including texel buffers and images
  std::map<BindingKey, ImageShape>
      images;  // the shapes of such buffers; optional for texel buffers
  std::map<BindingKey, SamplerState> samplers;
  std::vector<NamedMemory>
      memories;  // accessed through addresses, or through buffers that share them
  std::map<BindingKey, MemoryRange>
      memory_buffers;  // further buffers, which are ranges of memories
  // Arguments of a kernel by number: values (64 bits for a pointer), and the sizes in bytes of
  // Workgroup memory. The others are buffers.
  std::map<std::uint32_t, ShadowedBytes> argument_values;
  std::map<std::uint32_t, std::uint64_t> local_arguments;
  std::array<std::uint64_t, 3> global_offset{};  // of the ids of a kernel's invocations
  std::uint32_t work_dimensions = 3;             // of a kernel: 1 to 3
  Reconvergence reconvergence = Reconvergence::maximal;
  bool vulkan_environment = false;    // apply the rules of the Vulkan environment
  bool robust_buffer_access = false;  // Vulkan: define accesses outside a descriptor
  bool robust_image_access = false;   // likewise for coordinates outside an image
  DeviceLimits device_limits;         // the limits of the Vulkan device
  bool stop_on_undefined_behavior = false;
  std::vector<std::string>
      ignored_kinds;  // kinds of findings that are neither reported nor counted
  ArithmeticChoices arithmetic;
  KernelMath kernel_math;
  std::uint64_t seed =
      0;  // each value selects another legal schedule; values other than 0 use one thread
  // How many workgroups take turns; more than 1 use one thread. 0: 1 without a seed, and a few with
  // one.
  std::uint32_t workgroups_in_flight = 0;
  std::uint32_t jobs = 1;  // host threads; fewer if threads or memory are not available
  Limits limits;
  bool record_exchanges = false;  // fills DispatchResult::exchanges; uses one thread
  // If there are findings or indeterminate values, run the dispatch again to find the origin of
  // such values. Fills the notes of findings and BufferResult::indeterminate. Skipped in long
  // dispatches.
  bool explain = false;
  // If float instructions permit several results, run again to enclose them: fill BufferResult::enclosures. That run
  // ends without results once it has done as much work as the first one, or as takes 0.2 s, whichever is more.
  bool enclose = false;
  // Enclose values in this run. Results that depend on uncertain floats, such as comparisons, become
  // implementation-dependent. Uses one thread. With `enclose`: run again to enclose them, whatever it costs.
  bool record_enclosures = false;
  bool check_races = false;  // find data races; uses one thread
  // With check_races: if memory or time does not suffice, continue without detecting races.
  // Otherwise, the run ends if memory does not suffice.
  bool may_give_up_races = false;
  // With check_races, if the module does not declare the Vulkan memory model: also report accesses
  // that are ordered only by widespread practice (clause memory.de-facto-ordering).
  bool check_de_facto_order = false;
  // The run is debugged: keeps Program::debug, and the values of ids in lanes that do not execute.
  bool debug = false;
  // The program says which planes its records read and write (exec/record_description.h).
  bool describe_records = false;
  // Watches the dispatch record by record, once all is known that results depend on; takes one thread. Null: nothing does.
  RecordWatch* watch = nullptr;
  std::function<void(const std::string&)>
      print;  // for DebugPrintf; called in the order of workgroups
  // Called from time to time while workgroups run, by one thread at a time.
  std::function<void(const Progress&)> show_progress;
  // If it becomes true, the run ends as at a limit. A signal handler may set it. Null: nothing
  // interrupts.
  const std::atomic<bool>* interrupt = nullptr;

  // run() may execute the dispatch several times, in passes. Only run() sets these members.
  struct Pass {
    bool record_provenance = false;  // for `explain`
    // Examine both paths of branches on implementation-dependent conditions.
    bool follows_uncertain_branches = false;
    bool knows_outside_accesses = false;  // an earlier pass found such accesses
    std::uint64_t memory_in_use = 0;      // the part of Limits::max_memory that is already in use
  };
  Pass pass;
  FeatureSet features;  // that are enabled in the Vulkan environment
};

// How many workgroups of a dispatch take turns, if memory suffices.
std::uint32_t workgroups_in_flight(const Dispatch& dispatch);

// The bytes that the contents of its resources take, with their definedness.
std::uint64_t memory_of_contents(const Dispatch& dispatch);

// The address of memory number `index` of Dispatch::memories.
std::uint64_t memory_address(std::size_t index);

// An interval that contains all possible values of a float.
struct ValueBounds {
  double low = 0, high = 0;
};

// A stored component that is undefined or implementation-dependent.
struct IndeterminateComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  std::vector<Note> history;          // the path of the value, from its origin on
  std::optional<ValueBounds> bounds;  // none: unknown
};

// A defined component in memory that conforming implementations may compute differently, because of
// float arithmetic.
struct EnclosedComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  bool is_float = true;  // false: an integer
  bool is_unknown =
      false;  // any value is possible; of the other members, only `instruction` is valid
  // All values from `low` to `high`, with zeros of both signs if one is among them; none without
  // has_numbers. With may_be_nan, also NaN with any bits.
  bool has_numbers = true;
  double low = 0, high = 0;
  bool may_be_nan = false;
  // The bits of all values of a float, in ascending order, if they are few and known; otherwise
  // empty.
  std::vector<std::uint64_t> values{};
  // The instruction that permits several values, as locate() takes it. 0: a branch that depends on
  // floats.
  std::uint32_t instruction = 0;
};

struct BufferResult {
  ShadowedBytes contents;
  bool written = false;
  std::vector<IndeterminateComponent>
      indeterminate;  // by offset; with Dispatch::explain; limited to a few histories
  // By offset. If a component is neither here nor marked in the shadow, every implementation
  // computes these bytes.
  std::vector<EnclosedComponent> enclosures;
  // If DispatchResult::follows_values: the instructions that produced undefined values in the
  // contents and have findings, as CodeLocation::word.
  std::vector<std::uint32_t> undefined_by;
};

struct DispatchResult {
  Status status = Status::ok;                  // ok, undefined_behavior or limit
  std::string message;                         // for status limit: which limit, and where
  std::map<BindingKey, BufferResult> buffers;  // including ranges of memories
  std::vector<BufferResult> memories;  // `written`: through an address, not through a buffer
  std::vector<Finding> findings;
  // Whether the run tracked undefined results: with Dispatch::explain, except in long dispatches.
  bool follows_values = false;
  // Whether BufferResult::enclosures is complete.
  bool encloses_values = false;
  ExchangeLog exchanges;
  std::uint64_t steps = 0;              // instructions executed by one tangle
  std::uint64_t lane_instructions = 0;  // the same, times active lanes
  // With Dispatch::check_races: accesses that were too many to remember. Races with them are not
  // found.
  std::uint64_t forgotten_accesses = 0;
  // With Dispatch::may_give_up_races: how many workgroups were checked completely before memory or
  // time did not suffice. None: all of them.
  std::optional<std::uint64_t> workgroups_checked_for_races;
  // Results may depend on the order of atomics, which was not examined because
  // Dispatch::check_races is not set.
  bool ignores_atomic_order = false;
  // Branches depend on implementation-dependent values, but nothing that depends on them is marked,
  // because of Reconvergence::minimal.
  bool ignores_uncertain_branches = false;
  // Printed text, which has no marks, depends on implementation-dependent values.
  bool has_uncertain_text = false;
};

struct LoadOptions {
  bool validate = true;
  std::string target_env;  // "": the universal rules of the module's own version
  // Those that are enabled in a Vulkan environment, in addition to those of its version. None: those without
  // which the module is not valid.
  std::optional<FeatureSet> features = std::nullopt;
};

// Parses a binary and, unless the options say otherwise, validates it. Errors: bad_input.
Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options = {});

// The requirements of the module. Never fails for a loaded module; omits unknown parts.
ModuleInfo describe(const Module& module);

// Runs the dispatch. Errors: bad_input (no such entry point, a missing resource, ...), unsupported
// (something that the entry point can reach), limit (also if the host has no memory).
Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch);

// The location of an instruction of the module, by its number (see Exchange).
CodeLocation locate(const Module& module, const InstructionRegistry& registry,
                    std::uint32_t instruction);

// The arithmetic choices of the dispatch that have an effect in the module. Does not run anything.
Result<ArithmeticChoices> effective_arithmetic(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch);

// The executable form of the entry point as text.
Result<std::string> print_ir(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
