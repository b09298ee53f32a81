#include "driver/capture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <filesystem>
#include <span>

#include "driver/options.h"
#include "interpreter/pipe_argument.h"
#include "support/file.h"

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

// Part of a file name.
std::string plain(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '-'; }, '_');
  return text.empty() ? "dispatch" : text.substr(0, 80);
}

// A line of the file with the arguments.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string name_of(const BindingKey& key) {
  return fmt::format("{}.{}[{}]", key.set, key.binding, key.element);
}

std::string text_of(const ImageShape& shape) {
  return fmt::format("{}:{}x{}x{},layers={},levels={},samples={}", shape.format->name,
                     shape.extent[0], shape.extent[1], shape.extent[2], shape.layers, shape.levels,
                     shape.samples);
}

// As --arg takes it: with the dimensions that the type of the argument has.
std::string text_of_argument(const ImageShape& shape, const ImageInfo& type) {
  const bool is_line = type.dimensionality == "1D" || type.dimensionality == "Buffer";
  std::string text = fmt::format("{}:{}", shape.format->name, shape.extent[0]);
  if (!is_line) text += fmt::format("x{}", shape.extent[1]);
  if (type.dimensionality == "3D") text += fmt::format("x{}", shape.extent[2]);
  if (type.arrayed) text += fmt::format(",layers={}", shape.layers);
  return text;
}

// As --sampler takes it.
std::string text_of(const SamplerState& sampler) {
  constexpr const char* filters[] = {"nearest", "linear"};
  constexpr const char* modes[] = {"repeat",          "mirrored_repeat",      "clamp_to_edge",
                                   "clamp_to_border", "mirror_clamp_to_edge", "none"};
  constexpr const char* borders[] = {"transparent_black", "opaque_black", "opaque_white"};
  constexpr const char* operations[] = {
      "never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal",
      "always"};
  const auto name = [](const auto& names, auto value) {
    return names[static_cast<std::size_t>(value)];
  };
  std::string text =
      fmt::format("mag={},min={},mip={},u={},v={},w={},border={},bias={},min_lod={},max_lod={}",
                  name(filters, sampler.magnification), name(filters, sampler.minification),
                  name(filters, sampler.mipmap), name(modes, sampler.address[0]),
                  name(modes, sampler.address[1]), name(modes, sampler.address[2]),
                  name(borders, sampler.border), sampler.bias, sampler.min_lod, sampler.max_lod);
  if (!sampler.normalized_coordinates) text += ",unnormalized";
  if (sampler.compare) text += fmt::format(",compare={}", name(operations, *sampler.compare));
  return text;
}

bool is_undefined(Definedness state) { return value_state(state) == Definedness::undefined; }

// A bit for each byte, as --output-mask writes them.
std::vector<std::byte> mask_of(const std::vector<Definedness>& shadow) {
  std::vector<std::byte> mask((shadow.size() + 7) / 8);
  for (std::size_t i = 0; i < shadow.size(); ++i) {
    if (is_undefined(shadow[i])) mask[i / 8] |= std::byte{1} << (i % 8);
  }
  return mask;
}

// Writes one dispatch.
class Writer {
 public:
  Writer(const CapturedDispatch& dispatch, fs::path folder, std::string name)
      : dispatch_(dispatch), folder_(std::move(folder)), name_(std::move(name)) {}

  Result<void> write() {
    const auto module = std::as_bytes(dispatch_.words);
    if (auto done = write_file(path(name_ + ".spv"), module); !done) return done;
    lines_ = path(name_ + ".spv") + '\n';
    add_program();
    const bool is_kernel = dispatch_.launch.global_size.has_value();
    for (const auto step :
         {&Writer::add_memories, is_kernel ? &Writer::add_arguments : &Writer::add_resources}) {
      if (auto done = (this->*step)(); !done) return done;
    }
    return write_file(path(name_ + ".args"), std::as_bytes(std::span(lines_)));
  }

 private:
  std::string path(const std::string& file) const { return (folder_ / file).string(); }
  void add(const std::string& option, const std::string& value = "") {
    lines_ +=
        one_line(value.empty() ? "--" + option : fmt::format("--{}={}", option, value)) + '\n';
  }
  void add_program();
  void add_kernel();
  Result<void> add_arguments();
  Result<void> add_memories();
  Result<void> add_resources();
  // DATA for the contents, which go to a file with this name.
  Result<std::string> data(const std::string& file, const ShadowedBytes& contents) const;
  Result<void> add_data(const std::string& option, const std::string& prefix,
                        const std::string& file, const ShadowedBytes& contents);
  const ImageShape* image_at(const BindingKey& key) const;
  std::string text_of_pointer(const ShadowedBytes& value) const;

  const CapturedDispatch& dispatch_;
  fs::path folder_;
  std::string name_;
  std::string lines_;
};

// The numbers of the dimensions that the program gave, with commas.
template <class Numbers>
std::string dimensions_of(const Numbers& numbers, std::uint32_t count) {
  return fmt::format("{}", fmt::join(numbers.begin(), numbers.begin() + count, ","));
}

