#include "interpreter/kernels/matrix_mapping.h"

#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr MatrixMapping mappings[] = {MatrixMapping::rows, MatrixMapping::columns,
                                      MatrixMapping::blocks, MatrixMapping::replicated};

// Every element has exactly one first holder, and every component is an element.
TEST(MatrixMapping, EveryElementHasOneFirstHolder) {
  for (const MatrixMapping mapping : mappings) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, std::pair{4, 4}, std::pair{3, 5},
                                        std::pair{16, 16}, std::pair{8, 32}, std::pair{7, 1}}) {
      for (std::uint32_t lanes = 1; lanes <= 128; lanes *= 2) {
        const MatrixElements elements(static_cast<std::uint32_t>(rows),
                                      static_cast<std::uint32_t>(columns), lanes, mapping);
        std::vector<unsigned> holders(elements.count());
        for (std::uint64_t i = 0; i < elements.components(); ++i) {
          EXPECT_GE(elements.first_holders(i), 1u);
          for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const std::uint64_t element = elements.element(lane, i);
            ASSERT_LT(element, elements.count());
            if (lane < elements.first_holders(i)) ++holders[element];
          }
        }
        EXPECT_EQ(holders, std::vector<unsigned>(elements.count(), 1))
            << rows << "x" << columns << ", " << lanes << " lanes, mapping "
            << static_cast<int>(mapping);
      }
    }
  }
}

// What the names of the mappings say, for 4 x 4 elements and 4 invocations.
TEST(MatrixMapping, Orders) {
  const auto elements = [](MatrixMapping mapping, std::uint32_t invocation) {
    const MatrixElements all(4, 4, 4, mapping);
    std::vector<std::uint64_t> held;
    for (std::uint64_t i = 0; i < all.components(); ++i) held.push_back(all.element(invocation, i));
    return held;
  };
  using Elements = std::vector<std::uint64_t>;
  EXPECT_EQ(elements(MatrixMapping::rows, 1), (Elements{1, 5, 9, 13}));
  EXPECT_EQ(elements(MatrixMapping::columns, 1), (Elements{4, 5, 6, 7}));
  EXPECT_EQ(elements(MatrixMapping::blocks, 1), (Elements{4, 5, 6, 7}));
  EXPECT_EQ(elements(MatrixMapping::replicated, 1), (Elements{1, 3, 5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(elements(MatrixMapping::replicated, 3), elements(MatrixMapping::replicated, 1));
}

}  // namespace
}  // namespace spirv_oracle
