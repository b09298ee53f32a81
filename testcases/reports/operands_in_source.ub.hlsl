// The same for HLSL.
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer 0.1=uint32:1,0,1,1 2>&1 | FileCheck %s
// CHECK: undefined-behavior: division by zero: Operand 2 is 0 [OpUDiv.operand-2-zero]

RWStructuredBuffer<uint> numbers : register(u0);
StructuredBuffer<uint> divisors : register(t1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    numbers[id.x] /= divisors[id.x];
}
