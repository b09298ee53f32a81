// A script as data, independent of its language. The model contains graphics pipelines completely;
// it does not decide which parts of a script can run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "amber/script/graphics_model.h"
#include "amber/script/layout.h"
#include "amber/script/tokenizer.h"
#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

enum class Language : std::uint8_t { amber_script, vk_script };

enum class ShaderStage : std::uint8_t {
  vertex,
  fragment,
  geometry,
  tessellation_evaluation,
  tessellation_control,
  compute,
  ray_generation,
  any_hit,
  closest_hit,
  miss,
  intersection,
  callable,
  multi,  // several stages in one module
};
// As scripts spell them.
inline constexpr std::array<std::string_view, 13> stage_names{"vertex",
                                                              "fragment",
                                                              "geometry",
                                                              "tessellation_evaluation",
                                                              "tessellation_control",
                                                              "compute",
                                                              "ray_generation",
                                                              "any_hit",
                                                              "closest_hit",
                                                              "miss",
                                                              "intersection",
                                                              "callable",
                                                              "multi"};

enum class ShaderFormat : std::uint8_t {
  passthrough,
  glsl,
  hlsl,
  spirv_asm,
  spirv_hex,
  spirv_bin,
  opencl_c,
};

std::string_view stage_name(ShaderStage stage);     // as AmberScript writes it
std::string_view format_name(ShaderFormat format);  // the same

struct Shader {
  std::string name;
  ScriptPosition place;
  ShaderStage stage = ShaderStage::compute;
  ShaderFormat format = ShaderFormat::glsl;
  std::string target_env;        // "": the default
  std::string source;            // text; for spirv_bin the bytes
  std::string file;              // the file of the source, for messages
  std::uint32_t first_line = 1;  // of the source in that file
};

// The contents of a buffer before the first command. Bits are in the order of the fields of the
// layout.
struct Initializer {
  enum class Kind : std::uint8_t { zero, values, fill, series, bytes };
  Kind kind = Kind::zero;
  std::vector<std::uint64_t> bits;           // values: of all elements; fill: of one element
  std::uint64_t start = 0, step = 0;         // series, of integers
  double start_number = 0, step_number = 0;  // series, of floats
  std::vector<std::byte> bytes;
};

// The shape of an image. Buffers that are not used as images have none.
struct ImageShape {
  unsigned dimensions = 2;
  std::uint32_t width = 0, height = 1, depth = 1;  // width 0: not known yet
  std::uint32_t mip_levels = 1;
  std::uint32_t samples = 1;
  bool is_framebuffer_sized = false;   // has the FRAMEBUFFER_SIZE of the pipelines that bind it
  bool is_attachment_sized = false;    // likewise, of those that draw into it
  bool is_default_attachment = false;  // the script does not declare it
};

struct Buffer {
  std::string name;
  ScriptPosition place;
  DataType type;
  LayoutRule rule = LayoutRule::std430;
  std::shared_ptr<const ElementLayout> layout;
  std::uint64_t element_count = 0;
  std::uint64_t size = 0;  // bytes
  Initializer initializer;
  std::optional<ImageShape> image;
};

struct Sampler {
  std::string name;
  ScriptPosition place;
  std::map<std::string, std::string> settings;  // by keyword
};

struct SpecializationValue {
  ScriptPosition place;
  std::uint32_t id = 0;
  std::uint64_t bits = 0;
};

// SUBGROUP: the subgroup settings of a shader in a pipeline.
struct SubgroupSettings {
  bool fully_populated = false;
  bool varying_size = false;
  std::optional<std::uint32_t> required_size;
};

struct ShaderUse {
  std::string shader;
  ShaderStage stage = ShaderStage::compute;
  std::string entry_point = "main";
  std::vector<SpecializationValue> specialization;
  std::vector<std::string> optimizations;
  std::vector<std::string> compile_options;
  SubgroupSettings subgroup;
  bool inherited = false;  // from the parent pipeline; ATTACH replaces it
};

enum class BindingKind : std::uint8_t {
  unspecified,  // the argument of the kernel decides
  uniform,
  storage,
  uniform_dynamic,
  storage_dynamic,
  uniform_texel_buffer,
  storage_texel_buffer,
  storage_image,
  sampled_image,
  combined_image_sampler,
  sampler,
  color,
  depth_stencil,
  resolve,
};

std::string_view binding_kind_name(BindingKind kind);
constexpr bool is_attachment(BindingKind kind) { return kind >= BindingKind::color; }

// The number or the name of an argument of a kernel.
using KernelArgument = std::variant<std::uint32_t, std::string>;

