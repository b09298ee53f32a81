// Group operations on contributions with indeterminate bits (indeterminate_bit_rules.h).
// group_combination.h explains Indeterminate<T>. The value of a result is computed from the values
// of the contributions, so an implementation may produce it.
#pragma once

#include <bit>
#include <vector>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"

namespace spirv_oracle {

// The bits of a contribution, instead of T, so that Booleans need no special case.
template <class T>
struct IndeterminateContribution {
  using Bits = UnsignedOfSize<sizeof(T)>;
  static constexpr Bits all = static_cast<Bits>(all_indeterminate<T>);

  explicit IndeterminateContribution(PartlyIndeterminate<T> contribution)
      : must_be_set(static_cast<Bits>(static_cast<Bits>(contribution.value) &
                                      ~static_cast<Bits>(contribution.indeterminate))),
        may_be_set(static_cast<Bits>(must_be_set | static_cast<Bits>(contribution.indeterminate))) {
  }

  Bits must_be_set;
  Bits may_be_set;
};

// A defined 0 bit decides.
template <class T>
class IndeterminateAnd {
 public:
  void add(PartlyIndeterminate<T> more) {
    const IndeterminateContribution<T> bits(more);
    value_ &= static_cast<Bits>(more.value);
    must_be_set_ &= bits.must_be_set;
    may_be_set_ &= bits.may_be_set;
  }
  PartlyIndeterminate<T> result() const {
    return {static_cast<T>(value_), static_cast<BitMaskOf<T>>(may_be_set_ ^ must_be_set_)};
  }

 private:
  using Bits = typename IndeterminateContribution<T>::Bits;
  Bits value_ = IndeterminateContribution<T>::all;
  Bits must_be_set_ = IndeterminateContribution<T>::all;
  Bits may_be_set_ = IndeterminateContribution<T>::all;
};

// A defined 1 bit decides.
template <class T>
class IndeterminateOr {
 public:
  void add(PartlyIndeterminate<T> more) {
    const IndeterminateContribution<T> bits(more);
    value_ |= static_cast<Bits>(more.value);
    must_be_set_ |= bits.must_be_set;
    may_be_set_ |= bits.may_be_set;
  }
  PartlyIndeterminate<T> result() const {
    return {static_cast<T>(value_), static_cast<BitMaskOf<T>>(may_be_set_ ^ must_be_set_)};
  }

 private:
  using Bits = typename IndeterminateContribution<T>::Bits;
  Bits value_ = 0;
  Bits must_be_set_ = 0;
  Bits may_be_set_ = 0;
};

template <class T>
class IndeterminateXor {
 public:
  void add(PartlyIndeterminate<T> more) {
    value_ = static_cast<T>(value_ ^ more.value);
    indeterminate_ = static_cast<BitMaskOf<T>>(indeterminate_ | more.indeterminate);
  }
  PartlyIndeterminate<T> result() const { return {value_, indeterminate_}; }

 private:
  T value_{};
  BitMaskOf<T> indeterminate_{};
};

// Carries only go up, so the bits below the lowest indeterminate one are right. Others may be right
// as well.
template <class T>
class IndeterminateSum {
 public:
  void add(PartlyIndeterminate<T> more) {
    sum_ = static_cast<Bits>(sum_ + static_cast<Bits>(more.value));
    indeterminate_ = static_cast<Bits>(indeterminate_ | static_cast<Bits>(more.indeterminate));
  }
  PartlyIndeterminate<T> result() const {
    const auto below = static_cast<Bits>((indeterminate_ & (Bits{0} - indeterminate_)) - 1);
    return {static_cast<T>(sum_), indeterminate_ == 0 ? T{0} : static_cast<T>(~below)};
  }

 private:
  using Bits = UnsignedOfSize<sizeof(T)>;
  Bits sum_ = 0;
  Bits indeterminate_ = 0;
};

// A product ends with at least as many zeros as its factors together; all bits are zero if a factor
// is 0. Other bits may be right as well.
template <class T>
class IndeterminateProduct {
 public:
  void add(PartlyIndeterminate<T> more) {
    const IndeterminateContribution<T> bits(more);
    product_ *= static_cast<Bits>(more.value);
    any_indeterminate_ |= more.indeterminate != 0;
    zeros_ = std::min(zeros_ + static_cast<unsigned>(std::countr_zero(bits.may_be_set)), width);
  }
  PartlyIndeterminate<T> result() const {
    if (!any_indeterminate_) return {static_cast<T>(product_), T{0}};
    const std::uint64_t all = ~std::uint64_t{0};
    return {static_cast<T>(product_), zeros_ == width ? T{0} : static_cast<T>(all << zeros_)};
  }

 private:
  using Bits = UnsignedOfSize<sizeof(T)>;
  static constexpr unsigned width = 8 * sizeof(T);
  std::uint64_t product_ = 1;
  bool any_indeterminate_ = false;
  unsigned zeros_ = 0;
};

// The minimum can be each value of a contribution that no other contribution is certainly below.
// The maximum is the minimum of the complements. Flipping the sign gives signed numbers the order
// of unsigned ones. Neither changes which bits are indeterminate.
template <class T, bool Greatest>
class IndeterminateExtremum {
 public:
  void add(PartlyIndeterminate<T> more) {
    more.value = static_cast<T>(static_cast<Bits>(more.value) ^ flipped);
    value_ = std::min(value_, static_cast<Bits>(more.value));
    const IndeterminateContribution<T> bits(more);
    limit_ = std::min(limit_, bits.may_be_set);
    contributions_.push_back(bits);
    std::erase_if(contributions_, [&](const IndeterminateContribution<T>& contribution) {
      return contribution.must_be_set > limit_;
    });
  }
  PartlyIndeterminate<T> result() const {
    Bits always = limit_, ever = limit_;
    for (const IndeterminateContribution<T>& contribution : contributions_) {
      // The indeterminate bits that can be set in a value up to the limit.
      const auto distance = static_cast<Bits>(limit_ - contribution.must_be_set);
      const std::uint64_t reachable =
          distance == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(std::uint64_t{distance});
      always &= contribution.must_be_set;
      ever = static_cast<Bits>(ever | contribution.must_be_set |
                               (contribution.may_be_set & reachable));
    }
    return {static_cast<T>(value_ ^ flipped), static_cast<T>(ever ^ always)};
  }

 private:
  using Bits = UnsignedOfSize<sizeof(T)>;
  static constexpr Bits sign =
      static_cast<Bits>(std::is_signed_v<T> ? Bits{1} << (8 * sizeof(T) - 1) : 0);
  static constexpr Bits flipped = static_cast<Bits>(Greatest ? ~sign : sign);

  Bits value_ = static_cast<Bits>(~Bits{0});
  Bits limit_ = static_cast<Bits>(~Bits{0});  // the minimum of the greatest values
  std::vector<IndeterminateContribution<T>> contributions_;
};

}  // namespace spirv_oracle
