// Images and samplers on the command line.
//
//   --image SET.BINDING=FORMAT:WxH[xD][,layers=N][,levels=N][,samples=N][:DATA]
//   --sampler SET.BINDING=SETTING[,SETTING...]
//   --format-of SET.BINDING=FORMAT
//
// FORMAT is a name of Image Format in SPIR-V ("Rgba8") or of GLSL ("rgba8"). The extent has as many
// numbers as the image has dimensions; each face of a cube is a layer. Without DATA, the texels are
// undefined.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle {

struct LaunchOptions;

// The rows that set `launch`, which must outlive them.
void add_image_rows(LaunchOptions& launch, std::vector<OptionRow>& rows);

// The value of --image behind SET.BINDING=; the DATA stays text.
struct ImageText {
  ImageShape shape;
  std::string data;  // "": undefined texels; of the extent of a picture where the shape has none
};
Result<ImageText> parse_image(std::string_view text);

// The value of --sampler behind SET.BINDING=.
Result<SamplerState> parse_sampler(std::string_view text);

}  // namespace spirv_oracle
