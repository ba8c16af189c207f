#include "results/export/html/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include "results/export/scale.h"
#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr const char* kVariantKnob = "trampcheck.variant";

// Of one guest: what has to be alike for figures to be subtracted.
struct Place {
  std::pair<int, int> series;  // for the order
  std::string release;         // of the source: "7.3.4"
  std::string domain;
  int64_t cpus = 0;
  std::string machine;  // CPU model and QEMU
  auto fields() const { return std::tie(series, release, domain, cpus, machine); }
  bool operator<(const Place& other) const { return fields() < other.fields(); }
};

// Variant, mechanism, metric, functions -> time of the phase in ns, of each boot.
using Key = std::tuple<std::string, std::string, std::string, int64_t>;
using Times = std::map<Key, std::vector<double>>;

// "7.3.4-trampcheck-base" -> 7, 3
std::pair<int, int> series_of(const std::string& release) {
  std::pair<int, int> series;
  const char* end = release.data() + release.size();
  auto [dot, code] = std::from_chars(release.data(), end, series.first);
  if (code == std::errc() && dot != end) std::from_chars(dot + 1, end, series.second);
  return series;
}

Place place_of(const Context& context) {
  const std::string& release = context.kernel.release;
  Place place{series_of(release), release.substr(0, release.find('-')), context.domain,
              context.kernel.cpus_online, context.kernel.cpu_model};
  if (context.vm) place.machine += context.vm->qemu;
  return place;
}

std::map<Place, Times> collect(const std::vector<LoadedResult>& results, const std::string& phase) {
  std::map<Place, Times> all;
  for (const LoadedResult& loaded : results) {
    const Context& context = loaded.result.context;
    const auto variant = context.kernel.knobs.find(kVariantKnob);
    if (variant == context.kernel.knobs.end()) continue;
    Times& times = all[place_of(context)];
    for (const ScaleCurve& curve : scale_curves(loaded.result)) {
      for (const char* metric : {"cpu_ns", "wall_ns", "blocked_ns"}) {
        for (const SizedTime& one : sized_times(curve, phase, metric)) {
          times[{variant->second, curve.mechanism, metric, static_cast<int64_t>(one.functions)}]
              .push_back(one.time);
        }
      }
    }
  }
  return all;
}

class Lookup {
 public:
  Lookup(const Times& times, int64_t functions) : times_(times), functions_(functions) {}

  // Per function; of the first of the variants that has it.
  std::optional<double> find(std::initializer_list<const char*> variants, const char* mechanism,
                             const char* metric) const {
    for (const char* variant : variants) {
      auto found = times_.find({variant, mechanism, metric, functions_});
      if (found == times_.end()) continue;
      return median(found->second) / static_cast<double>(functions_);
    }
    return std::nullopt;
  }

 private:
  const Times& times_;
  int64_t functions_;
};

std::optional<double> less(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a - *b;
}

std::optional<double> over(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b <= 0) return std::nullopt;
  return *a / *b;
}

Parts parts_at(const Place& place, const Times& times, int64_t functions) {
  const Lookup at(times, functions);
  const auto base = at.find({"base"}, "fentry", "cpu_ns");
  const auto poke = at.find({"poke"}, "fentry", "cpu_ns");
  // The one that counts is for its counts: counting costs time.
  const auto batch = at.find({"poke_batch"}, "fentry_poke_batch", "cpu_ns");
  Parts parts;
  parts.kernel = place.release;
  parts.domain = place.domain;
  parts.cpus = place.cpus;
  parts.functions = functions;
  parts.wall = at.find({"base"}, "fentry", "wall_ns");
  parts.waiting = at.find({"base"}, "fentry", "blocked_ns");
  parts.ftrace = less(base, poke);
  parts.single_pokes = less(poke, batch);
  parts.rest = batch;
  parts.batch_with_ftrace = over(base, at.find({"base"}, "fentry_multi", "cpu_ns"));
  parts.batch_without_ftrace = over(poke, batch);
  return parts;
}

std::string time_text(std::optional<double> ns) { return ns ? human_ns(*ns) : "-"; }

std::string times_text(std::optional<double> factor) {
  return factor ? fmt::format("{:.1f}", *factor) : "-";
}

Section section_of(const std::vector<LoadedResult>& results, const std::string& phase) {
  Section section;
  section.title = phase + ": time per function";
  for (const Parts& one : parts_of(results, phase)) {
    if (section.table.empty()) {
      section.table.push_back({"kernel, clock, CPUs", "functions", "whole (wall)", "waiting",
                               "ftrace", "single pokes", "the rest", "batching saves, with ftrace",
                               "without"});
    }
    section.table.push_back({fmt::format("{} {} {}", one.kernel, one.domain, one.cpus),
                             thousands(static_cast<double>(one.functions), 0), time_text(one.wall),
                             time_text(one.waiting), time_text(one.ftrace),
                             time_text(one.single_pokes), time_text(one.rest),
                             times_text(one.batch_with_ftrace),
                             times_text(one.batch_without_ftrace)});
  }
  return section;
}

}  // namespace

std::vector<Parts> parts_of(const std::vector<LoadedResult>& results, const std::string& phase) {
  std::vector<Parts> all;
  for (const auto& [place, times] : collect(results, phase)) {
    std::set<int64_t> sizes;
    for (const auto& [key, values] : times) {
      if (std::get<1>(key) == "fentry") sizes.insert(std::get<3>(key));
    }
    for (int64_t functions : sizes) all.push_back(parts_at(place, times, functions));
  }
  return all;
}

std::vector<Section> parts_sections(const std::vector<LoadedResult>& results) {
  std::vector<Section> sections = {section_of(results, "attach"), section_of(results, "detach")};
  if (sections.front().table.empty()) return {};
  return sections;
}

}  // namespace trampcheck
