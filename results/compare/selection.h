// Which metrics of which rows are compared.
#ifndef TRAMPCHECK_RESULTS_COMPARE_SELECTION_H_
#define TRAMPCHECK_RESULTS_COMPARE_SELECTION_H_

#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/load.h"

namespace trampcheck {

// Whether one of the patterns (METRIC, ROW or ROW.METRIC, with *) asks for this metric of this
// row. A ROW stands for the metrics of it that are judged. No patterns ask for all that are judged.
bool selects(const std::vector<std::string>& patterns, const std::string& id,
             const std::string& metric);

// Whether a pattern without * names this very metric, of all rows or of this one.
bool is_named(const std::vector<std::string>& patterns, const std::string& id,
              const std::string& metric);

// Errors (Exit::kUsage): a pattern that asks for nothing that `base` or `next` has, with those it
// is near to.
Expected<void> check_patterns(const std::vector<std::string>& patterns,
                              const std::vector<LoadedResult>& base,
                              const std::vector<LoadedResult>& next);

// At most five of the words, nearest first, that hold `word` or are a few letters off.
std::vector<std::string> near_words(const std::string& word, const std::vector<std::string>& words);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_SELECTION_H_
