// Locks, tickets, updates and look-back in HLSL, which has no atomic loads and stores: InterlockedOr with 0 reads, and a parameter receives
// the old value even if nothing reads it.
//
// RUN: spirv-run %s --strict -D BACK --groups 4 --buffer '0.0=uint32:fill(5,0)' --buffer '0.1=uint32:fill(8,0)' --buffer '0.2=uint32:fill(16,9)' --dump 0.2 | FileCheck %s --check-prefix=BACK
// BACK: {{^}}0.2: uint32[16] = 0 1 2 3 1 2 3 4 3 4 5 6 6 7 8 9{{$}}
// RUN: spirv-run %s --strict -D LOCK --groups 6 --buffer 0.0=uint32:0 --buffer 0.1=uint32:100,0xFF | FileCheck %s --check-prefix=LOCK
// LOCK: {{^}}0.0: uint32[1] = 0{{$}}
// LOCK: {{^}}0.1: uint32[2] = 145 223{{$}}
// RUN: spirv-run %s --strict -D TICKET --groups 6 --buffer 0.0=uint32:0,0 --buffer 0.1=uint32:100,0xFF | FileCheck %s --check-prefix=TICKET
// TICKET: {{^}}0.0: uint32[2] = 6 6{{$}}
// TICKET: {{^}}0.1: uint32[2] = 145 223{{$}}
// RUN: spirv-run %s --strict -D UPDATE --groups 6 --buffer 0.0=uint32:100 | FileCheck %s --check-prefix=UPDATE
// UPDATE: {{^}}0.0: uint32[1] = 928{{$}}
//
// Something reads the old value.
// RUN: spirv-run %s -D TICKET -D USES_OLD --groups 3 --buffer 0.0=uint32:0,0 --buffer 0.1=uint32:100,0xFF --buffer 0.2=uint32:0,0,0 2>/dev/null | FileCheck %s --check-prefix=OLD
// OLD: {{^}}0.2: uint32[3] = {{[0-9]+\? [0-9]+\? [0-9]+\?$}}

globallycoherent RWStructuredBuffer<uint> flags : register(u0);
#ifndef UPDATE
globallycoherent RWStructuredBuffer<uint> values : register(u1);
#endif
#if defined(BACK)
RWStructuredBuffer<uint> result : register(u2);
groupshared uint s_tile, s_before;

[numthreads(4, 1, 1)]
void main(uint local : SV_GroupIndex) {
  if (local == 0) InterlockedAdd(flags[0], 1, s_tile);
  GroupMemoryBarrierWithGroupSync();
  const uint tile = s_tile;
  if (local == 0) {
    uint old;
    values[2 * tile] = tile + 1;
    DeviceMemoryBarrier();
    InterlockedExchange(flags[1 + tile], 1, old);
    uint found = 0;
    int other = int(tile) - 1;
    while (other >= 0) {
      uint state;
      InterlockedOr(flags[1 + other], 0, state);
      if (state == 0) continue;
      DeviceMemoryBarrier();
      if (state == 2) {
        found += values[2 * other + 1];
        break;
      }
      found += values[2 * other];
      --other;
    }
    values[2 * tile + 1] = found + tile + 1;
    DeviceMemoryBarrier();
    InterlockedExchange(flags[1 + tile], 2, old);
    s_before = found;
  }
  GroupMemoryBarrierWithGroupSync();
  result[4 * tile + local] = s_before + local;
}
#elif defined(LOCK)
[numthreads(4, 1, 1)]
void main(uint3 group : SV_GroupID, uint local : SV_GroupIndex) {
  if (local != 0) return;
  uint old;
  do {
    InterlockedCompareExchange(flags[0], 0, 1, old);
  } while (old != 0);
  DeviceMemoryBarrier();
  values[0] += 3 * group.x;
  values[1] ^= group.x << 5;
  DeviceMemoryBarrier();
  InterlockedExchange(flags[0], 0, old);
}
#elif defined(TICKET)
#ifdef USES_OLD
RWStructuredBuffer<uint> seen : register(u2);
#endif
[numthreads(4, 1, 1)]
void main(uint3 group : SV_GroupID, uint local : SV_GroupIndex) {
  if (local != 0) return;
  uint ticket, now;
  InterlockedAdd(flags[0], 1, ticket);
  do {
    InterlockedOr(flags[1], 0, now);
  } while (now != ticket);
  DeviceMemoryBarrier();
  values[0] += 3 * group.x;
  values[1] ^= group.x << 5;
  DeviceMemoryBarrier();
  InterlockedAdd(flags[1], 1, now);
#ifdef USES_OLD
  seen[group.x] = now;
#endif
}
#elif defined(UPDATE)
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint old = 0, guess;
  do {
    guess = old;
    InterlockedCompareExchange(flags[0], guess, guess + 3 * id.x, old);
  } while (old != guess);
}
#endif
