#include "tools/cli/description.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/attach/mechanism.h"
#include "results/export/exporters.h"
#include "suites/table.h"

namespace trampcheck {
namespace {

// "TEXT:{a,b}" is what CLI11 says of an option with a list of words.
std::vector<std::string> words_of_type(const std::string& type) {
  const size_t open = type.find('{');
  const size_t close = type.find('}', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> names = {"all"};
  for (const Mechanism& mechanism : mechanisms()) names.emplace_back(mechanism.name);
  return names;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Exporter& exporter : exporters()) names.emplace_back(exporter.name);
  return names;
}

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const Suite& suite : suites()) names.emplace_back(suite.name);
  return names;
}

// Lists that the command line checks only once it is parsed.
std::vector<std::string> words_of_name(const std::string& verb, const std::string& name) {
  if (name == "--mechanism") return mechanism_names();
  if (name == "--format" && verb == "report") return format_names();
  if (name == "suite") return suite_names();
  return {};
}

bool is_file(const std::string& value) {
  constexpr const char* kFiles[] = {"FILE", "DIR", "PATH", "RESULT", "BASE", "NEW", "KERNEL"};
  return std::any_of(std::begin(kFiles), std::end(kFiles),
                     [&](const char* word) { return value.find(word) != std::string::npos; });
}

OptionDescription describe(const std::string& verb, const CLI::Option& option) {
  OptionDescription described;
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  if (option.get_positional()) described.operand = option.get_name(/*positional=*/true);
  described.what = option.get_description();
  const std::string name = described.names.empty() ? described.operand : described.names.back();
  const std::string type = option.get_type_name();
  described.choices = words_of_type(type);
  if (described.choices.empty()) described.choices = words_of_name(verb, name);
  if (option.get_items_expected_max() > 0) {
    const std::string word = type.substr(0, type.find_first_of(":{ "));
    described.value = !word.empty() ? word : described.choices.empty() ? "VALUE" : "WORD";
  }
  described.preset = option.get_default_str();
  described.takes_list = name == "--mechanism";
  described.takes_file = described.choices.empty() && is_file(type);
  described.is_required = option.get_required();
  return described;
}

}  // namespace

CommandDescription describe(const CLI::App& app, const std::string& version) {
  CommandDescription command{app.get_description(), app.get_footer(), version, {}};
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    VerbDescription described{
        verb->get_name(), verb->get_description(), {}, {}, verb->get_footer()};
    for (const CLI::Option* option : verb->get_options()) {
      auto& kind = option->get_positional() ? described.operands : described.options;
      kind.push_back(describe(described.name, *option));
    }
    command.verbs.push_back(std::move(described));
  }
  return command;
}

}  // namespace trampcheck
