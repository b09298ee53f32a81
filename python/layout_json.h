// Layouts and images as JSON, from which the package makes NumPy types.
#pragma once

#include <nlohmann/json.hpp>

#include "interpreter/images/image_shape.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle::python {

// {"kind": "vector", "scalar", "components", "stride", "size"}, {"kind": "array", "element", "count" (null: to the end of the
// buffer), "stride", "size"} or {"kind": "structure", "members": [{"name", "offset", "type"}], "size"}; in bytes.
nlohmann::ordered_json layout_as_json(const ValueLayout& layout);

// {"extent": [width, height, depth], "layers", "levels", "samples", "format"}.
nlohmann::ordered_json image_shape_as_json(const ImageShape& shape);

}  // namespace spirv_oracle::python
