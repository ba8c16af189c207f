#include "results/model/outline.h"

#include <algorithm>
#include <string>

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr uint64_t kLargestCount = uint64_t{1} << 62;  // the schema's

bool is_count(const json& item) {
  if (item.is_number_unsigned()) return item.get<uint64_t>() <= kLargestCount;
  // A value that was built, not parsed, may hold a positive number as a signed one.
  return item.is_number_integer() && item.get<int64_t>() >= 0 &&
         item.get<int64_t>() <= static_cast<int64_t>(kLargestCount);
}

bool is_name(const json& item) {
  return item.is_string() && !item.get_ref<const std::string&>().empty();
}

using IsSound = bool (*)(const json&);

json shortened(const json& list, IsSound is_sound) {
  auto unsound = std::find_if_not(list.begin(), list.end(), is_sound);
  if (unsound != list.end()) return json(json::array_t(list.begin(), unsound + 1));
  return list.empty() ? list : json::array({list.front()});
}

// What is sound in a list that grows with rounds and functions, by its place; null for others.
IsSound bulk_at(const std::string& parent, const std::string& key) {
  if (key == "samples") return is_count;
  const bool names =
      (parent == "functions" && key == "names") || (parent == "per_function" && key == "functions");
  return names ? is_name : nullptr;
}

json outlined(const json& value, const std::string& parent, const std::string& key) {
  const IsSound is_sound = value.is_array() ? bulk_at(parent, key) : nullptr;
  if (is_sound) {
    const bool nested = !value.empty() && value.front().is_array();
    if (!nested) return shortened(value, is_sound);
    json rounds = json::array();
    for (const json& round : value) {
      rounds.push_back(round.is_array() ? shortened(round, is_sound) : round);
    }
    return rounds;
  }
  if (value.is_array()) {
    json items = json::array();
    for (const json& item : value) items.push_back(outlined(item, parent, key));
    return items;
  }
  if (!value.is_object()) return value;
  json object = json::object();
  for (const auto& [name, member] : value.items()) object[name] = outlined(member, key, name);
  return object;
}

}  // namespace

json outline(const json& value) { return outlined(value, "", ""); }

}  // namespace trampcheck