// One BIND. The lists have one entry per descriptor, or are empty.
struct Binding {
  ScriptPosition place;
  BindingKind kind = BindingKind::storage;
  std::vector<std::string> buffers;
  std::vector<std::string> samplers;
  std::uint32_t set = 0, binding = 0;
  std::vector<std::uint64_t> dynamic_offsets;
  std::vector<std::uint64_t> descriptor_offsets;
  std::vector<std::optional<std::uint64_t>> descriptor_ranges;  // none: to the end of the buffer
  std::optional<KernelArgument> argument;
  std::uint32_t location = 0;  // of a color attachment
  std::uint32_t base_mip_level = 0;
};

// SET KERNEL: a plain value of an argument.
struct ArgumentValue {
  ScriptPosition place;
  KernelArgument argument;
  DataType type;
  std::vector<std::uint64_t> bits;
};

enum class PipelineKind : std::uint8_t { compute, graphics };

struct Pipeline {
  std::string name;
  ScriptPosition place;
  PipelineKind kind = PipelineKind::compute;
  std::vector<ShaderUse> shaders;
  std::vector<Binding> bindings;
  std::string push_constants;  // the buffer; "": none
  std::vector<ArgumentValue> argument_values;
  GraphicsState graphics;

  ShaderUse* find_use(std::string_view shader);
};

struct RunCompute {
  std::string pipeline;
  Dim3 groups{1, 1, 1};
  std::string entry_point;  // "": that of the pipeline
};

struct Copy {
  std::string from, to;
};

// Stores values in a buffer (VkScript).
struct Store {
  std::string buffer;
  std::shared_ptr<const ElementLayout> layout;
  std::uint64_t offset = 0;
  std::vector<std::uint64_t> bits;
};

enum class Comparator : std::uint8_t { eq, ne, lt, le, gt, ge, fuzzy };

std::string_view comparator_name(Comparator comparator);

struct Tolerance {
  double value = 0;
  bool percent = false;
};

// The tolerance of a component: the only one, or the one at its place, or the default.
Tolerance tolerance_of(const std::vector<Tolerance>& tolerances, std::size_t component,
                       const Tolerance& otherwise);

// EXPECT with values.
struct ExpectValues {
  std::string buffer;
  std::string type;  // its name
  std::shared_ptr<const ElementLayout> layout;
  std::uint64_t offset = 0;     // of an element, in bytes
  std::size_t first_field = 0;  // of that element
  Comparator comparator = Comparator::eq;
  std::vector<Tolerance> tolerances;  // one for all, or by component; empty: the default
  std::vector<std::uint64_t> bits;
};

// EXPECT for the pixels of an image.
struct ExpectPixels {
  std::string buffer;
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
  std::vector<double> color =
      {};              // 3 or 4, from 0 to `scale`; the numbers themselves in integer formats
  double scale = 255;  // of normalized colors
  std::vector<Tolerance> tolerances = {};  // as in ExpectValues
  double default_tolerance = 0.5;          // less than half a step of 8 bits
};

enum class BufferComparator : std::uint8_t { eq_buffer, rmse_buffer, eq_histogram_emd_buffer };

// EXPECT for two whole buffers.
struct ExpectBuffers {
  std::string buffer, other;
  BufferComparator comparator = BufferComparator::eq_buffer;
  double tolerance = 0;
};

struct Command;

struct Repeat {
  std::uint32_t count = 0;
  std::vector<Command> commands;
};

struct Command {
  ScriptPosition place;
  std::string text;  // the line, for messages
  std::variant<RunCompute, DrawRectangle, DrawGrid, DrawArrays, Clear, SetClearColor, SetClearDepth,
               SetClearStencil, Copy, Store, ExpectValues, ExpectPixels, ExpectBuffers, Repeat>
      what;
};

// A requirement of the script on the device.
struct Requirement {
  enum class Kind : std::uint8_t { feature, property, device_extension, instance_extension };
  Kind kind = Kind::feature;
  std::string name;
  ScriptPosition place;
};

struct Script {
  std::string file;
  Language language = Language::amber_script;
  std::vector<Requirement> requirements;
  VirtualFiles virtual_files;
  std::map<std::string, Shader, std::less<>> shaders;
  std::map<std::string, Buffer, std::less<>> buffers;
  std::map<std::string, Sampler, std::less<>> samplers;
  std::map<std::string, std::shared_ptr<const StructType>, std::less<>> structs;
  std::map<std::string, Pipeline, std::less<>> pipelines;
  std::vector<Command> commands;
  std::vector<std::string> warnings;  // about the script; lines of text
};

}  // namespace spirv_oracle::amber
