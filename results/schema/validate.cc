// The only file that includes valijson: it takes most of a minute to compile.
#include "results/schema/validate.h"

// Without this valijson aborts where it should throw.
#define VALIJSON_USE_EXCEPTIONS 1

#include <fmt/format.h>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "results/schema/v1.h"
#include "results/schema/version.h"

namespace trampcheck {
namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

// Lets every object have keys that the schema does not name.
void tolerate_unknown_keys(json& schema) {
  if (schema.is_object() && schema.contains("additionalProperties") &&
      schema["additionalProperties"] == false) {
    schema.erase("additionalProperties");
  }
  for (json& child : schema) {
    if (child.is_structured()) tolerate_unknown_keys(child);
  }
}

std::unique_ptr<valijson::Schema> load_schema(Minor minor) {
  json text = json::parse(kSchemaV1);
  // valijson reads every integer as signed, so that to it a seed above 2^63 is below the minimum;
  // check_seed() does it instead.
  text["definitions"]["context"]["properties"]["seed"].erase("minimum");
  if (minor == Minor::kNewer) tolerate_unknown_keys(text);
  auto schema = std::make_unique<valijson::Schema>();
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(NlohmannJsonAdapter(text), *schema);
  return schema;
}

const valijson::Schema& schema_for(Minor minor) {
  static const std::unique_ptr<valijson::Schema> kKnown = load_schema(Minor::kKnown);
  static const std::unique_ptr<valijson::Schema> kNewer = load_schema(Minor::kNewer);
  return minor == Minor::kNewer ? *kNewer : *kKnown;
}

// valijson gives "<root>", "[results]", "[0]"; a reader wants results[0].
std::string path_text(const std::vector<std::string>& steps) {
  std::string path;
  for (size_t i = 1; i < steps.size(); ++i) {
    std::string step = steps[i].substr(1, steps[i].size() - 2);
    bool is_index = step.find_first_not_of("0123456789") == std::string::npos;
    path += is_index ? "[" + step + "]" : (path.empty() ? "" : ".") + step;
  }
  return path.empty() ? "the top level" : path;
}

// What stands at the path, cut short; empty where it is long or structured.
std::string found_text(const json& value, const std::vector<std::string>& steps) {
  const json* at = &value;
  for (size_t i = 1; i < steps.size(); ++i) {
    std::string step = steps[i].substr(1, steps[i].size() - 2);
    if (at->is_object() && at->contains(step)) {
      at = &(*at)[step];
    } else if (at->is_array() && std::stoul(step) < at->size()) {
      at = &(*at)[std::stoul(step)];
    } else {
      return "";
    }
  }
  if (at->is_structured()) return fmt::format(" (found an {})", at->type_name());
  std::string found = at->dump(-1, ' ', true, json::error_handler_t::replace);
  return found.size() > 60 ? "" : fmt::format(" (found {})", found);
}

// The error of the innermost value: the outer ones only repeat that something inside is wrong.
const valijson::ValidationResults::Error* innermost(const valijson::ValidationResults& results) {
  const valijson::ValidationResults::Error* deepest = nullptr;
  for (const auto& error : results) {
    if (!deepest || error.context.size() > deepest->context.size()) deepest = &error;
  }
  return deepest;
}

Error invalid(const std::string& name, const std::string& what) {
  return Error{0, fmt::format("{} is not a valid result: {}", name, what),
               "see results/schema/v1.json", Exit::kUsage};
}

Expected<void> check_seed(const json& value, const std::string& name) {
  const json& seed = value.at("context").at("seed");
  if (seed.is_number_unsigned() || seed.get<int64_t>() >= 0) return {};
  return invalid(name, fmt::format("context.seed: it is negative (found {})", seed.dump()));
}

Expected<void> validate(const json& value, Minor minor, const std::string& name) {
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(schema_for(minor), NlohmannJsonAdapter(value), &results)) {
    return check_seed(value, name);
  }
  const auto* error = innermost(results);
  if (!error) return invalid(name, "it breaks the schema");
  bool names_what = error->description.starts_with("Object ");  // a key, which says enough
  return invalid(name, fmt::format("{}: {}{}", path_text(error->context), error->description,
                                   names_what ? "" : found_text(value, error->context)));
}

}  // namespace

Expected<void> validate_json(const json& value, const std::string& name) {
  auto minor = schema_minor(value, name);
  if (!minor) return minor.error();
  try {
    return validate(value, *minor, name);
  } catch (const std::exception& error) {
    return Error{0, fmt::format("cannot validate {}: {}", name, error.what()), "", Exit::kUsage};
  }
}

}  // namespace trampcheck
