// Draws of the suite: helper invocations, quads, derivatives and interpolation in fragment shaders, and what the fixed
// functions do with fragments.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

struct FragmentTest {
  std::string name;
  std::string glsl;  // the fragment shader
  std::function<SuiteDraw()> draw;
};

// None for subgroups that are smaller than a quad.
std::vector<FragmentTest> fragment_tests(const SuiteShape& shape);

// Parts of them: all masks of coverage and demotion in a quad; the operations on attachments; the state of a pipeline.
void add_quad_tests(std::vector<FragmentTest>& tests);
void add_operation_tests(std::vector<FragmentTest>& tests);
void add_state_tests(std::vector<FragmentTest>& tests);

SuiteModule make_fragment_module(const SuiteShape& shape, const FragmentTest& test);

// A draw of a triangle strip that covers a framebuffer of this size. The vertex shader has no inputs.
SuiteDraw rectangle_of(std::uint32_t width, std::uint32_t height);
// An attachment of zeros that covers the framebuffer.
Attachment attachment_of(const Framebuffer& framebuffer, const TexelFormat& format,
                         std::uint32_t samples = 1);
const TexelFormat& texel_format(std::string_view name);

}  // namespace spirv_oracle::golden
