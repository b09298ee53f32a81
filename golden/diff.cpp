#include <fmt/format.h>

#include <span>

#include "data/scalar.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/bundle/bundle_json.h"
#include "golden/bundle_commands.h"
#include "support/command_line.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t max_shown_components = 32;

// Collects lines about the differences.
class Differences {
 public:
  void add(const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) text_ += fmt::format("{}: {} became {}\n", what, a, b);
  }
  void say(const std::string& line) { text_ += line + '\n'; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string list_text(const std::vector<std::string>& items) {
  return items.empty() ? "none" : fmt::format("{}", fmt::join(items, ", "));
}

const BundleResource* find_resource(const Bundle& bundle, const std::string& name) {
  for (const BundleResource& resource : bundle.resources) {
    if (resource.name == name) return &resource;
  }
  return nullptr;
}

// The component at an offset, in words.
std::string component_text(const BundleOutput& output, const AcceptanceRun& run,
                           std::uint64_t offset) {
  const std::uint64_t bits =
      load_bits(std::span(output.expected).subspan(offset, scalar_size(run.type)));
  return acceptance_text(run.type, run.acceptance, bits);
}

void compare_components(const std::string& name, const BundleOutput& a, const BundleOutput& b,
                        Differences& differences) {
  std::size_t different = 0;
  auto run_b = b.acceptance.begin();
  for (const AcceptanceRun& run : a.acceptance) {
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      while (run_b->end() <= at) ++run_b;
      const bool fits = run_b->type == run.type && (at - run_b->offset) % size == 0;
      const std::string before = component_text(a, run, at);
      const std::string after = fits ? component_text(b, *run_b, at) : "of another type";
      if (before == after || ++different > max_shown_components) continue;
      differences.say(fmt::format("output {}, {} at byte {}: {} became {}", name,
                                  scalar_name(run.type), at, before, after));
    }
  }
  if (different > max_shown_components)
    differences.say(fmt::format("output {}: and {} more", name, different - max_shown_components));
}

void compare_resources(const Bundle& a, const Bundle& b, Differences& differences) {
  for (const BundleResource& before : a.resources) {
    const BundleResource* after = find_resource(b, before.name);
    if (after == nullptr) {
      differences.say(fmt::format("{} is only in {}", before.name, a.name));
      continue;
    }
    const bool same_input = before.input.has_value() == after->input.has_value() &&
                            (!before.input || (before.input->bytes == after->input->bytes &&
                                               before.input->undefined == after->input->undefined));
    if (!same_input) differences.say(fmt::format("input {} differs", before.name));
    if (!before.output || !after->output) continue;
    if (before.output->expected.size() != after->output->expected.size()) {
      differences.add(fmt::format("output {}", before.name),
                      fmt::format("{} bytes", before.output->expected.size()),
                      fmt::format("{} bytes", after->output->expected.size()));
      continue;
    }
    compare_components(before.name, *before.output, *after->output, differences);
  }
  for (const BundleResource& after : b.resources) {
    if (find_resource(a, after.name) == nullptr)
      differences.say(fmt::format("{} is only in {}", after.name, b.name));
  }
}

void compare_assumptions(const Bundle& a, const Bundle& b, Differences& differences) {
  auto before = manifest_as_json(a, {})["assumptions"];
  auto after = manifest_as_json(b, {})["assumptions"];
  for (auto* assumptions : {&before, &after}) {  // omitted if there are none
    if (!assumptions->contains("not_assumed"))
      (*assumptions)["not_assumed"] = nlohmann::ordered_json::array();
  }
  for (const auto& [name, value] : before.items())
    differences.add(name, value.dump(), after[name].dump());
}

}  // namespace

std::string diff_help() {
  return R"(usage: spirv-golden diff BUNDLE BUNDLE

Compares the modules, dispatches, assumptions, inputs and accepted values of two bundles.

  spirv-golden diff old/scan.s8 new/scan.s8

Exit status: 0 the bundles do not differ, except in their names; 1 they differ; 2 bad input.
)";
}

Result<Status> diff(const std::vector<std::string>& arguments, const Console& console) {
  const auto paths = parse_command_line({}, arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->size() != 2)
    return bad_input("diff: two bundles are needed: spirv-golden diff --help shows how");
  const auto a = read_bundle(paths->front());
  if (!a) return tl::unexpected(a.error());
  const auto b = read_bundle(paths->back());
  if (!b) return tl::unexpected(b.error());
  Differences differences;
  if (a->words != b->words) differences.say("the modules differ");
  differences.add("instructions", list_text(a->instructions), list_text(b->instructions));
  differences.add("entry point", a->entry_point, b->entry_point);
  differences.add("workgroups", fmt::format("{}", fmt::join(a->groups, ",")),
                  fmt::format("{}", fmt::join(b->groups, ",")));
  if (a->specialization != b->specialization) differences.say("the specialization differs");
  compare_assumptions(*a, *b, differences);
  differences.add("masked undefined behavior", list_text(a->masked), list_text(b->masked));
  differences.add("notes", list_text(a->notes), list_text(b->notes));
  compare_resources(*a, *b, differences);
  if (a->tool_version != b->tool_version) {
    console.out << fmt::format("made by spirv-golden {} and {}\n", a->tool_version,
                               b->tool_version);
  }
  console.out << differences.text();
  if (differences.text().empty()) console.out << "no differences\n";
  return differences.text().empty() ? Status::ok : Status::mismatch;
}

}  // namespace spirv_oracle::golden
