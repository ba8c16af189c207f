// run_process: feeds stdin and drains both outputs until the child has ended.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

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

void unblock(const Fd& fd) {
  if (fd.valid()) fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

// One turn: waits at most `timeout_ms` for any pipe, then moves bytes.
Expected<void> pump(Process& process, Sink& out, Sink& err, std::string_view& input,
                    int timeout_ms) {
  pollfd fds[] = {
      {out.pipe->get(), POLLIN, 0},
      {err.pipe->get(), POLLIN, 0},
      {process.stdin_pipe().get(), POLLOUT, 0},
  };
  if (poll(fds, 3, timeout_ms) < 0 && errno != EINTR) {
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
  unblock(process->stdin_pipe());
  unblock(process->stdout_pipe());
  unblock(process->stderr_pipe());

  Finished finished;
  const std::function<void(std::string_view)> no_lines;
  Sink out{&process->stdout_pipe(), &finished.out, options.output_limit_bytes,
           &options.on_stdout_line};
  Sink err{&process->stderr_pipe(), &finished.err, options.output_limit_bytes, &no_lines};
  std::string_view input = options.stdin_bytes;
  auto end = Clock::now() + std::chrono::duration<double>(options.deadline_s);
  std::optional<ExitState> exit;
  // 20 ms: a child may close its outputs before it ends, and then only the clock wakes us.
  while (!(exit = process->poll_exit())) {
    if (Clock::now() >= end) {
      finished.timed_out = true;
      process->signal_group(SIGKILL);
      exit = process->wait(/*deadline_s=*/5);
      break;
    }
    if (auto moved = pump(*process, out, err, input, 20); !moved) return moved.error();
  }
  if (exit) finished.exit = *exit;
  if (out.pipe->valid()) drain(out);
  if (err.pipe->valid()) drain(err);
  if (*out.on_line) hand_out_lines(out, /*last=*/true);
  return finished;
}

std::string describe_end(const Finished& finished, const RunOptions& options) {
  if (finished.timed_out) return fmt::format("was stopped after {:g} s", options.deadline_s);
  if (finished.exit.signal) return fmt::format("was killed by signal {}", finished.exit.signal);
  return fmt::format("exited with status {}", finished.exit.status);
}

}  // namespace trampcheck
