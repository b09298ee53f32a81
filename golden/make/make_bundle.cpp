#include "golden/make/make_bundle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "cli/options.h"
#include "cli/resources.h"
#include "golden/bundle/bundle_json.h"
#include "golden/bundle/components.h"
#include "golden/bundle/module_summary.h"
#include "golden/bundle/outputs.h"
#include "golden/bundle/sha256.h"
#include "golden/bundle/version.h"
#include "golden/make/derive_acceptance.h"
#include "golden/make/permutations.h"
#include "grammar/core.h"
#include "interpreter/loader/module.h"
#include "interpreter/loader/validation/validation.h"
#include "interpreter/pipe_argument.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle::golden {
namespace {

// Kinds of undefined behavior whose consequences the oracle tracks: the result of the instruction is
// undefined, and so is everything computed from it.
constexpr std::array<std::string_view, 8> contained_kinds{
    "conversion-out-of-range", "division-by-zero",  "lane-out-of-range",        "math-domain",
    "shift-too-far",           "undefined-operand", "signed-division-overflow", "wrap"};

bool is_contained(const Finding& finding) {
  return std::ranges::count(contained_kinds, finding.kind) != 0;
}

std::string place_text(const Finding& finding) {
  if (finding.where.source.line == 0) return finding.where.disassembly;
  return fmt::format("{}:{}", finding.where.source.file, finding.where.source.line);
}

std::vector<Finding> undefined_behavior(const std::vector<Finding>& findings) {
  std::vector<Finding> found;
  std::ranges::copy_if(findings, std::back_inserter(found), [](const Finding& finding) {
    return finding.severity == Severity::undefined_behavior;
  });
  return found;
}

void add_outputs(const BundleSubject& subject, const InstructionRegistry& registry,
                 const DispatchResult& result, Bundle& bundle) {
  const auto layouts =
      describe_layouts(subject.module, registry, subject.dispatch.entry_point,
                       subject.dispatch.specialization, subject.dispatch.limits.max_memory);
  const Locate locate = [&](std::uint32_t instruction) {
    return spirv_oracle::locate(subject.module, registry, instruction);
  };
  ReasonList reasons;
  for (BundleResource& resource : bundle.resources) {
    if (!is_output(subject.entry, resource)) continue;
    const BufferResult* after = find_result(result, subject.dispatch, resource);
    if (after == nullptr) continue;
    const auto layout = layouts.find({resource.key.set, resource.key.binding, 0});
    const bool has_layout = !resource.image && resource.kind != "memory" && layout != layouts.end();
    const auto components = components_of(after->contents.size(),
                                          has_layout ? layout->second : nullptr, {resource.type});
    BundleOutput output;
    output.expected = input_bytes(after->contents).bytes;
    output.acceptance = derive_acceptance(*after, components, result.findings, locate, reasons);
    resource.output = std::move(output);
  }
  bundle.reasons = reasons.take();
  accept_permutations(subject.module, subject.dispatch, result, locate, bundle);
}

void add_race_notes(const Dispatch& dispatch, const DispatchResult& result, Bundle& bundle) {
  if (!dispatch.check_races) {
    bundle.notes.emplace_back("data races were not checked");
  } else if (const auto& checked = result.workgroups_checked_for_races) {
    bundle.notes.push_back(
        fmt::format("data races were checked in the first {} workgroups only", *checked));
  } else if (result.forgotten_accesses != 0) {
    bundle.notes.push_back(fmt::format("data races with {} memory accesses were not checked",
                                       result.forgotten_accesses));
  }
}

std::string environment_name(const BundleSubject& subject) {
  if (is_kernel(subject.entry)) return "OpenCL";
  return subject.dispatch.vulkan_environment ? "Vulkan" : "SPIR-V";
}

FeatureSet features_of(const BundleSubject& subject) {
  if (!subject.dispatch.vulkan_environment) return {};
  FeatureSet available = subject.dispatch.features;
  available.add(subject.module.features());
  return needed_features(subject.words, subject.module, available);
}

// The operand MemoryLayout of an instruction on cooperative vectors.
std::optional<unsigned> vector_layout_operand(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpCooperativeVectorMatrixMulNV:
      return grammar::OpCooperativeVectorMatrixMulNV::memory_layout;
    case spv::Op::OpCooperativeVectorMatrixMulAddNV:
      return grammar::OpCooperativeVectorMatrixMulAddNV::memory_layout;
    case spv::Op::OpCooperativeVectorOuterProductAccumulateNV:
      return grammar::OpCooperativeVectorOuterProductAccumulateNV::memory_layout;
    default:
      return std::nullopt;
  }
}

// Whether a matrix may be in an optimal layout, so that its bytes are those of the oracle only.
bool has_optimal_layouts(const Module& module) {
  return std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
    const auto operand = vector_layout_operand(instruction.opcode);
    if (!operand) return false;
    const Instruction* layout = module.definition(instruction.id(*operand));
    constexpr unsigned value = 2;
    return layout == nullptr || layout->opcode != spv::Op::OpConstant ||
           layout->literal(value) >
               static_cast<std::uint32_t>(spv::CooperativeVectorMatrixLayout::ColumnMajorNV);
  });
}

}  // namespace

