// OpControlBarrierArriveEXT and OpControlBarrierWaitEXT, which GLSL does not have.
#extension GL_EXT_spirv_intrinsics : require
#extension GL_KHR_memory_scope_semantics : require

spirv_instruction(extensions = ["SPV_EXT_split_barrier"], capabilities = [6141], id = 6142)
void control_barrier_arrive(uint execution, uint memory, uint semantics);
spirv_instruction(extensions = ["SPV_EXT_split_barrier"], capabilities = [6141], id = 6143)
void control_barrier_wait(uint execution, uint memory, uint semantics);

const uint workgroup = 2;
const uint subgroup = 3;
const uint release = 0x104;  // of Workgroup memory
const uint acquire = 0x102;

void arrive() { control_barrier_arrive(workgroup, workgroup, release); }
void wait() { control_barrier_wait(workgroup, workgroup, acquire); }
