#include "interpreter/compile/compile.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "interpreter/checks/race_check.h"
#include "interpreter/compile/execution_modes.h"
#include "interpreter/compile/function/function_lowering.h"
#include "interpreter/compile/global_size.h"
#include "interpreter/compile/instruction/enclosed_constants.h"
#include "interpreter/compile/instruction/wrapped_operation.h"
#include "interpreter/compile/support.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/memory/global_variables.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/instructions/memory/small_pointers.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/debug_values.h"
#include "interpreter/lowering/kernel_images.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_invocations = 1u << 16;

bool is_of(Stage stage, spv::ExecutionModel model) {
  switch (stage) {
    case Stage::vertex:
      return model == spv::ExecutionModel::Vertex;
    case Stage::tessellation_control:
      return model == spv::ExecutionModel::TessellationControl;
    case Stage::tessellation_evaluation:
      return model == spv::ExecutionModel::TessellationEvaluation;
    case Stage::geometry:
      return model == spv::ExecutionModel::Geometry;
    case Stage::fragment:
      return model == spv::ExecutionModel::Fragment;
    case Stage::compute:
      break;
  }
  return model == spv::ExecutionModel::GLCompute || model == spv::ExecutionModel::Kernel;
}

std::string_view name_of(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return "a vertex shader (Vertex)";
    case Stage::tessellation_control:
      return "a tessellation control shader (TessellationControl)";
    case Stage::tessellation_evaluation:
      return "a tessellation evaluation shader (TessellationEvaluation)";
    case Stage::geometry:
      return "a geometry shader (Geometry)";
    case Stage::fragment:
      return "a fragment shader (Fragment)";
    case Stage::compute:
      break;
  }
  return "a compute shader (GLCompute) or a kernel (Kernel)";
}

Result<const EntryPoint*> find_entry_point(const Module& module, const std::string& name,
                                           Stage stage) {
  const EntryPoint* found = nullptr;
  std::string names;
  for (const EntryPoint& entry : module.entry_points()) {
    if (stage != Stage::compute && !is_of(stage, entry.model)) continue;
    names += (names.empty() ? "" : ", ") + entry.name;
    // Entry points of different stages may have the same name.
    if (!name.empty() && entry.name != name) continue;
    if (found != nullptr && name.empty())
      return bad_input("the module has several entry points: " + names);
    if (found == nullptr || is_of(stage, entry.model)) found = &entry;
  }
  if (found == nullptr) {
    if (names.empty() && stage != Stage::compute)
      return bad_input("the module has no entry point that is " + std::string(name_of(stage)));
    return bad_input(names.empty() ? "the module has no entry point"
                                   : "no entry point '" + name + "'; there are: " + names);
  }
  if (!is_of(stage, found->model))
    return unsupported("entry point '" + found->name + "' is not " + std::string(name_of(stage)));
  return found;
}

bool has_matrix_of_workgroup(const SpecializedModule& types) {
  return std::ranges::any_of(types.module().instructions(), [&](const Instruction& instruction) {
    return instruction.opcode == spv::Op::OpTypeCooperativeMatrixKHR &&
           types.type(instruction.result).cooperative.scope == spv::Scope::Workgroup;
  });
}

// The invocations of a workgroup, if the module declares its size.
Result<std::uint32_t> declared_invocations(const SpecializedModule& types,
                                           const EntryPoint& entry) {
  const auto size = local_size(types, entry);
  if (!size) return tl::unexpected(size.error());
  if (!*size)
    return unsupported(
        "not supported: cooperative matrices of Workgroup scope in a module that does not declare "
        "the workgroup size");
  std::uint64_t invocations = 1;
  for (const std::uint32_t extent : **size) {
    invocations *= extent;
    if (invocations > max_invocations) break;  // lower_entry_point() reports it
  }
  return static_cast<std::uint32_t>(std::clamp(invocations, std::uint64_t{1}, max_invocations));
}

