// What the records that read descriptors from a heap know (SPV_EXT_descriptor_heap).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spirv_oracle {

// Where a pointer leads: to no descriptor heap, or to one of the two.
enum class DescriptorHeap : std::uint8_t { none, resource, sampler };

// A slot of a heap, as a read of descriptors of one type sees it.
struct HeapDescriptor {
  std::uint64_t address = 0;  // of the object of the descriptor; 0: nothing was written to the slot
  std::string mismatch;       // why the descriptor is not of that type; empty if it is
};

// The heap that some records read, and the type of the descriptors that they read.
struct HeapRead {
  DescriptorHeap heap = DescriptorHeap::none;
  std::uint64_t base = 0;             // the address of the heap
  std::uint32_t descriptor_size = 0;  // bytes of a slot
  std::vector<HeapDescriptor> slots;
};

}  // namespace spirv_oracle
