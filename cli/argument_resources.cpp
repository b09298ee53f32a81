#include "cli/argument_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/image_resources.h"
#include "cli/memory_range.h"
#include "cli/option_error.h"
#include "cli/resources.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {
namespace {

// The bytes of local(BYTES).
Result<std::uint64_t> parse_local_size(std::string_view text) {
  constexpr std::string_view function = "local(";
  if (!text.starts_with(function) || !text.ends_with(')'))
    return bad_input("local memory has no contents before the kernel starts: write local(BYTES)");
  return parse_unsigned(text.substr(function.size(), text.size() - function.size() - 1),
                        "the size in local()");
}

Result<void> add_value_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch) {
  auto contents = parse_data(data, context);
  if (!contents) return tl::unexpected(contents.error());
  const std::uint64_t size = resource.fixed_size;
  // A vector of three components takes the space of four.
  const std::uint64_t without_fourth = size / 4 * 3;
  const bool is_vector_of_three = resource.scalar && size == 4 * scalar_size(*resource.scalar) &&
                                  contents->size() == without_fourth;
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
