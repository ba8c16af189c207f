// The formats of `trampcheck report`: one table.
#ifndef TRAMPCHECK_RESULTS_EXPORT_EXPORTERS_H_
#define TRAMPCHECK_RESULTS_EXPORT_EXPORTERS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/load.h"

namespace trampcheck {

struct Exporter {
  const char* name;
  const char* what;  // who reads it, in a few words
  // The whole file. Takes any valid results, at least one.
  std::string (*function)(const std::vector<LoadedResult>& results);
  // Set for formats over nights: folders are read by load_nights() with it.
  void (*reduce)(RunResult&) = nullptr;
};

std::span<const Exporter> exporters();

// The format of this name, or null.
const Exporter* find_exporter(std::string_view name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_EXPORTERS_H_
