#include "memory/race_detector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>

#include "memory/race_model_for_test.h"

namespace spirv_oracle {
namespace {

using Kind = ModelOperation::Kind;

constexpr std::uint32_t subgroup_size = 2;
constexpr std::uint32_t subgroup_count = 2;
constexpr std::uint32_t invocations = subgroup_size * subgroup_count;

enum class Rules : std::uint8_t {
  vulkan,                  // the Vulkan memory model
  legacy,                  // barriers make available and visible, and acquire de facto
  without_de_facto_order,  // the same without either
  workgroup_barriers,      // the same, with barriers of whole workgroups only
};

bool order_parts_of_workgroups(const std::vector<ModelOperation>& operations) {
  return std::ranges::any_of(operations, [](const ModelOperation& o) {
    return o.kind != Kind::access && (o.semantics.acquire || o.semantics.release) &&
           o.semantics.scope < MemoryScope::workgroup;
  });
}

RaceShape small_shape(Rules rules, const std::vector<ModelOperation>& operations) {
  RaceShape shape{subgroup_size,
                  subgroup_count,
                  {0, 1, 2, 3},
                  rules == Rules::vulkan,
                  rules != Rules::without_de_facto_order,
                  rules != Rules::workgroup_barriers || order_parts_of_workgroups(operations)};
  for (const StorageSemantics storage : all_storage_semantics) {
    const auto i = static_cast<std::size_t>(storage);
    const MemoryScope widest = widest_scope(storage);
    shape.has_wide_atomics[i] = std::ranges::all_of(operations, [&](const ModelOperation& o) {
      return !o.site.atomic || o.site.storage != storage || o.site.scope >= widest;
    });
    shape.widely_scoped[i] =
        shape.has_wide_atomics[i] && std::ranges::all_of(operations, [&](const ModelOperation& o) {
          return !o.semantics.acquire || !o.semantics.names(storage) || o.semantics.scope >= widest;
        });
  }
  return shape;
}

// Equal sites share a number, because most instructions execute more than once.
std::uint16_t site_number(RaceDetector& detector, std::vector<RaceSite>& sites,
                          const RaceSite& site) {
  const auto known = std::ranges::find(sites, site);
  if (known != sites.end()) return static_cast<std::uint16_t>(known - sites.begin());
  sites.push_back(site);
  return detector.add_site(site);
}

enum class Turns : std::uint8_t { none, some };

// Tells the detector which workgroup runs. Those that take turns have workgroup memory of their own.
class Workgroups {
 public:
  Workgroups(RaceDetector& detector, Turns turns) : detector_(detector), turns_(turns) {}

  void run(std::uint32_t workgroup) {
    if (workgroup == running_) return;
    if (turns_ == Turns::some) {
      RaceOrder& order = detector_.order();
      if (running_ != none) order.exchange_workgroup(*suspended_[running_]);
      auto& other = suspended_[workgroup];
      const bool is_new = other == nullptr;
      if (is_new) other = order.make_suspended();
      order.exchange_workgroup(*other);
      if (!is_new) order.resume_workgroup();
      running_ = workgroup;
      if (!is_new) return;
    }
    running_ = workgroup;
    for (auto& [place, shadow] : shadows_) {
      shadow.pack();
      shadow.pack();  // what was not accessed since the first time
    }
    detector_.start_workgroup(workgroup);
  }
  RaceShadow& shadow(StorageSemantics storage) {
    const bool is_shared = turns_ == Turns::none || storage != StorageSemantics::workgroup_memory;
    return shadows_[{storage, is_shared ? 0 : running_}];
  }

