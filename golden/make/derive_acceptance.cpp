#include "golden/make/derive_acceptance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "cli/report/report.h"
#include "data/representable_bounds.h"
#include "data/scalar.h"
#include "interpreter/loader/types/describe.h"

namespace spirv_oracle::golden {
namespace {

bool is_indeterminate(Definedness state) { return state != Definedness::defined; }

// Whether an enclosure describes the same bytes.
bool is_about(const EnclosedComponent& enclosed, const Component& component) {
  return enclosed.offset == component.offset && enclosed.bytes == scalar_size(component.type);
}

// The type of the numbers that an enclosure describes, for a component of this type. Memory may have two types.
ScalarKind described_type(const EnclosedComponent& enclosed, ScalarKind type) {
  if (enclosed.is_float == is_float(type)) return type;
  if (enclosed.encoding != FloatEncoding::none) return kind_of_encoding(enclosed.encoding);
  const bool is_negative = enclosed.low < 0;
  switch (enclosed.bytes) {
    case 1:
      return is_negative ? ScalarKind::int8 : ScalarKind::uint8;
    case 2:
      return enclosed.is_float ? ScalarKind::float16
             : is_negative     ? ScalarKind::int16
                               : ScalarKind::uint16;
    case 4:
      return enclosed.is_float ? ScalarKind::float32
             : is_negative     ? ScalarKind::int32
                               : ScalarKind::uint32;
    default:
      return enclosed.is_float ? ScalarKind::float64
             : is_negative     ? ScalarKind::int64
                               : ScalarKind::uint64;
  }
}

// The numbers between the bounds, with zeros of either sign.
Acceptance range_between(ScalarKind type, const ValueBounds& bounds, bool may_be_nan = false) {
  Acceptance range;
  range.kind = AcceptanceKind::range;
  const auto bits = representable_bounds(type, bounds.low, bounds.high).value_or(BitBounds{});
  range.low = bits.low;
  range.high = bits.high;
  const double low = float_value(type, range.low), high = float_value(type, range.high);
  range.special.nan = may_be_nan;
  if (low == 0 && high == 0 && !may_be_nan) {
    range.kind = AcceptanceKind::set;
    range.set = {0, std::uint64_t{1} << (8 * scalar_size(type) - 1)};
    return range;
  }
  range.special.negative_infinity = std::isinf(low) && low < 0;
  range.special.positive_infinity = std::isinf(high) && high > 0;
  // One below the bits of an infinity is the largest finite number.
  if (range.special.negative_infinity) --range.low;
  if (range.special.positive_infinity) --range.high;
  range.special.positive_zero = range.special.negative_zero = low <= 0 && high >= 0;
  return range;
}

// The bounds may be those of the same bits without a sign.
Acceptance integers_between(ScalarKind type, ValueBounds bounds) {
  const int bits_of_type = 8 * static_cast<int>(scalar_size(type));
  if (is_signed_integer(type) && bounds.low >= std::ldexp(1.0, bits_of_type - 1)) {
    bounds.low -= std::ldexp(1.0, bits_of_type);
    bounds.high -= std::ldexp(1.0, bits_of_type);
  }
  Acceptance acceptance;
  acceptance.kind = AcceptanceKind::any;
  const auto bits = representable_bounds(type, bounds.low, bounds.high);
  if (!bits) return acceptance;
  acceptance.kind = AcceptanceKind::range;
  acceptance.low = bits->low;
  acceptance.high = bits->high;
  return acceptance;
}

// An output whose components are visited in ascending order.
class Derivation {
 public:
  Derivation(const BufferResult& after, const std::vector<Finding>& findings, const Locate& locate,
             ReasonList& reasons)
      : after_(after), findings_(findings), locate_(locate), reasons_(reasons) {}

  void add(const Component& component);
  OutputAcceptance take() { return std::move(output_); }

