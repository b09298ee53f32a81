#include "interpreter/exec/state/lane_list.h"

namespace spirv_oracle {

std::string lane_list(const LaneMask& lanes) {
  std::string text;
  for (unsigned lane = 0; lane < 128; ++lane) {
    if (!lanes.test(lane)) continue;
    unsigned last = lane;
    while (last + 1 < 128 && lanes.test(last + 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last > lane) text += "-" + std::to_string(last);
    lane = last;
  }
  return text;
}

}  // namespace spirv_oracle
