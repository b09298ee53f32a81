#include "spirv_run/app_captures.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <thread>

#include "cli/spirv_golden.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

namespace fs = std::filesystem;

// The files of captured dispatches, NAME/NAME.args in DIR/captured.
std::set<std::string> captured_dispatches(const std::string& folder) {
  std::set<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / "captured", error)) {
    const auto file = entry.path() / (entry.path().filename().string() + ".args");
    if (fs::exists(file, error)) files.insert(file.string());
  }
  return files;
}

// Calls `work` for each number below `count`, in several threads.
void for_each_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads(
      std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), count));
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Reports the failures, which end with or without a newline. Returns their number.
std::size_t print_failures(const std::vector<std::string>& failures, std::string_view missing,
                           const Console& console) {
  std::size_t count = 0;
  for (const std::string& failure : failures) {
    if (failure.empty()) continue;
    console.err << fmt::format("spirv-run: note: a dispatch has no {}: {}{}", missing, failure,
                               failure.ends_with('\n') ? "" : "\n");
    ++count;
  }
  return count;
}

std::string plural(std::size_t count, std::string_view one, std::string_view ending) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : ending);
}

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

// What the dispatch is a part of, as the option in its arguments says.
std::string origin_of(const std::string& arguments) {
  constexpr std::string_view option = "--origin=";
  const auto text = read_file(arguments);
  if (!text) return "";
  const std::string_view all(reinterpret_cast<const char*>(text->data()), text->size());
  const std::size_t begin = all.find(option);
  if (begin == std::string_view::npos) return "";
  const std::string_view rest = all.substr(begin + option.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

std::string summary_of(int status) {
  switch (static_cast<Status>(status)) {
    case Status::ok:
      return "nothing was found";
    case Status::undefined_behavior:
      return "undefined behavior or undefined outputs";
    default:
      return fmt::format("exit status {}", status);
  }
}

}  // namespace

AppCaptures::AppCaptures(const std::string& pages) : pages_(pages) {
  if (const char* folder = std::getenv(capture_variable)) folder_ = folder;
  makes_bundles_ = !folder_.empty();
  if (folder_.empty()) folder_ = pages_;
  if (folder_.empty()) return;
  // The program may change its current folder.
  std::error_code error;
  setenv(capture_variable, fs::absolute(folder_, error).c_str(), 1);
  earlier_ = captured_dispatches(folder_);
}

void AppCaptures::make_bundles(const std::vector<std::string>& files,
                               const Console& console) const {
  std::vector<std::string> failures(files.size());
  for_each_parallel(files.size(), [&](std::size_t i) {
    const auto done =
        run_program(spirv_golden_path(), {"generate", files[i], "--out", folder_, "--allow-ub"});
    if (!done) {
      failures[i] = done.error().message;
    } else if (done->status != 0) {
      failures[i] = done->output;
    }
  });
  const std::size_t bundles = files.size() - print_failures(failures, "bundle", console);
  console.err << fmt::format("spirv-run: captured {} in {}, with {}\n",
                             plural(files.size(), "dispatch", "es"), folder_,
                             plural(bundles, "bundle", "s"));
}

// Each page is that of spirv-run, which runs the dispatch again.
Result<void> AppCaptures::make_pages(const std::vector<std::string>& files,
                                     const Console& console) const {
  std::error_code error;
  fs::create_directories(pages_, error);
  const std::string self = fs::read_symlink("/proc/self/exe", error).string();
  std::vector<std::string> failures(files.size()), rows(files.size());
  for_each_parallel(files.size(), [&](std::size_t i) {
    const std::string name = fs::path(files[i]).stem().string();
    const fs::path page = fs::path(pages_) / (name + ".html");
    std::error_code exists_error;
    fs::remove(page, exists_error);
    const auto done = run_program(self, {files[i], "--report", page.string()});
    if (!done) {
      failures[i] = done.error().message;
    } else if (!fs::exists(page, exists_error)) {
      failures[i] = done->output;
    } else {
      rows[i] = fmt::format(
          "<tr><td><a href=\"{0}.html\">{0}</a></td><td>{1}</td><td>{2}</td></tr>\n", escaped(name),
          escaped(summary_of(done->status)), escaped(origin_of(files[i])));
    }
  });
  const std::size_t count = files.size() - print_failures(failures, "page", console);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Dispatches</title>\n"
      "<style>body { font-family: sans-serif; } td { padding: 0.2em 1em 0.2em 0; }</style>\n"
      "<h1>Dispatches</h1>\n<table>\n";
  for (const std::string& row : rows) html += row;
  html += "</table>\n</html>\n";
  const std::string index = (fs::path(pages_) / "index.html").string();
  if (auto done = write_file(index, std::as_bytes(std::span(html))); !done) return done;
  console.err << fmt::format("spirv-run: wrote {}, which {} lists\n", plural(count, "page", "s"),
                             index);
  return {};
}

Result<void> AppCaptures::finish(const Console& console) const {
  if (folder_.empty()) return {};
  std::vector<std::string> files;
  std::ranges::set_difference(captured_dispatches(folder_), earlier_, std::back_inserter(files));
  if (makes_bundles_) make_bundles(files, console);
  return pages_.empty() ? Result<void>{} : make_pages(files, console);
}

}  // namespace spirv_oracle