 private:
  void add_bytes(const Component& component);
  void add_indeterminate(const Component& component);
  const EnclosedComponent* enclosed_at(const Component& component);
  bool is_known(const Component& component);
  // The type of the run becomes that of the numbers.
  void set_enclosed(AcceptanceRun& run, const EnclosedComponent& enclosed);
  const IndeterminateComponent* indeterminate_at(const Component& component);
  Reason reason_of(const IndeterminateComponent* indeterminate, Definedness state) const;

  const BufferResult& after_;
  const std::vector<Finding>& findings_;
  const Locate& locate_;
  ReasonList& reasons_;
  std::size_t next_indeterminate_ = 0, next_enclosed_ = 0;
  OutputAcceptance output_;
};

void Derivation::add(const Component& component) {
  const std::size_t size = scalar_size(component.type);
  const auto shadow = std::span(after_.contents.shadow).subspan(component.offset, size);
  const auto indeterminate_bytes =
      static_cast<std::size_t>(std::ranges::count_if(shadow, is_indeterminate));
  if (indeterminate_bytes == size) return add_indeterminate(component);
  AcceptanceRun run{component.offset, 1, component.type, {}};
  if (indeterminate_bytes > 0) {
    if (!is_known(component)) return add_bytes(component);
    set_enclosed(run, *enclosed_at(component));
    return append(output_, run);
  }
  const std::uint64_t bits =
      load_bits(std::span(after_.contents.bytes).subspan(component.offset, size));
  if (const EnclosedComponent* enclosed = enclosed_at(component)) {
    set_enclosed(run, *enclosed);
    return append(output_, run);
  }
  // The implementation chooses the bits of a NaN, unless no operation changed it.
  if (after_.written && is_nan_of(component.type, bits)) run.acceptance.kind = AcceptanceKind::nan;
  append(output_, run);
}

// Whether the enclosure says everything about a component with marked bytes.
bool Derivation::is_known(const Component& component) {
  const auto shadow =
      std::span(after_.contents.shadow).subspan(component.offset, scalar_size(component.type));
  const EnclosedComponent* enclosed = enclosed_at(component);
  return *std::ranges::max_element(shadow) == Definedness::implementation_dependent &&
         enclosed != nullptr && !enclosed->is_unknown && is_about(*enclosed, component);
}

// The enclosure that shares a byte with the component.
const EnclosedComponent* Derivation::enclosed_at(const Component& component) {
  const std::vector<EnclosedComponent>& all = after_.enclosures;
  while (next_enclosed_ < all.size() &&
         all[next_enclosed_].offset + all[next_enclosed_].bytes <= component.offset)
    ++next_enclosed_;
  const std::uint64_t end = component.offset + scalar_size(component.type);
  if (next_enclosed_ == all.size() || all[next_enclosed_].offset >= end) return nullptr;
  return &all[next_enclosed_];
}

void Derivation::set_enclosed(AcceptanceRun& run, const EnclosedComponent& enclosed) {
  const CodeLocation where = locate_(enclosed.instruction);
  Reason reason;
  reason.text = fmt::format("{} may have other results", where.disassembly);
  if (where.source.line != 0)
    reason.where = fmt::format("{}:{}", where.source.file, where.source.line);
  Acceptance& acceptance = run.acceptance;
  if (enclosed.is_unknown || !is_about(enclosed, {run.offset, run.type})) {
    acceptance.kind = AcceptanceKind::any;
    acceptance.reason = reasons_.add(reason);
    return;
  }
  run.type = described_type(enclosed, run.type);
  if (!enclosed.values.empty()) {
    acceptance.kind = AcceptanceKind::set;
    acceptance.set = enclosed.values;
  } else if (!enclosed.is_float) {
    acceptance = integers_between(run.type, {enclosed.low, enclosed.high});
  } else if (!enclosed.has_numbers) {
    acceptance.kind = AcceptanceKind::nan;
  } else {
    acceptance = range_between(run.type, {enclosed.low, enclosed.high}, enclosed.may_be_nan);
  }
  acceptance.reason = reasons_.add(reason);
}

void Derivation::add_bytes(const Component& component) {
  for (std::size_t i = 0; i < scalar_size(component.type); ++i) {
    const Component byte{component.offset + i, ScalarKind::uint8};
    if (is_indeterminate(after_.contents.shadow[byte.offset])) {
      add_indeterminate(byte);
    } else {
      append(output_, {byte.offset, 1, byte.type, {}});
    }
  }
}

// The stored component in which the current one begins.
const IndeterminateComponent* Derivation::indeterminate_at(const Component& component) {
  const std::vector<IndeterminateComponent>& indeterminate = after_.indeterminate;
  while (next_indeterminate_ < indeterminate.size() &&
         indeterminate[next_indeterminate_].offset + indeterminate[next_indeterminate_].bytes <=
             component.offset)
    ++next_indeterminate_;
  if (next_indeterminate_ == indeterminate.size() ||
      indeterminate[next_indeterminate_].offset > component.offset)
    return nullptr;
  return &indeterminate[next_indeterminate_];
}

Reason Derivation::reason_of(const IndeterminateComponent* indeterminate, Definedness state) const {
  Reason reason;
  if (state == Definedness::uninitialized) {
    reason.text = "no store wrote it, and its input is undefined";
    return reason;
  }
  reason.text = state == Definedness::undefined ? "the value is undefined"
                                                : "the value depends on the implementation";
  if (indeterminate == nullptr || indeterminate->history.empty()) return reason;
  const Note& origin = indeterminate->history.front();
  reason.text = origin.message;
  if (origin.source.line != 0)
    reason.where = fmt::format("{}:{}", origin.source.file, origin.source.line);
  const auto finding = std::ranges::find_if(findings_, [&origin](const Finding& candidate) {
    return origin.word != 0 && candidate.where.word == origin.word;
  });
  if (finding == findings_.end()) return reason;
  reason.clause = finding->clause;
  reason.lanes = fmt::format("{} of subgroup {}, workgroup ({},{},{})", lanes_text(finding->lanes),
                             finding->subgroup, finding->workgroup[0], finding->workgroup[1],
                             finding->workgroup[2]);
  return reason;
}

void Derivation::add_indeterminate(const Component& component) {
  const std::size_t size = scalar_size(component.type);
  const auto shadow = std::span(after_.contents.shadow).subspan(component.offset, size);
  const Definedness state = *std::ranges::max_element(shadow);
  const IndeterminateComponent* indeterminate = indeterminate_at(component);
  AcceptanceRun run{component.offset, 1, component.type, {}};
  run.acceptance.kind = AcceptanceKind::any;
  if (is_known(component)) {
    set_enclosed(run, *enclosed_at(component));
    return append(output_, run);
  }
  const bool has_bounds = indeterminate != nullptr && indeterminate->bounds &&
                          indeterminate->offset == component.offset &&
                          indeterminate->bytes == size &&
                          state == Definedness::implementation_dependent;
  // These bounds only consider the order. The enclosure also considers which invocations contribute, and inexact operands.
  const EnclosedComponent* enclosed = has_bounds ? enclosed_at(component) : nullptr;
  if (enclosed != nullptr) set_enclosed(run, *enclosed);
  run.acceptance.reason = reasons_.add(reason_of(indeterminate, state));
  // So far, one execution.
  if (run.acceptance.kind == AcceptanceKind::any && state == Definedness::implementation_dependent)
    run.acceptance.agreed = 1;
  append(output_, run);
}

}  // namespace

std::uint32_t ReasonList::add(const Reason& reason) {
  const auto found = std::ranges::find(reasons_, reason);
  if (found == reasons_.end()) {
    reasons_.push_back(reason);
    return static_cast<std::uint32_t>(reasons_.size() - 1);
  }
  return static_cast<std::uint32_t>(found - reasons_.begin());
}

OutputAcceptance derive_acceptance(const BufferResult& after,
                                   const std::vector<Component>& components,
                                   const std::vector<Finding>& findings, const Locate& locate,
                                   ReasonList& reasons) {
  Derivation derivation(after, findings, locate, reasons);
  for (const Component& component : components) derivation.add(component);
  return derivation.take();
}

}  // namespace spirv_oracle::golden
