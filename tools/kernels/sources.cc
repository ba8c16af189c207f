#include "tools/kernels/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "results/base/file.h"
#include "tools/kernels/text.h"

namespace trampcheck {
namespace {

// Debian's releases that have kernels of interest: a new release is one more word here.
constexpr std::array<std::string_view, 3> kReleases = {"bullseye", "bookworm", "trixie"};
constexpr std::array<std::string_view, 4> kSuites = {"bullseye", "bookworm", "trixie",
                                                     "trixie-backports"};
constexpr std::string_view kKeyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

std::string without_slashes(std::string_view uri) {
  while (uri.ends_with('/')) uri.remove_suffix(1);
  return std::string(uri);
}

// "[signed-by=FILE arch=amd64]": the words between the brackets.
void apply_option(Source& source, std::string_view option) {
  size_t equals = option.find('=');
  if (equals == std::string_view::npos) return;
  std::string_view value = option.substr(equals + 1);
  if (option.starts_with("signed-by=")) source.signed_by = std::string(value);
  if (option.starts_with("trusted=")) source.trusted = value == "yes";
}

std::optional<Source> parse_line(std::string_view line) {
  std::vector<std::string> words = split_words(line.substr(0, line.find('#')));
  if (words.size() < 3 || words[0] != "deb") return std::nullopt;
  Source source;
  size_t next = 1;
  if (words[1].starts_with('[')) {
    for (bool last = false; !last; ++next) {
      if (next == words.size()) return std::nullopt;
      std::string_view word = words[next];
      if (next == 1) word.remove_prefix(1);
      last = word.ends_with(']');
      if (last) word.remove_suffix(1);
      apply_option(source, word);
    }
  }
  if (words.size() < next + 2) return std::nullopt;
  source.uri = without_slashes(words[next]);
  source.suites = {words[next + 1]};
  return source;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "trixie-backports" is of trixie; "noble" is of no Debian release.
bool is_debian_suite(std::string_view suite) {
  std::string_view base = suite.substr(0, suite.find_first_of("-/"));
  constexpr std::array<std::string_view, 6> kOthers = {"stable",  "oldstable", "oldoldstable",
                                                       "testing", "forky",     "sid"};
  return std::find(kReleases.begin(), kReleases.end(), base) != kReleases.end() ||
         std::find(kOthers.begin(), kOthers.end(), base) != kOthers.end();
}

bool is_security(const Source& source) {
  if (source.uri.ends_with("/debian-security")) return true;
  return std::any_of(source.suites.begin(), source.suites.end(), [](std::string_view suite) {
    return is_debian_suite(suite) && (suite.ends_with("-security") || suite.ends_with("/updates"));
  });
}

bool is_debian(const Source& source) {
  if (is_security(source)) return false;
  return source.uri.ends_with("/debian") ||
         std::any_of(source.suites.begin(), source.suites.end(), is_debian_suite);
}

std::string stanza(const Source& source) {
  std::string text = fmt::format("Types: deb\nURIs: {}\nSuites: {}\nComponents: main\n", source.uri,
                                 fmt::join(source.suites, " "));
  if (source.trusted) text += "Trusted: yes\n";
  if (!source.signed_by.empty()) text += fmt::format("Signed-By: {}\n", source.signed_by);
  return text + "\n";
}

// Older suites are signed with older keys, which the machine's own keyring for its suite may
// lack; Debian's whole keyring has them all.
void choose_key(Source& source) {
  bool file = source.signed_by.empty() || source.signed_by.starts_with('/');
  if (file && std::filesystem::exists(kKeyring)) source.signed_by = kKeyring;
}

}  // namespace

std::vector<Source> parse_one_line_sources(std::string_view text) {
  std::vector<Source> sources;
  for (std::string_view line : split_lines(text)) {
    if (auto source = parse_line(line)) sources.push_back(*std::move(source));
  }
  return sources;
}

std::vector<Source> parse_deb822_sources(std::string_view text) {
  std::vector<Source> sources;
  for (const Stanza& fields : parse_stanzas(text)) {
    if (fields.get("enabled") == "no" || !contains(split_words(fields.get("types")), "deb")) {
      continue;
    }
    for (const std::string& uri : split_words(fields.get("uris"))) {
      sources.push_back(Source{
          .uri = without_slashes(uri),
          .suites = split_words(fields.get("suites")),
          .signed_by = fields.get("signed-by"),
          .trusted = fields.get("trusted") == "yes",
      });
    }
  }
  return sources;
}

std::vector<Source> read_sources(const std::string& list_path, const std::string& parts_folder) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(parts_folder, ignored)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  paths.insert(paths.begin(), list_path);
  std::vector<Source> sources;
  for (const std::string& path : paths) {
    bool deb822 = path.ends_with(".sources");
    if (!deb822 && !path.ends_with(".list")) continue;
    auto text = read_file(path, 1 << 20);
    if (!text) continue;
    auto found = deb822 ? parse_deb822_sources(*text) : parse_one_line_sources(*text);
    sources.insert(sources.end(), found.begin(), found.end());
  }
  return sources;
}

Expected<KernelSources> choose_sources(const std::vector<Source>& machine) {
  auto main = std::find_if(machine.begin(), machine.end(), is_debian);
  if (main == machine.end()) {
    return Error{0, "apt's configuration names no Debian mirror to take kernels from",
                 "add one to /etc/apt/sources.list.d, or give a kernel image by its path"};
  }
  KernelSources chosen{.main = *main};
  chosen.main.suites.assign(kSuites.begin(), kSuites.end());
  choose_key(chosen.main);
  auto security = std::find_if(machine.begin(), machine.end(), is_security);
  if (security != machine.end()) {
    Source source = *security;
    source.suites.clear();
    for (std::string_view release : kReleases) {
      source.suites.push_back(fmt::format("{}-security", release));
    }
    choose_key(source);
    chosen.security.push_back(std::move(source));
  }
  return chosen;
}

std::string write_deb822(const KernelSources& sources) {
  std::string text = stanza(sources.main);
  for (const Source& source : sources.security) text += stanza(source);
  return text;
}

}  // namespace trampcheck
