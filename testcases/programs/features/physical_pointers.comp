// Buffer references (PhysicalStorageBuffer): a linked list that starts at an address in the push constants, an array that
// a pointer in memory points to, pointer arithmetic, conversion to and from 64-bit integers, a write through a pointer.
//
// The nodes are in one block of memory, 16 bytes each: the address of the next node and a value.
//
// RUN: spirv-run %s --subgroup-size 4 --memory 'nodes=uint64:address(nodes+32),11,0,22,address(nodes+48),33,address(nodes+16),44' --memory 'numbers=uint32:iota(16,1000)' --memory 'root=uint64:address(nodes),address(numbers)' --push 'uint64:address(root)' --buffer '0.0=undef(64)' --buffer '0.1=undef(64)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 11 33 44 22 4 1 0 1100 1001 1002 1003 1013 20 0 0 0
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 1000 2001 1002 2003 1004 2005 1006 2007 1008 2009 1010 2011 1012 2013 1014 2015
// RUN: spirv-run %s --subgroup-size 32 --memory 'nodes=uint64:address(nodes+32),11,0,22,address(nodes+48),33,address(nodes+16),44' --memory 'numbers=uint32:iota(16,1000)' --memory 'root=uint64:address(nodes),address(numbers)' --push 'uint64:address(root)' --buffer '0.0=undef(64)' --buffer '0.1=undef(64)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 11 33 44 22 4 1 0 1100 1001 1002 1003 1013 20 0 0 0
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 1000 2001 1002 2003 1004 2005 1006 2007 1008 2009 1010 2011 1012 2013 1014 2015

#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 16) in;

layout(buffer_reference) buffer Node;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node
{
    Node next;
    uint value;
};

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Number
{
    uint value;
};

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Numbers
{
    uint values[16];
};

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Root
{
    Node first;
    Number numbers;
};

layout(push_constant) uniform Push
{
    Root root;
};

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    uint results[16];
};

layout(std430, set = 0, binding = 1) writeonly buffer Copies
{
    uint copies[16];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    if (id == 0)
    {
        uint count = 0;
        for (Node node = root.first; uint64_t(node) != 0ul; node = node.next)
        {
            results[count++] = node.value;
        }
        results[4] = count;

        const uint64_t base = uint64_t(root.first);
        results[5] = uint64_t(root.first.next) - base == 32ul ? 1 : 0;
        results[6] = uvec2(root.first) == uvec2(root.numbers) ? 1 : 0;

        Number second = root.numbers + 1;
        second.value += 99;
        results[7] = second.value;
        second.value = 1001;
        results[8] = Number(uint64_t(root.numbers) + 4ul).value;
        results[9] = root.numbers[2].value;
        results[10] = Numbers(root.numbers).values[3];
        const uvec2 words = uvec2(root.numbers);
        results[11] = Numbers(words).values[13];

        Node last = Node(base + 16ul);
        last.value -= 2;
        results[12] = root.first.next.next.next.value;
        results[13] = 0;
        results[14] = 0;
        results[15] = 0;
    }
    memoryBarrierBuffer();
    barrier();
    // Each lane follows its own pointer; number 1 was restored before the barrier.
    if (id != 1)
    {
        Number own = root.numbers + int(id);
        if ((id & 1) != 0)
        {
            own.value += 1000;
        }
        copies[id] = own.value;
    }
    else
    {
        copies[id] = 2001;
    }
}