 private:
  static constexpr std::uint32_t none = ~0u;
  RaceDetector& detector_;
  Turns turns_;
  std::uint32_t running_ = none;
  std::map<std::uint32_t, std::unique_ptr<RaceOrder::Suspended>> suspended_;
  std::map<std::pair<StorageSemantics, std::uint32_t>, RaceShadow> shadows_;
};

// Passes operations to the detector one by one. The operations of a control barrier are adjacent.
bool detects_race(const std::vector<ModelOperation>& operations, const RaceShape& shape,
                  Turns turns) {
  RaceDetector detector(shape);
  std::vector<RaceSite> sites;
  Workgroups workgroups(detector, turns);
  bool race = false;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const ModelOperation& operation = operations[i];
    workgroups.run(operation.workgroup);
    const std::uint32_t invocation = operation.invocation;
    switch (operation.kind) {
      case Kind::access: {
        RaceShadow& shadow = workgroups.shadow(operation.site.storage);
        const std::uint16_t site = site_number(detector, sites, operation.site);
        const RaceDetector::Execution execution = detector.begin(site);
        if (operation.site.atomic) {
          race |= detector.atomic(shadow, operation.offset, execution, invocation, operation.reads,
                                  operation.writes, operation.semantics);
        } else if (operation.writes) {
          race |= detector.store(shadow, operation.offset, operation.bytes, execution, invocation);
        } else {
          race |= detector.load(shadow, operation.offset, operation.bytes, execution, invocation);
        }
        break;
      }
      case Kind::memory_barrier:
        detector.order().memory_barrier(std::span(&invocation, 1), operation.semantics);
        break;
      case Kind::control_barrier: {
        std::vector<std::uint32_t> arrived;
        for (; i < operations.size() && operations[i].kind == Kind::control_barrier &&
               operations[i].barrier == operation.barrier;
             ++i)
          arrived.push_back(operations[i].invocation);
        --i;
        detector.order().control_barrier(arrived, operation.execution, operation.semantics);
        break;
      }
      case Kind::arrival:
        detector.order().arrive(operation.barrier, std::span(&invocation, 1), operation.execution,
                                operation.semantics);
        break;
      case Kind::wait:
        detector.order().wait(operation.barrier, std::span(&invocation, 1), operation.semantics);
        break;
    }
  }
  return race;
}

// For accesses that are not atomic.
enum class Width : std::uint8_t { mostly_words, mostly_smaller };
enum class Atomics : std::uint8_t { some, many };
enum class Scopes : std::uint8_t { all, device };
// The number of references, such as descriptors, to the memory.
enum class References : std::uint8_t { one, two };

// Random executions of a few invocations on a few bytes.
class RandomExecution {
 public:
  RandomExecution(std::uint64_t seed, Rules rules, Width width, Atomics atomics, Scopes scopes,
                  References references, Turns turns)
      : random_(seed), rules_(rules), width_(width), scopes_(scopes), references_(references) {
    // Relaxed atomics beside memory barriers are finer than barriers of whole workgroups.
    has_fences_ = rules != Rules::workgroup_barriers || (atomics == Atomics::some && chance(50));
    const bool has_atomics = rules != Rules::workgroup_barriers || !has_fences_;
    if (has_atomics) atomics_percent_ = atomics == Atomics::many ? 75 : 45;
    if (chance(70))
      only_storage_ =
          chance(70) ? StorageSemantics::uniform_memory : StorageSemantics::workgroup_memory;
    const bool is_of_workgroup = only_storage_ == StorageSemantics::workgroup_memory;
    const std::uint32_t workgroups = is_of_workgroup ? 1 : 1 + pick(3);
    for (workgroup_ = 0; workgroup_ < workgroups; ++workgroup_) {
      const std::uint32_t length = 2 + pick(9);
      for (std::uint32_t i = 0; i < length; ++i) add_something();
    }
    if (turns == Turns::some) take_turns(workgroups);
  }
  const std::vector<ModelOperation>& operations() const { return operations_; }

 private:
  std::uint32_t pick(std::uint32_t count) {
    return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(random_);
  }
  bool chance(std::uint32_t percent) { return pick(100) < percent; }

