// The files in cli/report_page/ from which a report page is built.
#pragma once

#include <string_view>

namespace spirv_oracle {

std::string_view page_html();  // with the placeholder lines @STYLE@, @SCRIPT@ and @DATA@
std::string_view page_style();
std::string_view page_script();

}  // namespace spirv_oracle
