#include "graphics/vertex_fetch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "interpreter/images/texel_component.h"
#include "interpreter/images/texel_value.h"

namespace spirv_oracle {
namespace {

std::uint64_t index_bytes(IndexType type) {
  switch (type) {
    case IndexType::uint8:
      return 1;
    case IndexType::uint16:
      return 2;
    case IndexType::uint32:
      break;
  }
  return 4;
}

// An attribute with the binding that it reads from.
struct BoundAttribute {
  const VertexAttribute* attribute = nullptr;
  const VertexBinding* binding = nullptr;
  const ShadowedBytes* buffer = nullptr;

  // The first byte, for an invocation ("Vertex Input Address Calculation").
  std::uint64_t address(const VertexInvocation& vertex, std::uint32_t first_instance) const {
    std::uint64_t element = vertex.vertex;
    if (binding->rate == VertexInputRate::instance) {
      element = first_instance;
      if (binding->divisor != 0) element += (vertex.instance - first_instance) / binding->divisor;
    }
    return element * binding->stride + attribute->offset;
  }
  bool contains(std::uint64_t address) const {
    const std::uint64_t bytes = attribute->format.bytes;
    return bytes <= buffer->size() && address <= buffer->size() - bytes;
  }
};

bool is_wide(const TexelFormat& format) { return format.first_component().bits == 64; }

// The attribute that an input reads. One of 64 bits has more than two components in two Locations.
const VertexAttribute* attribute_of(const VertexInputState& state, std::uint32_t location) {
  const auto with = [&](std::uint32_t number, bool only_wide) {
    const auto found =
        std::ranges::find_if(state.attributes, [&](const VertexAttribute& attribute) {
          return attribute.location == number && (!only_wide || is_wide(attribute.format));
        });
    return found == state.attributes.end() ? nullptr : &*found;
  };
  const VertexAttribute* own = with(location, false);
  return own != nullptr || location == 0 ? own : with(location - 1, true);
}

// The float `steps` from the quotient of a normalized component, if that was rounded.
float stepped(const TexelComponent& component, float quotient, int steps) {
  if (steps == 0 || !component.is_normalized()) return quotient;
  const double product = double{quotient} * largest_normalized(component);
  if (product == std::round(product)) return quotient;
  return std::nextafter(quotient, steps < 0 ? -2.0f : 2.0f);
}

// The bits of an input for a component of a format ("Vertex Input Extraction").
std::uint64_t converted(const TexelComponent& component, bool is_scaled, std::uint64_t bits,
                        const InterfaceVariable& input, int steps) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - input.bits);
  if (component.bits == 64) return bits;
  if (!component.is_integer())
    return float_bits_of(stepped(component, float_value(component, bits), steps), input.bits);
  const std::int64_t value = integer_value(component, bits);
  if (is_scaled) return float_bits_of(static_cast<float>(value), input.bits);
  return static_cast<std::uint64_t>(value) & mask;
}

class AttributeReader {
 public:
  AttributeReader(const VertexInputState& state, const DrawCall& call,
                  const FetchSettings& settings, DrawFindings& findings)
      : state_(state), call_(call), settings_(settings), findings_(findings) {}

  Result<void> read(const InterfaceComponent& place, const InterfaceVariable& input,
                    const std::vector<VertexInvocation>& vertices, StageColumn column) const {
    const std::string name = "the input with Location " + std::to_string(place.number);
    const VertexAttribute* attribute = attribute_of(state_, place.number);
    if (attribute == nullptr) {
      findings_.report(draw_clauses::attribute_missing, name + " has no vertex attribute");
      for (std::size_t i = 0; i < vertices.size(); ++i) column.set(i, 0, Definedness::undefined);
      return {};
    }
    const bool is_float = !attribute->format.is_integer() || attribute->is_scaled;
    if (is_wide(attribute->format) != (input.bits == 64) ||
        (input.bits != 64 && is_float != input.is_float))
      return bad_input(name + " does not have the numeric type of the format " +
                       std::string(attribute->format.name) + " of its attribute");
    auto bound = bind(*attribute);
    if (!bound) return tl::unexpected(bound.error());
    const unsigned step = is_wide(attribute->format) ? 2 : 1;
    const unsigned component = (place.number - attribute->location) * 2 + place.component / step;
    for (std::size_t i = 0; i < vertices.size(); ++i)
      read_one(*bound, component, input, vertices[i], i, column);
    return {};
  }

 private:
  Result<BoundAttribute> bind(const VertexAttribute& attribute) const {
    const auto binding =
        std::ranges::find(state_.bindings, attribute.binding, &VertexBinding::binding);
    const auto buffer = call_.vertex_buffers.find(attribute.binding);
    if (binding == state_.bindings.end() || buffer == call_.vertex_buffers.end() ||
        buffer->second == nullptr)
      return bad_input("no vertex buffer is bound to binding " + std::to_string(attribute.binding));
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // so that addresses do not overflow
    if (binding->stride > most || attribute.offset > most)
      return bad_input("the stride or offset of a vertex attribute is too large");
    return BoundAttribute{&attribute, &*binding, buffer->second};
  }

