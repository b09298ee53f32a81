#include "python/layout_json.h"

#include "data/scalar.h"

namespace spirv_oracle::python {

using Json = nlohmann::ordered_json;

Json layout_as_json(const ValueLayout& layout) {
  Json json{{"size", layout.size}};
  switch (layout.kind) {
    case ValueLayout::Kind::vector:
      json["kind"] = "vector";
      json["scalar"] = scalar_name(layout.scalar);
      json["components"] = layout.components;
      json["stride"] = layout.component_stride;
      break;
    case ValueLayout::Kind::array:
      json["kind"] = "array";
      json["element"] = layout_as_json(*layout.element);
      json["count"] = layout.count ? Json(*layout.count) : Json(nullptr);
      json["stride"] = layout.stride;
      break;
    case ValueLayout::Kind::structure:
      json["kind"] = "structure";
      json["members"] = Json::array();
      for (const ValueLayout::Member& member : layout.members) {
        json["members"].push_back({{"name", member.name},
                                   {"offset", member.offset},
                                   {"type", layout_as_json(*member.type)}});
      }
      break;
  }
  return json;
}

Json image_shape_as_json(const ImageShape& shape) {
  return {{"extent", shape.extent},
          {"layers", shape.layers},
          {"levels", shape.levels},
          {"samples", shape.samples},
          {"format", shape.format ? Json(shape.format->name) : Json(nullptr)}};
}

}  // namespace spirv_oracle::python
