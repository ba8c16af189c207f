// run_process: feeds stdin and drains both outputs until the child has ended.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iterator>

#include "tools/process/process.h"

namespace trampcheck {
namespace {

using Clock = std::chrono::steady_clock;

// One output stream: keeps its last bytes, or hands out its lines.
struct Sink {
  Fd* pipe;
  std::string* kept;
  size_t limit_bytes;
  const std::function<void(std::string_view)>* on_line;
};

void hand_out_lines(Sink& sink, bool last) {
  size_t start = 0;
  for (size_t end; (end = sink.kept->find('\n', start)) != std::string::npos; start = end + 1) {
    (*sink.on_line)(std::string_view(*sink.kept).substr(start, end - start));
  }
  sink.kept->erase(0, start);
  if (last && !sink.kept->empty()) {
    (*sink.on_line)(*sink.kept);
    sink.kept->clear();
  }
}

// Reads what is there, at most 4 MiB so that a child that never stops writing cannot keep us from
// looking at the clock; closes the pipe at its end. The pipe does not block.
void drain(Sink& sink) {
  char buffer[1 << 16];
  for (int reads = 0; reads < 64; ++reads) {
    ssize_t got = read(sink.pipe->get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got > 0) sink.kept->append(buffer, static_cast<size_t>(got));
    if (*sink.on_line) hand_out_lines(sink, got <= 0);
    if (sink.kept->size() > sink.limit_bytes) {
      sink.kept->erase(0, sink.kept->size() - sink.limit_bytes);
    }
    if (got <= 0) return sink.pipe->reset();
  }
}

// A child that does not read its input is no reason to die of SIGPIPE.
void feed(Fd& pipe, std::string_view& bytes) {
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ssize_t put = write(pipe.get(), bytes.data(), bytes.size());
  int code = errno;
  if (put < 0 && code == EPIPE) {
    timespec now{};
    sigtimedwait(&pipe_signal, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (put > 0) bytes.remove_prefix(static_cast<size_t>(put));
  if (bytes.empty() || (put < 0 && code != EAGAIN && code != EINTR)) pipe.reset();
}

// One turn: waits for any pipe or the end, at most `timeout_ms`, then moves bytes.
Expected<void> pump(Process& process, Sink& out, Sink& err, std::string_view& input,
                    int timeout_ms) {
  pollfd fds[] = {
      {out.pipe->get(), POLLIN, 0},
      {err.pipe->get(), POLLIN, 0},
      {process.stdin_pipe().get(), POLLOUT, 0},
      {process.pidfd(), POLLIN, 0},
  };
  if (poll(fds, std::size(fds), timeout_ms) < 0 && errno != EINTR) {
    return errno_error(errno, "cannot wait for a child process");
  }
  if (fds[0].revents) drain(out);
  if (fds[1].revents) drain(err);
  if (fds[2].revents) feed(process.stdin_pipe(), input);
  return {};
}

}  // namespace

Expected<Finished> run_process(const std::vector<std::string>& argv, const RunOptions& options) {
  StartOptions start = options.start;
  start.pipe_stdin = !options.stdin_bytes.empty();
  auto process = Process::start(argv, start);
  if (!process) return process.error();
  if (start.pipe_stdin) fcntl(process->stdin_pipe().get(), F_SETFL, O_NONBLOCK);

  Finished finished;
  const std::function<void(std::string_view)> no_lines;
  Sink out{&process->stdout_pipe(), &finished.out, options.output_limit_bytes,
           &options.on_stdout_line};
  Sink err{&process->stderr_pipe(), &finished.err, options.output_limit_bytes, &no_lines};
  std::string_view input = options.stdin_bytes;
  auto end = Clock::now() + std::chrono::duration<double>(options.deadline_s);
  while (!process->poll_exit()) {
    std::chrono::duration<double, std::milli> left = end - Clock::now();
    if (left.count() <= 0) {
      finished.timed_out = true;
      break;
    }
    if (options.stop && *options.stop) {
      finished.stopped = true;
      break;
    }
    if (options.on_turn) options.on_turn();
    int turn_ms = static_cast<int>(std::min(left.count() + 1, 1000.0));
    if (auto moved = pump(*process, out, err, input, turn_ms); !moved) return moved.error();
  }
  finished.exit = process->kill_and_wait();
  finished.usage = process->usage();
  if (out.pipe->valid()) drain(out);
  if (err.pipe->valid()) drain(err);
  if (*out.on_line) hand_out_lines(out, /*last=*/true);
  return finished;
}

std::string describe_end(const Finished& finished, const RunOptions& options) {
  if (finished.timed_out) return fmt::format("was stopped after {:g} s", options.deadline_s);
  if (finished.stopped) return "was stopped when asked to";
  if (finished.exit.signal) return fmt::format("was killed by signal {}", finished.exit.signal);
  return fmt::format("exited with status {}", finished.exit.status);
}

}  // namespace trampcheck