  // Interleaves the workgroups at random. Keeps the order within each workgroup, and the operations of a control barrier
  // together.
  void take_turns(std::uint32_t workgroups) {
    std::vector<std::vector<ModelOperation>> rest(workgroups);
    for (const ModelOperation& operation : operations_)
      rest[operation.workgroup].push_back(operation);
    for (auto& of_workgroup : rest) std::ranges::reverse(of_workgroup);
    operations_.clear();
    while (!rest.empty()) {
      const std::size_t w = pick(static_cast<std::uint32_t>(rest.size()));
      std::vector<ModelOperation>& next = rest[w];
      const auto is_together = [&] {
        return !next.empty() && operations_.back().kind == Kind::control_barrier &&
               next.back().kind == Kind::control_barrier &&
               next.back().barrier == operations_.back().barrier;
      };
      do {
        operations_.push_back(next.back());
        next.pop_back();
      } while (is_together());
      if (next.empty()) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(w));
    }
  }

  MemoryScope scope() {
    if (scopes_ == Scopes::device) return MemoryScope::device;
    if (chance(10)) return MemoryScope::invocation;
    if (chance(15)) return MemoryScope::subgroup;
    return chance(50) ? MemoryScope::workgroup : MemoryScope::device;
  }

  MemorySemantics semantics(std::uint32_t relaxed_percent) {
    MemorySemantics s;
    s.scope = scope();
    if (!chance(relaxed_percent)) {
      s.acquire = chance(85);
      s.release = !s.acquire || chance(85);
    }
    s.storage = {chance(80), chance(80)};
    if (rules_ == Rules::vulkan) {
      s.make_available = s.release && chance(70);
      s.make_visible = s.acquire && chance(70);
    }
    return s;
  }

  ModelOperation& add(Kind kind, std::uint32_t invocation) {
    ModelOperation& operation = operations_.emplace_back();
    operation.kind = kind;
    operation.workgroup = workgroup_;
    operation.invocation = invocation;
    return operation;
  }

  void add_access(std::uint32_t invocation) {
    ModelOperation& operation = add(Kind::access, invocation);
    operation.site.storage = only_storage_ ? *only_storage_
                             : chance(70)  ? StorageSemantics::uniform_memory
                                           : StorageSemantics::workgroup_memory;
    if (width_ == Width::mostly_words) {
      operation.bytes = chance(80) ? 4 : 1u << pick(4);
    } else {
      operation.bytes = chance(80) ? 1u << pick(2) : 4;
    }
    const bool is_wide = operation.bytes >= 4 || atomics_percent_ > 50;
    operation.site.atomic = is_wide && chance(atomics_percent_);
    if (operation.site.atomic) operation.bytes = std::max(4u, operation.bytes);
    operation.offset = operation.bytes * pick(8 / operation.bytes);
    if (operation.bytes == 4 && chance(60)) operation.offset = 0;
    operation.site.bytes = static_cast<std::uint8_t>(operation.bytes);
    operation.reads = chance(60);
    operation.writes = !operation.reads || (operation.site.atomic && chance(60));
    operation.site.writes = operation.writes;
    if (references_ == References::two && chance(10)) operation.site.reference = 1;
    if (operation.site.atomic) {
      operation.semantics = semantics(rules_ == Rules::workgroup_barriers ? 100 : 40);
      operation.semantics.release &= operation.writes;
      operation.semantics.acquire &= operation.reads;
      operation.semantics.make_available &= operation.semantics.release;
      operation.semantics.make_visible &= operation.semantics.acquire;
      operation.site.scope = operation.semantics.scope;
      operation.site.available = operation.site.scope;
      operation.site.visible = operation.reads ? operation.site.scope : MemoryScope::device;
    } else if (rules_ == Rules::vulkan || rules_ == Rules::without_de_facto_order) {
      operation.site.non_private = rules_ == Rules::without_de_facto_order || chance(90);
      operation.site.available = operation.site.visible = MemoryScope::invocation;
      if (operation.site.non_private && chance(60)) {
        (operation.writes ? operation.site.available : operation.site.visible) = scope();
      }
    }
  }

