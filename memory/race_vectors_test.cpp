// Eight accesses at once give what they give one after the other.
#include "memory/race_vectors.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

namespace spirv_oracle::race_vectors_test {
namespace {

constexpr std::uint32_t subgroup_size = 32, subgroup_count = 2;
constexpr std::uint64_t object_bytes = 1024;
constexpr std::uint64_t object_address = 0x7000;

RaceShape shape_of(bool fine_synchronization) {
  RaceShape shape;
  shape.subgroup_size = subgroup_size;
  shape.subgroup_count = subgroup_count;
  shape.invocations.resize(std::size_t{subgroup_size} * subgroup_count);
  std::iota(shape.invocations.begin(), shape.invocations.end(), 0);
  shape.fine_synchronization = fine_synchronization;
  shape.has_wide_atomics = {true, true, true};
  return shape;
}

// A detector with two objects, whose cells are words and bytes.
class Checked {
 public:
  Checked(bool fine_synchronization, StorageSemantics storage)
      : detector_(shape_of(fine_synchronization)) {
    for (RaceShadow& shadow : shadows_) shadow.set_object_size(object_bytes);
    for (const bool writes : {false, true, false, true})
      detector_.add_site({.storage = storage, .writes = writes});
    detector_.add_site({.storage = storage, .writes = true, .atomic = true});
  }

  void start_workgroup(std::uint64_t index) { detector_.start_workgroup(index); }
  void barrier(MemoryScope execution, std::span<const std::uint32_t> invocations) {
    detector_.order().control_barrier(invocations, execution,
                                      {execution, true, true, true, true, {true, true, true}});
  }

  // Accesses of the invocations from `first` on. Returns which of them race.
  template <bool Store, unsigned Cells>
  std::vector<bool> access(std::uint16_t site, std::uint32_t first,
                           std::span<const std::uint64_t> addresses, bool together) {
    const unsigned cell_shift = Cells == 1 && is_of_words_ ? RaceShadow::word_shift : 0;
    const RaceDetector::Execution execution = detector_.begin(site);
    RaceShadow& shadow = shadows_[cell_shift == 0 ? 1 : 0];
    const auto one = [&](unsigned i) {
      bool race = false;
      for (unsigned cell = 0; cell < Cells; ++cell) {
        const std::uint64_t offset = addresses[i] + cell - object_address;
        RaceChunk& chunk = shadow.chunk(offset, cell_shift);
        RaceCell& place = chunk.cells[chunk.index(offset)];
        race |= Store ? detector_.store_cell(shadow, place, offset, execution, first + i)
                      : detector_.load_cell(shadow, place, offset, execution, first + i);
      }
      return race;
    };
    const auto eights = [&](unsigned i, unsigned count) {
      return access_by_eights<Store, Cells>(neighbors(shadow, cell_shift, first + i, &addresses[i]),
                                            count, execution);
    };
    return all(addresses.size(), together, eights, one);
  }

  std::vector<bool> atomic(std::uint32_t first, std::span<const std::uint64_t> addresses,
                           bool together) {
    const RaceDetector::Execution execution = detector_.begin(4);
    const auto one = [&](unsigned i) {
      return detector_.atomic(shadows_[0], addresses[i] - object_address, execution, first + i,
                              true, true, {});
    };
    const auto eights = [&](unsigned i, unsigned count) {
      return atomics_by_eights(
          neighbors(shadows_[0], RaceShadow::word_shift, first + i, &addresses[i]), count,
          execution);
    };
    return all(addresses.size(), together, eights, one);
  }

  void use_words(bool words) { is_of_words_ = words; }
  unsigned done_together() const { return done_together_; }

  // All that the cells remember.
  std::vector<std::uint64_t> contents() {
    std::vector<std::uint64_t> bits;
    for (RaceShadow& shadow : shadows_) {
      for (std::size_t number = 0; number < shadow.chunks().size(); ++number) {
        const RaceChunk& chunk = shadow.chunks()[number];
        for (std::uint32_t i = 0; i < chunk.count; ++i) {
          const RaceCell& cell = chunk.cells[i];
          const std::uint64_t at =
              number * RaceChunk::bytes + (std::uint64_t{i} << chunk.cell_shift);
          bits.push_back(std::bit_cast<std::uint64_t>(cell.writer));
          bits.push_back(std::bit_cast<std::uint64_t>(cell.reader));
          if (cell.reader.flags() != 0)
            bits.push_back(std::bit_cast<std::uint64_t>(shadow.other_reader(at)));
        }
      }
    }
    return bits;
  }

 private:
  NeighborAccesses neighbors(RaceShadow& shadow, unsigned cell_shift, std::uint32_t invocation,
                             const std::uint64_t* addresses) {
    const RaceChunk& chunk = shadow.chunk(0, cell_shift);
    return {addresses,         object_address, object_bytes - 2,
            chunk.cells.get(), cell_shift,     detector_.order().tags(invocation)};
  }

