#include "graphics/stage_inputs.h"

#include <string>

namespace spirv_oracle {

std::string name_of_input(const InterfaceComponent& place) {
  const std::string component = "component " + std::to_string(place.component) + " of ";
  if (place.kind == InterfaceComponent::Kind::location)
    return component + "the input with Location " + std::to_string(place.number);
  switch (static_cast<spv::BuiltIn>(place.number)) {
    case spv::BuiltIn::Position:
      return component + "the input Position";
    case spv::BuiltIn::PointSize:
      return "the input PointSize";
    case spv::BuiltIn::ClipDistance:
      return component + "the input ClipDistance";
    case spv::BuiltIn::CullDistance:
      return component + "the input CullDistance";
    case spv::BuiltIn::TessLevelOuter:
      return component + "the input TessLevelOuter";
    case spv::BuiltIn::TessLevelInner:
      return component + "the input TessLevelInner";
    case spv::BuiltIn::PointCoord:
      return "the input PointCoord";
    case spv::BuiltIn::PrimitiveId:
      return "the input PrimitiveId";
    case spv::BuiltIn::BaryCoordKHR:
      return "the input BaryCoordKHR";
    case spv::BuiltIn::BaryCoordNoPerspKHR:
      return "the input BaryCoordNoPerspKHR";
    default:
      return "an input";
  }
}

bool is_of_vertices(spv::BuiltIn which) {
  switch (which) {
    case spv::BuiltIn::Position:
    case spv::BuiltIn::PointSize:
    case spv::BuiltIn::ClipDistance:
    case spv::BuiltIn::CullDistance:
      return true;
    default:
      return false;
  }
}

void fill_from_outputs(const LaunchOutputs& outputs, const InterfaceComponent& from,
                       const InterfaceComponent& place, const InputSource& source,
                       DrawFindings& findings, LaunchInputs& inputs) {
  const StageOutput output = outputs.find(from);
  StageColumn column = inputs.add(place);
  if (!output) {
    findings.report(draw_clauses::input_not_written,
                    name_of_input(place) + " is not an output of the stage before");
  }
  for (std::size_t i = 0; i < inputs.count(); ++i) {
    const auto number = source(i, place.vertex);
    if (output && number) {
      column.set(i, output.bits(*number), output.state(*number));
    } else {
      column.set(i, 0, Definedness::undefined);
    }
  }
}

}  // namespace spirv_oracle
