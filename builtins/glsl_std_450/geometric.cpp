// Geometric Functions

#include "builtins/glsl_std_450/geometric.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

constexpr ScalarType float32{ScalarType::Class::floating, 4, false};
constexpr ScalarType float64{ScalarType::Class::floating, 8, false};

using Slots = std::vector<Slot>;

// Emits the records of one instruction. All values except its operands and results have the type of the
// computation: that of the components, or 32-bit floats instead of 16-bit ones.
class Formula {
 public:
  Formula(Lowering& lowering, const Instruction& instruction)
      : lowering_(lowering),
        instruction_(instruction),
        component_type_(lowering.type(instruction.type).scalar),
        step_type_(component_type_.bytes == 8 ? float64 : float32) {
    if (component_type_.scalar_class != ScalarType::Class::floating ||
        (component_type_.bytes != 8 && component_type_.bytes != 4 && component_type_.bytes != 2)) {
      internal::fail_no_handler(lowering);
    }
  }

  // The components of an operand.
  Slots operand(unsigned index) {
    const Id id = glsl_std_450::operand(instruction_, index);
    if (lowering_.type_of(id).scalar != component_type_) internal::fail_no_handler(lowering_);
    Slots components = lowering_.operand_slots(id);
    if (component_type_.bytes == 2) {
      for (Slot& slot : components) {
        slot =
            emit(internal::component_handler<steps::Convert, float, Float16>(), {slot}, step_type_);
      }
    }
    return components;
  }

  template <class Step, class... Operand>
  Slot step(Operand... operand) {
    return emit(
        internal::for_storage(TypeList<float, double>{}, step_type_, false,
                              []<class T>() -> Handler {
                                return internal::component_handler<Step, T, AnyOf<T, Operand>...>();
                              }),
        {operand...}, step_type_);
  }

  // a0 * b0 + a1 * b1 + ...
  Slot dot(const Slots& a, const Slots& b) {
    if (a.empty() || a.size() != b.size()) {
      internal::fail_no_handler(lowering_);
      return 0;
    }
    Slot sum = step<steps::Multiply>(a[0], b[0]);
    for (std::size_t i = 1; i < a.size(); ++i) sum = step<steps::AddProduct>(sum, a[i], b[i]);
    return sum;
  }

  // Binds the components that `component(i)` returns to the result.
  template <class Component>
  void result(std::size_t count, Component component) {
    const std::size_t expected = lowering_.type(instruction_.type).component_count;
    if (count != expected) internal::fail_no_handler(lowering_);
    Slots results;
    for (std::size_t i = 0; i < count; ++i) results.push_back(rounded(component(i)));
    lowering_.bind(instruction_.result, std::move(results));
  }

 private:
  template <class T, class>
  using AnyOf = T;

  Slot emit(Handler handler, std::initializer_list<Slot> operands, ScalarType type) {
    const Slot result = lowering_.new_plane(type);
    lowering_.emit(handler, result, operands);
    return result;
  }

  Slot rounded(Slot slot) {
    if (component_type_.bytes != 2) return slot;
    const Handler handler =
        lowering_.rounds_toward_zero(component_type_.bytes)
            ? internal::component_handler<steps::Convert, Float16TowardZero, float>()
            : internal::component_handler<steps::Convert, Float16, float>();
    return emit(handler, {slot}, component_type_);
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  const ScalarType component_type_;
  const ScalarType step_type_;
};

// sqrt(x[0] ^ 2 + x[1] ^ 2 + ...)
struct Length : Arrangement<listed::Length> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots x = f.operand(Grammar::x);
    const Slot length = f.step<steps::SquareRoot>(f.dot(x, x));
    f.result(1, [&](std::size_t) { return length; });
  }
};

// length(p0 - p1)
struct Distance : Arrangement<listed::Distance> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots p0 = f.operand(Grammar::p0);
    const Slots p1 = f.operand(Grammar::p1);
    Slots difference;
    for (std::size_t i = 0; i < std::min(p0.size(), p1.size()); ++i) {
      difference.push_back(f.step<steps::Subtract>(p0[i], p1[i]));
    }
    const Slot distance = f.step<steps::SquareRoot>(f.dot(difference, difference));
    f.result(1, [&](std::size_t) { return distance; });
  }
};

