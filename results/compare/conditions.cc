#include "results/compare/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace trampcheck {
namespace {

constexpr std::array<ConditionKey, 12> kKeys = {{
    {"domain", "what the clock counts: icount, tcg, kvm, bare_metal"},
    {"functions", "the set of functions"},
    {"arch", "architecture"},
    {"cpus", "number of CPUs"},
    {"cpu", "model of the CPU"},
    {"qemu", "version of QEMU, in icount and tcg"},
    {"append", "kernel command line of a guest"},
    {"config", "kernel options that matter for attach; one of them: config.HZ"},
    {"knobs", "sysctls, RCU parameters, the built variant: knobs.trampcheck.variant"},
    {"params", "parameters of a mechanism; one of them: params.patched_by"},
    {"attached", "how many functions a mechanism attached"},
    {"release", "kernel releases inside one side"},
}};

std::string functions_text(const RunResult& result) {
  if (!result.functions) return "not chosen";
  const FunctionSet& set = *result.functions;
  return fmt::format("{} functions, set {}", set.chosen,
                     set.set_sha256.empty() ? "unknown" : set.set_sha256.substr(0, 12));
}

void put(std::map<std::string, std::string>& into, const std::string& key,
         const std::string& value) {
  if (!value.empty()) into[key] = value;
}

using Values = std::set<std::string>;

std::map<std::string, Values> collect(const std::vector<const RunResult*>& results) {
  std::map<std::string, Values> all;
  for (const RunResult* result : results) {
    for (const auto& [key, value] : conditions_of(*result)) {
      all[key].insert(value);
    }
  }
  return all;
}

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  size_t begin = 0;
  while ((begin = text.find_first_not_of(' ', begin)) != std::string::npos) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.insert(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

// The words of a line that the other has not: command lines agree in most of theirs.
std::string own_words(const Values& line, const Values& other) {
  if (line.empty()) return "unknown";
  std::string text;
  const std::set<std::string> theirs =
      other.empty() ? std::set<std::string>() : words_of(*other.begin());
  for (const std::string& word : words_of(*line.begin())) {
    if (!theirs.contains(word)) text += (text.empty() ? "" : " ") + word;
  }
  return text.empty() ? "nothing more" : text;
}

bool is_optional(const std::string& key) {
  return key.starts_with("config.") || key.starts_with("knobs.");
}

// Where the key, or what stands before its dot, is in the list.
size_t position(const std::string& key) {
  const std::string head = key.substr(0, key.find('.'));
  size_t at = 0;
  while (at < kKeys.size() && head != kKeys[at].key) ++at;
  return at;
}

std::string joined(const Values& values) {
  return values.empty() ? "unknown" : fmt::format("{}", fmt::join(values, " and "));
}

bool differ(const std::string& key, const Values& base, const Values& next) {
  if (base.size() > 1 || next.size() > 1) return true;
  if (key == "release") return false;
  if (is_optional(key) && (base.empty() || next.empty())) return false;
  return base != next;
}

}  // namespace

std::span<const ConditionKey> condition_keys() { return kKeys; }

Expected<void> check_across(const std::set<std::string>& across) {
  for (const std::string& key : across) {
    const std::string head = key.substr(0, key.find('.'));
    const bool has_parts = head == "config" || head == "knobs" || head == "params";
    const bool known = std::any_of(kKeys.begin(), kKeys.end(), [&](const ConditionKey& one) {
      return key == one.key || (has_parts && head == one.key);
    });
    if (known) continue;
    std::vector<std::string> keys;
    keys.reserve(kKeys.size());
    for (const ConditionKey& one : kKeys) keys.emplace_back(one.key);
    return Error{0, fmt::format("--across: no condition '{}'", key),
                 fmt::format("there are: {}", fmt::join(keys, ", ")), Exit::kUsage};
  }
  return {};
}

bool allows(const std::set<std::string>& across, const std::string& key) {
  return across.contains(key) || across.contains(key.substr(0, key.find('.')));
}

std::map<std::string, std::string> conditions_of(const RunResult& result) {
  const Context& context = result.context;
  const KernelInfo& kernel = context.kernel;
  std::map<std::string, std::string> all;
  put(all, "domain", context.domain);
  put(all, "functions", functions_text(result));
  put(all, "arch", kernel.arch);
  put(all, "release", kernel.release);
  if (kernel.cpus_online > 0) all["cpus"] = fmt::format("{}", kernel.cpus_online);
  put(all, "cpu", kernel.cpu_model);
  if (context.vm) {
    if (!context.vm->cpu_model.empty()) all["cpu"] += fmt::format(" ({})", context.vm->cpu_model);
    put(all, "append", context.vm->append);
    if (context.domain == "icount" || context.domain == "tcg") put(all, "qemu", context.vm->qemu);
  }
  for (const auto& [option, value] : kernel.config) all["config." + option] = value;
  for (const auto& [knob, value] : kernel.knobs) all["knobs." + knob] = value;
  return all;
}

std::vector<Difference> find_differences(const std::vector<const RunResult*>& base,
                                         const std::vector<const RunResult*>& next,
                                         const CompareOptions& options) {
  std::map<std::string, Values> in_base = collect(base);
  std::map<std::string, Values> in_next = collect(next);
  for (const auto& [key, values] : in_next) in_base.try_emplace(key);
  // The knob is there only on kernels that the suite built: to lack it is to be none of them.
  constexpr const char* kVariant = "knobs.trampcheck.variant";
  if (in_base.contains(kVariant) || in_next.contains(kVariant)) {
    for (auto* side : {&in_base, &in_next}) {
      if (Values& values = (*side)[kVariant]; values.empty()) values.insert("none");
    }
  }
  std::vector<Difference> differences;
  for (const auto& [key, values] : in_base) {
    const Values& others = in_next[key];
    if (!differ(key, values, others)) continue;
    if (key == "functions" && options.common_functions) continue;
    const bool lines = key == "append" && values.size() == 1 && others.size() == 1;
    differences.push_back({key, lines ? own_words(values, others) : joined(values),
                           lines ? own_words(others, values) : joined(others),
                           allows(options.across, key)});
  }
  std::stable_sort(differences.begin(), differences.end(),
                   [](const auto& a, const auto& b) { return position(a.key) < position(b.key); });
  return differences;
}

}  // namespace trampcheck
