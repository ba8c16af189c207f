#include "results/export/noise.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "results/base/json_text.h"
#include "results/export/document.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// What is called found: in so many of the comparisons.
constexpr double kFoundShare = 0.9;

std::string share_text(int64_t part, int64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> alarm_row(const std::string& name, const AlarmRate& rate) {
  return {name,
          fmt::format("{}", rate.comparisons),
          fmt::format("{}", rate.alarms),
          share_text(rate.alarms, rate.comparisons),
          fmt::format("{}", rate.confirmed),
          share_text(rate.confirmed, rate.comparisons)};
}

Section alarms(const Noise& noise) {
  Section section{"False alarms: the kernel against itself", {}, {}};
  section.table = {{"", "comparisons", "alarms", "", "confirmed", ""},
                   alarm_row("as booted", noise.real),
                   alarm_row("drawn", noise.resampled)};
  for (const auto& [name, count] : noise.resampled.by_metric) {
    section.notes.push_back(
        {"moved", fmt::format("{}: in {} of {} drawn", name, count, noise.resampled.comparisons)});
  }
  if (noise.real.undecided + noise.resampled.undecided > 0) {
    section.notes.push_back(
        {"undecided", fmt::format("{} as booted and {} drawn need more boots to say anything",
                                  noise.real.undecided, noise.resampled.undecided)});
  }
  return section;
}

std::set<int64_t> sizes_of(const Noise& noise) {
  std::set<int64_t> sizes;
  for (const PowerPoint& point : noise.power) sizes.insert(point.boots);
  return sizes;
}

std::string percent(double share) { return fmt::format("{:g} %", 100 * share); }

// "finds  +20 % with 20 boots a side of 2 rounds, nine times in ten"
Note finding(const Noise& noise, bool confirmed) {
  const auto least = smallest_found(noise, noise.options.boots, kFoundShare, confirmed);
  const std::string label = confirmed ? "confirms" : "finds";
  if (!least) {
    return {label,
            fmt::format("nothing that was tried, with {} boots a side", noise.options.boots)};
  }
  return {label, fmt::format("+{} with {} boots a side of {} rounds, nine times in ten",
                             percent(*least), noise.options.boots, noise.rounds)};
}

Section power(const Noise& noise, bool confirmed) {
  Section section;
  section.title = confirmed
                      ? "How often it is found, and found again by as many other boots"
                      : fmt::format("How often a slowdown of {} is found", noise.options.metric);
  const std::set<int64_t> sizes = sizes_of(noise);
  std::vector<std::string> head = {"boots a side"};
  for (const PowerPoint& point : noise.power) {
    if (point.boots == *sizes.begin()) head.push_back("+" + percent(point.slowdown));
  }
  section.table.push_back(head);
  for (int64_t boots : sizes) {
    std::vector<std::string> row = {fmt::format("{}", boots)};
    for (const PowerPoint& point : noise.power) {
      if (point.boots != boots) continue;
      row.push_back(share_text(confirmed ? point.confirmed : point.found, point.comparisons));
    }
    section.table.push_back(std::move(row));
  }
  section.notes.push_back(finding(noise, confirmed));
  return section;
}

Section planted(const PlantedRate& rate, const std::string& metric) {
  Section section{"Planted: boots that burn instructions in each attach", {}, {}};
  section.notes.push_back({"burned", fmt::format("{} instructions, {:.2f} % of {}",
                                                 thousands(double(rate.instructions), 0),
                                                 100 * rate.slowdown, metric)});
  section.notes.push_back(
      {"found", fmt::format("in {} of {} comparisons", rate.found, rate.comparisons)});
  section.notes.push_back(
      {"elsewhere", fmt::format("{} comparisons found another phase changed", rate.others)});
  return section;
}

json alarm_json(const AlarmRate& rate) {
  return {{"comparisons", rate.comparisons},
          {"alarms", rate.alarms},
          {"confirmed", rate.confirmed},
          {"undecided", rate.undecided},
          {"by_metric", rate.by_metric}};
}

}  // namespace

std::string noise_text(const Noise& noise) {
  Document document;
  Section head;
  head.notes = {{"kernel", noise.release},
                {"domain", fmt::format("{}, {} cpu, {} functions", noise.domain, noise.cpus,
                                       noise.functions)},
                {"suite", "trampcheck " + noise.suite},
                {"boots", fmt::format("{} a side, made in turns; {} a side in a comparison",
                                      noise.pool_boots, noise.options.boots)}};
  document.push_back(std::move(head));
  document.push_back(alarms(noise));
  document.push_back(power(noise, /*confirmed=*/false));
  document.push_back(power(noise, /*confirmed=*/true));
  if (noise.planted) document.push_back(planted(*noise.planted, noise.options.metric));
  return document_text(document);
}

std::string noise_json(const Noise& noise) {
  json value = {{"schema", {{"name", "trampcheck.noise"}, {"major", 1}, {"minor", 0}}},
                {"kernel", noise.release},
                {"domain", noise.domain},
                {"suite", noise.suite},
                {"cpus", noise.cpus},
                {"functions", noise.functions},
                {"rounds", noise.rounds},
                {"pool_boots", noise.pool_boots},
                {"boots", noise.options.boots},
                {"seed", noise.options.seed},
                {"metric", noise.options.metric},
                {"as_booted", alarm_json(noise.real)},
                {"drawn", alarm_json(noise.resampled)},
                {"power", json::array()}};
  for (const PowerPoint& point : noise.power) {
    value["power"].push_back({{"boots", point.boots},
                              {"slowdown", point.slowdown},
                              {"comparisons", point.comparisons},
                              {"found", point.found},
                              {"confirmed", point.confirmed}});
  }
  if (noise.planted) {
    value["planted"] = {{"instructions", noise.planted->instructions},
                        {"slowdown", noise.planted->slowdown},
                        {"comparisons", noise.planted->comparisons},
                        {"found", noise.planted->found},
                        {"others", noise.planted->others}};
  }
  return json_text(value);
}

}  // namespace trampcheck
