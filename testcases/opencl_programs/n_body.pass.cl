// One step of bodies that attract each other, tile by tile in local memory. Two equal bodies move toward each
// other by the same distance, and one in the middle stays.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --arg '0=float32:-1,0,0,1,1,0,0,1,0,0,0,1,0,0,0,0' --arg 1=float32:fill(16,0) --arg '2=local(64)' --arg 3=float32:0.25 | FileCheck %s
// CHECK: arg.1: float32[16] = -0.6875 0 0 1 0.6875 0 0 1 0 0 0 1 0 0 0 0
kernel void move(global const float4* bodies, global float4* moved, local float4* tile, float time) {
  const int i = get_local_id(0), n = get_local_size(0);
  const float4 own = bodies[get_global_id(0)];
  float3 acceleration = 0;
  for (int t = 0; t < get_num_groups(0); ++t) {
    tile[i] = bodies[t * n + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < n; ++j) {
      const float3 way = tile[j].xyz - own.xyz;
      const float square = dot(way, way);
      if (square > 0) acceleration += way * (tile[j].w / (square * sqrt(square)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  moved[get_global_id(0)] = (float4)(own.xyz + acceleration * time, own.w);
}
