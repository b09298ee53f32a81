// Reports of races name memory as the kernel does: a local variable by its name, a local argument by its
// number.
//
// RUN: not spirv-run %s --local-size 8 --arg '0=zero(32)' --arg '1=local(32)' 2>&1 | FileCheck %s
// CHECK: undefined-behavior: data race: 
// CHECK: argument 1
// CHECK: undefined-behavior: data race: 
// CHECK: 'exchange.values[{{[0-7]}}]'

kernel void exchange(global int* out, local int* lent)
{
    local int values[8];
    const int i = get_local_id(0);
    lent[i] = 1;
    values[i] = 2;
    out[i] = lent[7 - i] + values[7 - i];
}
