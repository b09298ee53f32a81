#include "driver/memory/pages.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <mutex>
#include <new>

namespace spirv_oracle {
namespace {

std::byte* map_pages(std::size_t size, int flags, int file) {
  void* const pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, file, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(pages);
}

int make_file(std::size_t size) {
  const int file = memfd_create("spirv-oracle memory", MFD_CLOEXEC);
  if (file < 0) throw std::bad_alloc();
  if (ftruncate(file, static_cast<off_t>(size)) == 0) return file;
  close(file);
  throw std::bad_alloc();
}

// All views, for the signal handler, which must not take locks. A place in the list stays, and is used again.
struct ViewEntry {
  std::atomic<HostView*> view = nullptr;
  ViewEntry* next = nullptr;
};
std::atomic<ViewEntry*> places = nullptr;
std::mutex places_mutex;

struct sigaction previous_action;

#if defined(__x86_64__)
bool is_write(const void* context) {
  constexpr greg_t write_bit = 2;  // of the error code of a page fault
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & write_bit) != 0;
}
constexpr bool tells_reads_from_writes = true;
#else
bool is_write(const void* /*context*/) { return true; }
constexpr bool tells_reads_from_writes = false;
#endif

void handle_fault(int /*signal*/, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const ViewEntry* place = places; place != nullptr; place = place->next) {
    HostView* const view = place->view;
    if (view != nullptr && view->notice(address, is_write(context))) return;
  }
  // Not ours: the instruction runs again, and gets what the program expects.
  sigaction(SIGSEGV, &previous_action, nullptr);
}

void add_view(HostView* view) {
  const std::lock_guard lock(places_mutex);
  if (places == nullptr) {
    struct sigaction action {};
    action.sa_sigaction = &handle_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, &previous_action);
  }
  for (ViewEntry* place = places; place != nullptr; place = place->next) {
    if (place->view != nullptr) continue;
    place->view = view;
    return;
  }
  auto place = std::make_unique<ViewEntry>();
  place->view = view;
  place->next = places;
  places = place.release();  // lives as long as the process
}

void remove_view(const HostView* view) {
  const std::lock_guard lock(places_mutex);
  for (ViewEntry* place = places; place != nullptr; place = place->next) {
    if (place->view == view) place->view = nullptr;
  }
}

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

const bool HostView::is_possible = tells_reads_from_writes;

Pages::Pages(std::size_t size, bool is_shared) : size_(std::max<std::size_t>(size, 1)) {
  if (is_shared) file_ = make_file(size_);
  data_ = map_pages(size_, is_shared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS, file_);
}

Pages::Pages(std::size_t size, int file)
    : data_(map_pages(std::max<std::size_t>(size, 1), MAP_SHARED, file)),
      size_(std::max<std::size_t>(size, 1)),
      file_(file) {}

Pages::~Pages() {
  munmap(data_, size_);
  if (file_ >= 0) close(file_);
}

HostView::HostView(const Pages& pages)
    : data_(map_pages(pages.size(), MAP_SHARED, pages.file())), size_(pages.size()) {
  page_size();  // before the handler needs it
  add_view(this);
}

HostView::~HostView() {
  remove_view(this);
  munmap(data_, size_);
}

void HostView::guard(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t first = begin / page_size() * page_size();
  mprotect(data_ + first, end - first, PROT_NONE);
}

bool HostView::notice(std::uintptr_t address, bool is_write) {
  const auto begin = reinterpret_cast<std::uintptr_t>(data_);
  if (address < begin || address - begin >= size_) return false;
  const std::uint64_t offset = address - begin;
  mprotect(data_ + offset / page_size() * page_size(), 1, PROT_READ | PROT_WRITE);
  if (is_write) return true;
  const std::size_t number = count_.fetch_add(1);
  if (number < most_reads) reads_[number] = offset + 1;
  return true;
}

std::vector<std::uint64_t> HostView::take_reads() {
  std::vector<std::uint64_t> taken;
  const std::size_t count = std::min(count_.load(), most_reads);
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::uint64_t read = reads_[i].exchange(0); read != 0) taken.push_back(read - 1);
  }
  count_ = 0;
  return taken;
}

}  // namespace spirv_oracle
