#include "golden/module_subject.h"

#include <fmt/format.h>

#include "cli/declared_subgroup_size.h"
#include "cli/named_resources.h"
#include "cli/resources.h"

namespace spirv_oracle::golden {
namespace {

// Bundles count workgroups.
Result<void> check_uniform(const Module& module, Dispatch& dispatch) {
  if (!dispatch.global_size) return {};
  const Dim3 size = workgroup_size(module, dispatch).value_or(Dim3{1, 1, 1});
  for (std::size_t d = 0; d < 3; ++d) {
    if ((*dispatch.global_size)[d] % size[d] != 0)
      return unsupported(fmt::format(
          "a bundle needs whole workgroups: --global-size {} is not a multiple of the workgroup "
          "size, {}, in dimension {}",
          (*dispatch.global_size)[d], size[d], d));
  }
  dispatch.global_size.reset();
  return {};
}

}  // namespace

Result<ModuleSubject> load_subject(const DispatchOptions& options) {
  DispatchOptions what = options;
  auto file = load_module_file(what.module);
  if (!file) return tl::unexpected(file.error());
  auto specialized = specialize_data(file->words, what.launch);
  if (!specialized) return tl::unexpected(specialized.error());
  if (*specialized) file->words = std::move(**specialized);
  auto module = load_in_time(file->words, load_options(what.module, file->words),
                             file->assembly.id_names(), nullptr);
  if (!module) return tl::unexpected(module.error());
  const ModuleInfo info = describe(**module, what.launch.limits.max_memory);
  const auto entry = pick_entry_point(info, what.launch.entry_point);
  if (!entry) return tl::unexpected(entry.error());
  ModuleSubject subject;
  auto dispatch = make_dispatch(info, **entry, what, subject.notes);
  if (!dispatch) return tl::unexpected(dispatch.error());
  take_declared_subgroup_size(**module, *dispatch);
  if (auto done = count_groups(**module, **entry, what.module, *dispatch); !done)
    return tl::unexpected(done.error());
  if (auto done = check_uniform(**module, *dispatch); !done) return tl::unexpected(done.error());
  LaunchOptions launch = what.launch;
  if (auto done = resolve_names(**module, **entry, launch); !done)
    return tl::unexpected(done.error());
  if (auto done = add_resources(**entry, launch, *dispatch, subject.notes); !done)
    return tl::unexpected(done.error());
  subject.file = std::move(*file);
  subject.module = std::move(*module);
  subject.entry = **entry;
  subject.dispatch = std::move(*dispatch);
  return subject;
}

}  // namespace spirv_oracle::golden
