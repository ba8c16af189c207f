#include "results/export/html/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/html/page.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

using Facts = std::vector<Note>;  // name and value; every row has the same names

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string number_or_unknown(const std::optional<int64_t>& number) {
  return number ? thousands(static_cast<double>(*number), 0) : "unknown";
}

std::string functions_text(const KernelRow& row) {
  const auto& set = row.functions();
  if (!set) return "not chosen";
  return fmt::format("{} chosen of {} available, set {}", set->chosen, set->available,
                     set->set_sha256.empty() ? "unknown" : set->set_sha256.substr(0, 12));
}

std::string tools_text(const Context& context) {
  std::string text;
  for (const auto& [name, version] : context.tools) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, version);
  }
  return or_unknown(text);
}

std::string suite_text(const Context& context) {
  return fmt::format("{}, commit {}{}", context.suite_version, context.suite_commit,
                     context.suite_dirty ? " and changes that are not in it" : "");
}

void add_vm(Facts& facts, const Context& context) {
  const VmInfo vm = context.vm.value_or(VmInfo{});
  const bool is_vm = context.vm.has_value();
  auto add = [&](const char* name, const std::string& value) {
    facts.push_back({name, is_vm ? or_unknown(value) : "no guest"});
  };
  add("guest", vm.accel);
  add("QEMU", vm.qemu);
  add("machine", vm.machine);
  add("guest's CPU", vm.cpu_model);
  add("guest's memory", fmt::format("{} MiB", vm.memory_mib));
  add("kernel image", vm.kernel_image);
  add("kernel package", vm.kernel_package);
}

Facts facts_of(const KernelRow& row) {
  const Context& context = row.context();
  const KernelInfo& kernel = context.kernel;
  Facts facts = {
      {"release", or_unknown(kernel.release)},
      {"version", or_unknown(kernel.version)},
      {"architecture", or_unknown(kernel.arch)},
      {"config (sha256)", kernel.config_sha256.value_or("unknown").substr(0, 16)},
      {"command line", or_unknown(kernel.cmdline)},
      {"domain", domain_text(context.domain, kernel.cpus_online)},
      {"CPU", or_unknown(kernel.cpu_model)},
      {"memory", fmt::format("{} KiB", thousands(static_cast<double>(kernel.memory_kib), 0))},
      {"clock source", or_unknown(kernel.clock_source)},
      {"TSC in Hz", number_or_unknown(kernel.tsc_hz)},
      {"taint before, after", fmt::format("{}, {}", number_or_unknown(kernel.taint_before),
                                          number_or_unknown(kernel.taint_after))},
      {"functions", functions_text(row)},
  };
  add_vm(facts, context);
  facts.push_back({"boots", fmt::format("{}", row.boots.size())});
  facts.push_back({"started (UTC)", or_unknown(context.started_at)});
  facts.push_back({"seed", fmt::format("{}", context.seed)});
  facts.push_back({"trampcheck", suite_text(context)});
  facts.push_back({"tools", tools_text(context)});
  return facts;
}

using Values = std::map<std::string, std::string> KernelInfo::*;

// Facts from a map that each kernel has: a name that one lacks is "absent" there.
std::vector<Facts> facts_from(const Matrix& matrix, Values values) {
  std::set<std::string> names;
  for (const KernelRow& row : matrix.kernels) {
    for (const auto& [name, value] : row.context().kernel.*values) names.insert(name);
  }
  std::vector<Facts> all;
  for (const KernelRow& row : matrix.kernels) {
    const auto& known = row.context().kernel.*values;
    Facts facts;
    for (const std::string& name : names) {
      auto found = known.find(name);
      facts.push_back({name, found == known.end() ? "absent" : found->second});
    }
    all.push_back(std::move(facts));
  }
  return all;
}

bool all_alike(const std::vector<Facts>& all, size_t fact) {
  return std::all_of(all.begin(), all.end(), [&](const Facts& facts) {
    return facts[fact].text == all.front()[fact].text;
  });
}

std::string facts_html(const Matrix& matrix, const std::vector<Facts>& all, const char* label) {
  std::vector<Note> alike;
  Table other = {{""}};
  for (const KernelRow& row : matrix.kernels) other.front().push_back(row.label);
  for (size_t fact = 0; fact < all.front().size(); ++fact) {
    if (all_alike(all, fact)) {
      alike.push_back(all.front()[fact]);
      continue;
    }
    other.push_back({all.front()[fact].label});
    for (const Facts& facts : all) other.back().push_back(facts[fact].text);
  }
  std::string out = notes_html(alike);
  if (other.size() < 2) return out;
  return out + paragraph("soft", "Not the same everywhere:") + table_html(other, label);
}

bool is_plain(const std::string& word) {
  return !word.empty() && word.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_=+:,./@%") == std::string::npos;
}

std::string quoted(const std::string& word) {
  if (is_plain(word)) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string shell_line(const std::vector<std::string>& argv) {
  const bool named = !argv.empty() && argv.front().ends_with("trampcheck");
  std::string line = named ? "" : "trampcheck";
  for (const std::string& word : argv) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

std::string environment_html(const Matrix& matrix) {
  std::vector<Facts> all;
  for (const KernelRow& row : matrix.kernels) all.push_back(facts_of(row));
  std::string out = facts_html(matrix, all, "what differs between the kernels");
  out += folded("Options of the builds that matter for attaching",
                facts_html(matrix, facts_from(matrix, &KernelInfo::config), "options that differ"));
  out += folded("Sysctl and RCU knobs",
                facts_html(matrix, facts_from(matrix, &KernelInfo::knobs), "knobs that differ"));
  return out;
}

std::string reproduce_html(const Matrix& matrix) {
  std::vector<std::string> lines;
  std::set<std::string> suites;
  for (const KernelRow& row : matrix.kernels) {
    for (const LoadedResult* boot : row.boots) {
      const std::string line = shell_line(boot->result.context.argv);
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
      suites.insert(suite_text(boot->result.context));
    }
  }
  std::string out = paragraph("", fmt::format("With trampcheck {}:", fmt::join(suites, "; ")));
  for (const std::string& line : lines) {
    out += fmt::format("<pre><code>{}</code></pre>\n", xml_escape(line));
  }
  return out;
}

}  // namespace trampcheck
