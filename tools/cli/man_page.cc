// The manual page, made of the same words as --help.
#include <fmt/format.h>

#include <algorithm>

#include "tools/cli/description.h"

namespace trampcheck {
namespace {

// Text that roff takes as it is: no line may look like a request, and what is special is escaped.
std::string roff(const std::string& text) {
  std::string out;
  bool at_start = true;
  for (char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    at_start = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Lines as they are: examples and lists.
std::string literal(const std::string& text) {
  return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n";
}

std::string details(const OptionDescription& option) {
  std::string text = roff(option.what);
  if (!option.choices.empty()) {
    text += roff(fmt::format(" ({})", fmt::join(option.choices, ", ")));
  }
  if (!option.preset.empty() && !option.value.empty()) {
    text += roff(fmt::format(" [{}]", option.preset));
  }
  return text + "\n";
}

std::string option_item(const OptionDescription& option) {
  std::string text = ".TP\n";
  if (option.names.empty()) {
    text += fmt::format("\\fI{}\\fR", roff(upper(option.operand)));
  } else {
    for (size_t i = 0; i < option.names.size(); ++i) {
      text += fmt::format("{}\\fB{}\\fR", i == 0 ? "" : ", ", roff(option.names[i]));
    }
    if (!option.value.empty()) text += fmt::format(" \\fI{}\\fR", roff(option.value));
  }
  return text + "\n" + details(option);
}

std::string synopsis(const VerbDescription& verb) {
  std::string text = fmt::format(".br\n\\fBtrampcheck {}\\fR [\\fIOPTION\\fR...]", roff(verb.name));
  for (const OptionDescription& operand : verb.operands) {
    const std::string word = fmt::format("\\fI{}\\fR", roff(upper(operand.operand)));
    text += operand.is_required ? " " + word : " [" + word + "]";
  }
  return text + "\n";
}

std::string section(const VerbDescription& verb) {
  std::string text = fmt::format(".SS {}\n{}\n", roff(verb.name), roff(verb.what));
  for (const OptionDescription& operand : verb.operands) text += option_item(operand);
  for (const OptionDescription& option : verb.options) {
    if (option.names.back() != "--help") text += option_item(option);
  }
  return text + literal(verb.footer);
}

}  // namespace

std::string man_page(const CommandDescription& command) {
  std::string text = fmt::format(".TH TRAMPCHECK 1 \"\" \"{}\"\n", command.version);
  text +=
      ".SH NAME\ntrampcheck \\- measures and checks attaching BPF programs to kernel functions\n";
  text += ".SH SYNOPSIS\n";
  for (const VerbDescription& verb : command.verbs) text += synopsis(verb);
  text += ".SH DESCRIPTION\n" + roff(command.about) + "\n";
  text += ".SH VERBS\n";
  for (const VerbDescription& verb : command.verbs) text += section(verb);
  text += ".SH EXAMPLES AND EXIT STATUS\n" + literal(command.footer);
  return text;
}

}  // namespace trampcheck
