// BIND and SET KERNEL: the resources of a pipeline's shaders.
#include <fmt/format.h>

#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/values.h"

namespace spirv_oracle::amber {
namespace {

struct KindRow {
  std::string_view word;
  BindingKind kind;
};

constexpr std::array kinds{
    KindRow{"uniform", BindingKind::uniform},
    KindRow{"storage", BindingKind::storage},
    KindRow{"uniform_dynamic", BindingKind::uniform_dynamic},
    KindRow{"storage_dynamic", BindingKind::storage_dynamic},
    KindRow{"uniform_texel_buffer", BindingKind::uniform_texel_buffer},
    KindRow{"storage_texel_buffer", BindingKind::storage_texel_buffer},
    KindRow{"storage_image", BindingKind::storage_image},
    // An image that is read without a sampler, too.
    KindRow{"input_attachment", BindingKind::storage_image},
    KindRow{"sampled_image", BindingKind::sampled_image},
    KindRow{"combined_image_sampler", BindingKind::combined_image_sampler},
    KindRow{"color", BindingKind::color},
    KindRow{"depth_stencil", BindingKind::depth_stencil},
    KindRow{"resolve", BindingKind::resolve},
};

bool is_dynamic(BindingKind kind) {
  return kind == BindingKind::uniform_dynamic || kind == BindingKind::storage_dynamic;
}

// The names of the declared objects: one or, for an array, all until the end of the line.
template <class Map>
std::vector<std::string> parse_names(AmberParser& parser, const Map& names, bool array,
                                     std::string_view end, std::string_view what) {
  std::vector<std::string> found;
  do {
    const auto* thing = find_named(parser, names, what);
    found.push_back(thing->name);
  } while (array && !parser.reader.at_line_end() && !parser.reader.at(end));
  return found;
}

// The kind after AS. Push constants are not a BindingKind.
std::optional<BindingKind> parse_kind(AmberParser& parser, bool& push_constant) {
  const Token word = parser.reader.word("the buffer type");
  push_constant = word.text == "push_constant";
  std::vector<std::string_view> known{"push_constant"};
  for (const KindRow& row : kinds) {
    if (row.word == word.text) return row.kind;
    known.push_back(row.word);
  }
  if (!push_constant) parser.reader.fail_unknown(word, "a buffer type", known);
  return std::nullopt;
}

// Reads one number per descriptor.
void parse_numbers(ScriptReader& reader, std::size_t count, std::string_view what,
                   std::vector<std::uint64_t>& numbers) {
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(reader.unsigned_number(what));
}

void parse_ranges(ScriptReader& reader, Binding& binding) {
  for (std::size_t i = 0; i < binding.buffers.size(); ++i) {
    if (reader.take_if("-1")) {
      binding.descriptor_ranges.emplace_back();
    } else {
      binding.descriptor_ranges.emplace_back(reader.unsigned_number("DESCRIPTOR_RANGE"));
    }
  }
}

void parse_descriptor(ScriptReader& reader, Binding& binding) {
  static constexpr std::string_view set[] = {"DESCRIPTOR_SET"};
  static constexpr std::string_view number[] = {"BINDING"};
  reader.one_of("a descriptor set", set);
  binding.set = reader.u32("DESCRIPTOR_SET");
  reader.one_of("a binding", number);
  binding.binding = reader.u32("BINDING");
}

void parse_argument(ScriptReader& reader, std::optional<KernelArgument>& argument) {
  static constexpr std::string_view words[] = {"ARG_NAME", "ARG_NUMBER"};
  if (reader.one_of("an argument", words) == "ARG_NAME") {
    argument = std::string(reader.word("the name of the argument").text);
  } else {
    argument = reader.u32("the number of the argument");
  }
}

// OFFSET, DESCRIPTOR_OFFSET, DESCRIPTOR_RANGE and BASE_MIP_LEVEL, in any order.
void parse_binding_options(AmberParser& parser, Binding& binding) {
  ScriptReader& reader = parser.reader;
  const std::size_t count = binding.buffers.size();
  const bool image =
      binding.kind >= BindingKind::storage_image && binding.kind <= BindingKind::color;
  while (!reader.at_line_end()) {
    const Token option = reader.peek();
    if (is_dynamic(binding.kind) && reader.take_if("OFFSET")) {
      parse_numbers(reader, count, "OFFSET", binding.dynamic_offsets);
    } else if (!image && reader.take_if("DESCRIPTOR_OFFSET")) {
      parse_numbers(reader, count, "DESCRIPTOR_OFFSET", binding.descriptor_offsets);
    } else if (!image && reader.take_if("DESCRIPTOR_RANGE")) {
      parse_ranges(reader, binding);
    } else if (image && reader.take_if("BASE_MIP_LEVEL")) {
      binding.base_mip_level = reader.u32("BASE_MIP_LEVEL");
    } else {
      reader.fail(option.place, fmt::format("a {} binding has no option '{}'",
                                            binding_kind_name(binding.kind), option.text));
    }
  }
  if (is_dynamic(binding.kind) && binding.dynamic_offsets.empty())
    reader.fail(binding.place, "a dynamic buffer needs an OFFSET");
  if (binding.dynamic_offsets.size() > count || binding.descriptor_offsets.size() > count ||
      binding.descriptor_ranges.size() > count)
    reader.fail(binding.place, "the binding has an option twice");
}

// A binding replaces an earlier one for the same place. A derived pipeline changes in this way what it
// inherits.
void add_binding(Pipeline& pipeline, Binding binding) {
  const auto same = [&binding](const Binding& other) {
    if (is_attachment(binding.kind) || is_attachment(other.kind)) {
      return binding.kind == other.kind && binding.kind != BindingKind::resolve &&
             binding.location == other.location;
    }
    if (binding.argument || other.argument) return binding.argument == other.argument;
    return binding.set == other.set && binding.binding == other.binding;
  };
  std::erase_if(pipeline.bindings, same);
  pipeline.bindings.push_back(std::move(binding));
}

void parse_attachment(AmberParser& parser, Binding& binding) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view location[] = {"LOCATION"};
  if (binding.kind != BindingKind::color) return;
  reader.one_of("a location", location);
  binding.location = reader.u32("LOCATION");
  if (reader.take_if("BASE_MIP_LEVEL")) binding.base_mip_level = reader.u32("BASE_MIP_LEVEL");
}

void parse_bind_buffer(AmberParser& parser, Pipeline& pipeline, bool array, Binding binding) {
  ScriptReader& reader = parser.reader;
  binding.buffers = parse_names(parser, parser.script.buffers, array, "AS", "a buffer");
  binding.kind = BindingKind::unspecified;
  if (reader.take_if("AS")) {
    bool push_constant = false;
    const auto kind = parse_kind(parser, push_constant);
    if (push_constant) {
      if (array) reader.fail(binding.place, "push constants cannot be an array");
      pipeline.push_constants = binding.buffers.front();
      return reader.end_statement("BIND");
    }
    binding.kind = kind.value_or(BindingKind::unspecified);
  }
  if (is_attachment(binding.kind)) {
    parse_attachment(parser, binding);
  } else if (reader.take_if("KERNEL")) {
    parse_argument(reader, binding.argument);
  } else {
    if (binding.kind == BindingKind::combined_image_sampler) {
      static constexpr std::string_view words[] = {"SAMPLER"};
      reader.one_of("a sampler", words);
      binding.samplers =
          parse_names(parser, parser.script.samplers, array, "DESCRIPTOR_SET", "a sampler");
      if (binding.samplers.size() != binding.buffers.size()) {
        reader.fail(binding.place, fmt::format("each of the {} images needs a sampler (given: {})",
                                               binding.buffers.size(), binding.samplers.size()));
      }
    }
    if (binding.kind == BindingKind::unspecified)
      reader.fail(reader.peek().place, "expected AS and a buffer type");
    parse_descriptor(reader, binding);
    parse_binding_options(parser, binding);
  }
  reader.end_statement("BIND");
  add_binding(pipeline, std::move(binding));
}

void parse_bind_sampler(AmberParser& parser, Pipeline& pipeline, bool array, Binding binding) {
  ScriptReader& reader = parser.reader;
  binding.kind = BindingKind::sampler;
  binding.samplers =
      parse_names(parser, parser.script.samplers, array, "DESCRIPTOR_SET", "a sampler");
  if (reader.take_if("KERNEL")) {
    parse_argument(reader, binding.argument);
  } else {
    parse_descriptor(reader, binding);
  }
  reader.end_statement("BIND");
  add_binding(pipeline, std::move(binding));
}

}  // namespace

