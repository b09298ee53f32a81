// Kernels with arbitrary branches between blocks, executed by whole subgroups and, independently, by a model of one
// invocation at a time. Each lane must compute the results that its invocation would compute alone. In the last block, where
// all lanes reconverge, a barrier must find all of them. Under every seed, lanes execute each block together with the same others.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
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

constexpr unsigned variable_count = 3;
using Variables = std::array<std::uint32_t, variable_count>;
// The variables, and the number of Graph::module().
constexpr unsigned results = variable_count + 1;
using Results = std::array<std::uint32_t, results>;

// A block computes w = v[a] * factor + (number of its predecessor) + w of its dominator, adds one to the number of its visits, then
// v[target] += w, and branches to targets[w % targets], or to the last block if the fuel is used up. Before an atomic addition, another
// tangle may continue.
struct Node {
  unsigned a = 0, target = 0;
  std::uint32_t factor = 1;
  std::vector<unsigned> targets;
  std::set<unsigned> predecessors;
  unsigned dominator = 0;
  // A block without fuel branches forward only.
  bool uses_fuel = false;
};

class Graph {
 public:
  explicit Graph(std::uint32_t seed);
  unsigned last() const { return static_cast<unsigned>(nodes_.size() - 1); }
  const std::vector<Node>& nodes() const { return nodes_; }
  bool reachable(unsigned node) const { return reachable_.contains(node); }
  // Whether repeated joining of blocks with their single predecessors leaves one block.
  bool is_reducible() const;
  // The computation of one invocation. Counts its visits of each block but the last one.
  Variables walk(std::uint32_t id, std::vector<std::uint32_t>& visits) const;
  // `has_groups`: a further result of each invocation is a number that depends on how many lanes it has executed each block with.
  std::string module(bool has_groups) const;

 private:
  void find_reachable();
  void find_dominators();
  std::string block(unsigned number, bool has_groups) const;

  std::vector<Node> nodes_;
  std::set<unsigned> reachable_;
  std::vector<unsigned> order_ = {0};  // as they are found, so that dominators come first
};

constexpr std::uint32_t fuel_at_start = 40;
constexpr unsigned invocations = 64;

Graph::Graph(std::uint32_t seed) {
  std::mt19937 random(seed);
  const unsigned count = 3 + random() % 12;
  nodes_.resize(count);
  for (unsigned i = 0; i + 1 < count; ++i) {
    Node& node = nodes_[i];
    node.a = random() % variable_count;
    node.target = random() % variable_count;
    node.factor = random() % 7 + 1;
    node.uses_fuel = random() % 2 == 0;
    const unsigned first = node.uses_fuel ? 1 : i + 1;
    for (unsigned k = 1 + random() % 3; k > 0; --k)
      node.targets.push_back(first + random() % (count - first));
    if (node.uses_fuel) node.targets.push_back(count - 1);
  }
  find_reachable();
  find_dominators();
}

void Graph::find_reachable() {
  std::vector<unsigned> work = {0};
  reachable_ = {0, last()};
  while (!work.empty()) {
    const unsigned from = work.back();
    work.pop_back();
    for (const unsigned to : nodes_[from].targets) {
      nodes_[to].predecessors.insert(from);
      if (!reachable_.insert(to).second) continue;
      work.push_back(to);
      order_.push_back(to);
    }
  }
}

bool Graph::is_reducible() const {
  std::map<unsigned, std::set<unsigned>> targets;
  for (const unsigned node : reachable_)
    targets[node].insert(nodes_[node].targets.begin(), nodes_[node].targets.end());
  const auto predecessors_of = [&](unsigned node) {
    std::vector<unsigned> found;
    for (const auto& [from, to] : targets) {
      if (from != node && to.contains(node)) found.push_back(from);
    }
    return found;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [node, to] : targets) {
      to.erase(node);
      const std::vector<unsigned> predecessors = predecessors_of(node);
      if (node == 0 || predecessors.size() != 1) continue;
      std::set<unsigned>& joined = targets[predecessors[0]];
      joined.erase(node);
      joined.insert(to.begin(), to.end());
      targets.erase(node);
      changed = true;
      break;
    }
  }
  return targets.size() == 1 || (targets.size() == 2 && predecessors_of(last()).empty());
}

// The nearest block on every path from the first one, found by removing one block at a time.
void Graph::find_dominators() {
  std::map<unsigned, std::set<unsigned>> dominated;
  for (const unsigned without : reachable_) {
    std::set<unsigned> seen;
    std::vector<unsigned> work;
    if (without != 0) {
      seen = {0};
      work = {0};
    }
    while (!work.empty()) {
      const unsigned from = work.back();
      work.pop_back();
      for (const unsigned to : nodes_[from].targets) {
        if (to != without && seen.insert(to).second) work.push_back(to);
      }
    }
    for (const unsigned node : reachable_) {
      if (!seen.contains(node) && node != without) dominated[without].insert(node);
    }
  }
  // The nearest one is dominated by all others.
  for (const unsigned node : reachable_) {
    std::size_t fewest = nodes_.size() + 1;
    for (const auto& [dominator, those] : dominated) {
      if (!those.contains(node) || those.size() >= fewest) continue;
      fewest = those.size();
      nodes_[node].dominator = dominator;
    }
  }
}

