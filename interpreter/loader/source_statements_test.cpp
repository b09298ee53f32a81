#include "interpreter/loader/source_statements.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

SourceFile source(std::string text) {
  SourceFile file;
  file.name = "a.comp";
  file.text = std::move(text);
  file.line_starts = {0};
  for (std::uint32_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  return file;
}

// The source after the edit; "none" without one.
std::string edited(const SourceFile& file, const std::optional<SourceEdit>& edit) {
  if (!edit) return "none";
  EXPECT_EQ(edit->file, "a.comp");
  std::string text = file.text;
  text.replace(file.line_starts[edit->line - 1] + edit->column - 1, edit->length, edit->text);
  return text;
}

std::string before(const std::string& text, std::uint32_t line, std::uint32_t column = 0) {
  const SourceFile file = source(text);
  return edited(file, insert_before_statement({file, line, column}, "barrier();"));
}
std::string after(const std::string& text, std::uint32_t line) {
  const SourceFile file = source(text);
  return edited(file, insert_after_statement({file, line}, "barrier();"));
}
std::string in_loop(const std::string& text, std::uint32_t line) {
  const SourceFile file = source(text);
  return edited(file, insert_in_loop_body({file, line}, "barrier();"));
}

TEST(SourceStatements, BeforeAStatementOfItsOwnLine) {
  EXPECT_EQ(before("void main() {\n  a = 1;\n  b = 2;\n}\n", 3),
            "void main() {\n  a = 1;\n  barrier();\n  b = 2;\n}\n");
}

TEST(SourceStatements, AStatementMayHaveSeveralLines) {
  EXPECT_EQ(
      before("void main() {\n  b = f(1,  // ; {\n    /* ; */ \";\",\n        c);\n}\n", 4),
      "void main() {\n  barrier();\n  b = f(1,  // ; {\n    /* ; */ \";\",\n        c);\n}\n");
}

TEST(SourceStatements, ALineMayHaveSeveralStatements) {
  EXPECT_EQ(before("void main() { a = 1; b = 2; }\n", 1, 22),
            "void main() { a = 1; barrier(); b = 2; }\n");
}

TEST(SourceStatements, ABranchWithoutBracesIsOneStatement) {
  EXPECT_EQ(before("void main() {\n  if (c)\n    a = 1;\n}\n", 3),
            "void main() {\n  barrier();\n  if (c)\n    a = 1;\n}\n");
}

TEST(SourceStatements, NothingGoesBeforeElse) {
  EXPECT_EQ(before("void main() {\n  if (c) { a = 1; }\n  else b = 1;\n}\n", 3), "none");
  EXPECT_EQ(before("void main() {\n  if (c) {\n    a = 1;\n  } else if (d) {\n  }\n}\n", 4, 5),
            "none");
}

TEST(SourceStatements, NothingGoesOutsideFunctions) {
  EXPECT_EQ(before("uint a = 1;\nvoid main() { b = 1; }\n", 1), "none");
  EXPECT_EQ(before("void main() { b = 1; }\n", 1), "none");
  EXPECT_EQ(before("void main() {}\n", 7), "none");
  EXPECT_EQ(before("", 1), "none");
}

TEST(SourceStatements, InitializersAreNotBlocks) {
  EXPECT_EQ(before("void f() {\n  uint a[2] = {1,\n    b};\n  c = 1;\n}\n", 3),
            "void f() {\n  barrier();\n  uint a[2] = {1,\n    b};\n  c = 1;\n}\n");
}

TEST(SourceStatements, DirectivesAndLabelsEndStatements) {
  EXPECT_EQ(before("void f() {\n#ifdef A\n  b = 1;\n#endif\n}\n", 3),
            "void f() {\n#ifdef A\n  barrier();\n  b = 1;\n#endif\n}\n");
  EXPECT_EQ(before("void f() {\n  switch (a) {\n    case 1: b = 1;\n  }\n}\n", 3, 13),
            "void f() {\n  switch (a) {\n    case 1: barrier(); b = 1;\n  }\n}\n");
}

TEST(SourceStatements, TheConditionOfDoBelongsToTheLoop) {
  EXPECT_EQ(before("void f() {\n  do {\n    a = 1;\n  } while (b[0]);\n}\n", 4, 12),
            "void f() {\n  barrier();\n  do {\n    a = 1;\n  } while (b[0]);\n}\n");
}

TEST(SourceStatements, TheHeaderOfForIsOneStatement) {
  EXPECT_EQ(before("void f() {\n  for (a = 0; a < b[0]; ++a) {\n  }\n}\n", 2, 19),
            "void f() {\n  barrier();\n  for (a = 0; a < b[0]; ++a) {\n  }\n}\n");
}

TEST(SourceStatements, AfterASimpleStatement) {
  EXPECT_EQ(after("void f() {\n  a = b(\n    1);\n  c = 1;\n}\n", 2),
            "void f() {\n  a = b(\n    1);\n  barrier();\n  c = 1;\n}\n");
  EXPECT_EQ(after("void f() {\n  while (b[0] == 0) {\n  }\n}\n", 2), "none");
  EXPECT_EQ(after("void f() {\n  if (b) a = 1;\n}\n", 2), "none");
}

TEST(SourceStatements, AtTheEndOfALoop) {
  EXPECT_EQ(in_loop("void f() {\n  for (;;) {\n    a = 1;\n  }\n}\n", 2),
            "void f() {\n  for (;;) {\n    a = 1;\n    barrier();\n  }\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  while (a) { b = 1; }\n}\n", 2),
            "void f() {\n  while (a) { b = 1; barrier(); }\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  do {\n    a = 1;\n  } while (b);\n}\n", 2),
            "void f() {\n  do {\n    a = 1;\n    barrier();\n  } while (b);\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  [unroll] for (;;) { b = 1; }\n}\n", 2),
            "void f() {\n  [unroll] for (;;) { b = 1; barrier(); }\n}\n");
}

