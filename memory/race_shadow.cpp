#include "memory/race_shadow.h"

namespace spirv_oracle {

void RacePage::split() {
  constexpr std::size_t bytes = std::size_t{1} << shift;
  auto split_cells = std::make_unique<RaceCell[]>(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    RaceCell& cell = split_cells[i] = cells[i >> cell_shift];
    const bool is_first = (i & ((1u << cell_shift) - 1)) == 0;
    if (cell.side == 0 || is_first) continue;
    sides.push_back(RaceSide(sides[cell.side]));
    cell.side = static_cast<std::uint16_t>(sides.size() - 1);
  }
  cells = std::move(split_cells);
  cell_shift = 0;
}

void RaceShadow::make(std::uint64_t index) {
  if (index >= pages_.size()) pages_.resize(index + 1);
  pages_[index].cells =
      std::make_unique<RaceCell[]>((std::size_t{1} << RacePage::shift) >> pages_[index].cell_shift);
}

void RaceShadow::clear() {
  for (RacePage& page : pages_) {
    if (page.cells == nullptr) continue;
    std::fill_n(page.cells.get(), (std::size_t{1} << RacePage::shift) >> page.cell_shift,
                RaceCell{});
    page.sides.clear();
  }
}

}  // namespace spirv_oracle