void Writer::add_kernel() {
  const PipelineOptions& options = dispatch_.options;
  const std::uint32_t count = dispatch_.launch.work_dimensions;
  add("global-size", dimensions_of(*dispatch_.launch.global_size, count));
  add("global-offset", dimensions_of(dispatch_.launch.global_offset, count));
  if (options.local_size) add("local-size", dimensions_of(*options.local_size, count));
  add("subgroup-size", fmt::format("{}", options.subgroup_size));
  for (const auto& [id, bits] : options.specialization)
    add("spec", fmt::format("{}=bits({})", id, bits));
  for (const std::string& option : dispatch_.build_options) {
    // The others change the module.
    if (option.starts_with("-cl-") && !option.starts_with("-cl-std=")) add("build-option", option);
  }
}

void Writer::add_program() {
  const PipelineOptions& options = dispatch_.options;
  add("origin", dispatch_.origin);
  add("entry", options.entry_point);
  if (dispatch_.launch.global_size) return add_kernel();
  if (!dispatch_.target_env.empty()) add("target-env", dispatch_.target_env);
  const std::vector<std::string> features = names_of(options.features);
  add("features", features.empty() ? "none" : fmt::format("{}", fmt::join(features, ",")));
  add("groups", fmt::format("{}", fmt::join(dispatch_.launch.groups, ",")));
  add("global-offset", fmt::format("{}", fmt::join(dispatch_.launch.global_offset, ",")));
  add("subgroup-size", fmt::format("{}", options.subgroup_size));
  if (options.subgroup_mapping.full_subgroups) add("require-full-subgroups");
  if (options.robust_buffer_access) add("robust-buffer-access");
  if (options.robust_image_access) add("robust-image-access");
  for (const auto& [id, bits] : options.specialization)
    add("spec", fmt::format("{}=bits({})", id, bits));
}

Result<std::string> Writer::data(const std::string& file, const ShadowedBytes& contents) const {
  const auto undefined = std::ranges::count_if(contents.shadow, is_undefined);
  if (static_cast<std::size_t>(undefined) == contents.size())
    return fmt::format("undef({})", contents.size());
  if (auto done = write_file(path(file), contents.bytes); !done)
    return tl::unexpected(done.error());
  if (undefined == 0) return "@" + path(file);
  if (auto done = write_file(path(file + ".undef"), mask_of(contents.shadow)); !done)
    return tl::unexpected(done.error());
  return "masked@" + path(file);
}

Result<void> Writer::add_data(const std::string& option, const std::string& prefix,
                              const std::string& file, const ShadowedBytes& contents) {
  const auto text = data(file, contents);
  if (!text) return tl::unexpected(text.error());
  add(option, prefix + *text);
  return {};
}

// The number of a memory gives it its address, so the order counts.
Result<void> Writer::add_memories() {
  for (std::size_t i = 0; i < dispatch_.bindings.memories.size(); ++i) {
    const std::string name = fmt::format("memory{}", i);
    if (dispatch_.bindings.memories[i].contents.size() == 0) {
      add("memory", name + "=undef(1)");  // a slot without memory
      continue;
    }
    if (auto done = add_data("memory", name + "=", name, dispatch_.bindings.memories[i].contents);
        !done)
      return done;
  }
  return {};
}

// The shape of an image; null for other buffers.
const ImageShape* Writer::image_at(const BindingKey& key) const {
  const auto found = dispatch_.bindings.images.find(key);
  const bool is_image =
      found != dispatch_.bindings.images.end() && !found->second.is_texel_buffer();
  return is_image ? &found->second : nullptr;
}

// The arguments of a kernel, as --arg takes them.
Result<void> Writer::add_arguments() {
  const Bindings& bindings = dispatch_.bindings;
  for (const ResourceInfo& resource : dispatch_.resources) {
    if (!is_argument(resource.kind)) continue;
    const std::uint32_t number = resource.binding;
    const BindingKey key{BindingKey::kernel_arguments, number, 0};
    const std::string file = fmt::format("arg.{}", number);
    const auto image = bindings.images.find(key);
    std::string prefix = fmt::format("{}=", number);
    if (image != bindings.images.end())
      prefix += text_of_argument(image->second, *resource.image) + ':';
    const auto value = bindings.argument_values.find(number);
    const auto buffer = bindings.buffers.find(key);
    Result<void> done;
    if (const auto sampler = bindings.samplers.find(key); sampler != bindings.samplers.end()) {
      add("arg", prefix + text_of(sampler->second));
    } else if (const auto local = bindings.local_arguments.find(number);
               local != bindings.local_arguments.end()) {
      add("arg", fmt::format("{}local({})", prefix, local->second));
    } else if (is_pipe(resource) && value != bindings.argument_values.end()) {
      const PipeArgument pipe = pipe_argument_of(value->second);
      prefix += fmt::format("pipe({},{})", pipe.max_packets, pipe.packet_size);
      if (buffer == bindings.buffers.end() || buffer->second.size() == 0) {
        add("arg", prefix);
      } else {
        done = add_data("arg", prefix + ':', file, buffer->second);
      }
    } else if (value != bindings.argument_values.end() &&
               resource.kind == ResourceKind::buffer_argument) {
      add("arg", prefix + text_of_pointer(value->second));
    } else if (value != bindings.argument_values.end()) {
      done = add_data("arg", prefix, file, value->second);
    } else if (const auto range = bindings.memory_buffers.find(key);
               range != bindings.memory_buffers.end()) {
      add("arg", fmt::format("{}memory(memory{}+{},{})", prefix, range->second.memory,
                             range->second.begin, range->second.size));
    } else if (buffer != bindings.buffers.end()) {
      done = add_data("arg", prefix, file, buffer->second);
    }
    if (!done) return done;
  }
  return {};
}

