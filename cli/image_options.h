// Images and samplers on the command line.
//
//   --image SET.BINDING=FORMAT:WxH[xD][,layers=N][,levels=N][,samples=N][,unbound(REGION)]...[:DATA]
//   --sampler SET.BINDING=SETTING[,SETTING...]
//   --format-of SET.BINDING=FORMAT
//
// FORMAT is a name of Image Format in SPIR-V ("Rgba8") or of GLSL ("rgba8"), or a channel order and a channel data type of
// OpenCL ("bgra/unorm_int8"). Arguments of kernels that are images or samplers have the same form. The extent has as many
// numbers as the image has dimensions; each face of a cube is a layer. A REGION has no memory in a sparse image: a list of x=, y=, z=,
// layer= and level= with N or FIRST-LAST each. Without DATA, the texels are undefined.
#pragma once

#include <string>
#include <vector>

#include "interpreter/images/image_shape.h"
#include "support/command_line.h"

namespace spirv_oracle {

struct LaunchOptions;

// Adds the rows of these options. They set `launch`, which must outlive them.
void add_image_rows(LaunchOptions& launch, std::vector<OptionRow>& rows);

// The value of --image after SET.BINDING=. The DATA remains text.
struct ImageText {
  ImageShape shape;
  std::string data;         // "": undefined texels. If the shape has no extent, that of a picture
  unsigned dimensions = 2;  // of the extent
  bool has_layers = false;  // whether the text gives their number
};
Result<ImageText> parse_image(std::string_view text);

// Parses the value of --sampler after SET.BINDING=.
Result<SamplerState> parse_sampler(std::string_view text);

}  // namespace spirv_oracle