Variables Graph::walk(std::uint32_t id, std::vector<std::uint32_t>& visits) const {
  Variables v;
  for (unsigned i = 0; i < variable_count; ++i) v[i] = id * (i + 1) + i;
  std::vector<std::uint32_t> w(nodes_.size());
  std::uint32_t fuel = fuel_at_start;
  unsigned from = 0;
  for (unsigned at = 0; at != last();) {
    const Node& node = nodes_[at];
    w[at] = v[node.a] * node.factor + (at == 0 ? 0 : from + w[node.dominator]);
    v[node.target] += w[at];
    ++visits[at];
    std::uint32_t choice = w[at] % static_cast<std::uint32_t>(node.targets.size());
    if (node.uses_fuel && --fuel == 0) choice = static_cast<std::uint32_t>(node.targets.size() - 1);
    from = at;
    at = node.targets[choice];
  }
  return v;
}

std::string number(unsigned n) { return std::to_string(n); }

std::string Graph::block(unsigned at, bool has_groups) const {
  const Node& node = nodes_[at];
  const std::string b = number(at);
  std::string text = "%b" + b + " = OpLabel\n";
  if (at != 0) {
    text += "%from" + b + " = OpPhi %uint";
    for (const unsigned from : node.predecessors) {
      if (reachable(from)) text += " %c" + number(from) + " %b" + number(from);
    }
    text += "\n";
  } else {
    for (unsigned i = 0; i < variable_count; ++i)
      text += "%v" + number(i) + " = OpVariable %ptr_function Function\n";
    text += "%together = OpVariable %ptr_function Function %c0\n";
    text += "%fuel = OpVariable %ptr_function Function %c40\n";
    text +=
        "%ids = OpLoad %ulong3 %global_id\n%id64 = OpCompositeExtract %ulong %ids 0\n"
        "%id = OpUConvert %uint %id64\n";
    for (unsigned i = 0; i < variable_count; ++i) {
      const std::string n = number(i);
      text += "%m" + n + " = OpIMul %uint %id %c" + number(i + 1) + "\n%s" + n +
              " = OpIAdd %uint %m" + n + " %c" + n + "\nOpStore %v" + n + " %s" + n + "\n";
    }
  }
  text += "%l" + b + " = OpLoad %uint %v" + number(node.a) + "\n%p" + b + " = OpIMul %uint %l" + b +
          " %c" + number(node.factor) + "\n";
  if (at == 0) {
    text += "%w0 = OpCopyObject %uint %p0\n";
  } else {
    text += "%q" + b + " = OpIAdd %uint %p" + b + " %from" + b + "\n%w" + b + " = OpIAdd %uint %q" +
            b + " %w" + number(node.dominator) + "\n";
  }
  text += "%visit" + b + " = OpPtrAccessChain %ptr_global %visits %c" + b + "\n%before" + b +
          " = OpAtomicIAdd %uint %visit" + b + " %c1 %c0 %c1\n";
  if (has_groups) {
    text += "%lanes" + b + " = OpGroupNonUniformIAdd %uint %c3 Reduce %c1\n%together0_" + b +
            " = OpLoad %uint %together\n%together1_" + b + " = OpIMul %uint %together0_" + b +
            " %c31\n%together2_" + b + " = OpIAdd %uint %together1_" + b + " %lanes" + b +
            "\nOpStore %together %together2_" + b + "\n";
  }
  text += "%o" + b + " = OpLoad %uint %v" + number(node.target) + "\n%n" + b +
          " = OpIAdd %uint %o" + b + " %w" + b + "\nOpStore %v" + number(node.target) + " %n" + b +
          "\n";
  const auto count = static_cast<unsigned>(node.targets.size());
  text += "%r" + b + " = OpUMod %uint %w" + b + " %c" + number(count) + "\n";
  std::string selector = "%r" + b;
  if (node.uses_fuel) {
    text += "%f" + b + " = OpLoad %uint %fuel\n%g" + b + " = OpISub %uint %f" + b +
            " %c1\nOpStore %fuel %g" + b + "\n%e" + b + " = OpIEqual %bool %g" + b + " %c0\n%t" +
            b + " = OpSelect %uint %e" + b + " %c" + number(count - 1) + " %r" + b + "\n";
    selector = "%t" + b;
  }
  const bool is_same = count == 2 && node.targets[0] == node.targets[1];
  if (count == 1 || is_same) return text + "OpBranch %b" + number(node.targets[0]) + "\n";
  if (count == 2) {
    return text + "%k" + b + " = OpIEqual %bool " + selector + " %c0\nOpBranchConditional %k" + b +
           " %b" + number(node.targets[0]) + " %b" + number(node.targets[1]) + "\n";
  }
  text += "OpSwitch " + selector + " %b" + number(node.targets[0]);
  for (unsigned i = 1; i < count; ++i) text += " " + number(i) + " %b" + number(node.targets[i]);
  return text + "\n";
}

