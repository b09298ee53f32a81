#include "cli/argument_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "cli/image_options.h"
#include "cli/image_resources.h"
#include "cli/resource_text.h"
#include "cli/resources.h"
#include "data/memory_range.h"
#include "data/scalar.h"
#include "interpreter/pipe_argument.h"
#include "support/option_error.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

// What an argument is, according to the text that gives it.
enum class Form : std::uint8_t { data, pointer, local_memory, pipe, image, sampler };

Form form_of(std::string_view text) {
  if (text.starts_with("local(")) return Form::local_memory;
  if (text.starts_with("pipe(")) return Form::pipe;
  if (text == "null" || text.starts_with("address(") || is_memory_range(text)) return Form::pointer;
  if (parse_sampler(text)) return Form::sampler;
  const std::size_t colon = text.find(':');
  const bool is_image =
      colon != std::string_view::npos && find_texel_format(text.substr(0, colon)) != nullptr;
  return is_image ? Form::image : Form::data;
}

std::string_view name_of(Form form) {
  switch (form) {
    case Form::data:
      return "data";
    case Form::pointer:
      return "a pointer";
    case Form::local_memory:
      return "local memory";
    case Form::pipe:
      return "a pipe";
    case Form::image:
      return "an image";
    case Form::sampler:
      break;
  }
  return "a sampler";
}

// Whether a parameter takes what a text gives. Each form of data has its own messages where it is not.
bool takes(const ResourceInfo& resource, Form form) {
  if (is_pipe(resource)) return form == Form::pipe || form == Form::data;
  switch (resource.kind) {
    case ResourceKind::local_argument:
      return form == Form::local_memory;
    case ResourceKind::value_argument:
      return form == Form::data;
    case ResourceKind::image_argument:
      return form == Form::image || form == Form::data;
    case ResourceKind::sampler_argument:
      return form == Form::sampler || form == Form::data;
    default:
      return form == Form::data || form == Form::pointer;
  }
}

// The bytes of local(BYTES).
Result<std::uint64_t> parse_local_size(std::string_view text) {
  constexpr std::string_view function = "local(";
  if (!text.ends_with(')')) return bad_input("local memory is local(BYTES)");
  const auto size = parse_unsigned(text.substr(function.size(), text.size() - function.size() - 1),
                                   "the size in local()");
  if (size && *size == 0)
    return bad_input("the size in local() must be at least 1, as clSetKernelArg requires");
  return size;
}

// The type that the only part of a DATA text names; none if the text is untyped or has several parts.
std::optional<ElementType> only_type_in(std::string_view data) {
  const std::size_t colon = data.find(':');
  if (data.starts_with('@') || colon == std::string_view::npos ||
      data.find(';') != std::string_view::npos)
    return std::nullopt;
  const auto type = parse_element_type(trimmed(data.substr(0, colon)));
  return type ? std::optional(*type) : std::nullopt;
}

// Whether values of a type can be those of a parameter that is a number or a vector. Signed and unsigned integers have the
// same bits, and modules need not distinguish them.
Result<void> check_type_of_value(const ResourceInfo& resource, ElementType given) {
  const ElementType taken{*resource.scalar, resource.components};
  const bool same_scalar = scalar_size(given.scalar) == scalar_size(taken.scalar) &&
                           is_float(given.scalar) == is_float(taken.scalar);
  // Vectors of 8 and 16 may be given in parts, and those of three components as four.
  const bool same_vector = given.components == 1 || given.components == taken.components ||
                           (taken.components > 1 && given.components == 4 && taken.components != 2);
  if (same_scalar && same_vector) return {};
  return bad_input(fmt::format("{} has the type {}, but DATA has the type {}",
                               resource_text(resource), element_name(taken), element_name(given)));
}

// Whether the parameter is a number or a vector, not a structure.
bool is_number(const ResourceInfo& resource) {
  if (!resource.scalar) return false;
  const unsigned places = resource.components == 3 ? 4 : resource.components;
  return resource.fixed_size == places * scalar_size(*resource.scalar);
}

Result<void> add_value_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch) {
  auto contents = parse_data(data, context);
  if (!contents) return tl::unexpected(contents.error());
  if (const auto type = only_type_in(data); type && is_number(resource)) {
    if (auto done = check_type_of_value(resource, *type); !done) return done;
  }
  const std::uint64_t size = resource.fixed_size;
  // A vector of three components takes the space of four.
  const bool is_vector_of_three = is_number(resource) && resource.components == 3 &&
                                  contents->size() == 3 * scalar_size(*resource.scalar);
  if (contents->size() != size && !is_vector_of_three) {
    return bad_input(fmt::format(
        "DATA has {} bytes, but {} takes {}", contents->size(),
        resource.name.empty() ? "the argument" : fmt::format("'{}'", resource.name), size));
  }
  contents->bytes.resize(size);
  contents->shadow.resize(size, Definedness::uninitialized);
  dispatch.argument_values[resource.binding] = std::move(*contents);
  return {};
}