TEST(SourceStatements, ContinueWouldSkipTheEndOfALoop) {
  EXPECT_EQ(in_loop("void f() {\n  for (;;) {\n    if (a) continue;\n    b = 1;\n  }\n}\n", 2),
            "void f() {\n  for (;;) { barrier();\n    if (a) continue;\n    b = 1;\n  }\n}\n");
}

TEST(SourceStatements, TheBodyMustBeABlock) {
  EXPECT_EQ(in_loop("void f() {\n  for (;;) a = 1;\n}\n", 2), "none");
  EXPECT_EQ(in_loop("void f() {\n  for (;;) {\n    a = 1;\n", 2), "none");
  EXPECT_EQ(in_loop("void f() {\n  a = 1;\n}\n", 2), "none");
}

TEST(SourceStatements, Calls) {
  const SourceFile file = source("void f() {\n  g(1); barrier(A | (B, C), D); h();\n}\n");
  EXPECT_EQ(edited(file, replace_call({file, 2}, "barrier", "x()")),
            "void f() {\n  g(1); x(); h();\n}\n");
  EXPECT_EQ(edited(file, edit_argument({file, 2}, "barrier", 0, "E | ", true)),
            "void f() {\n  g(1); barrier(E | A | (B, C), D); h();\n}\n");
  EXPECT_EQ(edited(file, edit_argument({file, 2}, "barrier", 1, "E", false)),
            "void f() {\n  g(1); barrier(A | (B, C), E); h();\n}\n");
  EXPECT_EQ(edited(file, edit_argument({file, 2}, "barrier", 2, "E", false)), "none");
  EXPECT_EQ(edited(file, replace_call({file, 2}, "arrier", "x()")), "none");
  EXPECT_EQ(edited(file, replace_call({file, 1}, "barrier", "x()")), "none");
}

// Any text is read without a crash.
TEST(SourceStatements, BrokenText) {
  for (const char* text : {"}", "{", "}}}{{{", "((((", "\"", "/*", "#", "#\\\n", "for", "do {",
                           "'\\", "void f() { for (", "void f() { do { }", ")", "case :"}) {
    const SourceFile file = source(text);
    for (const std::uint32_t column : {0u, 1u, 2u, 100u}) {
      insert_before_statement({file, 1, column}, "x");
      insert_after_statement({file, 1, column}, "x");
      insert_in_loop_body({file, 1, column}, "x");
      edit_argument({file, 1, column}, "f", 0, "x", true);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
