#include "golden/draws/pixel_acceptance.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "data/scalar.h"
#include "interpreter/images/texel_component.h"
#include "interpreter/images/texel_value.h"
#include "interpreter/kernels/sign_extension.h"
#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

// Numbers of a component in their order: neighbors differ by 1. Both zeros of a float are 0.
using Rank = std::int64_t;

bool is_signed(const TexelComponent& component) {
  return component.encoding == TexelEncoding::snorm || component.encoding == TexelEncoding::sint;
}

Rank component_rank(const TexelComponent& component, std::uint64_t bits) {
  if (is_signed(component)) return sign_extended(bits, component.bits);
  if (component.encoding != TexelEncoding::sfloat) return static_cast<Rank>(bits);
  return rank_of(component.bits == 16 ? ScalarKind::float16 : ScalarKind::float32, bits);
}

std::uint64_t bits_of(const TexelComponent& component, Rank rank) {
  if (component.encoding == TexelEncoding::sfloat)
    return bits_of_rank(component.bits == 16 ? ScalarKind::float16 : ScalarKind::float32, rank);
  return static_cast<std::uint64_t>(rank) & (~std::uint64_t{0} >> (64 - component.bits));
}

struct RankRange {
  Rank low = 0, high = 0;
};

// The numbers that a component can have.
RankRange all_ranks(const TexelComponent& component) {
  const Rank half = Rank{1} << (component.bits - 1);
  switch (component.encoding) {
    case TexelEncoding::snorm:
    case TexelEncoding::sint:
      return {-half, half - 1};
    case TexelEncoding::sfloat:
      return {-(half - 1), half - 1};
    default:
      return {0, 2 * half - 1};
  }
}

bool is_nan(const TexelComponent& component, std::uint64_t bits) {
  const bool is_float =
      component.encoding == TexelEncoding::sfloat || component.encoding == TexelEncoding::ufloat;
  return is_float && std::isnan(float_value(component, bits));
}

struct TexelValue {
  std::uint64_t bits = 0;
  Definedness state = Definedness::defined;
};

TexelValue value_at(const ShadowedBytes& contents, std::size_t texel,
                    const TexelComponent& component) {
  const ComponentBytes bytes(component);
  return {bytes.extract(&contents.bytes[texel]), bytes.state(&contents.shadow[texel])};
}

// Where numbers lie on a scale on which distances mean something: floats by their values, because the numbers near 0 are many;
// all others by their ranks.
struct Interval {
  double low = 0, high = 0;
};

bool is_scaled_by_value(const TexelComponent& component) {
  return component.encoding == TexelEncoding::sfloat;
}

double place_of(const TexelComponent& component, std::uint64_t bits) {
  return is_scaled_by_value(component) ? double{float_value(component, bits)}
                                       : static_cast<double>(component_rank(component, bits));
}

std::uint64_t bits_of_number(const TexelComponent& component, double number) {
  return encode(component, {number, static_cast<std::int64_t>(number), {}}).bits;
}

RankRange ranks_of(const TexelComponent& component, const Interval& interval) {
  if (!is_scaled_by_value(component))
    return {static_cast<Rank>(interval.low), static_cast<Rank>(interval.high)};
  const ComponentRange range = rounded_range(component, {interval.low, interval.high});
  return {component_rank(component, bits_of_number(component, range.low)),
          component_rank(component, bits_of_number(component, range.high))};
}

// What one draw says about a component.
struct DrawnComponent {
  std::uint64_t bits = 0;
  Definedness state = Definedness::defined;  // apart from what `places` says
  double place = 0;                          // of the bits
  Interval places;                           // what implementations that draw the same may store
  bool is_nan = false, has_either_sign = false;
};

