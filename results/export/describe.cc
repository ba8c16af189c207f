#include "results/export/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace trampcheck {
namespace {

std::string short_release(const std::string& release) {
  const char* kDigits = "0123456789";
  size_t end = std::min(release.find_first_not_of("0123456789."), release.size());
  if (release.compare(end, 3, "-rc") == 0) {
    end = std::min(release.find_first_not_of(kDigits, end + 3), release.size());
  }
  while (end > 0 && release[end - 1] == '.') --end;
  return end == 0 ? release : release.substr(0, end);
}

// "5.10" of "5.10.262"; empty where there are not three numbers.
std::string series_of(const std::string& version) {
  const size_t dot = version.find('.');
  const size_t second = dot == std::string::npos ? dot : version.find('.', dot + 1);
  return second == std::string::npos ? "" : version.substr(0, second);
}

}  // namespace

std::string domain_text(const std::string& domain, int64_t cpus) {
  std::string text = domain;
  if (domain == "icount") text += " (emulated; the clock counts instructions)";
  if (domain == "tcg") text += " (emulated; times say little about real machines)";
  if (cpus > 0) text += fmt::format(", {} {}", cpus, cpus == 1 ? "cpu" : "cpus");
  return text;
}

std::string kernel_label(const KernelInfo& kernel) {
  const std::string release = short_release(kernel.release);
  // A distribution's release may name its ABI ("5.10.0-46") and its version what it is built from.
  std::istringstream words(kernel.version);
  for (std::string word; words >> word;) {
    const std::string version = short_release(word);
    if (version != word && !series_of(version).empty() &&
        series_of(version) == series_of(release)) {
      return version;
    }
  }
  return release;
}

}  // namespace trampcheck