  // Two or four adjacent invocations access adjacent bytes.
  void add_neighbors() {
    add_access(0);
    ModelOperation& first = operations_.back();
    if (first.site.atomic) return;
    first.bytes = 1u << pick(2);
    first.offset = 4 * pick(2);
    const std::uint32_t count = 4 / first.bytes;
    first.invocation = pick(invocations - count + 1);
    const ModelOperation all = first;
    for (std::uint32_t i = 1; i < count; ++i) {
      ModelOperation& next = operations_.emplace_back(all);
      next.invocation += i;
      next.offset += i * all.bytes;
    }
  }

  void add_barrier() {
    const MemorySemantics s = semantics(25);
    const bool of_workgroup = chance(60);
    const std::uint32_t first = of_workgroup ? 0 : subgroup_size * pick(subgroup_count);
    const std::uint32_t count = of_workgroup ? invocations : subgroup_size;
    ++barriers_;
    const bool all = of_workgroup || chance(80);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!all && i + 1 == count) break;
      ModelOperation& operation = add(Kind::control_barrier, first + i);
      operation.semantics = s;
      operation.barrier = barriers_;
      operation.execution = of_workgroup ? MemoryScope::workgroup : MemoryScope::subgroup;
    }
  }

  // One of the whole workgroup, perhaps with memory barriers before it.
  void add_workgroup_barrier() {
    MemorySemantics s = semantics(0);
    s.acquire = s.release = true;
    s.scope = chance(90) ? MemoryScope::workgroup : MemoryScope::subgroup;
    if (has_fences_ && chance(40)) {
      for (std::uint32_t invocation = 0; invocation < invocations; ++invocation) {
        if (chance(15)) add_access(invocation);
        ModelOperation& fence = add(Kind::memory_barrier, invocation);
        fence.semantics = s;
        fence.semantics.storage = {true, chance(50)};
      }
    }
    ++barriers_;
    for (std::uint32_t invocation = 0; invocation < invocations; ++invocation) {
      ModelOperation& operation = add(Kind::control_barrier, invocation);
      operation.semantics = s;
      operation.barrier = barriers_;
    }
  }

  void add_split_barrier() {
    const MemorySemantics arrival = semantics(25);
    const MemorySemantics wait = semantics(25);
    ++barriers_;
    for (const Kind kind : {Kind::arrival, Kind::wait}) {
      std::vector<std::uint32_t> order(invocations);
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random_);
      for (const std::uint32_t invocation : order) {
        if (chance(20)) add_access(pick(invocations));
        ModelOperation& operation = add(kind, invocation);
        operation.semantics = kind == Kind::arrival ? arrival : wait;
        operation.barrier = barriers_;
      }
    }
  }

  void add_something() {
    const std::uint32_t what = pick(100);
    if (what < 20 && width_ == Width::mostly_smaller) return add_neighbors();
    if (what < 62) return add_access(pick(invocations));
    if (rules_ == Rules::workgroup_barriers) return add_workgroup_barrier();
    if (what < 76) {
      const MemorySemantics s = semantics(0);
      add(Kind::memory_barrier, pick(invocations)).semantics = s;
      return;
    }
    if (what < 96) return add_barrier();
    add_split_barrier();
  }

  std::mt19937_64 random_;
  Rules rules_;
  Width width_;
  Scopes scopes_;
  References references_;
  std::uint32_t atomics_percent_ = 0;
  bool has_fences_ = false;
  std::optional<StorageSemantics> only_storage_;
  std::uint32_t workgroup_ = 0;
  std::uint32_t barriers_ = 0;
  std::vector<ModelOperation> operations_;
};

