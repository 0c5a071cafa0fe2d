#include "app/help_pages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "app/commands.h"

namespace globaldyn::inside::app {
namespace {

// As roff takes it: backslashes and hyphens as themselves, no line that begins like a request.
std::string escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) {
      escaped += std::string("\\&") + c;
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string replace_blanks(std::string text, char by) {
  std::replace(text.begin(), text.end(), ' ', by);
  return text;
}

std::vector<const CLI::App*> list_commands(const CLI::App& command) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* one : command.get_subcommands({})) {
    if (!one->get_name().empty() && !one->get_group().empty()) commands.push_back(one);
  }
  return commands;
}

std::vector<const CLI::Option*> list_options(const CLI::App& command, bool positional) {
  std::vector<const CLI::Option*> options;
  for (const CLI::Option* one : command.get_options()) {
    if (!one->get_group().empty() && one->get_positional() == positional) options.push_back(one);
  }
  return options;
}

// "--out FILE", "-h, --help".
std::vector<std::string> list_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& one : option.get_snames()) names.push_back("-" + one);
  for (const std::string& one : option.get_lnames()) names.push_back("--" + one);
  return names;
}

std::string write_option(const CLI::Option& option) {
  const std::string type = option.get_type_name().empty() ? "" : " " + option.get_type_name();
  const std::string name = option.get_positional()
                               ? option.get_single_name()
                               : fmt::format("{}", fmt::join(list_names(option), ", "));
  std::string text = fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", escape(name), escape(type),
                                 escape(option.get_description()));
  const std::string value = option.get_default_str();
  if (!value.empty()) text += fmt::format("Default: {}.\n", escape(value));
  return text;
}

std::string write_usage(const CLI::App& command, const std::string& name) {
  std::string usage = fmt::format(".SH SYNOPSIS\n\\fB{}\\fR", escape(name));
  if (!list_options(command, false).empty()) usage += " [\\fIOPTIONS\\fR]";
  for (const CLI::Option* one : list_options(command, true)) {
    const std::string shown = escape(one->get_single_name());
    usage += one->get_required() ? fmt::format(" \\fI{}\\fR", shown)
                                 : fmt::format(" [\\fI{}\\fR]", shown);
  }
  if (!list_commands(command).empty()) usage += " \\fICOMMAND\\fR";
  return usage + "\n";
}

std::string write_bash(const CLI::App& program) {
  std::string cases;
  const auto words = [](const CLI::App& command) {
    std::vector<std::string> all;
    for (const CLI::App* one : list_commands(command)) all.push_back(one->get_name());
    for (const CLI::Option* one : list_options(command, false)) {
      for (const std::string& name : list_names(*one)) all.push_back(name);
    }
    return fmt::format("{}", fmt::join(all, " "));
  };
  for (const CLI::App* one : list_commands(program)) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", one->get_name(), words(*one));
  }
  return fmt::format(
      "# bash completion of globaldyn\n"
      "_globaldyn() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" words\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n"
      "{}"
      "    *) words=\"{}\" ;;\n"
      "  esac\n"
      "  if [[ $COMP_CWORD -eq 1 ]]; then words=\"{}\"; fi\n"
      "  COMPREPLY=()\n"
      "  if [[ $word == -* || $COMP_CWORD -eq 1 ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _globaldyn globaldyn\n",
      cases, words(program), words(program));
}

// In single quotes, of a line for zsh or fish.
std::string quote(const std::string& text) {
  std::string quoted;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      quoted += std::string("\\") + c;
    } else {
      quoted += c;
    }
  }
  return quoted;
}

std::string write_zsh(const CLI::App& program) {
  std::string commands, cases;
  for (const CLI::App* one : list_commands(program)) {
    commands += fmt::format("    '{}:{}'\n", one->get_name(), quote(one->get_description()));
    cases += fmt::format("    {}) _arguments", one->get_name());
    for (const CLI::Option* option : list_options(*one, false)) {
      const std::string takes = option->get_items_expected_max() > 0
                                    ? fmt::format(":{}:_files", quote(option->get_type_name()))
                                    : "";
      for (const std::string& name : list_names(*option)) {
        cases +=
            fmt::format(" \\\n      '{}[{}]{}'", name, quote(option->get_description()), takes);
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return "#compdef globaldyn\n# zsh completion of globaldyn\n_globaldyn() {\n  local -a commands\n"
         "  commands=(\n" +
         commands +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n" +
         cases + "  esac\n}\n_globaldyn \"$@\"\n";
}

std::string quote_fish(const std::string& text) {
  std::string quoted;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string write_fish(const CLI::App& program) {
  std::string text = "# fish completion of globaldyn\n";
  for (const CLI::App* one : list_commands(program)) {
    text += fmt::format("complete -c globaldyn -n __fish_use_subcommand -f -a {} -d '{}'\n",
                        one->get_name(), quote_fish(one->get_description()));
    for (const CLI::Option* option : list_options(*one, false)) {
      text +=
          fmt::format("complete -c globaldyn -n '__fish_seen_subcommand_from {}'", one->get_name());
      for (const std::string& name : option->get_snames()) text += " -s " + name;
      for (const std::string& name : option->get_lnames()) text += " -l " + name;
      if (option->get_items_expected_max() > 0) text += " -r";
      text += fmt::format(" -d '{}'\n", quote_fish(option->get_description()));
    }
  }
  return text;
}

}  // namespace

std::string write_manual_page(const CLI::App& command, const std::string& name) {
  std::string title = replace_blanks(name, '-');
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string description = command.get_description();
  std::string page =
      fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n", escape(title), program_name());
  page += fmt::format(".SH NAME\n{} \\- {}\n", escape(replace_blanks(name, '-')),
                      escape(description.substr(0, description.find('\n'))));
  page += write_usage(command, name);
  page += fmt::format(".SH DESCRIPTION\n{}\n", escape(description));
  if (const auto commands = list_commands(command); !commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const CLI::App* one : commands) {
      page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escape(one->get_name()),
                          escape(one->get_description()));
    }
  }
  page += ".SH OPTIONS\n";
  for (const bool positional : {true, false}) {
    for (const CLI::Option* one : list_options(command, positional)) page += write_option(*one);
  }
  if (const std::string footer = command.get_footer(); !footer.empty()) {
    page += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escape(footer));
  }
  return page;
}

std::string write_completion(const CLI::App& program, const std::string& shell) {
  if (shell == "zsh") return write_zsh(program);
  if (shell == "fish") return write_fish(program);
  return write_bash(program);
}

}  // namespace globaldyn::inside::app
