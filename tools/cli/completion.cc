// Completion scripts for shells: the words of each verb, then code that is the same for all.
#include <fmt/format.h>

#include "tools/cli/description.h"

namespace trampcheck {
namespace {

std::vector<std::string> names_of(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const VerbDescription& verb : command.verbs) names.push_back(verb.name);
  return names;
}

std::vector<std::string> all_options(const VerbDescription& verb) {
  std::vector<std::string> names;
  for (const OptionDescription& option : verb.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::string pattern(const VerbDescription& verb, const OptionDescription& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : "|", verb.name, name);
  }
  return text;
}

// What a word after VERB:OPTION may be.
std::string bash_value_cases(const VerbDescription& verb) {
  std::string text;
  for (const OptionDescription& option : verb.options) {
    if (option.value.empty()) continue;
    std::string action = "return 0";  // a value that nobody can guess
    if (!option.choices.empty()) {
      action = fmt::format("_trampcheck_{} \"{}\"; return 0", option.takes_list ? "list" : "words",
                           fmt::join(option.choices, " "));
    } else if (option.takes_file) {
      action = "_trampcheck_files; return 0";
    }
    text += fmt::format("    {}) {} ;;\n", pattern(verb, option), action);
  }
  return text;
}

std::string bash_operand_case(const VerbDescription& verb) {
  std::string words;
  bool takes_file = false;
  for (const OptionDescription& operand : verb.operands) {
    for (const std::string& word : operand.choices) words += (words.empty() ? "" : " ") + word;
    takes_file = takes_file || operand.takes_file;
  }
  if (words.empty() && !takes_file) return "";
  return fmt::format(
      "    {}) {} ;;\n", verb.name,
      takes_file ? "_trampcheck_files" : fmt::format("_trampcheck_words \"{}\"", words));
}

constexpr const char* kBashHead =
    R"(# bash completion for trampcheck; made by `trampcheck completion bash`.
_trampcheck_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

# One more of a list with commas.
_trampcheck_list() {
  local before=""
  [[ $cur == *,* ]] && before=${cur%,*},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
}

_trampcheck_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_trampcheck() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb="" i
  COMPREPLY=()
  # The verb; behind a `--` another one, which the guest is given.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      verb=""
    elif [[ -z $verb && ${COMP_WORDS[i]} != -* ]]; then
      verb=${COMP_WORDS[i]}
    fi
  done
)";

// `_arguments` of zsh reads colons, brackets and backslashes.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string zsh_action(const OptionDescription& option) {
  if (!option.choices.empty()) {
    return option.takes_list
               ? fmt::format("_values -s , {} {}", option.value, fmt::join(option.choices, " "))
               : fmt::format("({})", fmt::join(option.choices, " "));
  }
  return option.takes_file ? "_files" : "";
}

std::string zsh_option(const OptionDescription& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += fmt::format("      '{}[{}]", name, zsh_text(option.what));
    if (!option.value.empty()) {
      text += fmt::format(":{}:{}", zsh_text(option.value), zsh_action(option));
    }
    text += "' \\\n";
  }
  return text;
}

std::string zsh_verb(const VerbDescription& verb) {
  std::string text = fmt::format("    {}) _arguments \\\n", verb.name);
  for (const OptionDescription& option : verb.options) text += zsh_option(option);
  for (const OptionDescription& operand : verb.operands) {
    text += fmt::format("      '*:{}:{}' \\\n", zsh_text(operand.operand), zsh_action(operand));
  }
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion(const CommandDescription& command) {
  std::string text = kBashHead;
  text += fmt::format("  if [[ -z $verb ]]; then\n    _trampcheck_words \"{} --help --version\"\n",
                      fmt::join(names_of(command), " "));
  text += "    return 0\n  fi\n  case $verb:$prev in\n";
  for (const VerbDescription& verb : command.verbs) text += bash_value_cases(verb);
  text += "  esac\n  if [[ $cur == -* ]]; then\n    case $verb in\n";
  for (const VerbDescription& verb : command.verbs) {
    text += fmt::format("      {}) _trampcheck_words \"{}\" ;;\n", verb.name,
                        fmt::join(all_options(verb), " "));
  }
  text += "    esac\n    return 0\n  fi\n  case $verb in\n";
  for (const VerbDescription& verb : command.verbs) text += bash_operand_case(verb);
  text += "  esac\n  return 0\n}\ncomplete -F _trampcheck trampcheck\n";
  return text;
}

std::string zsh_completion(const CommandDescription& command) {
  std::string text =
      "#compdef trampcheck\n"
      "# zsh completion for trampcheck; made by `trampcheck completion zsh`.\n"
      "_trampcheck() {\n"
      "  local -a verbs\n"
      "  local verb i start=1\n"
      "  verbs=(\n";
  for (const VerbDescription& verb : command.verbs) {
    text += fmt::format("    '{}:{}'\n", verb.name, zsh_text(verb.what));
  }
  text +=
      "  )\n"
      "  # The verb; behind a `--` another one, which the guest is given.\n"
      "  for ((i = 2; i < CURRENT; ++i)); do\n"
      "    if [[ $words[i] == -- ]]; then\n"
      "      verb= start=$i\n"
      "    elif [[ -z $verb && $words[i] != -* ]]; then\n"
      "      verb=$words[i] start=$i\n"
      "    fi\n"
      "  done\n"
      "  if [[ -z $verb ]]; then\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  # What _arguments looks at begins with the verb.\n"
      "  words=($words[start,-1])\n"
      "  ((CURRENT -= start - 1))\n"
      "  case $verb in\n";
  for (const VerbDescription& verb : command.verbs) text += zsh_verb(verb);
  text +=
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _trampcheck ]]; then _trampcheck \"$@\"; "
      "else compdef _trampcheck trampcheck; fi\n";
  return text;
}

}  // namespace trampcheck
