// Each kernel breaks one restriction of "Pipe Functions" in OpenCL C.
// REQUIRES: opencl-c
// COVERS: pipe.invalid-reservation pipe.reservation-of-other-pipe pipe.committed-reservation pipe.index-out-of-range
// COVERS: pipe.never-committed pipe.operands-differ pipe.packet-size
// COVERS: OpGroupReserveReadPipePackets.not-all-execute OpGroupReserveWritePipePackets.not-all-execute
// COVERS: OpGroupCommitReadPipe.not-all-execute OpGroupCommitWritePipe.not-all-execute
//
// RUN: expect-status 3 spirv-run %s -e not_valid --local-size 1 --arg '0=pipe(4,4)' 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: undefined-behavior: the reservation id is not valid [pipe.invalid-reservation]
// INVALID: help: test is_valid_reserve_id() before using the reservation
// INVALID: 2 undefined-behavior
//
// RUN: expect-status 3 spirv-run %s -e other_pipe --local-size 1 --arg '0=pipe(4,4)' --arg '1=pipe(4,4)' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: undefined-behavior: the reservation was made for another pipe [pipe.reservation-of-other-pipe]
// OTHER: 1 undefined-behavior
//
// RUN: expect-status 3 spirv-run %s -e used_after_commit --local-size 1 --arg '0=pipe(4,4)' 2>&1 | FileCheck %s --check-prefix=COMMITTED
// COMMITTED: undefined-behavior: the reservation has already been committed [pipe.committed-reservation]
// COMMITTED: OpReservedWritePipe
// COMMITTED: undefined-behavior: the reservation has already been committed [pipe.committed-reservation]
// COMMITTED: OpCommitWritePipe
// COMMITTED: 2 undefined-behavior
//
// RUN: expect-status 3 spirv-run %s -e out_of_range --local-size 1 --arg '0=pipe(4,4):int32:1,2,3,4' --arg 1=int32:2 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: undefined-behavior: the index is not less than the number of reserved packets: index 2 of 2 [pipe.index-out-of-range]
// RUN: spirv-run %s -e out_of_range --strict --local-size 1 --arg '0=pipe(4,4):int32:1,2,3,4' --arg 1=int32:1 2>&1 | FileCheck %s --check-prefix=DEFINED --allow-empty
// DEFINED-NOT: undefined
//
// RUN: expect-status 3 spirv-run %s -e never_committed --local-size 2 --arg '0=pipe(4,4)' --arg 1=int32:1 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: undefined-behavior: the kernel ends without committing the reservation [pipe.never-committed]
// OPEN: OpReserveWritePipePackets
// RUN: spirv-run %s -e never_committed --strict --local-size 1 --arg '0=pipe(4,4)' --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=DEFINED --allow-empty
//
// Two invocations write the packet at the same index, in one subgroup or in two.
// RUN: expect-status 3 spirv-run %s -e same_index --local-size 4 --arg '0=pipe(8,4)' --arg 1=uint32:0,1,1,2 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s -e same_index --local-size 4 --subgroup-size 1 --arg '0=pipe(8,4)' --arg 1=uint32:0,1,1,2 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: data race: invocation (2,0,0) writes byte 4 of {{.*}}, and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RACE: OpReservedWritePipe
// RUN: spirv-run %s -e same_index --strict --local-size 4 --subgroup-size 2 --arg '0=pipe(12,4)' --arg 1=uint32:1,3,2,0 2>&1 | FileCheck %s --check-prefix=DEFINED --allow-empty
// A barrier with global memory semantics orders them. The last value remains.
// RUN: spirv-run %s -e ordered_index -D FENCE=CLK_GLOBAL_MEM_FENCE --strict --local-size 4 --subgroup-size 2 --arg '0=pipe(8,4)' 2>&1 | FileCheck %s --check-prefix=LAST --implicit-check-not=undefined-behavior
// LAST: arg.0: int32[4] = 13 12 11 10
// RUN: expect-status 3 spirv-run %s -e ordered_index -D FENCE=CLK_LOCAL_MEM_FENCE --local-size 4 --subgroup-size 2 --arg '0=pipe(8,4)' 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: data race{{.*}} [memory.data-race]
//
// A packet that is reserved and never written is undefined.
// RUN: spirv-run %s -e never_written --local-size 1 --arg '0=pipe(4,4)' 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: arg.0: int32[2] = 7 undef
//
// RUN: expect-status 3 spirv-run %s -e different_counts --local-size 4 --arg '0=pipe(8,4)' --arg 1=int32:1,1,1,2 2>&1 | FileCheck %s --check-prefix=DIFFER
// RESERVED: arg.0: int32[1] = undef
// DIFFER: undefined-behavior: the operands of a group instruction differ between invocations or are undefined [pipe.operands-differ]
// RUN: spirv-run %s -e different_counts --local-size 4 --arg '0=pipe(8,4)' --arg 1=int32:1,1,1,1 2>&1 | FileCheck %s --check-prefix=RESERVED --implicit-check-not=undefined-behavior
//
// RUN: expect-status 3 spirv-run %s -e not_all --local-size 4 --arg '0=pipe(8,4)' --arg 1=int32:3 2>&1 | FileCheck %s --check-prefix=DIVERGED
// DIVERGED: not all invocations of the group execute this instruction together{{.*}} [OpGroupReserveWritePipePackets.not-all-execute]
// RUN: expect-status 3 spirv-run %s -e not_all_read --local-size 4 --arg '0=pipe(8,4):zero(32)' --arg 1=int32:3 2>&1 | FileCheck %s --check-prefix=DIVERGED-READ
// DIVERGED-READ: [OpGroupReserveReadPipePackets.not-all-execute]
// RUN: expect-status 3 spirv-run %s -e not_all_commit --local-size 4 --arg '0=pipe(8,4):zero(32)' --arg '1=pipe(8,4)' --arg 2=int32:3 2>&1 | FileCheck %s --check-prefix=DIVERGED-COMMIT
// DIVERGED-COMMIT: [OpGroupCommitReadPipe.not-all-execute]
// DIVERGED-COMMIT: [OpGroupCommitWritePipe.not-all-execute]
// RUN: spirv-run %s -e not_all_commit --strict --local-size 4 --arg '0=pipe(8,4):zero(32)' --arg '1=pipe(8,4):zero(28)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=DEFINED --allow-empty
// RUN: spirv-run %s -e not_all --local-size 4 --arg '0=pipe(8,4)' --arg 1=int32:4 2>&1 | FileCheck %s --check-prefix=RESERVED --implicit-check-not=undefined-behavior
//
// A reservation of 0 packets fails.
// RUN: spirv-run %s -e nothing --strict --local-size 1 --arg '0=pipe(2,4):int32:1' --arg 1=int32:9 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: arg.1: int32[1] = 0
//
// A pipe of packets of another size.
// RUN: expect-status 3 spirv-run %s -e never_written --local-size 1 --arg '0=pipe(4,8)' 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: undefined-behavior: Packet Size differs from the size of the packets in the pipe: Packet Size is 4, but the packets of argument 0 have 8 bytes [pipe.packet-size]
//
// A read into memory that is smaller than a packet.
// RUN: expect-status 3 spirv-run %s -e too_small --local-size 1 --arg '0=pipe(1,16):int32:1,2,3,4' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: [memory.out-of-bounds]

