// Pipes: an invocation or a group reads and writes packets in order.
// REQUIRES: opencl-c
// COVERS: OpReadPipe OpWritePipe OpReservedReadPipe OpReservedWritePipe OpReserveReadPipePackets OpReserveWritePipePackets
// COVERS: OpCommitReadPipe OpCommitWritePipe OpIsValidReserveId OpGetNumPipePackets OpGetMaxPipePackets
// COVERS: OpGroupReserveReadPipePackets OpGroupReserveWritePipePackets OpGroupCommitReadPipe OpGroupCommitWritePipe
//
// A kernel reads a pipe until it is empty, and writes another one until it is full.
// RUN: spirv-run %s -e move --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6,7' --arg '1=pipe(2,4)' --arg '2=int32:fill(8,99)' | FileCheck %s --check-prefix=MOVE
// MOVE: arg.1: int32[2] = 10 12
// MOVE-NEXT: arg.2: int32[8] = 3 8 0 2 3 -1 0 2
//
// Packets in a pipe that the kernel writes stay before the new packets.
// RUN: spirv-run %s -e move --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6' --arg '1=pipe(4,4):int32:1' --arg '2=int32:fill(8,99)' | FileCheck %s --check-prefix=MORE
// MORE: arg.1: int32[3] = 1 10 12
//
// Packets of structures. Reading an empty pipe gives nothing.
// RUN: spirv-run %s -e structures --strict --local-size 1 --arg '0=pipe(4,32):int32:7;zero(12);float32:1,2,3,4' --arg '1=pipe(4,32)' --dump 'arg.1:{int32 number; float32x4 v}' | FileCheck %s --check-prefix=STRUCTURES
// STRUCTURES: 0: {number = 8, v = (2 4 6 8)}
//
// Reservations: packets are read and written by index, in any order.
// RUN: spirv-run %s -e reserved --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6,7' --arg '1=pipe(4,4)' | FileCheck %s --check-prefix=RESERVED
// RESERVED: arg.1: int32[3] = 7 6 5
// Not enough packets, or not enough space.
// RUN: spirv-run %s -e reserved --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6' --arg '1=pipe(4,4)' | FileCheck %s --check-prefix=REFUSED --allow-empty
// RUN: spirv-run %s -e reserved --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6,7' --arg '1=pipe(2,4)' | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: arg.1
//
// A reservation of the work-group, with several subgroups, the last of which is not full.
// RUN: spirv-run %s -e work_group --strict --local-size 6 --subgroup-size 4 --arg '0=pipe(6,4):int32:iota(6,10)' --arg '1=pipe(8,4)' --arg 2=int32:0 | FileCheck %s --check-prefix=GROUP
// RUN: spirv-run %s -e work_group --strict --local-size 6 --subgroup-size 1 --arg '0=pipe(6,4):int32:iota(6,10)' --arg '1=pipe(8,4)' --arg 2=int32:0 | FileCheck %s --check-prefix=GROUP
// RUN: spirv-run %s -e work_group --strict --local-size 6 --subgroup-size 128 --arg '0=pipe(6,4):int32:iota(6,10)' --arg '1=pipe(8,4)' --arg 2=int32:0 | FileCheck %s --check-prefix=GROUP
// GROUP: arg.1: int32[6] = 15 14 13 12 11 10
// GROUP: arg.2: int32[1] = 8
//
// Barriers order the writes of invocations of one work-group.
// RUN: spirv-run %s -e ordered --strict --local-size 8 --subgroup-size 4 --arg '0=pipe(8,4)' | FileCheck %s --check-prefix=ORDERED
// ORDERED: arg.0: int32[8] = 0 1 2 3 4 5 6 7{{$}}
//
// A reservation of each subgroup: their order is implementation-dependent.
// RUN: spirv-run %s -e sub_groups --strict --local-size 8 --subgroup-size 8 --arg '0=pipe(8,4)' | FileCheck %s --check-prefix=ONE
// ONE: arg.0: int32[8] = 7 6 5 4 3 2 1 0
// RUN: spirv-run %s -e sub_groups --local-size 8 --subgroup-size 4 --arg '0=pipe(8,4)' | FileCheck %s --check-prefix=TWO
// TWO: arg.0: int32[8] = 3? 2? 1? 0? 7? 6? 5? 4?
//
// The order of unordered invocations depends on the implementation, and so do the places of their packets.
// RUN: spirv-run %s -e unordered --local-size 4 --arg '0=pipe(4,4):int32:1,2,3,4' --arg '1=int32:fill(4,0)' --arg '2=int32:fill(4,9)' | FileCheck %s --check-prefix=UNORDERED
// UNORDERED: arg.1: int32[4] = 1? 2? 3? 4?
// UNORDERED: arg.2: int32[4] = 0 0 0 0
// Which invocations get no packet depends on the order as well.
// RUN: spirv-run %s -e unordered --local-size 4 --arg '0=pipe(4,4):int32:1,2,3' --arg '1=int32:fill(4,0)' --arg '2=int32:fill(4,9)' | FileCheck %s --check-prefix=SHORT
// SHORT: arg.1: int32[4] = 1? 2? 3? 0?
// SHORT: arg.2: int32[4] = 0? 0? 0? -1?
// RUN: spirv-run %s -e unordered --local-size 1 -g 4 --jobs 4 --arg '0=pipe(4,4):int32:1,2,3,4' --arg '1=int32:fill(4,0)' --arg '2=int32:fill(4,9)' | FileCheck %s --check-prefix=UNORDERED
//
// A kernel of OpenCL C 3.0.
// RUN: spirv-run %s -e move --build-option -cl-std=CL3.0 --build-option -D__opencl_c_pipes=1 --build-option -D__opencl_c_generic_address_space=1 --strict --local-size 1 --arg '0=pipe(8,4):int32:5,6,7' --arg '1=pipe(2,4)' --arg '2=int32:fill(8,99)' | FileCheck %s --check-prefix=MOVE

