#include "interpreter/instructions/bounded_result.h"

#include <bit>
#include <cmath>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/ir/value_check_clauses.h"

namespace spirv_oracle {
namespace {

// --- words: SafeBits; the rule; flags; component; number of components; for each of three operands the number of planes, and
// the planes ---

constexpr std::uint32_t of_kernel = 1, flushing = 2, greatest_result = 4;
constexpr std::uint32_t of_integers = 0x80000000;  // beside a number of planes

// The magnitudes of operands that cannot lead to a NaN, and whether 0 is safe, as bits of a float format.
struct SafeBits {
  std::uint64_t least = 0, greatest = 0;
  bool zero = true;
};

// The power of two.
std::uint64_t power_bits(const NumberFormat& format, int exponent) {
  return static_cast<std::uint64_t>(exponent + format.greatest_exponent) << (format.digits - 1);
}

SafeBits safe_bits(SafeOperands operands, const NumberFormat& format) {
  const int most = format.greatest_exponent;
  const std::uint64_t infinite = power_bits(format, most + 1);
  switch (operands) {
    case SafeOperands::numbers:
      return {0, infinite};
    case SafeOperands::finite:
      return {0, infinite - 1};
    case SafeOperands::exponents:
      return {0, power_bits(format, std::ilogb(most / Real{2}))};
    case SafeOperands::factors:
      return {0, power_bits(format, most / 4 - 2)};
    case SafeOperands::small_factors:
      return {0, power_bits(format, most / 8 - 2)};
    case SafeOperands::lengths:
      return {power_bits(format, -most / 4), power_bits(format, most / 4 - 2)};
    case SafeOperands::divisors:
      return {power_bits(format, -most / 4), power_bits(format, most / 4 - 2), false};
  }
  return {};
}

NumberFormat format_of(std::size_t bytes) {
  return bytes == 2 ? binary16 : bytes == 4 ? binary32 : binary64;
}

void add_long(std::vector<std::uint32_t>& words, std::uint64_t number) {
  words.push_back(static_cast<std::uint32_t>(number));
  words.push_back(static_cast<std::uint32_t>(number >> 32));
}

class WordReader {
 public:
  explicit WordReader(const std::uint32_t* words) : next_(words) {}
  std::uint32_t word() { return *next_++; }
  std::uint64_t long_number() {
    const std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32;
  }
  std::span<const std::uint32_t> list(std::uint32_t count) {
    const std::span<const std::uint32_t> list(next_, count);
    next_ += count;
    return list;
  }

 private:
  const std::uint32_t* next_;
};

// The words, as a record reads them.
struct BoundedWords {
  struct Operand {
    bool are_integers = false;
    std::span<const Slot> planes;
  };

  SafeBits safe;
  const EnclosureRule* rule = nullptr;
  std::uint32_t flags = 0, component = 0, component_count = 0;
  std::array<Operand, 3> operands;

  explicit BoundedWords(const std::uint32_t* words) {
    WordReader reader(words);
    safe.least = reader.long_number();
    safe.greatest = reader.long_number();
    safe.zero = reader.word() != 0;
    rule = std::bit_cast<const EnclosureRule*>(reader.long_number());
    flags = reader.word();
    component = reader.word();
    component_count = reader.word();
    for (Operand& operand : operands) {
      const std::uint32_t count = reader.word();
      operand = {(count & of_integers) != 0, reader.list(count & ~of_integers)};
    }
  }
};

// Whether an operand in some lane is not safe.
template <class Storage>
bool has_unsafe_operand(const Subgroup& subgroup, const BoundedWords& words) {
  using Bits =
      std::conditional_t<sizeof(Storage) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Storage) == 4, std::uint32_t, std::uint64_t>>;
  const auto least = static_cast<Bits>(words.safe.least);
  const auto span = static_cast<Bits>(words.safe.greatest - words.safe.least);
  const auto unsafe_zero = static_cast<Bits>(words.safe.zero ? 0 : 1);
  constexpr auto all_but_sign = static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> 1);
  Bits found = 0;
  for (const BoundedWords::Operand& operand : words.operands) {
    for (const Slot plane : operand.planes) {
      const Bits* values = subgroup.values<Bits>(plane);
      for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
        const auto magnitude = static_cast<Bits>(values[lane] & all_but_sign);
        const bool outside = static_cast<Bits>(magnitude - least) > span;
        const bool is_zero = magnitude == 0;
        found = static_cast<Bits>(found | (outside ? (is_zero ? unsafe_zero : Bits{1}) : Bits{0}));
      }
    }
  }
  return found != 0;
}

// The results that are permitted in each lane.
template <class Storage>
class PermittedResults {
 public:
  using Number = std::conditional_t<std::is_same_v<Storage, double>, double, float>;

