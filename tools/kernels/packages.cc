#include "tools/kernels/packages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/kernels/text.h"
#include "tools/kernels/version.h"

namespace trampcheck {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"image", "binary", "base", "headers"};
constexpr std::string_view kFlavour = "-cloud-amd64";

// "6.12" of "6.12.118+deb13"; nothing where it does not start with two numbers.
std::string_view leading_series(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  size_t dot = text.find_first_not_of(kDigits);
  if (dot == 0 || dot == std::string_view::npos || text[dot] != '.') return {};
  size_t end = std::min(text.find_first_not_of(kDigits, dot + 1), text.size());
  return end == dot + 1 ? std::string_view() : text.substr(0, end);
}

// "~deb12u1" and "~bpo13+1" mark what was built again for another suite than its own.
bool is_rebuild(std::string_view version) {
  return version.find("~deb") != std::string_view::npos ||
         version.find("~bpo") != std::string_view::npos;
}

// "6.12" of "linux-source-6.12"; nothing for any other package.
std::string_view source_series(std::string_view name) {
  if (!name.starts_with(kSourcePrefix)) return {};
  std::string_view series = name.substr(kSourcePrefix.size());
  return is_series(series) ? series : std::string_view();
}

bool holds_image(std::string_view kind) { return kind == "image" || kind == "binary"; }

}  // namespace

std::optional<PackageName> parse_package_name(std::string_view name) {
  if (!name.starts_with("linux-") || !name.ends_with(kFlavour)) return std::nullopt;
  std::string_view rest = name.substr(6);
  for (std::string_view kind : kKinds) {
    if (!rest.starts_with(kind) || rest.size() <= kind.size() || rest[kind.size()] != '-') continue;
    std::string_view release = rest.substr(kind.size() + 1);
    std::string_view series = leading_series(release);
    // linux-image-6.12-cloud-amd64 only depends on the newest of the series.
    if (series.empty() || release.substr(series.size()) == kFlavour) return std::nullopt;
    return PackageName{std::string(kind), std::string(release), std::string(series)};
  }
  return std::nullopt;
}

bool is_series(std::string_view text) { return !text.empty() && leading_series(text) == text; }

bool series_before(std::string_view a, std::string_view b) { return compare_versions(a, b) < 0; }

bool preferred(std::string_view a, std::string_view b) {
  if (is_rebuild(a) != is_rebuild(b)) return is_rebuild(b);
  return compare_versions(a, b) > 0;
}

void PackageReader::line(std::string_view line) {
  auto value = [&](std::string_view field) { return trim(line.substr(field.size())); };
  if (line.starts_with("Package:")) {
    finish();
    std::string_view name = value("Package:");
    if (parse_package_name(name) || !source_series(name).empty()) current_.name = name;
  } else if (current_.name.empty()) {
    return;  // nearly all of the 60,000 packages of a suite
  } else if (line.starts_with("Version:")) {
    current_.version = value("Version:");
  } else if (line.starts_with("Size:")) {
    std::string_view digits = value("Size:");
    std::from_chars(digits.data(), digits.data() + digits.size(), current_.size_bytes);
  }
}

void PackageReader::finish() {
  if (!current_.name.empty() && !current_.version.empty()) {
    current_.suite = suite_;
    found_.push_back(current_);
  }
  current_ = {};
}

std::optional<Candidate> choose_candidate(const std::vector<Package>& packages,
                                          std::string_view series) {
  std::optional<Candidate> best;
  for (const Package& package : packages) {
    auto name = parse_package_name(package.name);
    if (!name || name->series != series || !holds_image(name->kind)) continue;
    bool better = !best || preferred(package.version, best->version) ||
                  (package.version == best->version && name->release > best->release);
    if (better) best = Candidate{name->series, name->release, package.version, package.suite, {}};
  }
  if (!best) return std::nullopt;
  for (std::string_view kind : kKinds) {
    auto part = std::find_if(packages.begin(), packages.end(), [&](const Package& package) {
      auto name = parse_package_name(package.name);
      return name && name->kind == kind && name->release == best->release &&
             package.version == best->version;
    });
    if (part != packages.end()) best->packages.push_back(*part);
  }
  return best;
}

std::vector<std::string> series_in(const std::vector<Package>& packages) {
  std::set<std::string> found;
  for (const Package& package : packages) {
    auto name = parse_package_name(package.name);
    if (name && holds_image(name->kind)) found.insert(name->series);
  }
  std::vector<std::string> series(found.begin(), found.end());
  std::sort(series.begin(), series.end(), series_before);
  return series;
}

std::optional<Package> choose_source(const std::vector<Package>& packages,
                                     std::string_view series) {
  std::optional<Package> best;
  for (const Package& package : packages) {
    if (source_series(package.name) != series) continue;
    if (!best || preferred(package.version, best->version)) best = package;
  }
  return best;
}

std::vector<std::string> source_series_in(const std::vector<Package>& packages) {
  std::set<std::string> found;
  for (const Package& package : packages) {
    if (auto series = source_series(package.name); !series.empty()) found.emplace(series);
  }
  std::vector<std::string> series(found.begin(), found.end());
  std::sort(series.begin(), series.end(), series_before);
  return series;
}

std::string write_index(const std::vector<Package>& packages) {
  auto list = nlohmann::json::array();
  for (const Package& package : packages) {
    list.push_back({{"name", package.name},
                    {"version", package.version},
                    {"suite", package.suite},
                    {"size_bytes", package.size_bytes}});
  }
  return nlohmann::json{{"packages", list}}.dump(1) + "\n";
}

Expected<std::vector<Package>> parse_index(const std::string& text) {
  Error damaged{0, "the cached index of kernel packages is damaged"};
  auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("packages")) return damaged;
  std::vector<Package> packages;
  for (const auto& entry : json["packages"]) {
    Package package;
    for (auto [key, field] : {std::pair{"name", &package.name},
                              {"version", &package.version},
                              {"suite", &package.suite}}) {
      if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string()) return damaged;
      *field = entry[key];
    }
    if (entry.contains("size_bytes") && entry["size_bytes"].is_number_unsigned()) {
      package.size_bytes = entry["size_bytes"];
    }
    packages.push_back(std::move(package));
  }
  return packages;
}

}  // namespace trampcheck
