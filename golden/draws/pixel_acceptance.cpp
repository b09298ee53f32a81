#include "golden/draws/pixel_acceptance.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "data/scalar.h"
#include "golden/draws/draw_run.h"
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
  void widen_by_variations(std::size_t texel, const TexelComponent& component,
                           ComponentAcceptance& accepted) const;
  void widen_by_rounding(std::size_t texel, unsigned number, std::uint64_t bits,
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

// The neighbors of a number that was rounded.
void TexelJudge::widen_by_rounding(std::size_t texel, unsigned number, std::uint64_t bits,
                                   ComponentAcceptance& accepted) const {
  const TexelComponent& component = known_.format.components[number];
  RankRange& range = accepted.range;
  accepted.reason = Reason{"", "the value was rounded to the format of the attachment", "", ""};
  range.low -= known_.steps;
  range.high += known_.steps;
  if (known_.steps != 0 || component.encoding == TexelEncoding::srgb) {
    --range.low;
    ++range.high;
    return;
  }
  const std::size_t wide_texel = texel / known_.format.bytes * wide_format().bytes;
  const TexelValue wide = value_at(*known_.wide, wide_texel, wide_format().components[number]);
  const float value = std::bit_cast<float>(static_cast<std::uint32_t>(wide.bits));
  if (float_value(component, bits) < value)
    ++range.high;
  else
    --range.low;
}

// As far again on both sides. Floats by their values, because the numbers near 0 are many.
RankRange extended(const TexelComponent& component, const RankRange& range) {
  if (component.encoding != TexelEncoding::sfloat)
    return {2 * range.low - range.high, 2 * range.high - range.low};
  const double low = float_value(component, bits_of(component, range.low));
  const double high = float_value(component, bits_of(component, range.high));
  const ColorComponent ends[] = {{2 * low - high}, {2 * high - low}};
  return {component_rank(component, encode(component, ends[0]).bits),
          component_rank(component, encode(component, ends[1]).bits)};
}

void TexelJudge::widen_by_variations(std::size_t texel, const TexelComponent& component,
                                     ComponentAcceptance& accepted) const {
  RankRange hull = accepted.range;
  Rank steps = 0;  // of a value that was rounded to the format
  const VariedTexels* cause = nullptr;
  for (const VariedTexels& variation : known_.variations) {
    const TexelValue other = value_at(*variation.contents, texel, component);
    const bool is_nan_there = is_nan(component, other.bits);
    if (other.state == Definedness::undefined || is_nan_there != accepted.accepts_nan) {
      accepted = everything(variation.text);
      return;
    }
    if (is_nan_there) continue;
    const Rank rank = component_rank(component, other.bits);
    const bool is_rounded = other.state == Definedness::implementation_dependent;
    const bool is_new = rank < hull.low || rank > hull.high || (is_rounded && !accepted.reason);
    if (!is_new) continue;
    hull.low = std::min(hull.low, rank);
    hull.high = std::max(hull.high, rank);
    if (is_rounded) steps = known_.steps + 1;
    if (cause == nullptr) cause = &variation;
  }
  if (cause == nullptr) return;
  if (component.is_integer()) {
    accepted = everything(cause->text);
    return;
  }
  if (hull.low != accepted.range.low || hull.high != accepted.range.high)
    accepted.range = extended(component, hull);
  accepted.range.low -= steps;
  accepted.range.high += steps;
  accepted.reason = Reason{"", cause->text, "", ""};
}

ComponentAcceptance TexelJudge::judge(std::size_t texel, unsigned number) const {
  const TexelComponent& component = known_.format.components[number];
  const TexelValue value = value_at(known_.expected, texel, component);
  if (value.state == Definedness::undefined) return everything("the value is undefined");
  ComponentAcceptance accepted;
  accepted.range.low = accepted.range.high = component_rank(component, value.bits);
  accepted.accepts_nan = is_nan(component, value.bits);
  const bool is_depth = known_.is_depth && number == 0;
  if (value.state == Definedness::implementation_dependent) {
    bool is_rounded = known_.wide != nullptr && !component.is_integer();
    if (is_rounded) {
      const std::size_t wide_texel = texel / known_.format.bytes * wide_format().bytes;
      is_rounded = value_at(*known_.wide, wide_texel, wide_format().components[number]).state ==
                   Definedness::defined;
    }
    if (!is_rounded) return everything("the value depends on the implementation");
    widen_by_rounding(texel, number, value.bits, accepted);
  } else if (is_depth && value_at(*known_.before, texel, component).bits != value.bits) {
    // A float has the steps of the greatest depth, 1.
    accepted.reason = Reason{"", "the precision of interpolated depths is not specified", "", ""};
    if (component.encoding == TexelEncoding::sfloat) {
      const float depth = float_value(component, value.bits);
      const float step = std::ldexp(1.0f, -22);
      accepted.range = {component_rank(component, std::bit_cast<std::uint32_t>(depth - step)),
                        component_rank(component, std::bit_cast<std::uint32_t>(depth + step))};
    } else {
      --accepted.range.low;
      ++accepted.range.high;
    }
  }
  const bool is_blended_zero = known_.steps != 0 && accepted.range.low == 0 &&
                               accepted.range.high == 0 &&
                               component.encoding == TexelEncoding::sfloat;
  if (is_blended_zero && !accepted.accepts_nan && !accepted.reason)
    accepted.reason = Reason{"", "no text states the sign of zeros that blending computes", "", ""};
  widen_by_variations(texel, component, accepted);
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
  for (std::size_t texel = 0; texel < known_.expected.size(); texel += format.bytes) {
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
