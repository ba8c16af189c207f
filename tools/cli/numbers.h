// Numbers on the command line. CLI11's own reading is too forgiving: it takes "-1" for 2^64 - 1,
// cuts what is larger, reads "010" as 8 and lets "nan" pass.
#ifndef TRAMPCHECK_TOOLS_CLI_NUMBERS_H_
#define TRAMPCHECK_TOOLS_CLI_NUMBERS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace trampcheck {

// A decimal count without a sign; false where the word is none.
bool read_count(const std::string& word, uint64_t& value);

// Validators: each returns what is wrong, or nothing.
std::string check_count(const std::string& word);
std::string check_seconds(const std::string& word);
CLI::Validator count_between(uint64_t low, uint64_t high);
CLI::Validator number_between(double low, double high);

// "130ms", "1.5 s", "250us", "40ns" in nanoseconds; a bare number as it is.
std::optional<double> read_amount(const std::string& word);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_NUMBERS_H_
