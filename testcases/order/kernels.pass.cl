// Locks, tickets, updates, chains of messages and look-back in kernels, as clang writes them: pointers of the storage class Generic,
// arguments and expected values in variables, loops without merge instructions. Every order of the atomics gives the same results.
//
// REQUIRES: opencl-c
// RUN: spirv-run %s --strict --entry lock --groups 6 --local-size 2 --arg 0=uint32:0 --arg 1=uint32:100,0xFF | FileCheck %s --check-prefix=LOCK
// RUN: spirv-run %s --strict --entry exchange --groups 6 --local-size 2 --arg 0=uint32:0 --arg 1=uint32:100,0xFF | FileCheck %s --check-prefix=LOCK
// LOCK: {{^}}arg.0: uint32[1] = 0{{$}}
// LOCK: {{^}}arg.1: uint32[2] = 145 223{{$}}
// RUN: spirv-run %s --strict --entry ticket --groups 6 --local-size 2 --arg 0=uint32:0,0 --arg 1=uint32:100,0xFF | FileCheck %s --check-prefix=TICKET
// TICKET: {{^}}arg.0: uint32[2] = 6 6{{$}}
// TICKET: {{^}}arg.1: uint32[2] = 145 223{{$}}
// RUN: spirv-run %s --strict --entry update --groups 6 --local-size 4 --arg 0=uint32:100 | FileCheck %s --check-prefix=UPDATE
// UPDATE: {{^}}arg.0: uint32[1] = 928{{$}}
// RUN: spirv-run %s --strict --entry chain --groups 5 --local-size 2 --arg '0=uint32:fill(6,0)' --arg '1=uint32:fill(5,0)' | FileCheck %s --check-prefix=CHAIN
// CHAIN: {{^}}arg.1: uint32[5] = 1 3 6 10 15{{$}}
// RUN: spirv-run %s --strict --entry look_back --groups 5 --local-size 2 --arg '0=uint32:fill(6,0)' --arg '1=uint32:fill(5,0)' --arg '2=uint32:fill(5,0)' --arg '3=uint32:fill(5,0)' | FileCheck %s --check-prefix=BACK
// BACK: {{^}}arg.3: uint32[5] = 1 3 6 10 15{{$}}

kernel void lock(global volatile atomic_uint* lock, global uint* values) {
  if (get_local_id(0) != 0) return;
  const uint i = get_group_id(0);
  uint expected = 0;
  while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1u, memory_order_acquire, memory_order_relaxed, memory_scope_device)) {
    expected = 0;
  }
  values[0] += 3 * i;
  values[1] ^= i << 5;
  atomic_store_explicit(lock, 0u, memory_order_release, memory_scope_device);
}

kernel void exchange(global volatile atomic_uint* lock, global uint* values) {
  if (get_local_id(0) != 0) return;
  const uint i = get_group_id(0);
  while (atomic_exchange_explicit(lock, 1u, memory_order_acquire, memory_scope_device) == 1u) {
  }
  values[0] += 3 * i;
  values[1] ^= i << 5;
  atomic_store_explicit(lock, 0u, memory_order_release, memory_scope_device);
}

kernel void ticket(global volatile atomic_uint* lock, global uint* values) {
  if (get_local_id(0) != 0) return;
  const uint i = get_group_id(0);
  const uint ticket = atomic_fetch_add_explicit(lock, 1u, memory_order_relaxed, memory_scope_device);
  while (atomic_load_explicit(lock + 1, memory_order_acquire, memory_scope_device) != ticket) {
  }
  values[0] += 3 * i;
  values[1] ^= i << 5;
  atomic_store_explicit(lock + 1, ticket + 1, memory_order_release, memory_scope_device);
}

kernel void update(global volatile atomic_uint* sum) {
  const uint i = get_global_id(0);
  uint expected = atomic_load_explicit(sum, memory_order_relaxed, memory_scope_device);
  while (!atomic_compare_exchange_strong_explicit(sum, &expected, expected + 3 * i, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device)) {
  }
}

kernel void chain(global volatile atomic_uint* flags, global uint* prefixes) {
  if (get_local_id(0) != 0) return;
  const uint tile = atomic_fetch_add_explicit(flags, 1u, memory_order_relaxed, memory_scope_device);
  uint before = 0;
  if (tile > 0) {
    while (atomic_load_explicit(flags + tile, memory_order_acquire, memory_scope_device) == 0) {
    }
    before = prefixes[tile - 1];
  }
  prefixes[tile] = before + tile + 1;
  atomic_store_explicit(flags + 1 + tile, 1u, memory_order_release, memory_scope_device);
}

kernel void look_back(global volatile atomic_uint* flags, global uint* sums, global uint* prefixes, global uint* out) {
  if (get_local_id(0) != 0) return;
  const uint tile = atomic_fetch_add_explicit(flags, 1u, memory_order_relaxed, memory_scope_device);
  sums[tile] = tile + 1;
  atomic_store_explicit(flags + 1 + tile, 1u, memory_order_release, memory_scope_device);
  uint found = 0;
  int other = (int)tile - 1;
  while (other >= 0) {
    const uint state = atomic_load_explicit(flags + 1 + other, memory_order_acquire, memory_scope_device);
    if (state == 0) continue;
    if (state == 2) {
      found += prefixes[other];
      break;
    }
    found += sums[other];
    --other;
  }
  prefixes[tile] = found + tile + 1;
  atomic_store_explicit(flags + 1 + tile, 2u, memory_order_release, memory_scope_device);
  out[tile] = found + tile + 1;
}
