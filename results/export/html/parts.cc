#include "results/export/html/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>

#include "results/export/groups.h"
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
  std::string build;    // options, knobs and the set of functions
  auto fields() const { return std::tie(series, release, domain, cpus, machine, build); }
  bool operator<(const Place& other) const { return fields() < other.fields(); }
  PartsPlace shown(size_t number) const { return {number, release, domain, cpus}; }
};

// Every function that could be chosen. The variants differ by the functions that they add.
constexpr int64_t kAll = std::numeric_limits<int64_t>::max();

// What was measured, by the number of functions asked for.
struct Key {
  std::string variant;
  std::string mechanism;
  std::string metric;
  int64_t functions = 0;
  auto fields() const { return std::tie(variant, mechanism, metric, functions); }
  bool operator<(const Key& other) const { return fields() < other.fields(); }
};

// Of each boot. `each` is the value for one function.
struct Measured {
  std::map<Key, std::vector<double>> each;
  std::map<int64_t, int64_t> attached;  // the most by size, for kAll
  std::optional<int64_t> records;
};

// How links are made and text is patched, in the order that it is shown.
struct Way {
  const char* name;
  const char* variant;
  const char* mechanism;
};

// The variant that counts is for its counts alone: counting costs time.
constexpr Way kFtrace = {"ftrace", "base", "fentry"};
constexpr Way kFtraceBatch = {"ftrace, one link", "base", "fentry_multi"};
constexpr Way kSingle = {"one poke each", "poke", "fentry"};
constexpr Way kBatch = {"one batch", "poke_batch", "fentry_poke_batch"};
constexpr Way kCountedSingle = {"", "poke_batch_ipi", "fentry"};
constexpr Way kCountedBatch = {"", "poke_batch_ipi", "fentry_poke_batch"};
constexpr Way kGrowing[] = {kFtrace, kFtraceBatch, kSingle, kBatch};

// "7.3.4-trampcheck-base" -> 7, 3
std::pair<int, int> series_of(const std::string& release) {
  std::pair<int, int> series;
  const char* end = release.data() + release.size();
  auto [dot, code] = std::from_chars(release.data(), end, series.first);
  if (code == std::errc() && dot != end) std::from_chars(dot + 1, end, series.second);
  return series;
}

// RCU's own parameters are left out: they follow from the number of CPUs.
std::string build_of(const RunResult& result) {
  std::string build = result.functions ? result.functions->set_sha256 : "";
  for (const auto& [option, value] : result.context.kernel.config) build += option + value;
  for (const auto& [knob, value] : result.context.kernel.knobs) {
    if (knob != kVariantKnob && !knob.starts_with("rcupdate.")) build += knob + value;
  }
  return build;
}

Place place_of(const RunResult& result) {
  const Context& context = result.context;
  const std::string& release = context.kernel.release;
  Place place{series_of(release),       release.substr(0, release.find('-')),
              context.domain,           context.kernel.cpus_online,
              context.kernel.cpu_model, build_of(result)};
  if (context.vm) place.machine += context.vm->qemu;
  return place;
}

// Whether the experiment that a phase belongs to passed.
bool passed(const RunResult& result, const ResultRow& phase) {
  const std::string id = phase.id.substr(0, phase.id.rfind('.'));
  for (const ResultRow& row : result.results) {
    if (row.id == id) return row.status == Status::kPass;
  }
  return false;
}

void collect_curve(const RunResult& result, const ScaleCurve& curve, const std::string& phase,
                   const std::string& variant, Measured& measured_there) {
  for (const ScalePoint& point : curve.points) {
    const auto& rows = phase == "attach" ? point.attach : point.detach;  // of one run
    if (rows.empty() || !passed(result, *rows.front())) continue;
    const bool all = point.asked > 1 && result.functions && point.asked == result.functions->chosen;
    const int64_t size = all ? kAll : point.asked;
    int64_t& attached = measured_there.attached[size];
    attached = std::max(attached, point.functions);
    for (const char* metric :
         {"cpu_ns", "wall_ns", "blocked_ns", "sync_rounds", "batch_ns", "image_ns"}) {
      const std::vector<int64_t> samples = samples_at(point, phase, metric);
      if (samples.empty()) continue;
      measured_there.each[{variant, curve.mechanism, metric, size}].push_back(
          median(samples) / static_cast<double>(point.functions));
    }
  }
}