DrawnComponent component_at(const TexelFormat& format, const DrawnTexels& texels, std::size_t texel,
                            unsigned number) {
  const TexelComponent& component = format.components[number];
  const TexelValue value = value_at(*texels.contents, texel, component);
  DrawnComponent drawn{value.bits, value.state, place_of(component, value.bits), {}, false, false};
  drawn.places = {drawn.place, drawn.place};
  drawn.is_nan = is_nan(component, value.bits);
  if (texels.ranges == nullptr) return drawn;
  const ComponentRange& range = (*texels.ranges)[texel / format.bytes][number];
  drawn.state = value.state == Definedness::undefined ? value.state : range.state;
  if (drawn.is_nan != range.is_nan())
    drawn.state = std::max(drawn.state, Definedness::implementation_dependent);
  if (drawn.is_nan || range.is_nan()) return drawn;
  const auto place_of_number = [&](double bound) {
    return place_of(component, bits_of_number(component, bound));
  };
  drawn.places = {std::min(drawn.place, place_of_number(range.low)),
                  std::max(drawn.place, place_of_number(range.high))};
  drawn.has_either_sign = is_scaled_by_value(component) && drawn.places.low == 0 &&
                          drawn.places.high == 0 &&
                          std::signbit(range.low) != std::signbit(range.high);
  return drawn;
}

// What is accepted of a component. No reason: the value itself.
struct ComponentAcceptance {
  bool accepts_all = false, accepts_nan = false;
  RankRange range;
  std::optional<Reason> reason;
};

ComponentAcceptance everything(std::string why) {
  ComponentAcceptance all;
  all.accepts_all = true;
  all.reason = Reason{"", std::move(why), "", ""};
  return all;
}

class TexelJudge {
 public:
  TexelJudge(const TexelKnowledge& known, ReasonList& reasons) : known_(known), reasons_(reasons) {}

  OutputAcceptance judge();

 private:
  ComponentAcceptance judge(std::size_t texel, unsigned number) const;
  void widen_by_variations(std::size_t texel, unsigned number, const DrawnComponent& drawn,
                           ComponentAcceptance& accepted) const;
  void widen_by_depth(std::size_t texel, const TexelComponent& component, std::uint64_t bits,
                      ComponentAcceptance& accepted) const;
  void add_component(std::size_t texel, const TexelComponent& component,
                     const ComponentAcceptance& accepted);
  void add_packed(std::size_t texel);
  std::uint32_t reason_of(const ComponentAcceptance& accepted) {
    return accepted.reason ? reasons_.add(*accepted.reason) : Acceptance::no_reason;
  }

  const TexelKnowledge& known_;
  ReasonList& reasons_;
  OutputAcceptance output_;
};

// What all draws say about a component.
struct Spread {
  Interval values;              // of the draws
  Interval places;              // what implementations may store
  double below = 0, above = 0;  // how far these are from the value of a draw, at most

  explicit Spread(const DrawnComponent& drawn)
      : values{drawn.place, drawn.place}, places{drawn.places} {
    add(drawn);
  }
  void add(const DrawnComponent& drawn) {
    values = hull(values, {drawn.place, drawn.place});
    places = hull(places, drawn.places);
    below = std::max(below, drawn.place - drawn.places.low);
    above = std::max(above, drawn.places.high - drawn.place);
  }
  bool contains(const Interval& other) const {
    return other.low >= places.low && other.high <= places.high;
  }
  // As far again on both sides as the values of the draws differ.
  Interval extended() const {
    return hull(places,
                {2 * values.low - values.high - below, 2 * values.high - values.low + above});
  }