void accept_anything(const Reason& reason, Bundle& bundle) {
  Acceptance any;
  any.kind = AcceptanceKind::any;
  any.reason = static_cast<std::uint32_t>(bundle.reasons.size());
  bundle.reasons.push_back(reason);
  for (BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    OutputAcceptance accepted;
    for (AcceptanceRun run : resource.output->acceptance) {
      run.acceptance = any;
      append(accepted, run);
    }
    resource.output->acceptance = std::move(accepted);
  }
}

std::string request_of(const Bundle& bundle, const BundleSettings& settings) {
  FileTable files;
  for (const auto& [name, words] : modules_of(bundle))
    files[name] = {0, sha256(std::as_bytes(std::span(*words)))};
  for (const BundleResource& resource : bundle.resources) {
    if (resource.input) files[input_file(resource)] = {0, sha256(resource.input->bytes)};
  }
  const VariationSettings& variations = settings.variations;
  return sha256(fmt::format("{} {} {} {}", manifest_as_json(bundle, files).dump(),
                            settings.allow_undefined_behavior, variations.mappings,
                            variations.others));
}

void mask_undefined_behavior(const std::vector<Finding>& findings, Bundle& bundle) {
  for (const Finding& finding : findings) {
    bundle.masked.push_back(
        fmt::format("{}: {} [{}]", place_text(finding), finding.message, finding.clause));
  }
  const auto uncontained = std::ranges::find_if_not(findings, is_contained);
  if (uncontained == findings.end()) return;
  accept_anything({uncontained->clause,
                   "undefined behavior whose effects are not bounded: " + uncontained->message,
                   place_text(*uncontained), ""},
                  bundle);
}

Bundle describe_request(const BundleSubject& subject, const InstructionRegistry& registry,
                        const BundleSettings& settings) {
  const Dispatch& dispatch = subject.dispatch;
  Bundle bundle;
  bundle.name = subject.name;
  bundle.tool_version = tool_version;
  bundle.source = subject.source;
  bundle.options = settings.options;
  bundle.words = subject.words;
  bundle.entry_point = dispatch.entry_point;
  bundle.is_kernel = is_kernel(subject.entry);
  bundle.capabilities = capability_names(subject.module);
  bundle.extensions = {subject.module.extensions().begin(), subject.module.extensions().end()};
  bundle.instructions = instruction_names(subject.module, registry);
  bundle.groups = dispatch.groups;
  bundle.workgroup_size = workgroup_size(subject.module, dispatch);
  bundle.global_offset = dispatch.global_offset;
  bundle.work_dimensions = dispatch.work_dimensions;
  bundle.specialization = dispatch.specialization;
  bundle.assumptions = {dispatch.subgroup_size,
                        mapping_text(dispatch.subgroup_mapping),
                        dispatch.subgroup_mapping.full_subgroups,
                        environment_name(subject),
                        features_of(subject),
                        dispatch.robust_buffer_access,
                        dispatch.robust_image_access,
                        float_controls(subject.module, dispatch.entry_point),
                        settings.device_limits,
                        settings.not_assumed};
  bundle.resources = resources_of(subject.entry, dispatch);
  if (!settings.origin.empty()) bundle.notes.push_back("from " + settings.origin);
  bundle.request = request_of(bundle, settings);
  return bundle;
}

Result<MadeBundle> make_bundle(const BundleSubject& subject, const InstructionRegistry& registry,
                               const BundleSettings& settings) {
  Dispatch dispatch = subject.dispatch;
  if (std::ranges::any_of(subject.entry.resources, is_pipe))
    return unsupported("bundles do not support kernels with pipes");
  if (subject.entry.reads_heaps) return unsupported("bundles do not support descriptor heaps");
  if (!dispatch.null_descriptors.empty())
    return unsupported("bundles do not support null descriptors");
  if (!dispatch.acceleration_structures.empty())
    return unsupported("bundles do not support acceleration structures");
  if (std::ranges::any_of(dispatch.images,
                          [](const auto& image) { return !image.second.unbound.empty(); }))
    return unsupported("bundles do not support images with unbound texels");
  if (has_optimal_layouts(subject.module))
    return unsupported(
        "bundles do not support matrices in optimal layouts, which every implementation chooses");
  dispatch.explain = true;
  Dispatch with_enclosures = dispatch;
  with_enclosures.enclose = with_enclosures.record_enclosures = true;
  auto result = run(subject.module, registry, std::move(with_enclosures));
  if (!result) return tl::unexpected(result.error());
  if (result->status == Status::limit) return limit_reached(result->message);
  MadeBundle made;
  made.findings = undefined_behavior(result->findings);
  if (!made.findings.empty() && !settings.allow_undefined_behavior) return made;
  Bundle bundle = describe_request(subject, registry, settings);
  add_outputs(subject, registry, *result, bundle);
  add_race_notes(dispatch, *result, bundle);
  const std::vector<Finding> others = try_variations(subject.module, registry, dispatch,
                                                     settings.variations, made.findings, bundle);
  if (made.findings.empty()) made.findings = others;
  if (!made.findings.empty() && !settings.allow_undefined_behavior) return made;
  mask_undefined_behavior(made.findings, bundle);
  if (result->ignores_atomic_order) {
    accept_anything(
        {"", "the order of atomics was not examined: --check-races examines it", "", ""}, bundle);
  }
  if (!result->encloses_values) {
    accept_anything({"", "no enclosures could be computed for this dispatch", "", ""}, bundle);
  }
  made.bundle = std::move(bundle);
  return made;
}

}  // namespace spirv_oracle::golden
