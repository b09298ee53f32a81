// A bundle: a dispatch and what every implementation must leave behind, as far as that is certain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "golden/acceptance.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Grows where a reader of an older version would misread a bundle.
inline constexpr std::uint32_t bundle_format_version = 1;

// Bytes as given, and which of them have no value: ranges [first, last), ascending.
struct InputBytes {
  std::vector<std::byte> bytes;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> undefined;
};
InputBytes input_bytes(const ShadowedBytes& contents);

// Components that other mappings of invocations to subgroups change.
struct MappingDependence {
  std::uint64_t offset = 0, count = 0;  // bytes; components
  ScalarKind type = ScalarKind::uint8;
  std::vector<std::string> mappings;  // as --subgroup-mapping takes them
};

struct BundleOutput {
  std::vector<std::byte> expected;
  OutputAcceptance acceptance;
  std::vector<MappingDependence> depends_on_mapping;
};

// A descriptor, an argument of a kernel, push constants, or memory that is reached by its address.
struct BundleResource {
  std::string name;  // "0.1", "0.1[2]", "arg.0", "push", or a memory's name
  std::string kind;  // as resource_kind_name() has it, or "memory"
  BindingKey key;
  std::string variable;                  // its name in the module; may be empty
  ScalarKind type = ScalarKind::uint32;  // to print it with
  std::optional<InputBytes> input;       // none: samplers, ranges, memory of a workgroup
  std::optional<ImageShape> image;       // texel buffers and images
  std::optional<SamplerState> sampler;
  std::string memory;                 // the memory whose range this descriptor is; "": none
  std::uint64_t begin = 0, size = 0;  // bytes: of that range, or of the memory of a workgroup
  std::optional<BundleOutput> output;
};

// A part of an output with a name of its own: one of many tests in one module.
struct BundleCase {
  std::string name;
  std::string output;                  // the resource's name
  std::uint64_t offset = 0, size = 0;  // bytes
};

// Assumptions that are switched off: the values of Assumptions are then those of one possible implementation.
struct NotAssumed {
  bool subgroup_size = false;
  bool subgroup_mapping = false;
  bool float_controls = false;  // the module had them, and has been made to do without
  friend bool operator==(const NotAssumed&, const NotAssumed&) = default;
};
// "subgroup-size", as --no-assume takes them.
std::vector<std::string> names_of(const NotAssumed& not_assumed);

// What the expected results rest on, beside the specification.
struct Assumptions {
  std::uint32_t subgroup_size = 32;
  std::string subgroup_mapping = "linear";
  bool full_subgroups = false;
  std::string environment;  // "Vulkan", "OpenCL" or "SPIR-V"
  bool robust_buffer_access = false;
  bool robust_image_access = false;
  std::vector<std::string> float_controls;  // execution modes, with their widths
  std::vector<std::string> device_limits;   // "maxComputeWorkGroupInvocations=256"
  NotAssumed not_assumed;                   // what is accepted holds without these, too
};

struct Bundle {
  std::string name;
  std::string tool_version;
  std::string source;                // the input's file name, without its folder
  std::vector<std::string> options;  // of the command that change the bundle
  std::string request;               // SHA-256 of all that the bundle was made from

  std::vector<std::uint32_t> words;
  std::string entry_point;
  bool is_kernel = false;
  std::vector<std::string> capabilities, extensions;
  std::vector<std::string> instructions;  // that the entry point's module computes with

  Dim3 groups{1, 1, 1};
  std::optional<Dim3> workgroup_size;
  std::array<std::uint64_t, 3> global_offset{};
  std::uint32_t work_dimensions = 3;
  std::map<std::uint32_t, std::uint64_t> specialization;
  Assumptions assumptions;

  std::vector<BundleResource> resources;
  std::vector<BundleCase> cases;  // by offset; none where the outputs are not divided
  std::vector<Reason> reasons;
  std::vector<std::string>
      masked;                      // findings of undefined behavior, where --allow-ub let them pass
  std::vector<std::string> notes;  // what the bundle does not know
};

AcceptanceStatistics statistics_of(const Bundle& bundle);

// "8 components: 6 exact, 2 range (median width 3 ulp)"
std::string statistics_text(const AcceptanceStatistics& statistics);

// The case that a byte of an output belongs to; null: none.
const BundleCase* find_case(const Bundle& bundle, const std::string& output, std::uint64_t offset);

const BundleResource* find_output(const Bundle& bundle, const std::string& name);

std::string_view resource_kind_name(ResourceKind kind);
std::optional<ResourceKind> find_resource_kind(std::string_view name);

}  // namespace spirv_oracle::golden
