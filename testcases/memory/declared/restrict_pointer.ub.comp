// Two pointers to the same memory, one of them in a variable that is declared restrict (RestrictPointer): if one writes
// what the other accesses, the behavior is undefined. It is permitted if both only read, if the places differ, if the
// other pointer is a copy of the restricted one passed to a function, or if the variable got another value in between.
// COVERS: memory.restrict-pointer
//
// RUN: expect-status 3 spirv-run %s --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT: undefined-behavior: memory is accessed through the pointer in a variable decorated RestrictPointer and through another pointer, and at least one access writes it: 'to' and 'from' [memory.restrict-pointer]
// REPORT: to.value = FROM.value + 1
// REPORT: 1 undefined-behavior (kinds
//
// The other pointer is passed to a function, or used directly from the push constants.
// RUN: expect-status 3 spirv-run %s -DCALL=from --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: expect-status 3 spirv-run %s -DFROM=second --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: [memory.restrict-pointer]
//
// RUN: spirv-run %s --strict --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory+4)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DONLY_READ --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DCALL=to --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DCOPY --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DAGAIN --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: spirv-run %s --strict -DRESTRICT= --memory memory=uint32:1,2,3,4 --push 'uint64:address(memory),address(memory)' --buffer '0.0=undef(4)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// FINE: 0.0: uint32[1] =

#version 460
#extension GL_EXT_buffer_reference : require

#ifndef RESTRICT
#define RESTRICT restrict
#endif
#ifndef FROM
#define FROM from
#endif

layout(local_size_x = 1) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Number
{
    uint value;
};

layout(push_constant) uniform Pointers
{
    Number first;
    Number second;
};

layout(std430, set = 0, binding = 0) writeonly buffer Result
{
    uint result;
};

uint read(Number number)
{
    return number.value;
}

void main()
{
    RESTRICT Number to = first;
    Number from = second;
#if defined(ONLY_READ)
    result = to.value + FROM.value;
#elif defined(CALL)
    to.value = 1;
    result = read(CALL);
#elif defined(COPY)
    Number copy = to;
    to.value = 1;
    result = copy.value;
#elif defined(AGAIN)
    to.value = 1;
    to = first;
    result = from.value;
#else
    to.value = FROM.value + 1;
    result = 0;
#endif
}