void parse_bind(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  static constexpr std::string_view words[] = {"BUFFER", "BUFFER_ARRAY", "SAMPLER", "SAMPLER_ARRAY",
                                               "ACCELERATION_STRUCTURE"};
  const std::string_view what = parser.reader.one_of("a kind of resource", words);
  Binding binding;
  binding.place = keyword.place;
  if (what == "ACCELERATION_STRUCTURE")
    parser.reader.not_supported(keyword.place, "BIND ACCELERATION_STRUCTURE: ray tracing is");
  if (what.starts_with("BUFFER")) {
    parse_bind_buffer(parser, pipeline, what == "BUFFER_ARRAY", std::move(binding));
  } else {
    parse_bind_sampler(parser, pipeline, what == "SAMPLER_ARRAY", std::move(binding));
  }
}

void parse_kernel_value(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view kernel[] = {"KERNEL"};
  static constexpr std::string_view as[] = {"AS"};
  ArgumentValue value;
  value.place = keyword.place;
  reader.one_of("a kernel argument", kernel);
  std::optional<KernelArgument> argument;
  parse_argument(reader, argument);
  reader.one_of("a data type", as);
  const DataType type = parse_type(parser, "the data type");
  const auto layout = layout_of(type, LayoutRule::std430);
  if (!layout) reader.fail(keyword.place, layout.error().message, layout.error().status);
  value.argument = *argument;
  value.type = type;
  value.bits = parse_line_values(reader, *layout);
  if (value.bits.size() != layout->fields.size())
    reader.fail(keyword.place, fmt::format("{} takes {} values", type.name, layout->fields.size()));
  reader.end_statement("SET");
  pipeline.argument_values.push_back(std::move(value));
}

}  // namespace spirv_oracle::amber
