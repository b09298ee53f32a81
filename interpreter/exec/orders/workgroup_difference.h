// What the states of workgroups that are at one place of the program differ in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// Compares all workgroups with the first one.
class WorkgroupDifference {
 public:
  // An operand of the current record, which is not compared: the result of the access that brought the workgroup here.
  struct Except {
    std::uint32_t subgroup = 0;
    Slot slot = no_slot;
    LaneMask lanes;
  };

  // `workgroup` is the first one.
  explicit WorkgroupDifference(Workgroup& workgroup);

  void compare(Workgroup& workgroup, const Except& except);
  // Adds what another one found about the same place.
  void add(const WorkgroupDifference& other);
  // Whether one of the lanes has different values in the plane.
  bool differs(std::uint32_t subgroup, Slot slot, const LaneMask& lanes) const;
  // Marks in the state of a workgroup what differs as implementation-dependent.
  void mark(Workgroup& workgroup, const Except& except) const;
  // The bytes of the state of the first workgroup.
  std::uint64_t memory() const;

 private:
  struct Bytes {
    std::vector<std::byte> values;
    std::vector<Definedness> shadow;
    std::vector<bool> differs;
  };

  static std::vector<std::uint32_t> own_objects(const Workgroup& workgroup);
  static void compare_bytes(Bytes& first, const ObjectEntry& object);

  std::vector<std::vector<std::byte>> registers_;  // by subgroup
  std::map<std::uint32_t, Bytes> objects_;         // workgroup and private memory
  std::vector<Slot> planes_;                       // of the program
  std::vector<LaneMask> planes_differ_;            // for each subgroup, by plane
};

}  // namespace spirv_oracle
