#include "amber/outcome_report.h"

#include <gtest/gtest.h>

namespace spirv_oracle::amber {
namespace {

Outcome outcome(const std::string& file, Status status, const std::string& error = "") {
  Outcome result;
  result.file = file;
  result.status = status;
  result.error = error;
  return result;
}

TEST(OutcomeReport, Summary) {
  EXPECT_EQ(summary_text({outcome("a", Status::ok), outcome("b", Status::ok)}),
            "Summary: 2 pass\n");
  EXPECT_EQ(summary_text({outcome("a", Status::unsupported), outcome("b", Status::mismatch)}),
            "Summary: 0 pass, 1 fail, 1 not supported\n");
}

TEST(OutcomeReport, TheWorst) {
  EXPECT_LT(badness(Status::ok), badness(Status::unsupported));
  EXPECT_LT(badness(Status::unsupported), badness(Status::limit));
  EXPECT_LT(badness(Status::limit), badness(Status::mismatch));
  EXPECT_LT(badness(Status::mismatch), badness(Status::undefined_behavior));
  EXPECT_LT(badness(Status::undefined_behavior), badness(Status::bad_input));
}

TEST(OutcomeReport, JUnit) {
  Outcome failed = outcome("dir/<f>.amber", Status::mismatch);
  failed.failures.push_back({{3, 1}, "EXPECT a IDX 0 EQ \"2\"", "1 & only", {}});
  failed.warnings = {"a warning"};
  EXPECT_EQ(
      junit_xml({outcome("dir/a.amber", Status::ok), failed,
                 outcome("b", Status::unsupported, "no images\nat all\x01")}),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\"0.000\">\n"
      "  <testsuite name=\"spirv-run\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\" "
      "time=\"0.000\">\n"
      "    <testcase name=\"a.amber\" classname=\"dir\" file=\"dir/a.amber\" time=\"0.000\" />\n"
      "    <testcase name=\"&lt;f>.amber\" classname=\"dir\" file=\"dir/&lt;f>.amber\" "
      "time=\"0.000\">\n"
      "      <failure message=\"dir/&lt;f>.amber:3:1: expectation failed: 1 &amp; only\" "
      "type=\"fail\">a warning\n"
      "dir/&lt;f&gt;.amber:3:1: expectation failed: 1 &amp; only\n"
      "  EXPECT a IDX 0 EQ \"2\"\n</failure>\n"
      "    </testcase>\n"
      "    <testcase name=\"b\" classname=\"\" file=\"b\" time=\"0.000\">\n"
      "      <skipped message=\"no images\" type=\"not supported\">no images\nat all\n"
      "</skipped>\n"
      "    </testcase>\n"
      "  </testsuite>\n</testsuites>\n");
}

}  // namespace
}  // namespace spirv_oracle::amber
