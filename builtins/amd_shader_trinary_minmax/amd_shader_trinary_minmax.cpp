#include "builtins/amd_shader_trinary_minmax/amd_shader_trinary_minmax.h"

#include "builtins/extended_instruction.h"
#include "builtins/float_bits.h"
#include "grammar/amd_shader_trinary_minmax.h"
#include "interpreter/exec/lanes/indeterminate_integers.h"

namespace spirv_oracle {
namespace {

namespace trinary = grammar::amd_shader_trinary_minmax;

struct Least {
  template <class T>
  static T of(T x, T y, T z) {
    const T least = y < x ? y : x;
    return z < least ? z : least;
  }
};
struct Greatest {
  template <class T>
  static T of(T x, T y, T z) {
    const T greatest = x < y ? y : x;
    return greatest < z ? z : greatest;
  }
};
// The one between the others.
struct Median {
  template <class T>
  static T of(T x, T y, T z) {
    const T least = y < x ? y : x, greatest = y < x ? x : y;
    if (z < least) return least;
    return greatest < z ? greatest : z;
  }
};

template <class G, class Domain, class Choice>
struct OfIntegers : Ternary<G, Domain> {
  template <class T>
  static T component(T x, T y, T z) {
    return Choice::of(x, y, z);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> x, PartlyIndeterminate<T> y,
                              PartlyIndeterminate<T> z) {
    return indeterminate_bits_if_monotonic<OfIntegers>(x, y, z);
  }
};

// "The result is undefined if one of the operands is a NaN."
template <class G, class Choice>
struct OfFloats : Ternary<G, AnyFloat> {
  using InSet = extended::InSet<G, "SPV_AMD_shader_trinary_minmax.">;
  static constexpr Clause operand_nan{internal::ClauseId<InSet, ".operand-nan">::view,
                                      extended::math_domain, Effect::undefined_result,
                                      "an operand is a NaN"};
  static constexpr auto clauses = clause_list(operand_nan);

  template <class T>
  static Checked<T> component(T x, T y, T z) {
    const T chosen = Choice::of(x, y, z);
    if (extended::is_nan(x) || extended::is_nan(y) || extended::is_nan(z))
      return {operand_nan, chosen};
    return chosen;
  }
};

struct FMin3AMD : OfFloats<trinary::FMin3AMD, Least> {};
struct UMin3AMD : OfIntegers<trinary::UMin3AMD, UnsignedInt, Least> {};
struct SMin3AMD : OfIntegers<trinary::SMin3AMD, SignedInt, Least> {};
struct FMax3AMD : OfFloats<trinary::FMax3AMD, Greatest> {};
struct UMax3AMD : OfIntegers<trinary::UMax3AMD, UnsignedInt, Greatest> {};
struct SMax3AMD : OfIntegers<trinary::SMax3AMD, SignedInt, Greatest> {};
struct FMid3AMD : OfFloats<trinary::FMid3AMD, Median> {};
struct UMid3AMD : OfIntegers<trinary::UMid3AMD, UnsignedInt, Median> {};
struct SMid3AMD : OfIntegers<trinary::SMid3AMD, SignedInt, Median> {};

}  // namespace

void register_amd_shader_trinary_minmax(InstructionRegistry& registry) {
  registry.add_extended("SPV_AMD_shader_trinary_minmax",
                        InstructionListWith<FloatFacts{.computes = true, .flushes_denormals = true},
                                            FMin3AMD, FMax3AMD, FMid3AMD>::definitions);
  registry.add_extended(
      "SPV_AMD_shader_trinary_minmax",
      InstructionList<UMin3AMD, SMin3AMD, UMax3AMD, SMax3AMD, UMid3AMD, SMid3AMD>::definitions);
}

}  // namespace spirv_oracle
