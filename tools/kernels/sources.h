// The machine's own apt sources, and those made from them for kernels.
#ifndef TRAMPCHECK_TOOLS_KERNELS_SOURCES_H_
#define TRAMPCHECK_TOOLS_KERNELS_SOURCES_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

// One binary ("deb") entry of apt's configuration.
struct Source {
  std::string uri;  // without slashes at its end
  std::vector<std::string> suites;
  std::string signed_by;  // a file, a fingerprint, or a whole key with its line breaks
  bool trusted = false;   // "trusted=yes": the owner wants no signature

  bool operator==(const Source&) const = default;
};

// Reads the one-line format (sources.list, *.list). Skips what is no valid "deb" line, as a
// broken line of another program is no business of ours.
std::vector<Source> parse_one_line_sources(std::string_view text);

// Reads the deb822 format (*.sources), one Source for each URI. Skips disabled stanzas.
std::vector<Source> parse_deb822_sources(std::string_view text);

// Reads `list_path` and every *.list and *.sources in `parts_folder`, in apt's order. Files that
// are missing or do not open count as empty: apt's own view would be the same.
std::vector<Source> read_sources(const std::string& list_path, const std::string& parts_folder);

// The same mirror, with every suite that has kernels.
struct KernelSources {
  Source main;
  std::vector<Source> security;  // none or one
};

// Picks the first Debian mirror and the first security mirror. Errors: there is no Debian mirror.
Expected<KernelSources> choose_sources(const std::vector<Source>& machine);

// The text of a deb822 file for apt.
std::string write_deb822(const KernelSources& sources);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_SOURCES_H_
