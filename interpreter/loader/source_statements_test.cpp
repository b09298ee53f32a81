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
// Edits in ascending order.
std::string edited(const SourceFile& file, const std::vector<SourceEdit>& edits) {
  if (edits.empty()) return "none";
  SourceFile changed = file;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    changed.text = edited(changed, std::optional(*edit));
  return changed.text;
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

TEST(SourceStatements, TheBodyBecomesABlock) {
  EXPECT_EQ(in_loop("void f() {\n  for (;;) a = 1;\n}\n", 2),
            "void f() {\n  for (;;) { a = 1; barrier(); }\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  for (;;)\n    if (a) b = 1; else { b = 2; }\n}\n", 2),
            "void f() {\n  for (;;)\n    { if (a) b = 1; else { b = 2; } barrier(); }\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  while (a) if (b) continue; else c = 1;\n}\n", 2),
            "void f() {\n  while (a) { barrier(); if (b) continue; else c = 1; }\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  do a = 1; while (b);\n}\n", 2),
            "void f() {\n  do { a = 1; barrier(); } while (b);\n}\n");
  EXPECT_EQ(in_loop("void f() {\n  for (;;);\n}\n", 2), "none");
  EXPECT_EQ(in_loop("void f() {\n  for (;;) {\n    a = 1;\n", 2), "none");
  EXPECT_EQ(in_loop("void f() {\n  a = 1;\n}\n", 2), "none");
}

// Of a function with a parameter and local variables. The branch is in line 3.
std::string divided(const std::string& branch, std::uint32_t line) {
  const std::string begin = "void f(int n) {\n  const uint i = g(); uint k = 2;\n";
  const SourceFile file = source(begin + branch);
  const auto edit = divide_branch({file, line}, {3}, "barrier();");
  return edit ? edited(file, edit).substr(begin.size()) : "none";
}

TEST(SourceStatements, DivideABranch) {
  EXPECT_EQ(
      divided("  if (i < n) {\n    a = 1;\n    b = 2;\n  }\n}\n", 5),
      "  if (i < n) {\n    a = 1;\n    }\n  barrier();\n  if (i < n) {\n    b = 2;\n  }\n}\n");
  EXPECT_EQ(divided("  if (gl_LocalInvocationID.x == 0u) {\n    a = 1;\n    b = 2;\n  }\n}\n", 5),
            "  if (gl_LocalInvocationID.x == 0u) {\n    a = 1;\n    }\n  barrier();\n"
            "  if (gl_LocalInvocationID.x == 0u) {\n    b = 2;\n  }\n}\n");
}

TEST(SourceStatements, ADividedConditionMustKeepItsValue) {
  const auto with = [](const std::string& condition, const std::string& first) {
    return divided("  if (" + condition + ") {\n    " + first + "\n    b = 2;\n  }\n}\n", 5) !=
           "none";
  };
  EXPECT_TRUE(with("k < 2", "a = k;"));
  EXPECT_TRUE(with("i < get_local_id(0)", "f(i);"));
  for (const char* changed :
       {"k = 1;", "k += 1;", "k++;", "++k;", "f(k);", "f(&k);", "k.x = 1;", "k <<= 2;"})
    EXPECT_FALSE(with("k < 2", changed)) << changed;
  EXPECT_FALSE(with("flag != 0", "a = 1;")) << "memory";
  EXPECT_FALSE(with("values[i] != 0", "a = 1;")) << "memory";
  EXPECT_FALSE(with("f(i)", "a = 1;")) << "a call";
  EXPECT_FALSE(with("k++ < 2", "a = 1;")) << "an effect";
}

TEST(SourceStatements, ADividedBranchMustBeSimple) {
  EXPECT_EQ(divided("  if (i < n) {\n    a = 1;\n    b = 2;\n  } else c = 1;\n}\n", 5), "none");
  EXPECT_EQ(divided("  if (i < n) {\n    return;\n    b = 2;\n  }\n}\n", 5), "none");
  EXPECT_EQ(divided("  if (i < n) {\n    uint c = 1;\n    b = c;\n  }\n}\n", 5), "none");
  EXPECT_NE(divided("  if (i < n) {\n    uint c = 1;\n    b = 1;\n  }\n}\n", 5), "none");
  EXPECT_EQ(divided("  if (i < n) {\n    for (;;) {\n    b = 2; }\n  }\n}\n", 5), "none");
  EXPECT_EQ(divided("  if (i < n)\n    b = 2;\n}\n", 4), "none");
}

TEST(SourceStatements, MoveACallOutOfABranch) {
  const SourceFile file = source(
      "void f() {\n  uint i = 1;\n  if (i < 2) {\n    a = 1;\n    barrier();\n    b = 2;\n  "
      "}\n}\n");
  BranchDivision division{3};
  division.moves_statement = true;
  EXPECT_EQ(edited(file, divide_branch({file, 5}, division, "")),
            "void f() {\n  uint i = 1;\n  if (i < 2) {\n    a = 1;\n    }\n  barrier();\n"
            "  if (i < 2) {\n    b = 2;\n  }\n}\n");
  EXPECT_EQ(edited(file, divide_branch({file, 6}, division, "")), "none") << "no call";
}

std::string atomic(const std::string& statement, bool is_update = false,
                   std::string_view address = "") {
  const SourceFile file = source("void f() {\n" + statement + "\n}\n");
  const auto edits =
      make_atomic({file, 2}, {"Add", "And", "Or", "Xor", "Exchange", address}, is_update);
  const std::string text = edited(file, edits);
  return edits.empty() ? text : text.substr(11, text.size() - 14);
}