// x[1] * y[2] - y[1] * x[2],
// x[2] * y[0] - y[2] * x[0],
// x[0] * y[1] - y[0] * x[1]
struct Cross : Arrangement<listed::Cross> {
  static constexpr ComponentRule depends = &depends_on_others;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots x = f.operand(Grammar::x);
    const Slots y = f.operand(Grammar::y);
    if (x.size() != 3 || y.size() != 3) return internal::fail_no_handler(lowering);
    f.result(3, [&](std::size_t i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      return f.step<steps::Subtract>(f.step<steps::Multiply>(x[j], y[k]),
                                     f.step<steps::Multiply>(y[j], x[k]));
    });
  }
};

// The vector in the same direction with a length of 1: x / sqrt(x[0] ^ 2 + ...), rounded once.
struct Normalize : Arrangement<listed::Normalize> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id x = operand(instruction, Grammar::x);
    const ScalarType type = lowering.type(instruction.type).scalar;
    const bool toward_zero = internal::toward_zero(lowering, type);
    const Handler add_square =
        internal::for_storage(AnyFloat{}, type, toward_zero, []<class T>() -> Handler {
          return internal::component_handler<steps::AddSquare, double, double, T>();
        });
    const Handler divide =
        internal::for_storage(AnyFloat{}, type, toward_zero, []<class T>() -> Handler {
          return internal::component_handler<steps::DivideByLength, T, T, double>();
        });
    if (add_square == nullptr || lowering.type_of(x).scalar != type) {
      return internal::fail_no_handler(lowering);
    }
    const Slots components = lowering.operand_slots(x);
    Slot sum = lowering.constant_plane(float64, 0);
    for (const Slot component : components) {
      const Slot longer_sum = lowering.new_plane(float64);
      lowering.emit(add_square, longer_sum, {sum, component});
      sum = longer_sum;
    }
    const Slot length = lowering.new_plane(float64);
    lowering.emit(internal::component_handler<steps::SquareRoot, double, double>(), length, {sum});
    const Slots results = lowering.define(instruction).slots;
    if (results.size() != components.size()) return internal::fail_no_handler(lowering);
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.emit(divide, results[i], {components[i], length});
    }
  }
};

struct FaceForward : Arrangement<listed::FaceForward> {
  // Of the operands after N, only their product matters.
  static bool depends(const ComponentPair& pair) {
    return pair.operand != Grammar::n || pair.of_operand == pair.of_result;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots n = f.operand(Grammar::n);
    const Slots i = f.operand(Grammar::i);
    const Slots n_ref = f.operand(Grammar::nref);
    const Slot dot = f.dot(n_ref, i);
    f.result(n.size(), [&](std::size_t c) { return f.step<steps::TurnUnlessNegative>(dot, n[c]); });
  }
};

// I - 2 * dot(N, I) * N
struct Reflect : Arrangement<listed::Reflect> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots i = f.operand(Grammar::i);
    const Slots n = f.operand(Grammar::n);
    const Slot dot = f.dot(n, i);
    f.result(n.size(),
             [&](std::size_t c) { return f.step<steps::SubtractTwice>(i[c], dot, n[c]); });
  }
};

// 0.0 if k < 0.0, otherwise eta * I - (eta * dot(N, I) + sqrt(k)) * N
struct Refract : Arrangement<listed::Refract> {
  static constexpr ComponentRule depends = &depends_on_all;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Formula f(lowering, instruction);
    const Slots i = f.operand(Grammar::i);
    const Slots n = f.operand(Grammar::n);
    const Slots scalars = f.operand(Grammar::eta);
    if (scalars.size() != 1) return internal::fail_no_handler(lowering);
    const Slot eta = scalars[0];
    const Slot dot = f.dot(n, i);
    const Slot k = f.step<steps::RefractionK>(eta, dot);
    const Slot along_n = f.step<steps::RefractionAlongN>(eta, dot, k);
    f.result(n.size(), [&](std::size_t c) {
      const Slot eta_times_i = f.step<steps::Multiply>(eta, i[c]);
      const Slot refracted = f.step<steps::RefractionVector>(eta_times_i, along_n, n[c]);
      return f.step<steps::ZeroIfNegative>(k, refracted);
    });
  }
};

}  // namespace

std::span<const InstructionDefinition> geometric_instructions() {
  return Chapter<Length, Distance, Cross, Normalize, FaceForward, Reflect, Refract>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
