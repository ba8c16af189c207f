#include "results/export/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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
  std::string release = short_release(kernel.release);
  // A distribution's release may name its ABI ("5.10.0-46") and its version what it is built from.
  std::istringstream words(kernel.version);
  for (std::string word; words >> word;) {
    std::string version = short_release(word);
    if (version != word && !series_of(version).empty() &&
        series_of(version) == series_of(release)) {
      return version;
    }
  }
  return release;
}

std::vector<std::string> result_labels(const std::vector<LoadedResult>& results) {
  std::vector<std::string> labels;
  std::map<std::string, int> twins;
  for (const LoadedResult& loaded : results) {
    const std::string label = kernel_label(loaded.result.context.kernel);
    labels.push_back(label.empty() ? "unknown" : label);
    ++twins[labels.back()];
  }
  std::map<std::string, int> count;
  for (size_t i = 0; i < labels.size(); ++i) {
    const auto& vm = results[i].result.context.vm;
    if (twins[labels[i]] > 1 && vm && vm->boots > 1) {
      labels[i] += fmt::format(" boot {}", vm->boot + 1);
    }
    const int number = ++count[labels[i]];
    if (number > 1) labels[i] += fmt::format(" ({})", number);
  }
  return labels;
}

}  // namespace trampcheck