  void read_one(const BoundAttribute& bound, unsigned component, const InterfaceVariable& input,
                const VertexInvocation& vertex, std::size_t invocation, StageColumn column) const {
    const TexelFormat& format = bound.attribute->format;
    if (component >= 4 || format.components[component].bits == 0) {
      // Missing components are 0, and alpha is 1; those of 64 bits have no such values.
      const std::uint64_t one = input.is_float ? float_bits_of(1, input.bits) : 1;
      column.set(invocation, component == 3 ? one : 0,
                 is_wide(format) ? Definedness::undefined : Definedness::defined);
      return;
    }
    const std::uint64_t address = bound.address(vertex, call_.first_instance);
    if (!bound.contains(address)) {
      if (!settings_.robust) {
        findings_.report(draw_clauses::attribute_out_of_bounds,
                         "the attribute with Location " +
                             std::to_string(bound.attribute->location) + " of vertex " +
                             std::to_string(vertex.vertex) + " is at byte " +
                             std::to_string(address) + " of a vertex buffer of " +
                             std::to_string(bound.buffer->size()) + " bytes");
      }
      column.set(invocation, 0,
                 settings_.robust ? Definedness::implementation_dependent : Definedness::undefined);
      return;
    }
    const ComponentBytes bytes(format.components[component]);
    column.set(invocation,
               converted(format.components[component], bound.attribute->is_scaled,
                         bytes.extract(bound.buffer->bytes.data() + address), input,
                         settings_.attribute_steps),
               bytes.state(bound.buffer->shadow.data() + address));
  }

  const VertexInputState& state_;
  const DrawCall& call_;
  FetchSettings settings_;
  DrawFindings& findings_;
};

// The value of a built-in for a vertex; none: not one of vertices.
std::optional<std::uint32_t> built_in_value(spv::BuiltIn which, const DrawCall& call,
                                            const VertexInvocation& vertex) {
  switch (which) {
    case spv::BuiltIn::VertexIndex:
      return vertex.vertex;
    case spv::BuiltIn::InstanceIndex:
      return vertex.instance;
    case spv::BuiltIn::BaseVertex:
      return call.index_buffer ? static_cast<std::uint32_t>(call.vertex_offset) : call.first_vertex;
    case spv::BuiltIn::BaseInstance:
      return call.first_instance;
    case spv::BuiltIn::DrawIndex:
    case spv::BuiltIn::ViewIndex:
    case spv::BuiltIn::DeviceIndex:
      return 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

VertexIndices vertex_indices(const DrawCall& call, const InputAssemblyState& state, bool robust,
                             DrawFindings& findings) {
  VertexIndices indices(call.vertex_count);
  if (!call.index_buffer) {
    for (std::uint32_t i = 0; i < call.vertex_count; ++i) indices[i] = call.first_vertex + i;
    return indices;
  }
  const IndexBuffer& buffer = *call.index_buffer;
  const std::uint64_t bytes = index_bytes(buffer.type), size = buffer.contents->size();
  const std::uint64_t restart = ~std::uint64_t{0} >> (64 - 8 * bytes);
  for (std::uint32_t i = 0; i < call.vertex_count; ++i) {
    const std::uint64_t address = buffer.offset + (std::uint64_t{call.first_vertex} + i) * bytes;
    std::uint64_t index = 0;
    if (buffer.offset <= size && address + bytes <= size && address >= buffer.offset) {
      std::memcpy(&index, buffer.contents->bytes.data() + address, bytes);
      const Definedness* shadow = buffer.contents->shadow.data() + address;
      if (value_state(*std::max_element(shadow, shadow + bytes)) == Definedness::undefined) {
        findings.report(draw_clauses::index_undefined, "index " + std::to_string(i) + ", at byte " +
                                                           std::to_string(address) +
                                                           " of the index buffer, is undefined");
      }
    } else if (!robust) {
      findings.report(draw_clauses::index_out_of_bounds,
                      "index " + std::to_string(i) + " is at byte " + std::to_string(address) +
                          " of an index buffer of " + std::to_string(size) + " bytes");
    }
    if (state.primitive_restart && index == restart) continue;
    indices[i] = static_cast<std::uint32_t>(index) + static_cast<std::uint32_t>(call.vertex_offset);
  }
  return indices;
}

Result<void> fetch_vertices(const VertexInputState& state, const DrawCall& call,
                            const StageInterface& interface,
                            const std::vector<VertexInvocation>& vertices,
                            const FetchSettings& settings, DrawFindings& findings,
                            LaunchInputs& inputs) {
  const AttributeReader reader(state, call, settings, findings);
  for (const auto& [place, input] : interface.inputs) {
    if (place.kind == InterfaceComponent::Kind::location) {
      if (auto read = reader.read(place, input, vertices, inputs.add(place)); !read) return read;
      continue;
    }
    const auto which = static_cast<spv::BuiltIn>(place.number);
    if (!built_in_value(which, call, {})) continue;
    StageColumn column = inputs.add(place);
    for (std::size_t i = 0; i < vertices.size(); ++i)
      column.set(i, *built_in_value(which, call, vertices[i]));
  }
  return {};
}

}  // namespace spirv_oracle