 private:
  static Interval hull(const Interval& a, const Interval& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
};

void TexelJudge::widen_by_variations(std::size_t texel, unsigned number,
                                     const DrawnComponent& drawn,
                                     ComponentAcceptance& accepted) const {
  const TexelComponent& component = known_.format.components[number];
  Spread spread(drawn);
  const VariedTexels* cause = nullptr;
  for (const VariedTexels& variation : known_.variations) {
    DrawnComponent other = component_at(known_.format, variation.texels, texel, number);
    // A depth may have been rounded to another number of its format.
    const bool is_rounded_depth = other.state == Definedness::implementation_dependent &&
                                  known_.is_depth && !is_scaled_by_value(component);
    if ((other.state != Definedness::defined && !is_rounded_depth) ||
        other.is_nan != accepted.accepts_nan) {
      accepted = everything(variation.text);
      return;
    }
    if (other.is_nan) continue;
    if (is_rounded_depth) other.places = {other.place - 1, other.place + 1};
    const bool is_new = !spread.contains(other.places);
    spread.add(other);
    if (is_new && cause == nullptr) cause = &variation;
  }
  if (cause == nullptr) return;
  const Interval extended = spread.extended();
  if (component.is_integer() || !std::isfinite(extended.low) || !std::isfinite(extended.high)) {
    accepted = everything(cause->text);
    return;
  }
  const RankRange ranks = ranks_of(component, extended);
  accepted.range = {std::min(accepted.range.low, ranks.low),
                    std::max(accepted.range.high, ranks.high)};
  accepted.reason = Reason{"", cause->text, "", ""};
}

// A float has the steps of the greatest depth, 1.
void TexelJudge::widen_by_depth(std::size_t texel, const TexelComponent& component,
                                std::uint64_t bits, ComponentAcceptance& accepted) const {
  if (value_at(*known_.before, texel, component).bits == bits) return;
  accepted.reason = Reason{"", "the precision of interpolated depths is not specified", "", ""};
  if (component.encoding != TexelEncoding::sfloat) {
    --accepted.range.low;
    ++accepted.range.high;
    return;
  }
  const float depth = float_value(component, bits);
  const float step = std::ldexp(1.0f, -22);
  accepted.range = {component_rank(component, std::bit_cast<std::uint32_t>(depth - step)),
                    component_rank(component, std::bit_cast<std::uint32_t>(depth + step))};
}

ComponentAcceptance TexelJudge::judge(std::size_t texel, unsigned number) const {
  const TexelComponent& component = known_.format.components[number];
  const DrawnComponent drawn = component_at(known_.format, known_.expected, texel, number);
  if (drawn.state == Definedness::undefined) return everything("the value is undefined");
  if (drawn.state == Definedness::implementation_dependent)
    return everything("the value depends on the implementation");
  ComponentAcceptance accepted;
  accepted.accepts_nan = drawn.is_nan;
  if (!drawn.is_nan) accepted.range = ranks_of(component, drawn.places);
  if (accepted.range.low != accepted.range.high) {
    accepted.reason = Reason{"",
                             component.is_integer()
                                 ? "which sample of an integer a resolve stores is not specified"
                                 : "the value was rounded to the format of the attachment",
                             "", ""};
  }
  if (drawn.has_either_sign)
    accepted.reason = Reason{"", "no text states the sign of zeros that blending computes", "", ""};
  if (known_.is_depth && number == 0) widen_by_depth(texel, component, drawn.bits, accepted);
  widen_by_variations(texel, number, drawn, accepted);
  const RankRange all = all_ranks(component);
  accepted.range.low = std::clamp(accepted.range.low, all.low, all.high);
  accepted.range.high = std::clamp(accepted.range.high, all.low, all.high);
  return accepted;
}

std::optional<ScalarKind> scalar_of(const TexelComponent& component) {
  if (component.first_bit % 8 != 0) return std::nullopt;
  const bool is_float = component.encoding == TexelEncoding::sfloat;
  switch (component.bits) {
    case 8:
      return is_signed(component) ? ScalarKind::int8 : ScalarKind::uint8;
    case 16:
      return is_float               ? ScalarKind::float16
             : is_signed(component) ? ScalarKind::int16
                                    : ScalarKind::uint16;
    case 32:
      return is_float               ? ScalarKind::float32
             : is_signed(component) ? ScalarKind::int32
                                    : ScalarKind::uint32;
    default:
      return std::nullopt;
  }
}

// Bounds that are infinite are not part of a range, but have flags.
Acceptance range_of(const TexelComponent& component, ScalarKind type, const RankRange& range) {
  Acceptance acceptance;
  acceptance.kind = AcceptanceKind::range;
  acceptance.low = bits_of(component, range.low);
  acceptance.high = bits_of(component, range.high);
  if (!is_float(type)) return acceptance;
  const auto take_infinity = [&](std::uint64_t& bound, bool& flag) {
    const double value = float_value(type, bound);
    if (!std::isinf(value) && !std::isnan(value)) return;
    flag = true;
    const double sign = std::signbit(value) ? -1 : 1;
    const Rank largest = type == ScalarKind::float16 ? 0x7BFF : 0x7F7FFFFF;
    bound = bits_of_rank(type, sign < 0 ? -largest : largest);
  };
  take_infinity(acceptance.low, acceptance.special.negative_infinity);
  take_infinity(acceptance.high, acceptance.special.positive_infinity);
  acceptance.special.positive_zero = acceptance.special.negative_zero =
      range.low <= 0 && range.high >= 0;
  return acceptance;
}

void TexelJudge::add_component(std::size_t texel, const TexelComponent& component,
                               const ComponentAcceptance& accepted) {
  const ScalarKind type = *scalar_of(component);
  AcceptanceRun run{texel + component.first_byte(), 1, type, {}};
  if (accepted.accepts_all) {
    run.acceptance.kind = AcceptanceKind::any;
  } else if (accepted.accepts_nan) {
    run.acceptance.kind = AcceptanceKind::nan;
  } else if (accepted.reason) {
    run.acceptance = range_of(component, type, accepted.range);
  }
  run.acceptance.reason = reason_of(accepted);
  append(output_, run);
}

// All words that the components permit, if they are few.
void TexelJudge::add_packed(std::size_t texel) {
  const std::uint8_t bytes = known_.format.bytes;
  std::vector<std::uint64_t> words{0};
  std::optional<Reason> reason;
  constexpr std::size_t most_words = 256;
  bool accepts_all = false;
  for (unsigned i = 0; i < 4 && !accepts_all; ++i) {
    const TexelComponent& component = known_.format.components[i];
    if (component.bits == 0) continue;
    const ComponentAcceptance accepted = judge(texel, i);
    if (accepted.reason) reason = accepted.reason;
    const auto count = static_cast<std::uint64_t>(accepted.range.high - accepted.range.low) + 1;
    accepts_all = accepted.accepts_all || accepted.accepts_nan || count * words.size() > most_words;
    if (accepts_all) break;
    std::vector<std::uint64_t> more;
    for (const std::uint64_t word : words) {
      for (Rank rank = accepted.range.low; rank <= accepted.range.high; ++rank)
        more.push_back(word | bits_of(component, rank) << component.first_bit);
    }
    words = std::move(more);
  }
  const ScalarKind type = bytes == 1   ? ScalarKind::uint8
                          : bytes == 2 ? ScalarKind::uint16
                                       : ScalarKind::uint32;
  AcceptanceRun run{texel, 1, type, {}};
  if (accepts_all) {
    run.acceptance.kind = AcceptanceKind::any;
    if (!reason)
      reason = Reason{"", "more values of the texel are permitted than a bundle lists", "", ""};
  } else if (words.size() > 1) {
    run.acceptance.kind = AcceptanceKind::set;
    std::ranges::sort(words);
    run.acceptance.set = std::move(words);
  }
  if (reason) run.acceptance.reason = reasons_.add(*reason);
  append(output_, run);
}

OutputAcceptance TexelJudge::judge() {
  const TexelFormat& format = known_.format;
  const bool is_packed = std::ranges::any_of(format.components, [](const TexelComponent& part) {
    return part.bits != 0 && !scalar_of(part);
  });
  std::vector<unsigned> order;  // of the components in memory
  for (unsigned i = 0; i < 4; ++i)
    if (format.components[i].bits != 0) order.push_back(i);
  std::ranges::sort(order, {}, [&](unsigned i) { return format.components[i].first_bit; });
  for (std::size_t texel = 0; texel < known_.expected.contents->size(); texel += format.bytes) {
    if (is_packed) {
      add_packed(texel);
      continue;
    }
    std::size_t end = texel;
    const auto skip_to = [&](std::size_t next) {
      for (; end < next; ++end) {
        AcceptanceRun gap{end, 1, ScalarKind::uint8, {}};
        gap.acceptance.kind = AcceptanceKind::any;
        gap.acceptance.reason = reasons_.add({"", "the format does not use these bits", "", ""});
        append(output_, gap);
      }
    };
    for (const unsigned number : order) {
      const TexelComponent& component = format.components[number];
      skip_to(texel + component.first_byte());
      add_component(texel, component, judge(texel, number));
      end += component.bytes();
    }
    skip_to(texel + format.bytes);
  }
  return std::move(output_);
}

}  // namespace

OutputAcceptance accept_texels(const TexelKnowledge& known, ReasonList& reasons) {
  return TexelJudge(known, reasons).judge();
}

}  // namespace spirv_oracle::golden
