// The EXPECT lines of AmberScripts for the outputs of bundles.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "golden/export/amber_parts.h"

namespace spirv_oracle::golden {

// The integer type of a buffer in the script, with the size of the smallest component, so that each can be compared.
ScalarKind amber_unit(const BundleResource& resource);

// The expectations of one buffer. Exact components are compared as integers. Bounds need a buffer with the component's
// own type, which a second run fills.
class BufferExpectations {
 public:
  // The resource must have an output and outlive the object.
  explicit BufferExpectations(const BundleResource& resource);

  const std::string& exact() const { return exact_; }
  const std::string& bounds() const { return bounds_; }
  std::string bounds_name() const { return name_ + "_bounds"; }
  // For the buffer of the second run.
  ScalarKind bounds_type() const { return bounds_type_.value_or(unit_); }
  const ComparedComponents& compared() const { return compared_; }

 private:
  void add_exact(const AcceptanceRun& run);
  void add_bounds(const AcceptanceRun& run);
  bool may_have_bounds_of(ScalarKind type);

  const BundleResource& resource_;
  std::string name_;
  ScalarKind unit_;
  std::optional<ScalarKind> bounds_type_;
  std::string exact_, bounds_;
  ComparedComponents compared_;
};

// The expectations of an attachment, whose image has components of these types. Exact components that are finite floats are
// compared as floats, so that the sign of a zero is not.
struct AttachmentExpectations {
  std::string text;
  ComparedComponents compared;
};
// The type of the value that begins at a byte; none if no value does.
using AmberTypeAt = std::function<std::optional<ScalarKind>(std::uint64_t byte)>;
AttachmentExpectations expect_attachment(const BundleResource& attachment,
                                         const AmberTypeAt& type_at);

}  // namespace spirv_oracle::golden