std::string Graph::module(bool has_groups) const {
  std::string text = R"(
OpCapability GroupNonUniformArithmetic
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "main" %global_id
OpDecorate %global_id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%ulong3 = OpTypeVector %ulong 3
%ptr_input = OpTypePointer Input %ulong3
%ptr_function = OpTypePointer Function %uint
%ptr_global = OpTypePointer CrossWorkgroup %uint
%global_id = OpVariable %ptr_input Input
%function = OpTypeFunction %void %ptr_global %ptr_global
%workgroup_memory = OpConstant %uint 272
)";
  for (unsigned i = 0; i <= 40; ++i)
    text += "%c" + number(i) + " = OpConstant %uint " + number(i) + "\n";
  text +=
      "%main = OpFunction %void None %function\n%out = OpFunctionParameter %ptr_global\n%visits = "
      "OpFunctionParameter %ptr_global\n";
  for (const unsigned i : order_) text += block(i, has_groups);
  text += "%b" + number(last()) + " = OpLabel\n";
  text += "OpControlBarrier %c2 %c2 %workgroup_memory\n%first = OpIMul %uint %id %c4\n";
  for (unsigned i = 0; i < results; ++i) {
    const std::string n = number(i);
    const std::string variable = i < variable_count ? "v" + n : "together";
    text += "%x" + n + " = OpLoad %uint %" + variable + "\n%i" + n + " = OpIAdd %uint %first %c" +
            n + "\n%a" + n + " = OpPtrAccessChain %ptr_global %out %i" + n + "\nOpStore %a" + n +
            " %x" + n + "\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

struct Outputs {
  std::vector<Results> results;       // by invocation
  std::vector<std::uint32_t> visits;  // by block
  std::vector<Finding> findings;
};

Outputs run_graph(const Graph& graph, bool has_groups, unsigned subgroup_size, std::uint64_t seed) {
  const std::string text = graph.module(has_groups);
  const auto module = load_module(test::assemble(text));
  if (!module.has_value()) {
    ADD_FAILURE() << module.error().message << "\n" << text;
    return {};
  }
  Dispatch dispatch;
  dispatch.subgroup_size = subgroup_size;
  dispatch.local_size = Dim3{invocations, 1, 1};
  dispatch.seed = seed;
  const BindingKey out{BindingKey::kernel_arguments, 0, 0},
      visits{BindingKey::kernel_arguments, 1, 0};
  dispatch.buffers[out] = ShadowedBytes::uninitialized(invocations * sizeof(Results));
  dispatch.buffers[visits] = ShadowedBytes::zero(graph.nodes().size() * 4);
  const auto result = run(**module, default_registry(), dispatch);
  if (!result.has_value() || result->status != Status::ok) {
    ADD_FAILURE() << (result.has_value() ? result->message : result.error().message) << "\n"
                  << text;
    return {};
  }
  Outputs outputs{std::vector<Results>(invocations),
                  std::vector<std::uint32_t>(graph.nodes().size()), result->findings};
  std::memcpy(outputs.results.data(), result->buffers.at(out).contents.bytes.data(),
              invocations * sizeof(Results));
  std::memcpy(outputs.visits.data(), result->buffers.at(visits).contents.bytes.data(),
              outputs.visits.size() * 4);
  return outputs;
}

TEST(KernelControlFlow, EveryLaneComputesWhatItWouldAlone) {
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Graph graph(seed);
    const Outputs outputs = run_graph(graph, false, 1u << (seed % 8), seed);
    for (const Finding& finding : outputs.findings) {
      ASSERT_TRUE(finding.kind == "irreducible-control-flow" && !graph.is_reducible())
          << finding.message;
    }
    std::vector<std::uint32_t> visits(graph.nodes().size());
    ASSERT_EQ(outputs.results.size(), invocations);
    for (std::uint32_t lane = 0; lane < invocations; ++lane) {
      const Variables expected = graph.walk(lane, visits);
      for (unsigned i = 0; i < variable_count; ++i)
        ASSERT_EQ(outputs.results[lane][i], expected[i]) << "lane " << lane;
    }
    ASSERT_EQ(outputs.visits, visits);
  }
}

TEST(KernelControlFlow, SeedsDoNotChangeWhereLanesReconverge) {
  unsigned compared = 0;
  for (std::uint32_t number = 1; number <= 300; ++number) {
    SCOPED_TRACE(testing::Message() << "graph " << number);
    const Graph graph(number);
    if (!graph.is_reducible()) continue;
    ++compared;
    const unsigned subgroup_size = 1u << (1 + number % 7);
    const Outputs usual = run_graph(graph, true, subgroup_size, 0);
    for (const std::uint64_t seed : {number, number + 1000})
      ASSERT_EQ(run_graph(graph, true, subgroup_size, seed).results, usual.results);
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace spirv_oracle