TEST(SourceStatements, AtomicUpdates) {
  EXPECT_EQ(atomic("  x += 1;"), "  Add(x, 1);");
  EXPECT_EQ(atomic("  x[i + 1].count += f(2, 3) * 2;"), "  Add(x[i + 1].count, f(2, 3) * 2);");
  EXPECT_EQ(atomic("  x -= y + 1;"), "  Add(x, -(y + 1));");
  EXPECT_EQ(atomic("  x -= 1;", true), "  Add(x, -1);");
  EXPECT_EQ(atomic("  x |= 4u;", true, "&"), "  Or(&x, 4u);");
  EXPECT_EQ(atomic("  x++;", true), "  Add(x, 1);");
  EXPECT_EQ(atomic("  --x;", true), "  Add(x, -1);");
  EXPECT_EQ(atomic("  x = y + 1;"), "  Exchange(x, y + 1);");
}

TEST(SourceStatements, AtomicUpdatesMustBeCertain) {
  EXPECT_EQ(atomic("  x = y;", true), "none");
  EXPECT_EQ(atomic("  x += y;", true), "none") << "the access may be that of y";
  for (const char* statement :
       {"  x *= 2;", "  x <<= 2;", "  uint x = 1;", "  x = y = 1;", "  v.x += 1;",
        "  x += 1; y += 1;", "  if (a) x += 1;", "  x == 1;", "  f(x);", "  x = {1};"})
    EXPECT_EQ(atomic(statement), "none") << statement;
  const SourceFile file = source("void f() {\n  if (x == 1) y += 1;\n}\n");
  const AtomicNames names{"Add", "And", "Or", "Xor", "Exchange", ""};
  EXPECT_EQ(edited(file, make_atomic({file, 2, 15}, names, true)),
            "void f() {\n  if (x == 1) Add(y, 1);\n}\n");
  EXPECT_EQ(edited(file, make_atomic({file, 2, 7}, names, true)), "none");
}

TEST(SourceStatements, VariablesOfCalls) {
  const auto variable = [](const std::string& text, std::uint32_t use) {
    const SourceFile file = source(text);
    return variable_of_call({file, 2}, "copy", {file, use});
  };
  EXPECT_EQ(variable("void f() {\n  event_t e = copy(a, b);\n  c = 1;\n}\n", 3), "e");
  EXPECT_EQ(variable("void f() {\n  e = copy(a, b);\n  c = 1;\n}\n", 3), "e");
  EXPECT_EQ(variable("void f() {\n  copy(a, b);\n  c = 1;\n}\n", 3), "");
  EXPECT_EQ(variable("void f() {\n  e[0] = copy(a, b);\n  c = 1;\n}\n", 3), "");
  EXPECT_EQ(variable("void f() { {\n  event_t e = copy(a, b); }\n  c = 1;\n}\n", 3), "");
}

TEST(SourceStatements, Qualifiers) {
  const auto coherent = [](const std::string& text, std::string_view name) {
    const SourceFile file = source(text);
    return edited(file, add_coherent(file, name, "coherent"));
  };
  EXPECT_EQ(coherent("layout(binding = 0) readonly buffer B { uint b; };\n", "B"),
            "layout(binding = 0) readonly coherent buffer B { uint b; };\n");
  EXPECT_EQ(coherent("uniform uimage2D other, a;\nuniform uimage2D image;\n", "image"),
            "uniform uimage2D other, a;\ncoherent uniform uimage2D image;\n");
  EXPECT_EQ(coherent("RWStructuredBuffer<uint> b : register(u0);\n", "b"),
            "coherent RWStructuredBuffer<uint> b : register(u0);\n");
  EXPECT_EQ(coherent("workgroupcoherent buffer B { uint b; };\n", "B"), "none");
  EXPECT_EQ(coherent("#ifdef A\nbuffer B { uint b; };\n#else\nbuffer B { int b; };\n#endif\n", "B"),
            "none");
  EXPECT_EQ(coherent("QUALIFIER buffer B { uint b; };\n", "B"), "none");
  EXPECT_EQ(coherent("coherent uniform uimage2D b;\n", "b"), "none");
  EXPECT_EQ(coherent("struct B { uint b; };\n", "B"), "none");
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
  for (const char* text : {"}",
                           "{",
                           "}}}{{{",
                           "((((",
                           "\"",
                           "/*",
                           "#",
                           "#\\\n",
                           "for",
                           "do {",
                           "'\\",
                           "void f() { for (",
                           "void f() { do { }",
                           ")",
                           "case :",
                           "if",
                           "void f() { if (",
                           "void f() { x =",
                           "void f() { x++",
                           "=;;",
                           "f f = f()"}) {
    const SourceFile file = source(text);
    for (const std::uint32_t column : {0u, 1u, 2u, 100u}) {
      insert_before_statement({file, 1, column}, "x");
      insert_after_statement({file, 1, column}, "x");
      insert_in_loop_body({file, 1, column}, "x");
      edit_argument({file, 1, column}, "f", 0, "x", true);
      divide_branch({file, 1, column}, {1}, "x");
      make_atomic({file, 1, column}, {"a", "b", "c", "d", "e", ""}, false);
      variable_of_call({file, 1, column}, "f", {file, 1, column});
      add_coherent(file, "f", "x");
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