std::string text_of(const std::vector<ModelOperation>& operations) {
  std::string text;
  for (const ModelOperation& o : operations) {
    const char* kinds[] = {"access", "memory barrier", "control barrier", "arrival", "wait"};
    text += std::to_string(o.workgroup) + "." + std::to_string(o.invocation) + " " +
            kinds[static_cast<int>(o.kind)];
    if (o.kind == Kind::access) {
      text += std::string(o.site.atomic ? " atomic" : "") + (o.reads ? " read" : "") +
              (o.writes ? " write" : "") + " of " + std::to_string(o.offset) + "+" +
              std::to_string(o.bytes) +
              (o.site.storage == StorageSemantics::uniform_memory ? " U" : " W") +
              (o.site.non_private ? "" : " private") + " reference " +
              std::to_string(o.site.reference) + " available " +
              std::to_string(static_cast<int>(o.site.available)) + " visible " +
              std::to_string(static_cast<int>(o.site.visible));
    }
    text += std::string(o.semantics.acquire ? " acquire" : "") +
            (o.semantics.release ? " release" : "") +
            (o.semantics.make_available ? " +available" : "") +
            (o.semantics.make_visible ? " +visible" : "") + (o.semantics.storage[0] ? " U" : "") +
            (o.semantics.storage[1] ? " W" : "") + " scope " +
            std::to_string(static_cast<int>(o.semantics.scope));
    if (o.kind != Kind::access && o.kind != Kind::memory_barrier) {
      text += " barrier " + std::to_string(o.barrier) + " execution " +
              std::to_string(static_cast<int>(o.execution));
    }
    text += "\n";
  }
  return text;
}

void compare_with_model(Rules rules, Width width = Width::mostly_words,
                        Atomics atomics = Atomics::some, Scopes scopes = Scopes::all,
                        References references = References::one, Turns turns = Turns::none) {
  constexpr std::uint64_t count = 8000;
  std::uint64_t races = 0;
  std::uint64_t chained = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const RandomExecution execution(seed, rules, width, atomics, scopes, references, turns);
    const bool by_rules = rules == Rules::vulkan || rules == Rules::without_de_facto_order;
    RaceModel model(execution.operations(), subgroup_size, by_rules);
    const bool expected = model.has_race();
    const bool detected =
        detects_race(execution.operations(), small_shape(rules, execution.operations()), turns);
    // The strict and the lenient model differ only in chains of availability and visibility operations.
    ASSERT_TRUE(expected || !detected) << "seed " << seed << "\n"
                                       << text_of(execution.operations());
    ASSERT_TRUE(detected || !model.has_race(true)) << "seed " << seed << "\n"
                                                   << text_of(execution.operations());
    chained += expected != detected ? 1 : 0;
    races += expected ? 1 : 0;
  }
  // The executions include many with and many without a race.
  EXPECT_GT(races, count / 10);
  EXPECT_LT(races, count - count / 10);
  EXPECT_LE(chained, rules == Rules::vulkan ? count / 100 : 0);
}

TEST(RaceDetector, AgreesWithTheDefinitionsOfTheMemoryModel) { compare_with_model(Rules::vulkan); }

TEST(RaceDetector, AgreesWithThemWhereBarriersMakeAvailableAndVisible) {
  compare_with_model(Rules::legacy);
}

TEST(RaceDetector, AgreesWithThemWhereBarriersDoNotAndDeFactoOrderDoesNotCount) {
  compare_with_model(Rules::without_de_facto_order);
}

TEST(RaceDetector, AgreesWithThemWhereAllBarriersAreThoseOfTheWorkgroup) {
  compare_with_model(Rules::workgroup_barriers);
}

TEST(RaceDetector, AgreesWithThemForBytesAndHalvesInTheVulkanMemoryModel) {
  compare_with_model(Rules::vulkan, Width::mostly_smaller);
}

TEST(RaceDetector, AgreesWithThemForBytesAndHalves) {
  compare_with_model(Rules::legacy, Width::mostly_smaller);
}

