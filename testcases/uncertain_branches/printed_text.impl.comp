// Printed text has no marks. A note says so if it depends on the implementation, even if only a path that
// this run does not take prints. Text that is certain needs no note, even beside an uncertain result.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' -D 'PRINT=debugPrintfEXT("ticket %%u", ticket)' 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' -D 'PRINT=if (ticket == 7) debugPrintfEXT("seven")' 2>&1 | FileCheck %s --check-prefix=NOTE
// NOTE: note: printed text depends on implementation-dependent values, which are not marked in it
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' -D 'PRINT=debugPrintfEXT("group %%u", gl_WorkGroupID.x)' 2>&1 | FileCheck %s --implicit-check-not=note:
// CHECK: group 3

#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint counter; };

void main()
{
    const uint ticket = atomicAdd(counter, 1u);
    PRINT;
}
