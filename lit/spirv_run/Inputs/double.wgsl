@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  numbers[id.x] = numbers[id.x] * 2;
}
//glsl #version 450
//glsl layout(local_size_x = 4) in;
//glsl layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };
//glsl void main() { numbers[gl_GlobalInvocationID.x] *= 2; }
