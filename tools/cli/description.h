// The command line as data: what completion scripts and the man page are made of.
#ifndef TRAMPCHECK_TOOLS_CLI_DESCRIPTION_H_
#define TRAMPCHECK_TOOLS_CLI_DESCRIPTION_H_

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace trampcheck {

// An option, or an operand (no names).
struct OptionDescription {
  std::vector<std::string> names;  // "-o", "--output"
  std::string operand;             // name of an operand
  std::string what;                // for people
  std::string value;               // "FILE"; empty for a flag
  std::vector<std::string> choices;
  std::string preset;       // the default, where one is shown
  bool takes_list = false;  // choices joined by commas
  bool takes_file = false;  // FILE, DIR, PATH ...
  bool is_required = false;
};

struct VerbDescription {
  std::string name;
  std::string what;
  std::vector<OptionDescription> options;
  std::vector<OptionDescription> operands;
  std::string footer;  // examples and exit status
};

struct CommandDescription {
  std::string about;
  std::string footer;
  std::string version;
  std::vector<VerbDescription> verbs;
};

// What is known of an application and its subcommands.
CommandDescription describe(const CLI::App& app, const std::string& version);

// A script to be sourced by bash; completes verbs, options, their values and files.
std::string bash_completion(const CommandDescription& command);

// The function that zsh's completion calls; belongs into a folder of $fpath as _trampcheck.
std::string zsh_completion(const CommandDescription& command);

// trampcheck(1), in the man macros of roff.
std::string man_page(const CommandDescription& command);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_DESCRIPTION_H_
