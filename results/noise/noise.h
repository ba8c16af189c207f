// How far the verdicts of a comparison can be trusted here: how often it cries wolf when nothing
// changed, and how small a change it still finds.
#ifndef TRAMPCHECK_RESULTS_NOISE_NOISE_H_
#define TRAMPCHECK_RESULTS_NOISE_NOISE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/load.h"

namespace trampcheck {

struct NoiseOptions {
  int64_t boots = 1;         // a side in one comparison
  int64_t resamples = 1000;  // comparisons drawn from the pool; of each point of the power
  int64_t power_resamples = 100;
  uint64_t seed = 1;
  std::string metric;  // where slowdowns are planted: "attach.fentry.attach.cpu_ns"
};

// Comparisons of boots between which nothing changed.
struct AlarmRate {
  int64_t comparisons = 0;
  int64_t alarms = 0;                        // with any verdict of worse or better
  int64_t confirmed = 0;                     // that a second comparison, of other boots, repeated
  int64_t undecided = 0;                     // with any verdict of more rounds, and no alarm
  std::map<std::string, int64_t> by_metric;  // ROW.METRIC -> alarms
};

// A slowdown, and in how many of the comparisons it was called worse.
struct PowerPoint {
  int64_t boots = 0;    // a side
  double slowdown = 0;  // share: 0.01 is 1 %
  int64_t comparisons = 0;
  int64_t found = 0;
  int64_t confirmed = 0;  // of those found: by a second comparison, of other boots
};

// Boots that took longer because the harness was made to burn instructions.
struct PlantedRate {
  int64_t instructions = 0;  // burned in each attach phase
  double slowdown = 0;       // of the metric: what they are a share of
  int64_t comparisons = 0;
  int64_t found = 0;   // the metric was called worse
  int64_t others = 0;  // comparisons in which a row of another phase was called worse or better
};

struct Noise {
  std::string release;  // of the kernel
  std::string domain;
  std::string suite;  // version and commit
  int64_t cpus = 0;
  int64_t functions = 0;
  int64_t rounds = 0;      // in each boot
  int64_t pool_boots = 0;  // a side
  NoiseOptions options;
  AlarmRate real;       // neighbours in the order they were booted in: nothing is drawn
  AlarmRate resampled;  // drawn, pairs of neighbours together
  std::vector<PowerPoint> power;
  std::optional<PlantedRate> planted;
};

// The boots that were made in turns: base[i], next[i], base[i + 1] ... Both sides are of one kernel
// and reduced for comparing. Errors (kNotComparable): fewer boots than a comparison and its
// confirmation take, a boot without the metric, boots that are not comparable.
Expected<Noise> measure_noise(const std::vector<LoadedResult>& base,
                              const std::vector<LoadedResult>& next, const NoiseOptions& options);

// Compares base[i] with planted[i], which may differ in their kernel command lines: a comparison
// for each options.boots of them. Errors as above.
Expected<PlantedRate> judge_planted(const std::vector<LoadedResult>& base,
                                    const std::vector<LoadedResult>& planted,
                                    const NoiseOptions& options);

// The smallest slowdown that so many boots a side found, or found and confirmed, in `share` of the
// comparisons; empty where none was.
std::optional<double> smallest_found(const Noise& noise, int64_t boots, double share,
                                     bool confirmed);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_NOISE_NOISE_H_