  PermittedResults(const Subgroup& subgroup, const BoundedWords& words)
      : subgroup_(subgroup), words_(words) {
    in_.rules.format = in_.operand_rules.format = format_of(sizeof(Storage));
    in_.is_kernel = (words.flags & of_kernel) != 0;
    in_.flushes_steps = (words.flags & flushing) != 0;
    in_.selects = true;
    in_.component = words.component;
    in_.component_count = words.component_count;
    for (std::size_t k = 0; k < 3; ++k) {
      numbers_[k].resize(words.operands[k].planes.size());
      in_.operand[k] = numbers_[k];
    }
  }
  PermittedResults(const PermittedResults&) = delete;
  PermittedResults& operator=(const PermittedResults&) = delete;

  Interval in_lane(unsigned lane, Real usual) {
    for (std::size_t k = 0; k < 3; ++k) {
      const BoundedWords::Operand& operand = words_.operands[k];
      for (std::size_t i = 0; i < operand.planes.size(); ++i)
        numbers_[k][i].value = Interval::point(number(operand, operand.planes[i], lane));
    }
    in_.usual = Interval::point(usual);
    return words_.rule->enclose(in_).value;
  }

 private:
  Real number(const BoundedWords::Operand& operand, Slot plane, unsigned lane) const {
    if (operand.are_integers) return static_cast<Real>(subgroup_.values<std::int32_t>(plane)[lane]);
    return static_cast<Real>(widen<Number>(subgroup_.values<Storage>(plane)[lane]));
  }

  const Subgroup& subgroup_;
  const BoundedWords& words_;
  std::array<std::vector<Computed>, 3> numbers_;
  EnclosedOperands in_;
};

// --- handlers ---

template <class Storage>
const Record* move_to_end(Subgroup& subgroup, const Record* record) {
  using Number = typename PermittedResults<Storage>::Number;
  const BoundedWords words(subgroup.data + record->extra);
  const bool greatest = (words.flags & greatest_result) != 0;
  PermittedResults<Storage> permitted(subgroup, words);
  Storage* const results = subgroup.values<Storage>(record->result);
  subgroup.active.for_each([&](unsigned lane) {
    const Real usual = static_cast<Real>(widen<Number>(results[lane]));
    const Interval range = permitted.in_lane(lane, usual);
    // A result without a bound does not change.
    if (!range.has_numbers() || range == Interval::numbers()) return;
    const Real chosen = range.nan  ? std::numeric_limits<Real>::quiet_NaN()
                        : greatest ? range.high
                                   : range.low;
    // False for a usual result that is a NaN.
    const bool moves = greatest ? chosen > usual : chosen < usual;
    if (moves || range.nan) results[lane] = narrow<Storage>(static_cast<Number>(chosen));
  });
  return record + 1;
}

template <class Storage>
const Record* report_possible_nan(Subgroup& subgroup, const Record* record) {
  const BoundedWords words(subgroup.data + record->extra);
  if (!has_unsafe_operand<Storage>(subgroup, words)) [[likely]]
    return record + 1;
  PermittedResults<Storage> permitted(subgroup, words);
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(record->result).undefined).for_each([&](unsigned lane) {
    if (permitted.in_lane(lane, 0).nan) broken.add(ValueChecks::formula_may_be_nan, lane);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

}  // namespace

std::vector<Slot> BoundedResult::planes() const {
  std::vector<Slot> all;
  for (const Operand& operand : operands)
    all.insert(all.end(), operand.planes.begin(), operand.planes.end());
  return all;
}

std::vector<std::uint32_t> BoundedResult::words(ScalarType type) const {
  std::vector<std::uint32_t> words;
  const SafeBits safe =
      safe_bits(rule->error.safe.value_or(SafeOperands::numbers), format_of(type.bytes));
  add_long(words, safe.least);
  add_long(words, safe.greatest);
  words.push_back(safe.zero ? 1 : 0);
  add_long(words, std::bit_cast<std::uint64_t>(rule));
  words.push_back((is_kernel ? of_kernel : 0) | (preserves_denormals ? 0 : flushing) |
                  (greatest ? greatest_result : 0));
  words.push_back(static_cast<std::uint32_t>(component));
  words.push_back(static_cast<std::uint32_t>(component_count));
  for (const Operand& operand : operands) {
    words.push_back(static_cast<std::uint32_t>(operand.planes.size()) |
                    (operand.are_integers ? of_integers : 0));
    words.insert(words.end(), operand.planes.begin(), operand.planes.end());
  }
  return words;
}

Handler move_within_bound(ScalarType type) {
  if (!type.is_float()) return nullptr;
  return type.bytes == 2   ? &move_to_end<Float16>
         : type.bytes == 4 ? &move_to_end<float>
         : type.bytes == 8 ? &move_to_end<double>
                           : nullptr;
}

Handler check_for_nan(ScalarType type) {
  if (!type.is_float()) return nullptr;
  return type.bytes == 2   ? &report_possible_nan<Float16>
         : type.bytes == 4 ? &report_possible_nan<float>
         : type.bytes == 8 ? &report_possible_nan<double>
                           : nullptr;
}

}  // namespace spirv_oracle
