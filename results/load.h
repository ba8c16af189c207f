// Results from files and folders, for the verbs that read many.
#ifndef TRAMPCHECK_RESULTS_LOAD_H_
#define TRAMPCHECK_RESULTS_LOAD_H_

#include <functional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

struct LoadedResult {
  std::string path;  // as given, or FOLDER/NAME
  RunResult result;
  std::string verdict;  // what tools/nightly said of the night; empty elsewhere (nights.h)
};

struct LoadedResults {
  std::vector<LoadedResult> results;  // at least one
  // One line for each file of a folder that was left out, and for each guest that its index says
  // has no result.
  std::vector<std::string> warnings;
};

// Each path is a result file, or a folder whose *.json (not those of its subfolders) are taken in
// the order of their names, numbers in names by value. A folder's files that are no results are
// left out with a warning, other kinds of trampcheck's own without one. Errors: what load_result()
// finds in a file that is named, or that says of itself that it is a result; Exit::kUsage where a
// folder holds none or a file is given twice.
// `reduce`, where given, drops from each result what the caller needs not, before the next is read.
Expected<LoadedResults> load_results(const std::vector<std::string>& paths,
                                     const std::function<void(RunResult&)>& reduce = {});

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_LOAD_H_
