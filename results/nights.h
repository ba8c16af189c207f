// The results of many nights, as tools/nightly leaves them.
#ifndef TRAMPCHECK_RESULTS_NIGHTS_H_
#define TRAMPCHECK_RESULTS_NIGHTS_H_

#include <functional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/load.h"

namespace trampcheck {

inline constexpr const char* kNightResult = "result.json";
inline constexpr const char* kNightHistory = "history.tsv";

// As load_results(), but a folder may hold a folder for each night, with the night's result.json in
// it: then these are taken, in the order of their names, each with the verdict that history.tsv has
// for it. A night without a result, or with one that cannot be read, is left out with a warning:
// one spoilt night must not hide all others. What else lies in a night's folder, or beside the
// nights, is not looked at. A folder without nights is taken as load_results() takes it.
Expected<LoadedResults> load_nights(const std::vector<std::string>& paths,
                                    const std::function<void(RunResult&)>& reduce = {});

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_NIGHTS_H_
