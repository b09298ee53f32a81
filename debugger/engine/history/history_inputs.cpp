// Where the inputs of graphics stages come from.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "debugger/engine/history/history_queries.h"
#include "debugger/engine/program/drawn_fragments.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// How the fragment shader declares its input with a Location.
bool is_flat(const Module& module, std::uint32_t location) {
  return std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
    constexpr unsigned storage_class = 2;
    return is_variable(instruction.opcode) &&
           static_cast<spv::StorageClass>(instruction.literal(storage_class)) ==
               spv::StorageClass::Input &&
           module.decoration(instruction.result, spv::Decoration::Location) == location &&
           module.has_decoration(instruction.result, spv::Decoration::Flat);
  });
}

std::string numbers_text(const Primitive& primitive) {
  std::string text;
  for (unsigned i = 0; i < primitive.count; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", primitive.vertices[i]);
  return text;
}

// "vertex 2 (VertexIndex 5, InstanceIndex 0)". What a later stage emitted has only its number in the launch.
std::string vertex_name(const WatchedVertices* source, std::uint32_t number) {
  if (source == nullptr || number >= source->invocations.size())
    return fmt::format("vertex {}", number);
  const VertexInvocation& vertex = source->invocations[number];
  return fmt::format("vertex {} (VertexIndex {}, InstanceIndex {})", number, vertex.vertex,
                     vertex.instance);
}

}  // namespace

const InterfacePlane* stage_input(const Program& program, Slot slot) {
  const auto found = std::ranges::find(program.stage.inputs, slot, &InterfacePlane::slot);
  return found == program.stage.inputs.end() ? nullptr : &*found;
}

void HistoryQueries::explain_stage_input(const Asked& asked) {
  const InterfacePlane& input = *stage_input(*state_.program, asked.slots[0]);
  const DrawnFragments* const drawn = context_.run->fragments;
  const FragmentInvocation* const fragment =
      drawn == nullptr ? nullptr : drawn->find(state_.streams[asked.stream].workgroup, asked.lane);
  const bool has_location = input.component.kind == InterfaceComponent::Kind::location;
  std::string text =
      asked.name + (has_location ? " is an input of the stage" : " is a built-in input");
  if (fragment != nullptr && has_location) {
    const Primitive& primitive = fragment->part->source.primitive;
    const std::string of_primitive =
        fmt::format("primitive {} with the vertices {}", primitive.id, numbers_text(primitive));
    text = is_flat(context_.module(), input.component.number)
               ? fmt::format("{} is that of the provoking vertex, {}, of {}", asked.name,
                             fragment->part->source.provoking(), of_primitive)
               : fmt::format("{} is interpolated in pixel ({}, {}) of {}", asked.name, fragment->x,
                             fragment->y, of_primitive);
  }
  if (!add_step(asked, History::State::none, text, unwritten_text(asked))) return;
  if (fragment != nullptr && has_location) add_vertices(asked, *fragment);
}

void HistoryQueries::add_vertices(const Asked& asked, const FragmentInvocation& fragment) {
  const DrawnFragments& drawn = *context_.run->fragments;
  const ShadedVertices& vertices = drawn.launch().vertices;
  const WatchedVertices* const source = drawn.source_vertices();
  const Primitive& primitive = fragment.part->source.primitive;
  const LocationInPrimitive at =
      fragment.part->raster.interpolator.at({fragment.x + 0.5, fragment.y + 0.5});
  for (unsigned k = 0; k < primitive.count && steps_.size() < most_steps(); ++k) {
    const std::uint32_t vertex = primitive.vertices[k];
    std::string value;
    for (const Slot slot : asked.slots) {
      const InterfacePlane& input = *stage_input(*state_.program, slot);
      const StageOutput output = vertices.find(input.component);
      const Scalar scalar = output ? Scalar{output.bits(vertex), output.state(vertex)}
                                   : Scalar{0, Definedness::undefined};
      value += (value.empty() ? "" : ", ") + scalar_or_undefined(input.type, scalar);
    }
    nlohmann::json step;
    const std::uint64_t workgroup = source == nullptr ? 0 : vertex / source->subgroup_size;
    const bool is_known = source != nullptr && workgroup < source->ends.size();
    step["moment"] = is_known ? source->ends[workgroup] : 0;
    if (is_known) {
      step["lane"] = vertex % source->subgroup_size;
      step["subgroup"] = 0;
      step["workgroup"] = dimensions_json({static_cast<std::uint32_t>(workgroup), 0, 0});
    }
    add_source({}, step);
    step["word"] = 0;
    step["text"] =
        fmt::format("{}, with the weight {:.6g}", vertex_name(source, vertex), at.perspective[k]);
    step["value"] = asked.slots.size() == 1 ? value : "(" + value + ")";
    step["depth"] = asked.depth + 1;
    steps_.push_back(std::move(step));
  }
}

}  // namespace spirv_oracle