// The dispatch gives the maximum subgroup size. If neither mode is declared, SPV_QCOM_subgroup_size lets
// the implementation select the maximum or half of it. This one selects the maximum.
Result<std::uint32_t> subgroup_size_of(const EntryPoint& entry, std::uint32_t maximum) {
  const auto has = [&](spv::ExecutionMode kind) {
    return std::ranges::any_of(entry.modes, [&](const Instruction* mode) {
      return static_cast<spv::ExecutionMode>(mode->literal(1)) == kind;
    });
  };
  for (const Instruction* mode : entry.modes) {
    if (static_cast<spv::ExecutionMode>(mode->literal(1)) != spv::ExecutionMode::SubgroupSize)
      continue;
    const std::uint32_t size = mode->literal(2);
    if (size == 0 || size > 128 || (size & (size - 1)) != 0) {
      return unsupported("execution mode SubgroupSize " + std::to_string(size) +
                         ": here it must be a power of two from 1 to 128");
    }
    maximum = size;
  }
  if (!has(spv::ExecutionMode::SubgroupSizeHalfQCOM)) return maximum;
  if (has(spv::ExecutionMode::SubgroupSizeFullQCOM)) {
    return bad_input(
        "an entry point cannot have both SubgroupSizeHalfQCOM and SubgroupSizeFullQCOM");
  }
  if (maximum == 1) {
    return bad_input("SubgroupSizeHalfQCOM needs a maximum subgroup size of 2 or more");
  }
  return maximum / 2;
}

Result<void> set_local_size(const SpecializedModule& types, const EntryPoint& entry,
                            const ProgramRequest& request, ProgramBuilder& builder) {
  if (builder.program().has_patches()) {
    const std::uint32_t vertices = output_vertices(entry).value_or(0);
    constexpr std::uint32_t most = 128;
    if (vertices == 0 || vertices > most)
      return bad_input("a tessellation control shader needs an OutputVertices from 1 to " +
                       std::to_string(most) + ", but declares " + std::to_string(vertices));
    builder.set_local_size({vertices, 1, 1});
    return {};
  }
  constexpr std::uint32_t most_emitted = 1024;
  if (builder.program().execution_model == spv::ExecutionModel::Geometry &&
      output_vertices(entry).value_or(0) > most_emitted)
    return limit_reached("a geometry shader may emit at most " + std::to_string(most_emitted) +
                         " vertices, but declares " +
                         std::to_string(output_vertices(entry).value_or(0)));
  if (builder.program().is_graphics()) {
    builder.set_local_size({builder.program().subgroup_size, 1, 1});
    return {};
  }
  auto size = local_size(types, entry);
  if (!size) return tl::unexpected(size.error());
  if (!*size) *size = request.local_size;
  if (!*size) {
    return bad_input("the module does not declare the workgroup size: pass --local-size X[,Y[,Z]]");
  }
  builder.set_local_size(**size);
  std::uint64_t invocations = 1;
  for (const std::uint32_t extent : **size) {
    if (extent == 0) return bad_input("a dimension of the workgroup size is 0");
    invocations *= extent;
    if (invocations > max_invocations) {
      return limit_reached("the workgroup has more than 65536 invocations");
    }
  }
  return {};
}

Result<void> check_subgroup_size(std::uint32_t size) {
  if (size == 0 || size > 128 || (size & (size - 1)) != 0)
    return bad_input("the subgroup size must be a power of two from 1 to 128");
  return {};
}

// The variables in memory of each invocation that are filled before the entry point starts: private ones, and input
// variables.
void lower_private_variables(Lowering& lowering) {
  for (const Instruction& instruction : lowering.module().instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (!is_variable(instruction.opcode) || lowering.analysis().uses(instruction.result).empty())
      continue;
    const auto storage_class = static_cast<spv::StorageClass>(instruction.literal(2));
    // In kernels, an input variable may be in memory, which its first use fills.
    if (storage_class == spv::StorageClass::Input && lowering.program().is_kernel() &&
        !lowering.analysis().only_loaded_and_stored(instruction.result))
      lowering.value(instruction.result);
    const bool is_own =
        storage_class == spv::StorageClass::Private ||
        (storage_class == spv::StorageClass::Output && !lowering.program().has_patches());
    if (is_own)
      initialize_private_variable(lowering, instruction, lowering.value(instruction.result));
  }
}

