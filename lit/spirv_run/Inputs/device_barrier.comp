#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
void main() {
  controlBarrier(gl_ScopeDevice, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}
