// A level of detail in the middle between two levels: nearest filtering may use either. The derivatives of the second sample
// are diagonal, 5 texels on each axis: the scale factor may be 5 to 10 * sqrt(2).
//
// RUN: expect-status 3 spirv-run %s --image '0.0=r32f:16x16,levels=5:float32:fill(256,0),fill(64,1),fill(16,2),fill(4,3),4' --sampler 0.1=nearest,mip=nearest --buffer 0.2=float32:0,0 --portability-sizes 32 --check-portability | FileCheck %s
// CHECK: filtering lower-levels: not the same [portability.level-of-detail]
// CHECK-NEXT: 0.2 (float32) differs in element 1: 2? instead of 3?
// CHECK-NEXT: scale factors may be approximated, and levels snap
// CHECK: filtering higher-levels: not the same [portability.level-of-detail]
// CHECK-NEXT: 0.2 (float32) differs in elements 0-1: 1 4? instead of 0? 3?
// CHECK: the same with filtering coarse, left-up, left-down, right-up, right-down
// COVERS: portability.level-of-detail
//
// The witnesses of the marks:
// RUN: spirv-run %s --image '0.0=r32f:16x16,levels=5:float32:fill(256,0),fill(64,1),fill(16,2),fill(4,3),4' --sampler 0.1=nearest,mip=nearest --buffer 0.2=float32:0,0 --witness 2>&1 | FileCheck %s --check-prefix=WITNESS
// WITNESS: is {{[0-9]}} here, and {{[0-9]}} with --filtering {{lower|higher}}-levels

#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform texture2D image;
layout(set = 0, binding = 1) uniform sampler how;
layout(std430, set = 0, binding = 2) buffer Levels { float levels[]; };

void main() {
  const vec2 place = vec2(0.3);
  levels[0] = textureLod(sampler2D(image, how), place, 0.5).x;
  levels[1] = textureGrad(sampler2D(image, how), place, vec2(0.3125), vec2(0)).x;
}