// The registers and frames of all resident subgroups count as memory.
Result<void> check_registers(const Program& program, AddressSpace& memory) {
  const std::uint64_t bytes = memory_of_registers(program);
  if (memory.count(bytes)) return {};
  return limit_reached("memory limit reached: the registers of a workgroup take " +
                       std::to_string(bytes) + " bytes");
}

// Throws a ThrownError if the module or the request is wrong.
Result<Program> lower_entry_point(const SpecializedEntryPoint& specialized,
                                  const ProgramRequest& request, Deadline deadline,
                                  AddressSpace& memory) {
  const EntryPoint& entry = specialized.entry_point;
  const SpecializedModule& types = specialized.types;
  ProgramBuilder builder(types, specialized.registry, request);
  builder.set_execution_model(entry.model);
  if (const auto ok = set_local_size(types, entry, request, builder); !ok)
    return tl::unexpected(ok.error());
  const auto subgroup_size = subgroup_size_of(entry, request.subgroup_size);
  if (!subgroup_size) return tl::unexpected(subgroup_size.error());
  builder.set_subgroup_size(*subgroup_size);
  auto modes = read_execution_modes(entry, types, request, builder);
  if (!modes) return tl::unexpected(modes.error());
  const Program& program = builder.program();
  // Stages number their invocations, which need no mapping.
  builder.set_layout(make_subgroup_layout(
      program.local_size, program.subgroup_size,
      program.is_graphics() ? SubgroupMapping{} : request.subgroup_mapping, program.quad_group));
  if (const auto ok = check_subgroup_count(entry, types, program); !ok)
    return tl::unexpected(ok.error());
  if (const auto ok = set_global_size(types.module(), request, builder); !ok)
    return tl::unexpected(ok.error());
  const Function* function = types.module().function(entry.function);
  if (function == nullptr || function->blocks.empty())
    return bad_input("the entry point has no body");
  modes->variable_lowering = &lower_global_variable;
  InstructionLowering lowering(types, specialized.registry, request, memory, builder,
                               std::move(*modes), specialized.broken);
  FunctionLowering functions(lowering, deadline);
  if (request.record_enclosures) emit_enclosed_constants(lowering);
  lower_private_variables(lowering);
  functions.lower_entry_function(*function);
  note_own_parts(lowering);
  if (const auto ok = check_image_uses(lowering); !ok) return tl::unexpected(ok.error());
  if (const auto ok = check_small_pointers(lowering); !ok) return tl::unexpected(ok.error());
  if (request.debug) add_debug_globals(lowering);
  // A handler that takes a plane for a wider one still stays within the registers.
  lowering.new_plane(ScalarType::pointer());
  if (const auto ok = check_registers(program, memory); !ok) return tl::unexpected(ok.error());
  return builder.take();
}

}  // namespace

Result<std::shared_ptr<const SpecializedEntryPoint>> specialize(const Module& module,
                                                                const InstructionRegistry& registry,
                                                                const PipelineOptions& options,
                                                                std::uint64_t max_memory,
                                                                Deadline deadline) {
  if (const auto ok = check_subgroup_size(options.subgroup_size); !ok)
    return tl::unexpected(ok.error());
  if (const auto ok = check_requirements(module); !ok) return tl::unexpected(ok.error());
  const auto entry = find_entry_point(module, options.entry_point, options.stage);
  if (!entry) return tl::unexpected(entry.error());
  const auto subgroup_size = subgroup_size_of(**entry, options.subgroup_size);
  if (!subgroup_size) return tl::unexpected(subgroup_size.error());
  BrokenConstants broken;
  const SpecConstantContext context{
      registry, broken, max_memory, deadline, options.vulkan_environment, options.features};
  const auto create = [&](std::uint32_t workgroup_invocations) {
    return SpecializedModule::create(
        module, options.specialization, max_memory, &evaluate_spec_constant, &context,
        {*subgroup_size, options.matrix_mapping, workgroup_invocations});
  };
  auto types = create(0);
  if (!types) return tl::unexpected(types.error());
  if (has_matrix_of_workgroup(*types)) {
    // Constants may declare the workgroup size.
    const auto invocations = declared_invocations(*types, **entry);
    if (!invocations) return tl::unexpected(invocations.error());
    broken = {};
    types = create(*invocations);
    if (!types) return tl::unexpected(types.error());
  }
  return std::shared_ptr<const SpecializedEntryPoint>(
      new SpecializedEntryPoint{registry, **entry, std::move(*types), std::move(broken)});
}

