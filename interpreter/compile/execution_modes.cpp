#include "interpreter/compile/execution_modes.h"

#include <string>

namespace spirv_oracle {
namespace {

// A DerivativeGroup*KHR mode: "each invocation in a quad scope instance must be in the same subgroup",
// and the workgroup consists of quads.
Result<void> set_quad_group(QuadGroup group, ProgramBuilder& builder) {
  const Program& program = builder.program();
  const Dim3& size = program.local_size;
  const std::string text =
      std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]);
  if (program.quad_group != QuadGroup::lanes && program.quad_group != group) {
    return bad_input(
        "an entry point cannot have both DerivativeGroupQuadsKHR and DerivativeGroupLinearKHR");
  }
  builder.set_quad_group(group);
  if (group == QuadGroup::quads && (size[0] % 2 != 0 || size[1] % 2 != 0)) {
    return bad_input(
        "DerivativeGroupQuadsKHR needs a workgroup size that is a multiple of 2 in x and y, not " +
        text);
  }
  if (group == QuadGroup::linear && size[0] % 4 * (size[1] % 4) * (size[2] % 4) % 4 != 0) {
    return bad_input(
        "DerivativeGroupLinearKHR needs a workgroup size whose product is a multiple "
        "of 4, not " +
        text);
  }
  if (program.subgroup_size < 4) {
    return bad_input("quads need subgroups of 4 invocations or more, not " +
                     std::to_string(program.subgroup_size));
  }
  return {};
}

// Each mode is a set of the widths, in bytes, for which it is declared.
struct DeclaredFloatModes {
  unsigned toward_zero = 0, flush = 0, to_nearest = 0, preserve = 0;
  unsigned preserve_special = 0;
  bool contraction_off = false;
};

// The modes that are declared, plus what the dispatch chooses for the others. Kernels have fewer choices: the rounding
// of 16-bit floats ("OpenCL Numerical Compliance", Rounding Modes), and with -cl-denorms-are-zero flushing of doubles.
FloatModes float_modes(const DeclaredFloatModes& declared, const ArithmeticChoices& choices,
                       bool is_kernel, const KernelMath& math) {
  constexpr unsigned all_widths = 2 | 4 | 8;
  FloatModes modes;
  modes.preserve_special = declared.preserve_special;
  modes.preserve_denormals = declared.preserve;
  modes.contraction_off = declared.contraction_off;
  modes.toward_zero = declared.toward_zero;
  modes.may_round_toward_zero =
      (is_kernel ? 2u : all_widths) & ~declared.to_nearest & ~declared.toward_zero;
  if (choices.toward_zero) {
    modes.chosen_toward_zero = modes.may_round_toward_zero;
    modes.toward_zero |= modes.chosen_toward_zero;
  }
  modes.flush_operands = modes.flush_results = declared.flush;
  const bool keeps_doubles = is_kernel && !math.denormals_are_zero;
  const unsigned may_flush = (keeps_doubles ? 2u | 4u : all_widths) & ~declared.preserve;
  modes.may_flush = may_flush | declared.flush;
  if (choices.flush_denormals) {
    modes.chosen_flush = may_flush & ~declared.flush;
    modes.flush_operands |= modes.chosen_flush;
    modes.flush_results |= modes.chosen_flush;
  } else if (choices.flush_results) {
    modes.chosen_flush = may_flush;
    modes.flush_operands &= ~may_flush;
    modes.flush_results |= may_flush;
  }
  return modes;
}

// False if the mode does not concern floats.
bool add_float_mode(const Instruction& mode, DeclaredFloatModes& declared) {
  const unsigned bytes = mode.literal(2) / 8;
  switch (static_cast<spv::ExecutionMode>(mode.literal(1))) {
    case spv::ExecutionMode::RoundingModeRTZ:
      declared.toward_zero |= bytes;
      return true;
    case spv::ExecutionMode::DenormFlushToZero:
      declared.flush |= bytes;
      return true;
    case spv::ExecutionMode::RoundingModeRTE:
      declared.to_nearest |= bytes;
      return true;
    case spv::ExecutionMode::DenormPreserve:
      declared.preserve |= bytes;
      return true;
    case spv::ExecutionMode::SignedZeroInfNanPreserve:
      declared.preserve_special |= bytes;
      return true;
    case spv::ExecutionMode::ContractionOff:
      declared.contraction_off = true;
      return true;
    default:
      return false;
  }
}

}  // namespace

