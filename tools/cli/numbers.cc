#include "tools/cli/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace trampcheck {
namespace {

template <typename Number>
bool read_number(const std::string& word, Number& value) {
  const char* end = word.data() + word.size();
  auto [stop, code] = std::from_chars(word.data(), end, value);
  return code == std::errc() && stop == end;
}

}  // namespace

bool read_count(const std::string& word, uint64_t& value) {
  const bool octal = word.size() > 1 && word.front() == '0';
  return !octal && read_number(word, value);
}

std::string check_count(const std::string& word) {
  uint64_t value = 0;
  if (read_count(word, value)) return "";
  return fmt::format("'{}' is not a number from 0 to 2^64 - 1", word);
}

std::string check_seconds(const std::string& word) {
  double value = 0;
  if (read_number(word, value) && value >= 0.1 && value <= 86400) return "";
  return fmt::format("'{}' is not between 0.1 and 86400 seconds", word);
}

CLI::Validator count_between(uint64_t low, uint64_t high) {
  auto check = [low, high](const std::string& word) -> std::string {
    uint64_t value = 0;
    if (read_count(word, value) && value >= low && value <= high) return "";
    return fmt::format("'{}' is not a number from {} to {}", word, low, high);
  };
  return CLI::Validator(check, fmt::format("INT in [{} - {}]", low, high));
}

CLI::Validator number_between(double low, double high) {
  auto check = [low, high](const std::string& word) -> std::string {
    double value = 0;
    if (read_number(word, value) && value >= low && value <= high) return "";
    return fmt::format("'{}' is not a number from {:g} to {:g}", word, low, high);
  };
  return CLI::Validator(check, fmt::format("in [{:g} - {:g}]", low, high));
}

std::optional<double> read_amount(const std::string& word) {
  double value = 0;
  const char* end = word.data() + word.size();
  auto [stop, code] = std::from_chars(word.data(), end, value);
  if (code != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
  std::string unit(stop, end);
  unit.erase(0, unit.find_first_not_of(' '));
  if (unit.empty() || unit == "ns") return value;
  if (unit == "us") return value * 1e3;
  if (unit == "ms") return value * 1e6;
  if (unit == "s") return value * 1e9;
  return std::nullopt;
}

}  // namespace trampcheck