std::map<Place, Measured> collect(const std::vector<LoadedResult>& results,
                                  const std::string& phase) {
  std::map<Place, Measured> all;
  for (const LoadedResult& loaded : results) {
    const Context& context = loaded.result.context;
    const auto variant = context.kernel.knobs.find(kVariantKnob);
    if (variant == context.kernel.knobs.end() || !loaded.result.complete) continue;
    Measured& there = all[place_of(loaded.result)];
    if (variant->second == kFtrace.variant && loaded.result.functions) {
      there.records = loaded.result.functions->available;
    }
    for (const ScaleCurve& curve : scale_curves({&loaded.result})) {
      collect_curve(loaded.result, curve, phase, variant->second, there);
    }
  }
  return all;
}

// For one function.
std::optional<double> find(const Measured& there, const Way& way, const char* metric,
                           int64_t functions) {
  auto found = there.each.find({way.variant, way.mechanism, metric, functions});
  // fentry by another name, which is measured where ftrace would take too long.
  if (found == there.each.end() && std::string_view(way.mechanism) == kSingle.mechanism) {
    found = there.each.find({way.variant, "fentry_poke", metric, functions});
  }
  if (found == there.each.end()) return std::nullopt;
  return median(found->second);
}

std::optional<double> less(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a - *b;
}

std::optional<double> over(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b <= 0) return std::nullopt;
  return *a / *b;
}

Parts parts_at(const PartsPlace& place, const Measured& there, int64_t functions) {
  auto cpu = [&](const Way& way) { return find(there, way, "cpu_ns", functions); };
  Parts parts;
  parts.place = place;
  parts.records = there.records;
  parts.functions = functions == kAll ? there.attached.at(kAll) : functions;
  parts.wall = find(there, kFtrace, "wall_ns", functions);
  parts.waiting = find(there, kFtrace, "blocked_ns", functions);
  parts.ftrace = less(cpu(kFtrace), cpu(kSingle));
  parts.poke = cpu(kSingle);
  parts.batch = cpu(kBatch);
  parts.patching = find(there, kCountedBatch, "batch_ns", functions);
  parts.images = find(there, kCountedBatch, "image_ns", functions);
  parts.rest = less(cpu(kCountedBatch), parts.patching);
  if (parts.images) parts.rest = less(parts.rest, parts.images);
  if (parts.rest && *parts.rest < 0) parts.rest.reset();  // these are elapsed time
  parts.rounds_single = find(there, kCountedSingle, "sync_rounds", functions);
  parts.rounds_batch = find(there, kCountedBatch, "sync_rounds", functions);
  parts.batch_with_ftrace = over(cpu(kFtrace), cpu(kFtraceBatch));
  parts.batch_without_ftrace = over(parts.poke, parts.batch);
  return parts;
}

std::optional<double> exponent_of(const Measured& there, const Way& way) {
  std::vector<SizedTime> times;
  for (const auto& [size, attached] : there.attached) {
    const double functions = static_cast<double>(size == kAll ? attached : size);
    if (auto each = find(there, way, "cpu_ns", size)) {
      times.push_back({functions, *each * functions});
    }
  }
  auto fit = fit_growth(times);
  if (!fit) return std::nullopt;
  return fit->exponent;
}

// Of the largest size that both have.
std::optional<double> ratio_of(const Measured& there, const Measured& one_cpu, const Way& way) {
  std::optional<double> ratio;
  for (const auto& [size, attached] : there.attached) {
    auto here = over(find(there, way, "cpu_ns", size), find(one_cpu, way, "cpu_ns", size));
    if (here) ratio = here;
  }
  return ratio;
}

std::string time_text(std::optional<double> ns) { return ns ? human_ns(*ns) : "-"; }

std::string times_text(std::optional<double> factor) {
  return factor ? fmt::format("{:.1f}", *factor) : "-";
}

