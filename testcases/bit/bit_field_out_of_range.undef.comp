// A bit field that ends after the last bit, or whose offset or count exceeds 32, even if it is empty or its
// end would wrap around. A field of all bits, of the highest bits, or of no bits at the end is defined.
// COVERS: OpBitFieldInsert.out-of-range OpBitFieldSExtract.out-of-range OpBitFieldUExtract.out-of-range
//
// RUN: spirv-run %s --buffer 0.0=int32:0,32,28,31,33,0,-1 --buffer 0.1=int32:32,0,4,2,0,33,2 --buffer '0.2=undef(28)' --buffer '0.3=undef(28)' --buffer '0.4=undef(28)' --dump 0.2 --dump 0.3 --dump 0.4 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: uint32[7] = 4294967295 2147483648 4026531840 undef undef undef undef
// VALUES: 0.3: uint32[7] = 2147483648 0 8 undef undef undef undef
// VALUES: 0.4: int32[7] = -2147483648 0 -8 undef undef undef undef
// REPORT: undefined-value: Count (count[i]), Offset (offset[i]) or their sum is greater than the number of bits in the result [OpBitFieldInsert.out-of-range]
// REPORT: lanes 3-6 of subgroup 0
// REPORT: undefined-value: Count (count[i]), Offset (offset[i]) or their sum is greater than the number of bits in the result [OpBitFieldUExtract.out-of-range]
// REPORT: lanes 3-6 of subgroup 0
// REPORT: undefined-value: Count (count[i]), Offset (offset[i]) or their sum is greater than the number of bits in the result [OpBitFieldSExtract.out-of-range]
// REPORT: lanes 3-6 of subgroup 0
// REPORT: 3 undefined-value, 3 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=int32:0,32,28,31,0,0,30 --buffer 0.1=int32:32,0,4,1,0,1,2 --buffer '0.2=undef(28)' --buffer '0.3=undef(28)' --buffer '0.4=undef(28)'

#version 450

layout(local_size_x = 7) in;

layout(std430, set = 0, binding = 0) readonly buffer Offsets
{
    int offset[];
};

layout(std430, set = 0, binding = 1) readonly buffer Counts
{
    int count[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Inserted
{
    uint inserted[];
};

layout(std430, set = 0, binding = 3) writeonly buffer Unsigned
{
    uint extracted_unsigned[];
};

layout(std430, set = 0, binding = 4) writeonly buffer Signed
{
    int extracted_signed[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint highest = 0x80000000u;
    inserted[i] = bitfieldInsert(highest, 0xffffffffu, offset[i], count[i]);
    extracted_unsigned[i] = bitfieldExtract(highest, offset[i], count[i]);
    extracted_signed[i] = bitfieldExtract(int(highest), offset[i], count[i]);
}