TEST(RaceDetector, AgreesWithThemForBytesAndHalvesWhereAllBarriersAreThoseOfTheWorkgroup) {
  compare_with_model(Rules::workgroup_barriers, Width::mostly_smaller);
}

TEST(RaceDetector, AgreesWithThemWhereMostAreAtomics) {
  compare_with_model(Rules::legacy, Width::mostly_words, Atomics::many);
}

TEST(RaceDetector, AgreesWithThemWhereMostAreAtomicsInTheVulkanMemoryModel) {
  compare_with_model(Rules::vulkan, Width::mostly_words, Atomics::many);
}

TEST(RaceDetector, AgreesWithThemWhereMostAreAtomicsAndAllBarriersAreThoseOfTheWorkgroup) {
  compare_with_model(Rules::workgroup_barriers, Width::mostly_words, Atomics::many);
}

TEST(RaceDetector, AgreesWithThemForAtomicsBesideBytesAndHalves) {
  compare_with_model(Rules::legacy, Width::mostly_smaller, Atomics::many);
}

TEST(RaceDetector,
     AgreesWithThemForAtomicsBesideBytesAndHalvesWhereAllBarriersAreThoseOfTheWorkgroup) {
  compare_with_model(Rules::workgroup_barriers, Width::mostly_smaller, Atomics::many);
}

TEST(RaceDetector, AgreesWithThemWhereAllScopesAreTheDevice) {
  compare_with_model(Rules::legacy, Width::mostly_words, Atomics::many, Scopes::device);
}

TEST(RaceDetector, AgreesWithThemWhereAllScopesAreTheDeviceInTheVulkanMemoryModel) {
  compare_with_model(Rules::vulkan, Width::mostly_words, Atomics::many, Scopes::device);
}

TEST(RaceDetector, AgreesWithThemForTwoReferencesToTheSameMemory) {
  compare_with_model(Rules::vulkan, Width::mostly_words, Atomics::some, Scopes::all,
                     References::two);
}

TEST(RaceDetector, AgreesWithThemForTwoReferencesToBytesAndHalves) {
  compare_with_model(Rules::vulkan, Width::mostly_smaller, Atomics::some, Scopes::all,
                     References::two);
}

TEST(RaceDetector, AgreesWithThemForTwoReferencesWhereMostAreAtomics) {
  compare_with_model(Rules::vulkan, Width::mostly_words, Atomics::many, Scopes::device,
                     References::two);
}

// --- workgroups that take turns ---

TEST(RaceDetector, AgreesWithThemWhereWorkgroupsTakeTurns) {
  for (const Rules rules :
       {Rules::vulkan, Rules::legacy, Rules::without_de_facto_order, Rules::workgroup_barriers}) {
    for (const Atomics atomics : {Atomics::some, Atomics::many}) {
      SCOPED_TRACE(testing::Message()
                   << static_cast<int>(rules) << " " << static_cast<int>(atomics));
      compare_with_model(rules, Width::mostly_words, atomics, Scopes::all, References::one,
                         Turns::some);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(RaceDetector, AgreesWithThemForBytesAndHalvesWhereWorkgroupsTakeTurns) {
  for (const Rules rules : {Rules::vulkan, Rules::legacy, Rules::workgroup_barriers}) {
    SCOPED_TRACE(static_cast<int>(rules));
    compare_with_model(rules, Width::mostly_smaller, Atomics::some, Scopes::all, References::one,
                       Turns::some);
    if (HasFatalFailure()) return;
  }
}

TEST(RaceDetector, AgreesWithThemWhereWorkgroupsTakeTurnsAndAllScopesAreTheDevice) {
  for (const Rules rules : {Rules::vulkan, Rules::legacy}) {
    SCOPED_TRACE(static_cast<int>(rules));
    compare_with_model(rules, Width::mostly_words, Atomics::many, Scopes::device, References::two,
                       Turns::some);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace spirv_oracle