Result<std::shared_ptr<const CompiledProgram>> compile(
    std::shared_ptr<const SpecializedEntryPoint> entry, const ProgramRequest& request,
    Deadline deadline) {
  auto compiled = std::make_shared<CompiledProgram>();
  compiled->entry = entry;
  compiled->memory.set_limit(request.max_memory);
  compiled->memory.count(entry->types.memory_of_constants());
  auto objects = reserve_resources(request, compiled->memory);
  if (!objects) return tl::unexpected(objects.error());
  compiled->objects = std::move(*objects);
  auto program =
      catch_error([&] { return lower_entry_point(*entry, request, deadline, compiled->memory); });
  if (!program) return tl::unexpected(program.error());
  compiled->program = std::move(*program);
  return compiled;
}

Result<ConstantValue> evaluate_spec_constant(const SpecializedModule& types,
                                             const Instruction& instruction, const void* context) {
  const auto& evaluation = *static_cast<const SpecConstantContext*>(context);
  const InstructionRegistry& registry = evaluation.registry;
  if (is_past(evaluation.deadline))
    return limit_reached("time limit reached while evaluating specialization constants");
  ProgramRequest request;
  request.subgroup_size = 1;
  request.vulkan_environment = evaluation.vulkan_environment;
  request.features = evaluation.features;
  request.max_memory = evaluation.max_memory;
  AddressSpace memory;
  memory.set_limit(evaluation.max_memory);
  if (instruction.operand_count() < 3) return bad_input("OpSpecConstantOp lacks its opcode");
  const WrappedOperation wrapped(instruction);
  const InstructionDefinition* definition = registry.find(wrapped.instruction().opcode);
  constexpr std::array<std::string_view, 5> classes = {"Arithmetic", "Bit", "Composite",
                                                       "Conversion", "Relational_and_Logical"};
  if (definition != nullptr &&
      std::ranges::find(classes, definition->instruction_class) == classes.end()) {
    return unsupported("not supported: " + std::string(definition->name) + " in OpSpecConstantOp");
  }
  std::vector<Slot> slots;
  const auto program = catch_error([&]() -> Result<Program> {
    ProgramBuilder builder(types, registry, request);
    const BrokenConstants unused;
    InstructionLowering lowering(types, registry, request, memory, builder, {}, unused);
    lowering.builder().set_origin(
        static_cast<std::uint32_t>(&instruction - types.module().instructions().data()), 0);
    lowering.lower(wrapped.instruction());
    slots = lowering.value(instruction.result).slots;
    lowering.describe(lowering.emit(&finish, no_slot), {.is_control_flow = true});
    builder.reserve_frame(0);
    return builder.take();
  });
  if (!program) return tl::unexpected(program.error());
  Budget budget;
  budget.max_steps = ~std::uint64_t{0};
  const Launch launch;
  const Policy policy;
  Workgroup workgroup(*program, launch, policy, memory, budget);
  workgroup.run(0);
  std::vector<const Clause*> clauses = workgroup.findings().log().clauses();
  if (!clauses.empty()) evaluation.broken.add(instruction.result, std::move(clauses));
  ConstantValue value;
  const auto scalars = types.components(instruction.type);
  for (std::size_t i = 0; i < slots.size() && i < scalars.size(); ++i) {
    const Subgroup& subgroup = workgroup.subgroups()[0];
    value.push_back({component_bits(subgroup, slots[i], scalars[i].bytes, 0),
                     subgroup.header(slots[i]).undefined.test(0)});
  }
  return value;
}

}  // namespace spirv_oracle
