// Errors as values: a function that can fail returns Expected<T>, and the caller looks.
#ifndef TRAMPCHECK_RESULTS_BASE_EXPECTED_H_
#define TRAMPCHECK_RESULTS_BASE_EXPECTED_H_

#include <string>
#include <utility>
#include <variant>

namespace trampcheck {

// The documented exit statuses of the command (README, "Exit status").
enum class Exit : int {
  kFine = 0,
  kFailed = 1,         // a regression or a failed check
  kUsage = 2,          // the command line makes no sense
  kNotComparable = 3,  // not comparable, or too little data to say
  kEnvironment = 4,    // no boot, no permission, missing feature that was asked for by name
  kInterrupted = 130,  // Ctrl-C
};

// What went wrong, in words for the person who must mend it.
struct [[nodiscard]] Error {
  int code = 0;        // errno of the failed call; 0 where none was involved
  std::string what;    // what was tried, on what, and what came of it
  std::string remedy;  // what to do about it; may be empty
  Exit exit = Exit::kEnvironment;

  // One line: what, then what to do.
  std::string text() const { return remedy.empty() ? what : what + "; " + remedy; }
};

// A T, or the Error that kept it from being made.
template <typename T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Expected(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or the Error that prevented it.
template <>
class [[nodiscard]] Expected<void> {
 public:
  Expected() = default;
  Expected(Error error) : error_(std::move(error)), failed_(true) {}  // NOLINT

  explicit operator bool() const { return !failed_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_EXPECTED_H_
