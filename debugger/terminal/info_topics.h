// The topics of the command info.
#pragma once

#include <string>
#include <vector>

namespace spirv_oracle {

std::vector<std::string> info_topic_names();

}  // namespace spirv_oracle
