// A bundle: a dispatch or a draw, and the results that every implementation must produce, as far as they are
// certain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/bundle/acceptance.h"
#include "graphics/draw.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Increases when a reader of an older version would misread a bundle.
inline constexpr std::uint32_t bundle_format_version = 4;

// Bytes, and the ranges [first, last) of those that are undefined, ascending.
struct InputBytes {
  std::vector<std::byte> bytes;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> undefined;
};
InputBytes input_bytes(const ShadowedBytes& contents);

// Components that change with other mappings of invocations to subgroups.
struct MappingDependence {
  std::uint64_t offset = 0, count = 0;  // bytes; components
  ScalarKind type = ScalarKind::uint8;
  std::vector<std::string> mappings;  // as --subgroup-mapping takes them
};

// The values of adjacent components in another legal execution, which shows that they depend on the implementation.
struct Witness {
  std::uint64_t offset = 0;  // bytes
  ScalarKind type = ScalarKind::uint8;
  std::string options;                // of spirv-run, which repeat the execution
  std::vector<std::uint64_t> values;  // bits, one for each component

  std::uint64_t end() const;  // bytes
};

struct BundleOutput {
  std::vector<std::byte> expected;
  OutputAcceptance acceptance;
  std::vector<MappingDependence> depends_on_mapping;
  std::vector<Witness> witnesses;  // by offset
};

// A descriptor, a kernel argument, push constants, or memory that is accessed through its address.
struct BundleResource {
  std::string name;  // "0.1", "0.1[2]", "arg.0", "push", or a memory's name
  std::string kind;  // as resource_kind_name() has it, "memory", or one of draw_kinds
  BindingKey key;
  std::string variable;                  // its name in the module; may be empty
  ScalarKind type = ScalarKind::uint32;  // to print it with
  std::optional<InputBytes> input;       // none for samplers, ranges, and workgroup memory
  std::optional<ImageShape> image;       // texel buffers and images
  std::optional<SamplerState> sampler;
  std::string memory;                 // the memory of which this descriptor is a range; "": none
  std::uint64_t begin = 0, size = 0;  // bytes, of that range or of workgroup memory
  std::optional<BundleOutput> output;
};

// A shader of a draw before the fragment shader.
struct BundleStage {
  Stage stage = Stage::vertex;
  std::vector<std::uint32_t> words;
  std::string entry_point;
  std::map<std::uint32_t, std::uint64_t> specialization;
};

// The stages that a BundleStage may have, in the order of the pipeline.
inline constexpr std::array earlier_stages{Stage::vertex, Stage::tessellation_control,
                                           Stage::tessellation_evaluation, Stage::geometry};
// "vertex", "tessellation_control", "tessellation_evaluation" or "geometry".
std::string_view stage_name(Stage stage);

// A draw with its pipeline. The module of the bundle is the fragment shader. Resources have the contents of attachments,
// vertex buffers and the index buffer.
struct BundleDraw {
  std::vector<BundleStage> stages;  // in the order of the pipeline; the first is the vertex shader
  PipelineState state;
  std::uint32_t width = 0, height = 0;  // of the framebuffer, in pixels
  DrawCall call = {};                   // without buffers
};

// The kinds of resources that only draws have. The binding of their key is a Location or a binding of the vertex input.
namespace draw_kinds {
inline constexpr std::string_view color_attachment = "color_attachment";
inline constexpr std::string_view resolve_attachment = "resolve_attachment";
inline constexpr std::string_view depth_stencil_attachment = "depth_stencil_attachment";
inline constexpr std::string_view vertex_buffer = "vertex_buffer";
inline constexpr std::string_view index_buffer = "index_buffer";
}  // namespace draw_kinds
bool is_draw_kind(std::string_view kind);
bool is_attachment_kind(std::string_view kind);

// A named part of an output: one of many tests in one module.
struct BundleCase {
  std::string name;
  std::string output;                  // the resource's name
  std::uint64_t offset = 0, size = 0;  // bytes
};

// Assumptions that the bundle does not make. The values in Assumptions are then those of one
// possible implementation.
struct NotAssumed {
  bool subgroup_size = false;
  bool subgroup_mapping = false;
  bool float_controls = false;  // the module declared them; they were removed
  friend bool operator==(const NotAssumed&, const NotAssumed&) = default;
};
// Their names in --no-assume, such as "subgroup-size".
std::vector<std::string> names_of(const NotAssumed& not_assumed);

// What the expected results assume, in addition to the specification.
struct Assumptions {
  std::uint32_t subgroup_size = 32;
  std::string subgroup_mapping = "linear";
  bool full_subgroups = false;
  std::string environment;  // "Vulkan", "OpenCL" or "SPIR-V"
  FeatureSet features;      // that a Vulkan device must have
  bool robust_buffer_access = false;
  bool robust_image_access = false;
  std::vector<std::string> float_controls;  // execution modes, with their widths
  std::vector<std::string> device_limits;   // "maxComputeWorkGroupInvocations=256"
  NotAssumed not_assumed;                   // the acceptance also holds without these
};

struct Bundle {
  std::string name;
  std::string tool_version;
  std::string source;                // the input's file name, without its folder
  std::vector<std::string> options;  // the options of the command that change the bundle
  std::string request;               // SHA-256 of everything that the bundle was made from

  std::vector<std::uint32_t> words;
  std::string entry_point;
  bool is_kernel = false;
  std::vector<std::string> capabilities, extensions;
  std::vector<std::string> instructions;  // that the module executes

  Dim3 groups{1, 1, 1};
  std::optional<Dim3> workgroup_size;
  std::array<std::uint64_t, 3> global_offset{};
  std::uint32_t work_dimensions = 3;
  std::map<std::uint32_t, std::uint64_t> specialization;
  std::optional<BundleDraw> draw;  // instead of workgroups
  Assumptions assumptions;

  std::vector<BundleResource> resources;
  std::vector<BundleCase> cases;  // by offset; empty if the outputs are not divided
  std::vector<Reason> reasons;
  std::vector<std::string> masked;  // findings of undefined behavior that --allow-ub permitted
  std::vector<std::string> notes;   // what the bundle does not know, and where it comes from
};

// The stages and resources of a bundle of a draw. Errors: bad_input if one of the tessellation shaders is missing, an
// attachment lacks a format or contents of its size, or there is no index buffer for the call.
Result<void> check_draw(const Bundle& bundle);

// For components that are not certain, but agreed in all executions of the oracle: accepts only what these had.
void accept_agreed_only(Bundle& bundle);

AcceptanceStatistics statistics_of(const Bundle& bundle);

// For example "8 components: 6 exact, 2 range (median width 3 ulp)".
std::string statistics_text(const AcceptanceStatistics& statistics);

// The case that contains a byte of an output; null if there is none.
const BundleCase* find_case(const Bundle& bundle, const std::string& output, std::uint64_t offset);

const BundleResource* find_output(const Bundle& bundle, const std::string& name);

std::string_view resource_kind_name(ResourceKind kind);
std::optional<ResourceKind> find_resource_kind(std::string_view name);

}  // namespace spirv_oracle::golden
