// Acceleration structures as JSON, which docs/user_guide.md describes:
//
//   {"geometries": {"NAME": [{"triangles": [[[x, y, z], [x, y, z], [x, y, z]], ...], "opaque": true}, {"boxes": [...]}]},
//    "instances": [{"geometry": "NAME", "transform": [[...4], [...4], [...4]], "custom_index": 1, "mask": 255, ...}]}
#pragma once

#include <string_view>

#include "interpreter/result.h"
#include "rays/acceleration_structure.h"

namespace spirv_oracle {

// Errors: bad_input, with the place of the mistake.
Result<AccelerationStructure> parse_scene(std::string_view json);

// From "@FILE", or from JSON.
Result<AccelerationStructure> scene_of(std::string_view text);

}  // namespace spirv_oracle