Result<void> add_buffer_argument(const ResourceInfo& resource, const std::string& data,
                                 const DataContext& context, Dispatch& dispatch) {
  const BindingKey key{BindingKey::kernel_arguments, resource.binding, 0};
  if (data == "null") {
    ShadowedBytes& address = dispatch.argument_values[resource.binding];
    address.bytes.resize(8);
    address.shadow.resize(8, Definedness::defined);
    return {};
  }
  if (data.starts_with("address(")) {
    auto address = parse_data(fmt::format("uint64:{}", data), context);
    if (!address) return tl::unexpected(address.error());
    if (address->size() != 8) return bad_input("a pointer takes one address");
    dispatch.argument_values[resource.binding] = std::move(*address);
    return {};
  }
  if (is_memory_range(data)) {
    const auto range = parse_memory_range(data, dispatch.memories);
    if (!range) return tl::unexpected(range.error());
    dispatch.memory_buffers[key] = *range;
    return {};
  }
  auto contents = parse_data(data, context);
  if (!contents) return tl::unexpected(contents.error());
  dispatch.buffers[key] = std::move(*contents);
  return {};
}

// pipe(PACKETS,BYTES) or pipe(PACKETS,BYTES):DATA, with DATA for the packets in it.
Result<void> add_pipe_argument(const ResourceInfo& resource, std::string_view text,
                               const DataContext& context, Dispatch& dispatch) {
  constexpr std::string_view function = "pipe(";
  const std::size_t comma = text.find(','), end = text.find(')');
  if (!text.starts_with(function) || comma > end || end == std::string_view::npos ||
      (end + 1 < text.size() && text[end + 1] != ':'))
    return bad_input(
        "a pipe is pipe(PACKETS,BYTES) or pipe(PACKETS,BYTES):DATA: how many packets it can hold, "
        "the size of "
        "each, and those that are in it");
  const auto packets = parse_unsigned(text.substr(function.size(), comma - function.size()),
                                      "the number of packets");
  const auto bytes =
      parse_unsigned(text.substr(comma + 1, end - comma - 1), "the size of a packet");
  if (!packets) return tl::unexpected(packets.error());
  if (!bytes) return tl::unexpected(bytes.error());
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (*packets == 0 || *bytes == 0 || *packets > most || *bytes > most)
    return bad_input("the number of packets and their size must be from 1 to 4294967295");
  // 1: the module does not tell.
  if (resource.runtime_stride != 1 && *bytes != resource.runtime_stride)
    return bad_input(
        fmt::format("the pipe has packets of {} bytes, but the kernel {} packets of {}", *bytes,
                    resource.writable ? "writes" : "reads", resource.runtime_stride));
  ShadowedBytes contents;
  if (end + 1 < text.size()) {
    auto data = parse_data(std::string(text.substr(end + 2)), context);
    if (!data) return tl::unexpected(data.error());
    contents = std::move(*data);
  }
  if (contents.size() % *bytes != 0 || contents.size() / *bytes > *packets)
    return bad_input(fmt::format(
        "DATA has {} bytes: it must be whole packets of {} bytes, and at most {} of them",
        contents.size(), *bytes, *packets));
  dispatch.argument_values[resource.binding] = bytes_of(
      PipeArgument{static_cast<std::uint32_t>(*bytes), static_cast<std::uint32_t>(*packets)});
  dispatch.buffers[{BindingKey::kernel_arguments, resource.binding, 0}] = std::move(contents);
  return {};
}

}  // namespace

Result<void> add_argument(const EntryPointInfo& entry, const ArgumentOption& option,
                          const DataContext& context, Dispatch& dispatch) {
  const std::string name = fmt::format("--arg {}", option.number);
  const ResourceInfo* resource =
      find_resource(entry, {{BindingKey::kernel_arguments, option.number, 0}, false, ""});
  if (resource == nullptr) {
    const auto count = std::count_if(entry.resources.begin(), entry.resources.end(),
                                     [](const ResourceInfo& r) { return is_argument(r.kind); });
    return bad_input(fmt::format("{}: entry point '{}' has {} argument{}", name, entry.name, count,
                                 count == 1 ? "" : "s"));
  }
  if (const Form form = form_of(option.data); !takes(*resource, form)) {
    return bad_input(fmt::format("{}: {} cannot be set to {}: write for example {}", name,
                                 resource_text(*resource), name_of(form),
                                 suggested_option(*resource, 1)));
  }
  Result<void> done;
  if (resource->kind == ResourceKind::local_argument) {
    const auto size = parse_local_size(option.data);
    if (size) {
      dispatch.local_arguments[option.number] = *size;
    } else {
      done = tl::unexpected(size.error());
    }
  } else if (resource->kind == ResourceKind::image_argument) {
    return add_image_argument(*resource, option.data, context, dispatch);
  } else if (resource->kind == ResourceKind::sampler_argument) {
    return add_sampler_argument(*resource, option.data, dispatch);
  } else if (is_pipe(*resource)) {
    done = add_pipe_argument(*resource, option.data, context, dispatch);
  } else if (resource->kind == ResourceKind::value_argument) {
    done = add_value_argument(*resource, option.data, context, dispatch);
  } else {
    done = add_buffer_argument(*resource, option.data, context, dispatch);
  }
  if (!done) return in_option(name, done.error());
  return {};
}

}  // namespace spirv_oracle
