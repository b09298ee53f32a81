#include "memory/race_conflict.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>

#include "memory/race_detector.h"

namespace spirv_oracle {
namespace {

// Random accesses of two groups of workgroups, in a detector each, and the same accesses as a list of bytes.
class TwoGroups {
 public:
  enum class Kind : std::uint8_t { load, store, atomic };
  struct Byte {
    bool has_plain_load = false, has_store = false, has_atomic = false;
  };
  struct Group {
    RaceDetector detector;
    RaceShadow shadow;
    std::map<std::uint64_t, Byte> bytes;
    std::uint64_t workgroup = 0;

    Group() : detector(shape()) {
      shadow.set_object_size(object_size);
      RaceSite load;
      detector.add_site(load);
      RaceSite store;
      store.writes = true;
      detector.add_site(store);
      RaceSite atomic = store;
      atomic.atomic = true;
      detector.add_site(atomic);
    }
    static RaceShape shape() {
      RaceShape shape;
      shape.subgroup_size = 4;
      shape.subgroup_count = 1;
      shape.invocations = {0, 1, 2, 3};
      shape.fine_synchronization = false;
      shape.has_wide_atomics = {true, true, true};
      return shape;
    }
    void access(Kind kind, std::uint64_t offset, unsigned size, std::uint32_t invocation) {
      const auto execution = detector.begin(static_cast<std::uint16_t>(kind));
      if (kind == Kind::load) {
        detector.load(shadow, offset, size, execution, invocation);
      } else if (kind == Kind::store) {
        detector.store(shadow, offset, size, execution, invocation);
      } else {
        detector.atomic(shadow, offset, execution, invocation, true, true, {});
      }
      for (std::uint64_t at = offset; at < offset + size; ++at) {
        Byte& byte = bytes[at];
        byte.has_plain_load |= kind == Kind::load;
        byte.has_store |= kind == Kind::store;
        byte.has_atomic |= kind == Kind::atomic;
      }
    }
  };
  static constexpr std::uint64_t object_size = 3 * RaceChunk::bytes;

  explicit TwoGroups(std::uint32_t seed) : random_(seed) {
    // Few places, so that about half of the pairs have no conflict.
    for (Group* group : {&first_, &second_}) {
      const unsigned count = pick(6) + 1;
      for (unsigned i = 0; i < count; ++i) {
        if (pick(3) == 0) group->workgroup += 2;
        group->detector.start_workgroup(group->workgroup);
        add(*group);
        if (pick(2) == 0) group->shadow.pack();
      }
    }
  }

  bool may_conflict() const {
    return spirv_oracle::may_conflict({first_.shadow, first_.detector.sites()},
                                      {second_.shadow, second_.detector.sites()});
  }
  bool have_conflict() const {
    for (const auto& [offset, a] : first_.bytes) {
      const auto other = second_.bytes.find(offset);
      if (other == second_.bytes.end()) continue;
      const Byte& b = other->second;
      const bool either_stores = a.has_store || b.has_store;
      const bool atomic_and_load =
          (a.has_atomic && b.has_plain_load) || (b.has_atomic && a.has_plain_load);
      if (either_stores || atomic_and_load) return true;
    }
    return false;
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  void add(Group& group) {
    const auto kind = static_cast<Kind>(pick(3));
    const std::uint64_t word = std::uint64_t{pick(8)} * 4 + (pick(4) == 0 ? RaceChunk::bytes : 0);
    const bool is_small = kind != Kind::atomic && pick(3) == 0;
    const unsigned size = is_small ? 1 : 4;
    group.access(kind, word + (is_small ? pick(4) : 0), size, pick(4));
  }

  std::mt19937 random_;
  Group first_, second_;
};

TEST(RaceConflict, IsFoundWhereBytesConflict) {
  constexpr std::uint32_t runs = 20'000;
  std::uint32_t conflicts = 0, independent = 0;
  for (std::uint32_t seed = 0; seed < runs; ++seed) {
    const TwoGroups groups(seed);
    if (groups.have_conflict()) {
      ++conflicts;
      ASSERT_TRUE(groups.may_conflict()) << "seed " << seed;
    } else if (!groups.may_conflict()) {
      ++independent;
    }
  }
  EXPECT_GT(conflicts, runs / 10);
  EXPECT_GT(independent, runs / 10);
}

TEST(RaceConflict, IsNotFoundBetweenLoadsAtomicsAndDifferentWords) {
  TwoGroups::Group first, second;
  for (TwoGroups::Group* group : {&first, &second}) {
    group->detector.start_workgroup(0);
    for (std::uint32_t invocation = 0; invocation < 4; ++invocation) {
      group->access(TwoGroups::Kind::load, 0, 4, invocation);
      group->access(TwoGroups::Kind::atomic, 4, 4, invocation);
    }
    group->access(TwoGroups::Kind::store, group == &first ? 8 : 12, 4, 0);
  }
  const RecordedAccesses of_first{first.shadow, first.detector.sites()};
  const RecordedAccesses of_second{second.shadow, second.detector.sites()};
  EXPECT_FALSE(may_conflict(of_first, of_second));
  second.access(TwoGroups::Kind::load, 9, 1, 0);
  EXPECT_TRUE(may_conflict(of_first, of_second));
  EXPECT_TRUE(may_conflict(of_second, of_first));
}

}  // namespace
}  // namespace spirv_oracle
