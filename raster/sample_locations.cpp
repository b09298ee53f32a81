#include "raster/sample_locations.h"

#include <array>

namespace spirv_oracle {
namespace {

constexpr std::array<SampleLocation, 1> one{{{8, 8}}};
constexpr std::array<SampleLocation, 2> two{{{12, 12}, {4, 4}}};
constexpr std::array<SampleLocation, 4> four{{{6, 2}, {14, 6}, {2, 10}, {10, 14}}};
constexpr std::array<SampleLocation, 8> eight{
    {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}}};
constexpr std::array<SampleLocation, 16> sixteen{{{9, 9},
                                                  {7, 5},
                                                  {5, 10},
                                                  {12, 7},
                                                  {3, 6},
                                                  {10, 13},
                                                  {13, 11},
                                                  {11, 3},
                                                  {6, 14},
                                                  {8, 1},
                                                  {4, 2},
                                                  {2, 12},
                                                  {0, 8},
                                                  {15, 4},
                                                  {14, 15},
                                                  {1, 0}}};

}  // namespace

std::span<const SampleLocation> sample_locations(std::uint32_t samples) {
  switch (samples) {
    case 1:
      return one;
    case 2:
      return two;
    case 4:
      return four;
    case 8:
      return eight;
    case 16:
      return sixteen;
    default:
      return {};
  }
}

}  // namespace spirv_oracle
