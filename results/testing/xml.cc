#include "results/testing/xml.h"

#include <algorithm>
#include <set>
#include <vector>

namespace trampcheck {
namespace {

void remove_cdata(std::string& text) {
  constexpr std::string_view kBegin = "<![CDATA[";
  constexpr std::string_view kEnd = "]]>";
  for (size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    const size_t end = text.find(kEnd, at);
    if (end == std::string::npos) return;  // its "<" is then found to be bare
    text.erase(at, end + kEnd.size() - at);
  }
}

std::string fault_of_tags(const std::string& text) {
  std::vector<std::string> open;
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const size_t end = text.find('>', at);
    if (end == std::string::npos) return "no end of a tag";
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.empty() || tag.find('<') != std::string::npos) return "markup within <" + tag;
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "an open quote in <" + tag;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.front() == '?' || tag.front() == '!' || tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(name);
    } else if (open.empty() || "/" + open.back() != tag) {
      return "unexpected <" + tag;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is left open";
}

std::string fault_of_characters(const std::string& text) {
  for (size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    const std::string entity = text.substr(at, text.find(';', at) - at);
    if (!std::set<std::string>{"&amp", "&lt", "&gt", "&quot", "&#39", "&#9", "&#10", "&#13"}
             .contains(entity)) {
      return "a bare &: " + entity;
    }
  }
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return "a control character";
  }
  return "";
}

}  // namespace

std::string fault_of_xml(std::string text) {
  remove_cdata(text);
  const std::string tags = fault_of_tags(text);
  return tags.empty() ? fault_of_characters(text) : tags;
}

}  // namespace trampcheck
