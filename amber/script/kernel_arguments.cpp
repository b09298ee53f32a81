#include "amber/script/kernel_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "amber/script/values.h"
#include "cli/resource_text.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_value_alignment = 128;  // of the widest vector, of 16 64-bit components

bool names_argument(const KernelArgument& name, const ResourceInfo& argument) {
  if (const auto* number = std::get_if<std::uint32_t>(&name)) return *number == argument.binding;
  return std::get<std::string>(name) == argument.name;
}

// Plain values share one buffer, unless an option gives each its own buffer.
bool has_clustered_values(const ShaderUse& use) {
  return std::none_of(
      use.compile_options.begin(), use.compile_options.end(), [](const std::string& option) {
        const std::string_view name = std::string_view(option).substr(option.starts_with("--"));
        return name == "-cluster-pod-kernel-args=0" || name == "-cluster-pod-kernel-args=false";
      });
}

// Apart from plain values.
bool has_descriptor(ResourceKind kind) {
  return kind == ResourceKind::buffer_argument || kind == ResourceKind::image_argument ||
         kind == ResourceKind::sampler_argument;
}

// Scalars and vectors are aligned to their size. The alignment of a struct is derived from its size.
std::uint64_t alignment_of(const ResourceInfo& argument) {
  if (argument.fixed_size == 0) return 1;
  return std::min(std::uint64_t{1} << std::countr_zero(argument.fixed_size), max_value_alignment);
}

ShadowedBytes part_of(const ShadowedBytes& whole, std::uint64_t begin, std::uint64_t size) {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(begin + size);
  return {{whole.bytes.begin() + first, whole.bytes.begin() + last},
          {whole.shadow.begin() + first, whole.shadow.begin() + last}};
}

}  // namespace

const Binding* KernelArguments::explicit_binding_of(const ResourceInfo& argument) const {
  for (const Binding& binding : pipeline_.bindings) {
    if (binding.argument && names_argument(*binding.argument, argument)) return &binding;
  }
  return nullptr;
}

const Binding* KernelArguments::binding_at(std::uint32_t number) const {
  for (const Binding& binding : pipeline_.bindings) {
    if (!binding.argument && binding.kind < BindingKind::color && binding.binding == number)
      return &binding;
  }
  return nullptr;
}

KernelArguments::Descriptor KernelArguments::descriptor_of(const ResourceInfo& argument) const {
  const bool clustered = has_clustered_values(pipeline_.shaders.front());
  const bool is_value = argument.kind == ResourceKind::value_argument;
  std::vector<const ResourceInfo*> values;  // before this one, in the same buffer
  Descriptor descriptor;
  for (const ResourceInfo& other : entry_.resources) {
    const bool is_before = other.binding < argument.binding;
    if (has_descriptor(other.kind)) {
      if (is_before || (clustered && is_value)) ++descriptor.binding;
    } else if (other.kind == ResourceKind::value_argument && is_before) {
      if (!clustered) ++descriptor.binding;
      if (clustered && is_value) values.push_back(&other);
    }
  }
  std::sort(values.begin(), values.end(),
            [](const ResourceInfo* a, const ResourceInfo* b) { return a->binding < b->binding; });
  values.push_back(&argument);
  for (const ResourceInfo* value : values) {
    const std::uint64_t alignment = alignment_of(*value);
    descriptor.offset = (descriptor.offset + alignment - 1) / alignment * alignment;
    if (value != &argument) descriptor.offset += value->fixed_size;
  }
  return descriptor;
}

const Binding* KernelArguments::binding_of(const ResourceInfo& argument) const {
  if (const Binding* binding = explicit_binding_of(argument)) return binding;
  if (argument.kind == ResourceKind::local_argument) return nullptr;  // not a descriptor
  return binding_at(descriptor_of(argument).binding);
}

Result<ShadowedBytes> KernelArguments::set_value(const ArgumentValue& value,
                                                 const ResourceInfo& argument) const {
  const auto layout = layout_of(value.type, LayoutRule::std430);
  if (!layout) return tl::unexpected(layout.error());
  const std::uint64_t size = end_of_values(*layout, 0, value.bits.size());
  const bool is_vector_of_three = value.type.rows == 3 && size / 3 * 4 == argument.fixed_size;
  if (size != argument.fixed_size && !is_vector_of_three) {
    return bad_input(fmt::format("the {} takes {} bytes, but {} has {}", resource_text(argument),
                                 argument.fixed_size, value.type.name, size));
  }
  ShadowedBytes bytes = ShadowedBytes::uninitialized(argument.fixed_size);
  store_values(*layout, 0, value.bits, bytes);
  return bytes;
}

Result<ShadowedBytes> KernelArguments::value_of(const ResourceInfo& argument,
                                                const ContentsOf& contents_of) const {
  for (auto value = pipeline_.argument_values.rbegin(); value != pipeline_.argument_values.rend();
       ++value) {
    if (names_argument(value->argument, argument)) return set_value(*value, argument);
  }
  const Descriptor descriptor = descriptor_of(argument);
  const Binding* binding = binding_at(descriptor.binding);
  const bool is_buffer = binding != nullptr && binding->kind <= BindingKind::storage_dynamic;
  if (explicit_binding_of(argument) != nullptr || (binding != nullptr && !is_buffer)) {
    return bad_input(
        fmt::format("the {} of the kernel of pipeline '{}' is a plain value: use SET KERNEL",
                    resource_text(argument), pipeline_.name));
  }
  const std::string buffer = is_buffer ? binding->buffers.front() : pipeline_.push_constants;
  if (buffer.empty()) {
    return bad_input(fmt::format("pipeline '{}' does not SET the {} of its kernel", pipeline_.name,
                                 resource_text(argument)));
  }
  std::uint64_t begin = descriptor.offset;
  if (is_buffer && !binding->descriptor_offsets.empty()) begin += binding->descriptor_offsets[0];
  if (is_buffer && !binding->dynamic_offsets.empty()) begin += binding->dynamic_offsets[0];
  const ShadowedBytes& contents = contents_of(buffer);
  if (begin > contents.size() || argument.fixed_size > contents.size() - begin) {
    return bad_input(
        fmt::format("the {} is the {} bytes from byte {} of buffer '{}', which has {} bytes",
                    resource_text(argument), argument.fixed_size, begin, buffer, contents.size()));
  }
  return part_of(contents, begin, argument.fixed_size);
}

std::uint64_t KernelArguments::local_size_of(const ResourceInfo& argument) const {
  constexpr std::uint32_t first_id = 3;
  std::uint32_t id = first_id;
  for (const ResourceInfo& other : entry_.resources) {
    if (other.kind == ResourceKind::local_argument && other.binding < argument.binding) ++id;
  }
  std::uint64_t elements = 1;
  for (const SpecializationValue& value : pipeline_.shaders.front().specialization) {
    if (value.id == id) elements = value.bits;
  }
  return elements * argument.runtime_stride;
}

}  // namespace spirv_oracle::amber
