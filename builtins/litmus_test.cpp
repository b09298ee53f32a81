// Litmus tests of the memory models: small programs of atomic loads and stores, whose executions an axiomatic model enumerates (Vulkan,
// "Memory Model"; compare Batty, Owens, Sarkar, Sewell and Weber, "Mathematizing C++ Concurrency", POPL 2011). Every seed shows one of
// them, the seeds together show all of the named programs, and what has no mark without a seed is the same in all.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/assemble_for_test.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr unsigned locations = 2;

// An atomic store of `value`, a load, or a memory barrier that acquires and releases.
struct Event {
  enum class Kind : std::uint8_t { store, load, barrier };
  Kind kind = Kind::barrier;
  unsigned location = 0;
  std::uint32_t value = 0;  // stores of a location have different ones, none of them 0
  bool orders = false;      // a store releases, a load acquires
};
using Threads = std::vector<std::vector<Event>>;

Event store(unsigned location, std::uint32_t value, bool releases = false) {
  return {Event::Kind::store, location, value, releases};
}
Event load(unsigned location, bool acquires = false) {
  return {Event::Kind::load, location, 0, acquires};
}
Event barrier() { return {}; }

// The results of the loads, thread by thread, and the last values of the locations.
using Outcome = std::vector<std::uint32_t>;

// --- the model ---

using Relation = std::vector<std::vector<bool>>;

void close(Relation& relation) {
  const std::size_t n = relation.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (relation[i][k] && relation[k][j]) relation[i][j] = true;
}

// All executions of the threads: which store each load reads from, and the order of the stores of each location.
class Model {
 public:
  explicit Model(const Threads& threads) {
    for (unsigned l = 0; l < locations; ++l) add(Event{Event::Kind::store, l, 0, false}, -1);
    for (std::size_t t = 0; t < threads.size(); ++t)
      for (const Event& event : threads[t]) add(event, static_cast<int>(t));
    order_stores(0);
  }
  const std::set<Outcome>& outcomes() const { return outcomes_; }

 private:
  void add(const Event& event, int thread) {
    events_.push_back(event);
    threads_.push_back(thread);
  }
  std::size_t size() const { return events_.size(); }
  bool is(std::size_t e, Event::Kind kind) const { return events_[e].kind == kind; }

  void order_stores(unsigned location) {
    if (location == locations) return choose_sources(0);
    std::vector<std::size_t> stores;
    for (std::size_t e = locations; e < size(); ++e)
      if (is(e, Event::Kind::store) && events_[e].location == location) stores.push_back(e);
    do {
      stores_[location] = {location};
      stores_[location].insert(stores_[location].end(), stores.begin(), stores.end());
      order_stores(location + 1);
    } while (std::ranges::next_permutation(stores).found);
  }

  void choose_sources(std::size_t event) {
    if (event == size()) return check();
    source_.resize(size());
    if (!is(event, Event::Kind::load)) return choose_sources(event + 1);
    for (const std::size_t store : stores_[events_[event].location]) {
      source_[event] = store;
      choose_sources(event + 1);
    }
  }

  bool precedes(std::size_t a, std::size_t b) const {
    return threads_[a] < 0 ? threads_[b] >= 0 : threads_[a] == threads_[b] && a < b;
  }

  // A release is a store that releases, or a barrier before a store; likewise for acquires.
  bool synchronizes(std::size_t a, std::size_t b) const {
    for (std::size_t load = 0; load < size(); ++load) {
      if (!is(load, Event::Kind::load)) continue;
      const std::size_t store = source_[load];
      const bool releases =
          (a == store && events_[a].orders) || (is(a, Event::Kind::barrier) && precedes(a, store));
      const bool acquires =
          (b == load && events_[b].orders) || (is(b, Event::Kind::barrier) && precedes(load, b));
      if (releases && acquires) return true;
    }
    return false;
  }

  void check() {
    Relation before(size(), std::vector<bool>(size())), after = before;
    for (std::size_t a = 0; a < size(); ++a)
      for (std::size_t b = 0; b < size(); ++b) before[a][b] = precedes(a, b) || synchronizes(a, b);
    close(before);
    // Extended coherence order: reads-from, the order of stores, and from a load to the stores after its source.
    for (const auto& stores : stores_) {
      for (std::size_t i = 0; i < stores.size(); ++i) {
        for (std::size_t k = i + 1; k < stores.size(); ++k) after[stores[i]][stores[k]] = true;
        for (std::size_t load = 0; load < size(); ++load) {
          if (!is(load, Event::Kind::load) || source_[load] != stores[i]) continue;
          after[stores[i]][load] = true;
          for (std::size_t k = i + 1; k < stores.size(); ++k) after[load][stores[k]] = true;
        }
      }
    }
    close(after);
    for (std::size_t a = 0; a < size(); ++a) {
      if (before[a][a]) return;
      for (std::size_t b = 0; b < size(); ++b)
        if (before[a][b] && after[b][a]) return;
    }
    Outcome outcome;
    for (std::size_t e = 0; e < size(); ++e)
      if (is(e, Event::Kind::load)) outcome.push_back(events_[source_[e]].value);
    for (const auto& stores : stores_) outcome.push_back(events_[stores.back()].value);
    outcomes_.insert(outcome);
  }