kernel void move(read_only pipe int in, write_only pipe int out, global int* counts) {
  counts[0] = get_pipe_num_packets(in);
  counts[1] = get_pipe_max_packets(in);
  counts[2] = get_pipe_num_packets(out);
  counts[3] = get_pipe_max_packets(out);
  int read = 0, packet;
  int refused = 0;
  while (read_pipe(in, &packet) == 0) {
    ++read;
    packet *= 2;
    if (write_pipe(out, &packet) != 0) refused = -1;
  }
  counts[4] = read;
  counts[5] = refused;
  counts[6] = get_pipe_num_packets(in);
  counts[7] = get_pipe_num_packets(out);
}

typedef struct {
  int number;
  float4 v;
} Packet;

kernel void structures(read_only pipe Packet in, write_only pipe Packet out) {
  Packet packet;
  while (read_pipe(in, &packet) == 0) {
    ++packet.number;
    packet.v *= 2;
    write_pipe(out, &packet);
  }
}

kernel void reserved(read_only pipe int in, write_only pipe int out) {
  reserve_id_t reading = reserve_read_pipe(in, 3);
  if (!is_valid_reserve_id(reading)) return;
  reserve_id_t writing = reserve_write_pipe(out, 3);
  for (int i = 0; i < 3 && is_valid_reserve_id(writing); ++i) {
    int packet;
    if (read_pipe(in, reading, 2 - i, &packet) == 0) write_pipe(out, writing, i, &packet);
  }
  commit_read_pipe(in, reading);
  if (is_valid_reserve_id(writing)) commit_write_pipe(out, writing);
}

kernel void work_group(read_only pipe int in, write_only pipe int out, global int* most) {
  const uint n = get_local_size(0), i = get_local_id(0);
  if (i == 0) *most = get_pipe_max_packets(out);
  reserve_id_t reading = work_group_reserve_read_pipe(in, n);
  reserve_id_t writing = work_group_reserve_write_pipe(out, n);
  if (is_valid_reserve_id(reading) && is_valid_reserve_id(writing)) {
    int packet;
    read_pipe(in, reading, i, &packet);
    write_pipe(out, writing, n - 1 - i, &packet);
  }
  work_group_commit_read_pipe(in, reading);
  work_group_commit_write_pipe(out, writing);
}

kernel void ordered(write_only pipe int out) {
  for (int i = 0; i < (int)get_local_size(0); ++i) {
    if (i == (int)get_local_id(0)) write_pipe(out, &i);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void sub_groups(write_only pipe int out) {
  const uint n = get_sub_group_size();
  reserve_id_t id = sub_group_reserve_write_pipe(out, n);
  if (is_valid_reserve_id(id)) {
    int packet = get_global_id(0);
    write_pipe(out, id, n - 1 - get_sub_group_local_id(), &packet);
    sub_group_commit_write_pipe(out, id);
  }
}

kernel void unordered(read_only pipe int in, global int* packets, global int* status) {
  int packet = 0;
  status[get_global_id(0)] = read_pipe(in, &packet);
  packets[get_global_id(0)] = packet;
}
