// Group operations on contributions that are open in some of their bits (partly_open.h): what the operations'
// Open<T> is, see group_combination.h. The value of a result is that of the contributions' values, so that an
// implementation may have it.
#pragma once

#include <bit>
#include <vector>

#include "interpreter/exec/partly_open.h"

namespace spirv_oracle {

// A contribution as bits: in place of T, so that Booleans are no exception.
template <class T>
struct OpenContribution {
  using Bits = UnsignedOfSize<sizeof(T)>;
  static constexpr Bits all = static_cast<Bits>(all_open<T>);

  explicit OpenContribution(PartlyOpen<T> contribution)
      : must_be_set(static_cast<Bits>(static_cast<Bits>(contribution.value) &
                                      ~static_cast<Bits>(contribution.open))),
        may_be_set(static_cast<Bits>(must_be_set | static_cast<Bits>(contribution.open))) {}

  Bits must_be_set;
  Bits may_be_set;
};

// A defined 0 bit decides.
template <class T>
class OpenAnd {
 public:
  void add(PartlyOpen<T> more) {
    const OpenContribution<T> bits(more);
    value_ &= static_cast<Bits>(more.value);
    must_be_set_ &= bits.must_be_set;
    may_be_set_ &= bits.may_be_set;
  }
  PartlyOpen<T> result() const {
    return {static_cast<T>(value_), static_cast<OpenOf<T>>(may_be_set_ ^ must_be_set_)};
  }

 private:
  using Bits = typename OpenContribution<T>::Bits;
  Bits value_ = OpenContribution<T>::all;
  Bits must_be_set_ = OpenContribution<T>::all;
  Bits may_be_set_ = OpenContribution<T>::all;
};

// A defined 1 bit decides.
template <class T>
class OpenOr {
 public:
  void add(PartlyOpen<T> more) {
    const OpenContribution<T> bits(more);
    value_ |= static_cast<Bits>(more.value);
    must_be_set_ |= bits.must_be_set;
    may_be_set_ |= bits.may_be_set;
  }
  PartlyOpen<T> result() const {
    return {static_cast<T>(value_), static_cast<OpenOf<T>>(may_be_set_ ^ must_be_set_)};
  }

 private:
  using Bits = typename OpenContribution<T>::Bits;
  Bits value_ = 0;
  Bits must_be_set_ = 0;
  Bits may_be_set_ = 0;
};

template <class T>
class OpenXor {
 public:
  void add(PartlyOpen<T> more) {
    value_ = static_cast<T>(value_ ^ more.value);
    open_ = static_cast<OpenOf<T>>(open_ | more.open);
  }
  PartlyOpen<T> result() const { return {value_, open_}; }

 private:
  T value_{};
  OpenOf<T> open_{};
};

// Carries go up, so that the bits below the lowest open one are right. Others may be, too.
template <class T>
class OpenSum {
 public:
  void add(PartlyOpen<T> more) {
    sum_ = static_cast<Bits>(sum_ + static_cast<Bits>(more.value));
    open_ = static_cast<Bits>(open_ | static_cast<Bits>(more.open));
  }
  PartlyOpen<T> result() const {
    const auto below = static_cast<Bits>((open_ & (Bits{0} - open_)) - 1);
    return {static_cast<T>(sum_), open_ == 0 ? T{0} : static_cast<T>(~below)};
  }

 private:
  using Bits = UnsignedOfSize<sizeof(T)>;
  Bits sum_ = 0;
  Bits open_ = 0;
};

// A product ends with as many zeros as its factors together: all are zeros if a factor is 0. Other bits
// may be right, too.
template <class T>
class OpenProduct {
 public:
  void add(PartlyOpen<T> more) {
    const OpenContribution<T> bits(more);
    product_ *= static_cast<Bits>(more.value);
    any_open_ |= more.open != 0;
    zeros_ = std::min(zeros_ + static_cast<unsigned>(std::countr_zero(bits.may_be_set)), width);
  }
  PartlyOpen<T> result() const {
    if (!any_open_) return {static_cast<T>(product_), T{0}};
    const std::uint64_t all = ~std::uint64_t{0};
    return {static_cast<T>(product_), zeros_ == width ? T{0} : static_cast<T>(all << zeros_)};
  }

 private:
  using Bits = UnsignedOfSize<sizeof(T)>;
  static constexpr unsigned width = 8 * sizeof(T);
  std::uint64_t product_ = 1;
  bool any_open_ = false;
  unsigned zeros_ = 0;
};

// The minimum can be each value that a contribution can have and that no contribution certainly is below. The
// maximum is the minimum of the complements, and flipping their signs makes signed numbers ordered like
// unsigned ones; neither changes which bits are open.
template <class T, bool Greatest>
class OpenExtremum {
 public:
  void add(PartlyOpen<T> more) {
    more.value = static_cast<T>(static_cast<Bits>(more.value) ^ flipped);
    value_ = std::min(value_, static_cast<Bits>(more.value));
    const OpenContribution<T> bits(more);
    limit_ = std::min(limit_, bits.may_be_set);
    contributions_.push_back(bits);
    std::erase_if(contributions_, [&](const OpenContribution<T>& contribution) {
      return contribution.must_be_set > limit_;
    });
  }
  PartlyOpen<T> result() const {
    Bits always = limit_, ever = limit_;
    for (const OpenContribution<T>& contribution : contributions_) {
      // Those of its open bits that can be set in a value up to the limit.
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
  std::vector<OpenContribution<T>> contributions_;
};

}  // namespace spirv_oracle