  std::vector<Event> events_;  // first the initial values
  std::vector<int> threads_;   // by event
  std::vector<std::size_t> stores_[locations];
  std::vector<std::size_t> source_;  // by event
  std::set<Outcome> outcomes_;
};

// --- the program: each workgroup, of one invocation, is a thread ---

std::string text_of(const Event& event, const std::string& name, unsigned& loads) {
  const std::string place = "%place" + name + " = OpAccessChain %to_word %buffer %c0 %c" +
                            std::to_string(event.location) + "\n";
  switch (event.kind) {
    case Event::Kind::barrier:
      return "OpMemoryBarrier %c1 %acquire_release\n";
    case Event::Kind::store:
      return place + "OpAtomicStore %place" + name + " %c1 " + (event.orders ? "%release" : "%c0") +
             " %c" + std::to_string(event.value) + "\n";
    case Event::Kind::load:
      break;
  }
  const std::string number = std::to_string(locations + loads++);
  return place + "%value" + name + " = OpAtomicLoad %uint %place" + name + " %c1 " +
         (event.orders ? "%acquire" : "%c0") + "\n%result" + name +
         " = OpAccessChain %to_word %buffer %c0 %c" + number + "\n";
}

std::string module_of(const Threads& threads) {
  std::string text = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %group_id %buffer
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %group_id BuiltIn WorkgroupId
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %v3 = OpTypeVector %uint 3
    %acquire = OpConstant %uint 66
    %release = OpConstant %uint 68
    %acquire_release = OpConstant %uint 72
    %to_v3 = OpTypePointer Input %v3
    %array = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_word = OpTypePointer StorageBuffer %uint
    %group_id = OpVariable %to_v3 Input
    %buffer = OpVariable %to_block StorageBuffer
)";
  for (unsigned i = 0; i < 32; ++i)
    text += "%c" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + "\n";
  text +=
      "%main = OpFunction %void None %function\n%entry = OpLabel\n%ids = OpLoad %v3 %group_id\n"
      "%id = OpCompositeExtract %uint %ids 0\nOpSelectionMerge %end None\nOpSwitch %id %end";
  for (std::size_t t = 0; t < threads.size(); ++t)
    text += " " + std::to_string(t) + " %t" + std::to_string(t);
  text += "\n";
  unsigned loads = 0;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += "%t" + std::to_string(t) + " = OpLabel\n";
    std::string results;
    for (std::size_t i = 0; i < threads[t].size(); ++i) {
      const std::string name = std::to_string(t) + "_" + std::to_string(i);
      text += text_of(threads[t][i], name, loads);
      if (threads[t][i].kind == Event::Kind::load)
        results += "OpStore %result" + name + " %value" + name + "\n";
    }
    text += results + "OpBranch %end\n";
  }
  return text + "%end = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

unsigned count_loads(const Threads& threads) {
  unsigned loads = 0;
  for (const auto& thread : threads)
    loads += static_cast<unsigned>(std::ranges::count(thread, Event::Kind::load, &Event::kind));
  return loads;
}

class Program {
 public:
  explicit Program(const Threads& threads)
      : groups_(static_cast<std::uint32_t>(threads.size())),
        loads_(count_loads(threads)),
        module_(test::load(module_of(threads))) {}

  ShadowedBytes run_with(std::uint64_t seed) const {
    Dispatch dispatch;
    dispatch.groups = {groups_, 1, 1};
    dispatch.subgroup_size = 1;
    dispatch.seed = seed;
    dispatch.check_races = true;
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero((locations + loads_) * 4);
    const auto result = run(*module_, default_registry(), dispatch);
    if (!result || result->status != Status::ok) {
      ADD_FAILURE() << (result ? result->message : result.error().message);
      return dispatch.buffers[{0, 0, 0}];
    }
    for (const Finding& finding : result->findings) ADD_FAILURE() << finding.message;
    return result->buffers.at({0, 0, 0}).contents;
  }
  Outcome outcome_of(const ShadowedBytes& contents) const {
    std::vector<std::uint32_t> words(locations + loads_);
    std::memcpy(words.data(), contents.bytes.data(), contents.size());
    Outcome outcome(words.begin() + locations, words.end());
    outcome.insert(outcome.end(), words.begin(), words.begin() + locations);
    return outcome;
  }

