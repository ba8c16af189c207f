#include "results/compare/pairing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace trampcheck {
namespace {

using Boots = std::vector<LoadedResult*>;

std::string kernel_of(const RunResult& result) {
  const auto& vm = result.context.vm;
  return vm && !vm->kernel_image.empty() ? vm->kernel_image : result.context.kernel.release;
}

int64_t boot_of(const RunResult& result) { return result.context.vm ? result.context.vm->boot : 0; }

// In the order in which they were made.
std::map<std::string, Boots> by_kernel(std::vector<LoadedResult>& results) {
  std::map<std::string, Boots> kernels;
  for (LoadedResult& one : results) kernels[kernel_of(one.result)].push_back(&one);
  for (auto& [kernel, boots] : kernels) {
    std::stable_sort(boots.begin(), boots.end(), [](const auto* a, const auto* b) {
      return std::tuple(boot_of(a->result), a->result.context.started_at) <
             std::tuple(boot_of(b->result), b->result.context.started_at);
    });
  }
  return kernels;
}

std::map<int64_t, Boots> by_number(const Boots& boots) {
  std::map<int64_t, Boots> numbers;
  for (LoadedResult* boot : boots) numbers[boot_of(boot->result)].push_back(boot);
  return numbers;
}

void pair_in_order(const Boots& base, const Boots& next, std::vector<BootPair>& pairs) {
  for (size_t i = 0; i < std::min(base.size(), next.size()); ++i) {
    pairs.push_back({base[i], next[i]});
  }
}

KernelPair pair_boots(const std::string& base_name, const Boots& base, const std::string& next_name,
                      const Boots& next) {
  KernelPair kernel{base_name, next_name, {}, 0, 0};
  const auto numbers = by_number(next);
  for (const auto& [number, boots] : by_number(base)) {
    if (auto found = numbers.find(number); found != numbers.end()) {
      pair_in_order(boots, found->second, kernel.boots);
    }
  }
  if (kernel.boots.empty()) pair_in_order(base, next, kernel.boots);
  kernel.base_left_out = base.size() - kernel.boots.size();
  kernel.next_left_out = next.size() - kernel.boots.size();
  return kernel;
}

// What two runs that are not one can hardly have in common, not even in icount where all of their
// samples may be the same: when they began, and for how long the host worked.
auto fingerprint(const RunResult& result) {
  const auto& vm = result.context.vm;
  return std::tuple(result.context.started_at, vm ? vm->host_wall_ms.value_or(0) : 0,
                    kernel_of(result), boot_of(result), result.results.size());
}

}  // namespace

Pairing pair_results(std::vector<LoadedResult>& base, std::vector<LoadedResult>& next) {
  const auto bases = by_kernel(base);
  const auto nexts = by_kernel(next);
  Pairing pairing;
  if (bases.size() == 1 && nexts.size() == 1) {
    const auto& [base_name, base_boots] = *bases.begin();
    const auto& [next_name, next_boots] = *nexts.begin();
    pairing.kernels.push_back(pair_boots(base_name, base_boots, next_name, next_boots));
    return pairing;
  }
  for (const auto& [name, boots] : bases) {
    auto found = nexts.find(name);
    if (found == nexts.end()) {
      pairing.only_base.push_back(name);
    } else {
      pairing.kernels.push_back(pair_boots(name, boots, name, found->second));
    }
  }
  for (const auto& [name, boots] : nexts) {
    if (!bases.contains(name)) pairing.only_next.push_back(name);
  }
  return pairing;
}

bool same_run(const RunResult& a, const RunResult& b) {
  if (fingerprint(a) != fingerprint(b)) return false;
  for (size_t i = 0; i < a.results.size(); ++i) {
    const auto& ours = a.results[i].metrics;
    const auto& theirs = b.results[i].metrics;
    const bool equal = std::equal(
        ours.begin(), ours.end(), theirs.begin(), theirs.end(), [](const auto& x, const auto& y) {
          return x.first == y.first && x.second.samples == y.second.samples;
        });
    if (a.results[i].id != b.results[i].id || !equal) return false;
  }
  return true;
}

Expected<void> check_no_copies(const std::vector<LoadedResult>& results) {
  std::multimap<decltype(fingerprint(results[0].result)), const LoadedResult*> seen;
  for (const LoadedResult& one : results) {
    const auto key = fingerprint(one.result);
    const auto [begin, end] = seen.equal_range(key);
    for (auto other = begin; other != end; ++other) {
      if (!same_run(other->second->result, one.result)) continue;
      return Error{0, fmt::format("{} and {} hold the same run", other->second->path, one.path),
                   "give each run once: a copy is no second boot", Exit::kUsage};
    }
    seen.emplace(key, &one);
  }
  return {};
}

}  // namespace trampcheck