kernel void not_valid(write_only pipe int out) {
  reserve_id_t id = reserve_write_pipe(out, 5);
  int packet = 1;
  write_pipe(out, id, 0, &packet);
  commit_write_pipe(out, id);
}

kernel void other_pipe(write_only pipe int out, write_only pipe int other) {
  reserve_id_t id = reserve_write_pipe(out, 1);
  int packet = 1;
  if (is_valid_reserve_id(id)) {
    write_pipe(other, id, 0, &packet);
    write_pipe(out, id, 0, &packet);
    commit_write_pipe(out, id);
  }
}

kernel void used_after_commit(write_only pipe int out) {
  reserve_id_t id = reserve_write_pipe(out, 1);
  int packet = 1;
  if (!is_valid_reserve_id(id)) return;
  write_pipe(out, id, 0, &packet);
  commit_write_pipe(out, id);
  write_pipe(out, id, 0, &packet);
  commit_write_pipe(out, id);
}

kernel void out_of_range(read_only pipe int in, int index) {
  reserve_id_t id = reserve_read_pipe(in, 2);
  int packet;
  if (!is_valid_reserve_id(id)) return;
  read_pipe(in, id, index, &packet);
  commit_read_pipe(in, id);
}

kernel void never_committed(write_only pipe int out, int last) {
  reserve_id_t id = reserve_write_pipe(out, 1);
  int packet = 1;
  if (!is_valid_reserve_id(id)) return;
  write_pipe(out, id, 0, &packet);
  if (last == 0 || get_local_id(0) == 0) commit_write_pipe(out, id);
}

