// Pipelines: an entry point, compiled once, that can be dispatched many times.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "interpreter/bindings.h"
#include "interpreter/device_limits.h"
#include "interpreter/dim3.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/features.h"
#include "interpreter/findings/pipeline_stage.h"
#include "interpreter/images/filtering.h"
#include "interpreter/kernels/matrix_mapping.h"
#include "interpreter/policy.h"
#include "interpreter/result.h"
#include "rays/candidate_order.h"

namespace spirv_oracle {

class Module;               // loader/module.h
class InstructionRegistry;  // ir/registry.h
struct StageInvocations;    // stage_values.h

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

  bool operator==(const SubgroupMapping&) const = default;
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

// What an entry point is compiled for.
struct PipelineOptions {
  std::string entry_point;  // "": the only one
  Stage stage = Stage::compute;
  std::optional<Dim3> local_size;    // if the module does not declare it
  std::uint32_t subgroup_size = 32;  // the maximum: a power of two from 1 to 128
  SubgroupMapping subgroup_mapping;
  MatrixMapping matrix_mapping = MatrixMapping::rows;
  CandidateOrder candidate_order;
  std::map<std::uint32_t, std::uint64_t> specialization;  // SpecId -> bits of the value
  Reconvergence reconvergence = Reconvergence::maximal;
  bool vulkan_environment = false;    // apply the rules of the Vulkan environment
  bool robust_buffer_access = false;  // Vulkan: define accesses outside a descriptor
  bool robust_image_access = false;   // likewise for coordinates outside an image
  DeviceLimits device_limits;         // the limits of the Vulkan device
  ArithmeticChoices arithmetic;
  Filtering filtering = Filtering::exact;  // how precisely images are sampled
  KernelMath kernel_math;
  FeatureSet features;  // that are enabled in the Vulkan environment

  bool operator==(const PipelineOptions&) const = default;
};

// The invocations of a dispatch.
struct Launch {
  Dim3 groups{1, 1, 1};
  // The work-items of a kernel, in `groups` workgroups, of which the last one of each dimension may be smaller.
  // None: `groups` times the workgroup size.
  std::optional<Dim3> global_size = {};
  std::array<std::uint64_t, 3> global_offset{};  // of the ids; of a shader: whole workgroups
  std::uint32_t work_dimensions = 3;             // of a kernel: 1 to 3
  // Of a stage that is not compute: its invocations, of which each subgroup is a workgroup and, of tessellation control,
  // each patch. `groups` is the number of these workgroups.
  const StageInvocations* invocations = nullptr;

  bool operator==(const Launch&) const = default;
};

// An entry point of a module with its specialization. It keeps the programs that it was compiled to: one for each set of
// checks and each shape of the bindings (which resources there are, their sizes and formats; not their contents). All
// functions may be called from several threads at a time.
class Pipeline {
 public:
  // The registry must outlive the pipeline. Errors: bad_input (no such entry point, wrong specialization), unsupported (a
  // capability or an extension; named), limit (constants that are too large, or take too long to compute).
  static Result<std::shared_ptr<const Pipeline>> create(std::shared_ptr<const Module> module,
                                                        const InstructionRegistry& registry,
                                                        PipelineOptions options,
                                                        const Limits& limits = {});
  ~Pipeline();

  const Module& module() const;
  const InstructionRegistry& registry() const;
  const PipelineOptions& options() const;
  // How many programs it was compiled to so far.
  std::size_t program_count() const;

  class Programs;  // compile/bound_program.h
  Programs& programs() const { return *programs_; }

 private:
  explicit Pipeline(std::unique_ptr<Programs> programs);

  std::unique_ptr<Programs> programs_;
};

// Runs a dispatch of the pipeline. DispatchResult has the contents of the resources that it may write; those of the others
// are empty. Errors: bad_input (a missing resource, ...), unsupported (something that the entry point can reach), limit
// (also if the host has no memory).
Result<DispatchResult> run(const Pipeline& pipeline, const Launch& launch, const Bindings& bindings,
                           const Policy& policy = {}, const Observers& observers = {});

// Moves the contents of the result into the bindings of the dispatch, so that the next one begins with them.
void keep_memory(DispatchResult& result, Bindings& bindings);

}  // namespace spirv_oracle
