// Memory without a variable: reports about a decorated member name its block, if that has a name. Without the decoration, or
// if another member is written, spirv-run reports nothing.
// COVERS: memory.decorated-non-writable
//
// RUN: spirv-run %s --disassemble > %t.plain.spvasm
// RUN: spirv-run %t.plain.spvasm --strict --memory memory=uint32:1,2 --push 'uint64:address(memory)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// FINE: memory: uint32[2] = 1 3
// RUN: sed 's/OpMemberDecorate %Numbers 0 Offset 0/&\n OpMemberDecorate %Numbers 0 NonWritable/' %t.plain.spvasm > %t.other.spvasm
// RUN: grep NonWritable %t.other.spvasm
// RUN: spirv-run %t.other.spvasm --strict --memory memory=uint32:1,2 --push 'uint64:address(memory)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
//
// RUN: sed 's/OpMemberDecorate %Numbers 1 Offset 4/&\n OpMemberDecorate %Numbers 1 NonWritable/' %t.plain.spvasm > %t.spvasm
// RUN: expect-status 3 spirv-run %t.spvasm --memory memory=uint32:1,2 --push 'uint64:address(memory)' 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: undefined-behavior: memory decorated NonWritable is written: a member of block Numbers [memory.decorated-non-writable]
// NAMED: 1 undefined-behavior (kinds
// RUN: sed -e '/OpName %Numbers/d' -e 's/%Numbers\b/%7777/g' %t.spvasm > %t.unnamed.spvasm
// RUN: expect-status 3 spirv-run %t.unnamed.spvasm --memory memory=uint32:1,2 --push 'uint64:address(memory)' 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: undefined-behavior: memory decorated NonWritable is written: a member of a structure [memory.decorated-non-writable]
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 1) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Numbers {
  uint first;
  uint second;
};

layout(push_constant) uniform Pointers { Numbers numbers; };

void main() { numbers.second = numbers.first + 2; }
