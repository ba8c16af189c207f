// apt with lists, cache and configuration of its own: the machine's are only read.
#ifndef TRAMPCHECK_TOOLS_KERNELS_APT_H_
#define TRAMPCHECK_TOOLS_KERNELS_APT_H_

#include <atomic>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/kernels/kernels.h"
#include "tools/kernels/packages.h"

namespace trampcheck {

struct Lists {
  std::vector<Package> packages;
  std::vector<std::string> failures;  // apt's words for each suite that did not come
};

class Apt {
 public:
  // Writes the configuration into `folder`: the machine's mirror and network settings (proxies),
  // every suite with kernels. Errors: apt is missing; there is no Debian mirror; errno.
  // `stop` ends what it runs, once set.
  static Expected<Apt> open(const std::string& folder, const std::atomic<bool>* stop = nullptr);

  // Downloads the package lists and reads them. Errors: no suite came, in apt's words; `stop`.
  Expected<Lists> update(double deadline_s, const Progress& progress) const;

  // Downloads these packages into `folder` and checks their signed checksums. Errors: apt's last
  // words; code ESTALE where the mirror no longer has what its lists named; `stop`.
  Expected<void> download(const std::vector<Package>& packages, const std::string& folder,
                          const Progress& progress) const;

 private:
  Apt(std::string folder, const std::atomic<bool>* stop)
      : folder_(std::move(folder)), stop_(stop) {}
  std::vector<std::string> environment() const;
  Expected<std::vector<Package>> read_lists() const;

  std::string folder_;
  const std::atomic<bool>* stop_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_APT_H_