  template <class Eights, class One>
  std::vector<bool> all(std::size_t count, bool together, Eights eights, One one) {
    std::vector<bool> races;
    while (races.size() < count) {
      const auto i = static_cast<unsigned>(races.size());
      const unsigned done = together ? eights(i, static_cast<unsigned>(count - i) / 8) : 0;
      done_together_ += done;
      races.resize(i + 8 * done);
      for (unsigned k = 0; k < 8 && races.size() < count; ++k)
        races.push_back(one(static_cast<unsigned>(races.size())));
    }
    return races;
  }

  RaceDetector detector_;
  std::array<RaceShadow, 2> shadows_;
  bool is_of_words_ = true;
  unsigned done_together_ = 0;
};

// Addresses of neighbors, of which most are different, within the objects.
std::vector<std::uint64_t> addresses_of(std::size_t count, unsigned cell_bytes,
                                        std::mt19937& random) {
  const std::uint64_t cells = (object_bytes - 2) / cell_bytes;
  const std::uint64_t start = random() % cells, stride = 1 + random() % 7;
  const unsigned kind = random() % 5;
  std::vector<std::uint64_t> addresses;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t number = kind == 0   ? start
                                 : kind == 1 ? start + i
                                 : kind == 2 ? start + stride * i
                                 : kind == 3 ? start + (37 * i & 31)
                                             : random();
    addresses.push_back(object_address + number % cells * cell_bytes);
  }
  return addresses;
}

template <unsigned Cells>
void expect_same_accesses(Checked& one_by_one, Checked& together, bool store, std::uint32_t first,
                          std::span<const std::uint64_t> addresses, std::mt19937& random) {
  const auto site = static_cast<std::uint16_t>((store ? 1 : 0) + (random() % 8 == 0 ? 2 : 0));
  if (store) {
    EXPECT_EQ((one_by_one.access<true, Cells>(site, first, addresses, false)),
              (together.access<true, Cells>(site, first, addresses, true)));
  } else {
    EXPECT_EQ((one_by_one.access<false, Cells>(site, first, addresses, false)),
              (together.access<false, Cells>(site, first, addresses, true)));
  }
}

void synchronize(Checked& checked, unsigned choice, std::uint64_t workgroup) {
  std::vector<std::uint32_t> invocations(choice == 0 ? subgroup_size
                                                     : subgroup_size * subgroup_count);
  std::iota(invocations.begin(), invocations.end(), 0);
  if (choice == 2) return checked.start_workgroup(workgroup);
  checked.barrier(choice == 0 ? MemoryScope::subgroup : MemoryScope::workgroup, invocations);
}

// Returns how many eights of accesses were checked at once.
unsigned compare(bool fine_synchronization, StorageSemantics storage, unsigned seed) {
  std::mt19937 random(seed);
  Checked one_by_one(fine_synchronization, storage), together(fine_synchronization, storage);
  std::uint64_t workgroup = 0;
  for (Checked* checked : {&one_by_one, &together}) checked->start_workgroup(workgroup);
  const bool has_atomics = seed % 3 == 0;
  for (unsigned step = 0; step < 300; ++step) {
    if (random() % 4 == 0) {
      const unsigned choice =
          random() % (fine_synchronization ? 3 : 2) + (fine_synchronization ? 0 : 1);
      if (choice == 2) ++workgroup;
      for (Checked* checked : {&one_by_one, &together}) synchronize(*checked, choice, workgroup);
      continue;
    }
    const std::size_t count = 8 * (1 + random() % 4);
    const std::uint32_t first = subgroup_size * (random() % subgroup_count);
    if (has_atomics && random() % 2 == 0) {
      const auto addresses = addresses_of(count, 4, random);
      EXPECT_EQ(one_by_one.atomic(first, addresses, false),
                together.atomic(first, addresses, true));
    } else {
      const unsigned kind = random() % 4;
      const auto addresses = addresses_of(count, kind == 0 ? 4 : 1, random);
      const bool store = random() % 2 == 0;
      for (Checked* checked : {&one_by_one, &together}) checked->use_words(kind == 0);
      if (kind <= 1) expect_same_accesses<1>(one_by_one, together, store, first, addresses, random);
      if (kind == 2) expect_same_accesses<2>(one_by_one, together, store, first, addresses, random);
      if (kind == 3) expect_same_accesses<3>(one_by_one, together, store, first, addresses, random);
    }
    const bool is_same = one_by_one.contents() == together.contents();
    EXPECT_TRUE(is_same) << "seed " << seed << ", step " << step;
    if (!is_same) break;
  }
  return together.done_together();
}

TEST(RaceVectors, GiveTheSameAsOneAccessAfterTheOther) {
  if (!has_race_vectors()) GTEST_SKIP() << "the host has no AVX2";
  for (const StorageSemantics storage :
       {StorageSemantics::uniform_memory, StorageSemantics::workgroup_memory}) {
    for (const bool fine_synchronization : {false, true}) {
      unsigned done = 0;
      for (unsigned seed = 0; seed < 100; ++seed)
        done += compare(fine_synchronization, storage, seed);
      EXPECT_GT(done, 1500u);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::race_vectors_test
