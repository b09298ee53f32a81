// Derivative Instructions, in compute: the derivative group is the quad (SPV_KHR_compute_shader_derivatives
// and Vulkan, "Derivative Operations")

#include <cmath>

#include "grammar/core.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/group/combination/non_uniform_cluster.h"

namespace spirv_oracle {
namespace {

// One component of P in the invocations of a quad, by quad index.
template <class Storage>
struct Quad {
  using Compute = typename ComputeType<Storage>::type;
  Compute p[4];

  // Rounds after each instruction of the equivalent sequence.
  static Compute rounded(Compute value) { return widen<Compute>(narrow<Storage>(value)); }
  Compute dx(unsigned row) const { return rounded(p[2 * row + 1] - p[2 * row]); }
  Compute dy(unsigned column) const { return rounded(p[2 + column] - p[column]); }
};

// The result for an invocation, from its row and its column in the quad.
struct AlongX {
  template <class Storage>
  static auto of(const Quad<Storage>& quad, unsigned row, unsigned) {
    return quad.dx(row);
  }
  static constexpr bool uses_rows = true, uses_columns = false;
};
struct AlongY {
  template <class Storage>
  static auto of(const Quad<Storage>& quad, unsigned, unsigned column) {
    return quad.dy(column);
  }
  static constexpr bool uses_rows = false, uses_columns = true;
};
struct Width {
  template <class Storage>
  static auto of(const Quad<Storage>& quad, unsigned row, unsigned column) {
    return Quad<Storage>::rounded(std::fabs(quad.dx(row)) + std::fabs(quad.dy(column)));
  }
  static constexpr bool uses_rows = true, uses_columns = true;
};

enum class Precision : std::uint8_t {
  fine,    // from the row and the column of the invocation
  coarse,  // may be one result for the quad, and should be that of the first row and column
  either,  // as fine or as coarse
};

// The lanes of all quads that have a lane in the set.
LaneMask quads_with(const LaneMask& lanes) {
  LaneMask result;
  for (unsigned w = 0; w < 2; ++w) {
    std::uint64_t word = lanes.words[w];
    word |= word >> 1;
    word |= word >> 2;
    result.words[w] = (word & 0x1111'1111'1111'1111) * 0xF;
  }
  return result;
}

// The set, plus the neighbor of each of its lanes in the same row (distance 1) or column (2).
LaneMask with_neighbors(const LaneMask& lanes, unsigned distance) {
  const std::uint64_t low = distance == 1 ? 0x5555'5555'5555'5555 : 0x3333'3333'3333'3333;
  LaneMask result;
  for (unsigned w = 0; w < 2; ++w) {
    const std::uint64_t word = lanes.words[w];
    result.words[w] = word | (word & low) << distance | (word >> distance & low);
  }
  return result;
}

template <class Direction, Precision P>
LaneMask reached(const LaneMask& lanes) {
  if (P != Precision::fine) return quads_with(lanes);
  LaneMask result = lanes;
  if (Direction::uses_rows) result |= with_neighbors(lanes, 1);
  if (Direction::uses_columns) result |= with_neighbors(lanes, 2);
  return result;
}

template <class G, class Direction, Precision P>
struct Derivative {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::neighbor;
  static constexpr bool flushes_denormals = true;
  static constexpr Clause quad_not_together{
      internal::ClauseId<G, ".quad-not-in-tangle">::view, "derivative-divergence",
      Effect::undefined_behavior,
      "not all invocations of the quad execute this instruction together"};
  static constexpr Clause approximation{internal::ClauseId<G, ".approximation">::view,
                                        "derivative-approximation", Effect::implementation_defined,
                                        "implementations may compute the derivative from another "
                                        "row or column of the quad, where it differs"};
  static constexpr auto clauses = [] {
    if constexpr (P == Precision::fine) {
      return clause_list(quad_not_together);
    } else {
      return clause_list(quad_not_together, approximation);
    }
  }();

  template <class T>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const T* values = subgroup.values<T>(record->operand[0]);
    T* results = subgroup.values<T>(record->result);
    const PlaneHeader& operand = subgroup.header(record->operand[0]);
    const LaneMask active = subgroup.active;
    PlaneHeader header{reached<Direction, P>(operand.undefined & active),
                       reached<Direction, P>(operand.implementation_dependent & active)};
    LaneMask differing;
    for (unsigned first = 0; first < subgroup.padded_lanes; first += 4) {
      if (!execute_quad(values + first, results + first)) differing.set(first);
    }
    subgroup.header(record->result) = header;
    const LaneMask incomplete = quads_with(quads_with(active) & ~active) & active;
    differing = quads_with(differing) & active & ~incomplete & ~header.undefined;
    if ((incomplete | differing).any()) [[unlikely]]
      report_quads(subgroup, *record, incomplete, differing);
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (lowering.program().quad_group == QuadGroup::lanes) {
      lowering.fail_input(
          "derivatives need execution mode DerivativeGroupQuadsKHR or DerivativeGroupLinearKHR");
    }
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler handler =
        internal::for_storage(Float16Or32{}, type, internal::toward_zero(lowering, type),
                              []<class T>() -> Handler { return &execute<T>; });
    internal::emit_components<1>(lowering, instruction, handler, {type, {type}});
  }

 private:
  // False if several permitted results differ.
  template <class T>
  static bool execute_quad(const T* values, T* results) {
    using Compute = typename Quad<T>::Compute;
    Quad<T> quad;
    for (unsigned i = 0; i < 4; ++i) quad.p[i] = widen<Compute>(values[i]);
    bool all_same = true;
    const Compute shared = Direction::template of<T>(quad, 0, 0);
    for (unsigned i = 0; i < 4; ++i) {
      const Compute fine = Direction::template of<T>(quad, i / 2, i % 2);
      const bool same = (fine == shared && std::signbit(fine) == std::signbit(shared)) ||
                        (std::isnan(fine) && std::isnan(shared));
      all_same = all_same && same;
      results[i] = narrow<T>(P == Precision::coarse ? shared : fine);
    }
    return P == Precision::fine || all_same;
  }

  [[gnu::cold, gnu::noinline]] static void report_quads(Subgroup& subgroup, const Record& record,
                                                        const LaneMask& incomplete,
                                                        const LaneMask& differing) {
    BrokenClauses broken;
    incomplete.for_each([&](unsigned lane) { broken.add(quad_not_together, lane); });
    differing.for_each([&](unsigned lane) { broken.add(approximation, lane); });
    broken.report(subgroup, record);
  }
};

using enum Precision;

struct OpDPdx : Derivative<grammar::OpDPdx, AlongX, either> {};
struct OpDPdy : Derivative<grammar::OpDPdy, AlongY, either> {};
struct OpFwidth : Derivative<grammar::OpFwidth, Width, either> {};
struct OpDPdxFine : Derivative<grammar::OpDPdxFine, AlongX, fine> {};
struct OpDPdyFine : Derivative<grammar::OpDPdyFine, AlongY, fine> {};
struct OpFwidthFine : Derivative<grammar::OpFwidthFine, Width, fine> {};
struct OpDPdxCoarse : Derivative<grammar::OpDPdxCoarse, AlongX, coarse> {};
struct OpDPdyCoarse : Derivative<grammar::OpDPdyCoarse, AlongY, coarse> {};
struct OpFwidthCoarse : Derivative<grammar::OpFwidthCoarse, Width, coarse> {};

}  // namespace

std::span<const InstructionDefinition> derivative_instructions() {
  return InstructionList<OpDPdx, OpDPdy, OpFwidth, OpDPdxFine, OpDPdyFine, OpFwidthFine,
                         OpDPdxCoarse, OpDPdyCoarse, OpFwidthCoarse>::definitions;
}

}  // namespace spirv_oracle