std::string count_text(std::optional<double> count) {
  return count ? fmt::format("{:.2f}", *count) : "-";
}

std::string place_text(const PartsPlace& place) {
  return fmt::format("{} {} {}", place.kernel, place.domain, place.cpus);
}

Section parts_section(const std::vector<LoadedResult>& results, const std::string& phase) {
  Section section;
  section.title = phase + ": time per function";
  for (const Parts& one : parts_of(results, phase)) {
    if (section.table.empty()) {
      section.table.push_back({"kernel, clock, CPUs", "records", "functions", "whole (wall)",
                               "waiting", "ftrace", "one poke each", "one batch", "patching in it",
                               "images", "the rest of it", "IPI rounds, single", "batch",
                               "batching saves, with ftrace", "without"});
    }
    section.table.push_back(
        {place_text(one.place), one.records ? thousands(static_cast<double>(*one.records), 0) : "-",
         thousands(static_cast<double>(one.functions), 0), time_text(one.wall),
         time_text(one.waiting), time_text(one.ftrace), time_text(one.poke), time_text(one.batch),
         time_text(one.patching), time_text(one.images), time_text(one.rest),
         count_text(one.rounds_single), count_text(one.rounds_batch),
         times_text(one.batch_with_ftrace), times_text(one.batch_without_ftrace)});
  }
  return section;
}

std::string growth_text(const PartsGrowth& growth) {
  std::string text = growth.exponent ? fmt::format("n^{:.2f}", *growth.exponent) : "-";
  if (growth.over_one) text += fmt::format(", x{:.2f}", *growth.over_one);
  return text;
}

// A row for each place, a column for each way.
Section growth_section(const std::vector<LoadedResult>& results, const std::string& phase) {
  Section section;
  std::optional<size_t> last;  // place
  section.title = phase + ": how CPU time grows with the functions, and over one CPU's";
  Table& table = section.table;
  for (const PartsGrowth& one : parts_growth_of(results, phase)) {
    if (table.empty()) {
      table.push_back({"kernel, clock, CPUs"});
      for (const Way& way : kGrowing) table.front().push_back(way.name);
    }
    if (last != one.place.number) {
      last = one.place.number;
      table.push_back({place_text(one.place)});
      table.back().resize(table.front().size(), "-");
    }
    const auto column = std::find(table.front().begin(), table.front().end(), one.way);
    table.back()[static_cast<size_t>(column - table.front().begin())] = growth_text(one);
  }
  return section;
}

}  // namespace

std::vector<Parts> parts_of(const std::vector<LoadedResult>& results, const std::string& phase) {
  std::vector<Parts> all;
  size_t number = 0;
  for (const auto& [place, there] : collect(results, phase)) {
    const PartsPlace shown = place.shown(number++);
    for (const auto& [size, attached] : there.attached) {
      all.push_back(parts_at(shown, there, size));
    }
  }
  return all;
}

std::vector<PartsGrowth> parts_growth_of(const std::vector<LoadedResult>& results,
                                         const std::string& phase) {
  std::vector<PartsGrowth> all;
  const std::map<Place, Measured> places = collect(results, phase);
  size_t number = 0;
  for (const auto& [place, there] : places) {
    const PartsPlace shown = place.shown(number++);
    Place single = place;
    single.cpus = 1;
    const auto one_cpu = place.cpus == 1 ? places.end() : places.find(single);
    for (const Way& way : kGrowing) {
      PartsGrowth growth{shown, way.name, exponent_of(there, way), std::nullopt};
      if (one_cpu != places.end()) growth.over_one = ratio_of(there, one_cpu->second, way);
      if (growth.exponent || growth.over_one) all.push_back(std::move(growth));
    }
  }
  return all;
}

std::vector<Section> parts_sections(const std::vector<LoadedResult>& results) {
  std::vector<Section> sections;
  for (const char* phase : {"attach", "detach"}) {
    for (Section section : {parts_section(results, phase), growth_section(results, phase)}) {
      if (!section.table.empty()) sections.push_back(std::move(section));
    }
  }
  return sections;
}

}  // namespace trampcheck
