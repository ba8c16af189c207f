// Which packages hold kernels, and which of them to take.
#ifndef TRAMPCHECK_TOOLS_KERNELS_PACKAGES_H_
#define TRAMPCHECK_TOOLS_KERNELS_PACKAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

// One package of a suite's list.
struct Package {
  std::string name;
  std::string version;
  std::string suite;
  uint64_t size_bytes = 0;

  bool operator==(const Package&) const = default;
};

// What a package's name says: linux-KIND-RELEASE.
struct PackageName {
  std::string kind;     // image, binary, base or headers
  std::string release;  // "6.12.118+deb13-cloud-amd64", as uname says it
  std::string series;   // "6.12"
};

// Nothing for any other package: metapackages of a series, -dbg, -unsigned, other flavours.
std::optional<PackageName> parse_package_name(std::string_view name);

// The package with a series' source is called this and the series: "linux-source-6.12".
constexpr std::string_view kSourcePrefix = "linux-source-";

// Whether the text is a series: "6.12".
bool is_series(std::string_view text);

// Whether series or version a comes before b when listed: 5.10 before 6.1 before 6.12.
bool series_before(std::string_view a, std::string_view b);

// Whether a kernel of version a is to be taken rather than b. One built for its own suite beats a
// rebuild for an older one (6.12.117-1 beats 6.12.118-1~deb12u1); then the newer one.
bool preferred(std::string_view a, std::string_view b);

// Reads a Packages file line by line, and keeps what may hold kernels.
class PackageReader {
 public:
  PackageReader(std::string suite, std::vector<Package>& found)
      : suite_(std::move(suite)), found_(found) {}
  void line(std::string_view line);
  void finish();  // after the last line

 private:
  std::string suite_;
  std::vector<Package>& found_;
  Package current_;
};

// One kernel that can be had: all packages of its release and version.
struct Candidate {
  std::string series;
  std::string release;
  std::string version;
  std::string suite;
  std::vector<Package> packages;  // one of a kind, in the order image, binary, base, headers
};

// The kernel to take for a series; nothing where there is none.
std::optional<Candidate> choose_candidate(const std::vector<Package>& packages,
                                          std::string_view series);

// All series with a kernel, in order.
std::vector<std::string> series_in(const std::vector<Package>& packages);

// The newest package with the source of a series; nothing where there is none.
std::optional<Package> choose_source(const std::vector<Package>& packages, std::string_view series);

// All series with a source, in order.
std::vector<std::string> source_series_in(const std::vector<Package>& packages);

// The index of packages as a JSON text, and back. Errors: the text is damaged.
std::string write_index(const std::vector<Package>& packages);
Expected<std::vector<Package>> parse_index(const std::string& text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_PACKAGES_H_