// A pointer of a kernel: null, or an address in a memory.
std::string Writer::text_of_pointer(const ShadowedBytes& value) const {
  std::uint64_t address = 0;
  std::memcpy(&address, value.bytes.data(), std::min(sizeof address, value.size()));
  const auto& memories = dispatch_.bindings.memories;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const std::uint64_t begin = memory_address(i);
    if (begin <= address && address - begin < memories[i].contents.size())
      return fmt::format("address(memory{}+{})", i, address - begin);
  }
  return "null";
}

Result<void> Writer::add_resources() {
  const Bindings& bindings = dispatch_.bindings;
  const auto prefix_of = [&](const BindingKey& key) {
    const ImageShape* image = image_at(key);
    return fmt::format("{}={}", name_of(key), image == nullptr ? "" : text_of(*image) + ':');
  };
  const auto option_of = [&](const BindingKey& key) {
    return image_at(key) == nullptr ? "buffer" : "image";
  };
  for (const auto& [key, shape] : bindings.images) {
    const TexelFormat* named = shape.format ? find_texel_format(shape.format->name) : nullptr;
    if (shape.format && (named == nullptr || *named != *shape.format)) {
      return bad_input(fmt::format(
          "the view of image {} swizzles components, which bundles cannot say", name_of(key)));
    }
  }
  for (const auto& [key, contents] : bindings.buffers) {
    const std::string file = fmt::format("{}.{}.{}", key.set, key.binding, key.element);
    if (auto done = add_data(option_of(key), prefix_of(key), file, contents); !done) return done;
  }
  for (const auto& [key, range] : bindings.memory_buffers)
    add(option_of(key), fmt::format("{}memory(memory{}+{},{})", prefix_of(key), range.memory,
                                    range.begin, range.size));
  for (const BindingKey& key : bindings.null_descriptors) add("null-descriptor", name_of(key));
  for (const auto& [key, shape] : bindings.images) {
    if (shape.is_texel_buffer() && shape.format)
      add("format-of", fmt::format("{}={}", name_of(key), shape.format->name));
  }
  for (const auto& [key, sampler] : bindings.samplers)
    add("sampler", fmt::format("{}={}", name_of(key), text_of(sampler)));
  for (const ResourceInfo& resource : dispatch_.resources) {
    if (resource.kind != ResourceKind::push_constant) continue;
    ShadowedBytes block = bindings.push_constants;
    block.bytes.resize(resource.fixed_size);
    block.shadow.resize(resource.fixed_size, never_stored);
    return add_data("push", "", "push", block);
  }
  return {};
}

// Creates a folder that did not exist: other devices and processes may capture dispatches with the same number.
Result<fs::path> new_folder(const fs::path& parent, const std::string& name) {
  std::error_code error;
  fs::create_directories(parent, error);
  for (int number = 1; !error; ++number) {
    const fs::path folder = parent / (number == 1 ? name : fmt::format("{}.{}", name, number));
    if (fs::create_directory(folder, error)) return folder;
  }
  return bad_input(fmt::format("cannot create {}: {}", (parent / name).string(), error.message()));
}

}  // namespace

bool asks_to_capture(const CapturedDispatch& dispatch) {
  const DriverOptions& options = driver_options();
  if (options.capture_folder.empty() || dispatch.number < options.first_captured ||
      dispatch.number > options.last_captured)
    return false;
  if (!options.captured_pipeline.empty() && options.captured_pipeline != dispatch.pipeline)
    return false;
  static std::atomic<bool> is_done = false;
  return !options.captures_first_finding || (dispatch.has_findings && !is_done.exchange(true));
}

Result<void> capture(const CapturedDispatch& dispatch, const std::string& folder) {
  std::error_code error;
  const fs::path parent = fs::absolute(folder, error) / "captured";
  const auto made =
      new_folder(parent, fmt::format("{:06}-{}", dispatch.number, plain(dispatch.pipeline)));
  if (!made) return tl::unexpected(made.error());
  return Writer(dispatch, *made, made->filename().string()).write();
}

}  // namespace spirv_oracle
