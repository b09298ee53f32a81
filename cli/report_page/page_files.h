// The files that a report page is made of, as they are in cli/report_page/.
#pragma once

#include <string_view>

namespace spirv_oracle {

std::string_view
page_html();  // with the lines @STYLE@, @SCRIPT@ and @DATA@, which stand for what follows
std::string_view page_style();
std::string_view page_script();

}  // namespace spirv_oracle