kernel void never_written(write_only pipe int out) {
  reserve_id_t id = reserve_write_pipe(out, 2);
  int packet = 7;
  if (!is_valid_reserve_id(id)) return;
  write_pipe(out, id, 0, &packet);
  commit_write_pipe(out, id);
}

kernel void same_index(write_only pipe int out, global uint* index) {
  reserve_id_t id = work_group_reserve_write_pipe(out, get_local_size(0));
  int packet = get_local_id(0);
  if (is_valid_reserve_id(id)) write_pipe(out, id, index[get_local_id(0)], &packet);
  work_group_commit_write_pipe(out, id);
}

#ifndef FENCE
#define FENCE CLK_GLOBAL_MEM_FENCE
#endif
kernel void ordered_index(write_only pipe int out) {
  const int n = get_local_size(0), i = get_local_id(0);
  reserve_id_t id = work_group_reserve_write_pipe(out, n);
  int packet = i;
  write_pipe(out, id, i, &packet);
  barrier(FENCE);
  packet = 10 + i;
  write_pipe(out, id, n - 1 - i, &packet);
  work_group_commit_write_pipe(out, id);
}

kernel void different_counts(write_only pipe int out, global int* counts) {
  reserve_id_t id = work_group_reserve_write_pipe(out, counts[get_local_id(0)]);
  if (is_valid_reserve_id(id)) work_group_commit_write_pipe(out, id);
}

kernel void not_all(write_only pipe int out, int count) {
  if ((int)get_local_id(0) < count) {
    reserve_id_t id = work_group_reserve_write_pipe(out, 1);
    if (is_valid_reserve_id(id)) work_group_commit_write_pipe(out, id);
  }
}

kernel void not_all_read(read_only pipe int in, int count) {
  if ((int)get_local_id(0) < count) {
    reserve_id_t id = work_group_reserve_read_pipe(in, 1);
    if (is_valid_reserve_id(id)) work_group_commit_read_pipe(in, id);
  }
}

kernel void not_all_commit(read_only pipe int in, write_only pipe int out, int count) {
  reserve_id_t reading = work_group_reserve_read_pipe(in, 1);
  reserve_id_t writing = work_group_reserve_write_pipe(out, 1);
  int packet = 1;
  if (get_local_id(0) == 0) write_pipe(out, writing, 0, &packet);
  if ((int)get_local_id(0) < count) {
    work_group_commit_read_pipe(in, reading);
    work_group_commit_write_pipe(out, writing);
  }
}

kernel void nothing(write_only pipe int out, global int* valid) {
  reserve_id_t id = reserve_write_pipe(out, 0);
  *valid = is_valid_reserve_id(id);
  if (*valid) commit_write_pipe(out, id);
}

kernel void too_small(read_only pipe int4 in, global int* memory) {
  read_pipe(in, (global int4*)memory);
}