Result<LoweredEntryPoint> read_execution_modes(const EntryPoint& entry,
                                               const SpecializedModule& types,
                                               const ProgramRequest& request,
                                               ProgramBuilder& builder) {
  LoweredEntryPoint result;
  result.entry_point = &entry;
  builder.set_output_vertices(output_vertices(entry).value_or(0));
  DeclaredFloatModes declared;
  if (builder.program().execution_model == spv::ExecutionModel::Fragment) {
    if (builder.program().subgroup_size < 4)
      return bad_input("fragments need subgroups of 4 invocations or more, not " +
                       std::to_string(builder.program().subgroup_size));
    builder.set_quad_group(QuadGroup::linear);
  }
  for (const Instruction* mode : entry.modes) {
    if (add_float_mode(*mode, declared)) continue;
    switch (static_cast<spv::ExecutionMode>(mode->literal(1))) {
      case spv::ExecutionMode::MaximallyReconvergesKHR:
        builder.set_maximal_reconvergence();
        break;
      case spv::ExecutionMode::ArithmeticPoisonKHR:
        builder.set_arithmetic_poison();
        break;
      case spv::ExecutionMode::Shader64BitIndexingEXT:
        builder.set_64_bit_indexing();
        break;
      case spv::ExecutionMode::SubgroupUniformControlFlowKHR:
        builder.set_subgroup_uniform_control_flow();
        break;
      case spv::ExecutionMode::LocalSize:
      case spv::ExecutionMode::LocalSizeId:
      case spv::ExecutionMode::LocalSizeHint:
      case spv::ExecutionMode::LocalSizeHintId:
      case spv::ExecutionMode::QuadDerivativesKHR:  // the quad is the derivative group in any case
      case spv::ExecutionMode::SubgroupSizeHalfQCOM:
      case spv::ExecutionMode::SubgroupSizeFullQCOM:
      case spv::ExecutionMode::SubgroupSize:
      case spv::ExecutionMode::SubgroupsPerWorkgroup:  // see check_subgroup_count()
      case spv::ExecutionMode::SubgroupsPerWorkgroupId:
      case spv::ExecutionMode::VecTypeHint:
        break;
      case spv::ExecutionMode::FPFastMathDefault: {
        const auto flags = types.integer(mode->id(3));
        result.fast_math_defaults[types.type(mode->id(2)).scalar.bytes] =
            static_cast<std::uint32_t>(flags.value_or(0));
        break;
      }
      case spv::ExecutionMode::DerivativeGroupQuadsKHR:
        if (auto ok = set_quad_group(QuadGroup::quads, builder); !ok)
          return tl::unexpected(ok.error());
        break;
      case spv::ExecutionMode::DerivativeGroupLinearKHR:
        if (auto ok = set_quad_group(QuadGroup::linear, builder); !ok)
          return tl::unexpected(ok.error());
        break;
      case spv::ExecutionMode::OutputVertices:
      case spv::ExecutionMode::Invocations:
      case spv::ExecutionMode::InputPoints:
      case spv::ExecutionMode::InputLines:
      case spv::ExecutionMode::InputLinesAdjacency:
      case spv::ExecutionMode::InputTrianglesAdjacency:
      case spv::ExecutionMode::OutputPoints:
      case spv::ExecutionMode::OutputLineStrip:
      case spv::ExecutionMode::OutputTriangleStrip:
      case spv::ExecutionMode::Triangles:
      case spv::ExecutionMode::Quads:
      case spv::ExecutionMode::Isolines:
      case spv::ExecutionMode::SpacingEqual:
      case spv::ExecutionMode::SpacingFractionalEven:
      case spv::ExecutionMode::SpacingFractionalOdd:
      case spv::ExecutionMode::VertexOrderCw:
      case spv::ExecutionMode::VertexOrderCcw:
      case spv::ExecutionMode::PointMode:
        break;  // for whoever makes the primitives
      case spv::ExecutionMode::OriginUpperLeft:
      case spv::ExecutionMode::EarlyFragmentTests:
      case spv::ExecutionMode::PostDepthCoverage:
      case spv::ExecutionMode::PixelInterlockOrderedEXT:
      case spv::ExecutionMode::PixelInterlockUnorderedEXT:
      case spv::ExecutionMode::SampleInterlockOrderedEXT:
      case spv::ExecutionMode::SampleInterlockUnorderedEXT:
      case spv::ExecutionMode::DepthReplacing:
      case spv::ExecutionMode::DepthGreater:
      case spv::ExecutionMode::DepthLess:
      case spv::ExecutionMode::DepthUnchanged:
        break;  // for whoever makes the fragments
      case spv::ExecutionMode::RequireFullQuadsKHR:
        if (builder.program().execution_model == spv::ExecutionModel::Fragment) break;
        return bad_input("execution mode RequireFullQuadsKHR of entry point '" + entry.name +
                         "' is only valid with the Fragment execution model");
      default:
        return unsupported("an execution mode of entry point '" + entry.name +
                           "' is not supported: " + types.module().disassemble(*mode));
    }
  }
  result.float_modes =
      float_modes(declared, request.arithmetic, builder.program().is_kernel(), request.kernel_math);
  return result;
}

std::optional<std::uint32_t> output_vertices(const EntryPoint& entry) {
  for (const Instruction* mode : entry.modes) {
    if (static_cast<spv::ExecutionMode>(mode->literal(1)) == spv::ExecutionMode::OutputVertices)
      return mode->literal(2);
  }
  return std::nullopt;
}

Result<void> check_subgroup_count(const EntryPoint& entry, const SpecializedModule& types,
                                  const Program& program) {
  for (const Instruction* mode : entry.modes) {
    const auto kind = static_cast<spv::ExecutionMode>(mode->literal(1));
    std::optional<std::uint64_t> count;
    if (kind == spv::ExecutionMode::SubgroupsPerWorkgroup) count = mode->literal(2);
    if (kind == spv::ExecutionMode::SubgroupsPerWorkgroupId)
      count = types.integer(mode->id(2)).value_or(0);
    const std::uint32_t actual = program.layout.subgroup_count;
    if (!count || *count == actual) continue;
    return bad_input("entry point '" + entry.name + "' requires " + std::to_string(*count) +
                     " subgroups per workgroup, but its workgroup consists of " +
                     std::to_string(actual) + " subgroups of at most " +
                     std::to_string(program.subgroup_size) +
                     " invocations: use another --local-size or --subgroup-size");
  }
  return {};
}

}  // namespace spirv_oracle