 private:
  std::uint32_t groups_;
  unsigned loads_;
  std::shared_ptr<const Module> module_;
};

// Runs until all outcomes have come, or one that is not among them.
std::set<Outcome> outcomes_of_seeds(const Program& program, const std::set<Outcome>& expected,
                                    unsigned max_seeds) {
  std::set<Outcome> outcomes;
  for (unsigned seed = 1; seed <= max_seeds && std::ranges::includes(expected, outcomes); ++seed) {
    if (outcomes.size() == expected.size()) break;
    outcomes.insert(program.outcome_of(program.run_with(seed)));
  }
  return outcomes;
}

// Without a seed, whatever has no mark is the same in all executions of the model.
void expect_marks(const Program& program, const std::set<Outcome>& allowed) {
  const ShadowedBytes contents = program.run_with(0);
  const Outcome usual = program.outcome_of(contents);
  for (std::size_t i = 0; i < usual.size(); ++i) {
    const std::size_t word = (i + locations) % usual.size();
    if (contents.shadow[word * 4] != Definedness::defined) continue;
    for (const Outcome& other : allowed) EXPECT_EQ(other[i], usual[i]) << "value " << i;
  }
}

struct Named {
  std::string name;
  Threads threads;
};

std::vector<Named> named_programs() {
  constexpr unsigned x = 0, y = 1;
  const auto message = [](bool orders) {
    return Threads{{store(x, 1), store(y, 1, orders)}, {load(y, orders), load(x)}};
  };
  return {
      {"store buffering", {{store(x, 1), load(y)}, {store(y, 1), load(x)}}},
      {"store buffering, released",
       {{store(x, 1, true), load(y, true)}, {store(y, 1, true), load(x, true)}}},
      {"load buffering", {{load(x), store(y, 1)}, {load(y), store(x, 1)}}},
      {"load buffering, released",
       {{load(x, true), store(y, 1, true)}, {load(y, true), store(x, 1, true)}}},
      {"message passing", message(false)},
      {"message passing, released", message(true)},
      {"message passing with barriers",
       {{store(x, 1), barrier(), store(y, 1)}, {load(y), barrier(), load(x)}}},
      {"message passing, barrier of the writer only",
       {{store(x, 1), barrier(), store(y, 1)}, {load(y), load(x)}}},
      {"message passing, barrier of the reader only",
       {{store(x, 1), store(y, 1)}, {load(y), barrier(), load(x)}}},
      {"two stores each", {{store(x, 1), store(y, 2)}, {store(y, 1), store(x, 2)}}},
      {"S", {{store(x, 2), store(y, 1)}, {load(y), store(x, 1)}}},
      {"R", {{store(x, 1), store(y, 1)}, {store(y, 2), load(x)}}},
      {"independent reads", {{store(x, 1)}, {store(y, 1)}, {load(x), load(y)}, {load(y), load(x)}}},
      {"coherence of reads", {{store(x, 1)}, {load(x), load(x)}}},
      {"coherence of a write and a read", {{store(x, 1), load(x)}, {store(x, 2)}}},
      {"coherence of writes", {{store(x, 1), store(x, 2)}, {load(x), load(x)}}},
  };
}

TEST(Litmus, SeedsShowEveryExecutionOfNamedPrograms) {
  for (const auto& [name, threads] : named_programs()) {
    SCOPED_TRACE(name);
    const Program program(threads);
    const std::set<Outcome> allowed = Model(threads).outcomes();
    EXPECT_EQ(outcomes_of_seeds(program, allowed, 5000), allowed);
    expect_marks(program, allowed);
  }
}

TEST(Litmus, SeedsShowOnlyExecutionsOfTheModel) {
  std::mt19937 random(testing::UnitTest::GetInstance()->random_seed());
  for (unsigned number = 0; number < 300; ++number) {
    Threads threads(2 + random() % 2);
    std::vector<std::uint32_t> stored(locations);
    for (auto& thread : threads) {
      for (unsigned i = 2 + random() % 2; i > 0; --i) {
        const unsigned location = random() % locations;
        const bool orders = random() % 3 == 0;
        switch (random() % 5) {
          case 0:
            thread.push_back(barrier());
            break;
          case 1:
          case 2:
            thread.push_back(store(location, ++stored[location], orders));
            break;
          default:
            thread.push_back(load(location, orders));
        }
      }
    }
    SCOPED_TRACE(module_of(threads));
    const Program program(threads);
    const std::set<Outcome> allowed = Model(threads).outcomes();
    for (const Outcome& outcome : outcomes_of_seeds(program, allowed, 40))
      ASSERT_TRUE(allowed.contains(outcome)) << testing::PrintToString(outcome);
    expect_marks(program, allowed);
  }
}

}  // namespace
}  // namespace spirv_oracle
