// Frames on the guest's second serial port: how results come out of a virtual machine.
//
// A frame is a header of 20 bytes and a payload. The header, little-endian: magic "TCF1", type (1),
// flags (1), sequence (2), payload length (4), CRC-32 of the payload as sent (4), CRC-32 of the 16
// header bytes before (4). The header has its own checksum so that a damaged length is not waited
// for; the sequence number shows frames lost whole. The port must be raw (no newline translation).
#ifndef TRAMPCHECK_TOOLS_VM_FRAME_H_
#define TRAMPCHECK_TOOLS_VM_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace trampcheck {

enum class FrameType : uint8_t {
  kHello = 1,     // JSON: the guest's init runs; always the first
  kProgress = 2,  // one line of text for the person who waits
  kSnapshot = 3,  // JSON: the result so far
  kResult = 4,    // JSON: the final result
  kOutput = 5,    // text for standard output
  kLog = 6,       // text for the log: troubles of the guest's init
  kExit = 7,      // JSON {"status": N}: the end marker
};

struct Frame {
  FrameType type = FrameType::kLog;
  uint16_t sequence = 0;
  std::string payload;
};

// Something on the line that is not a whole, sound frame.
struct FrameDamage {
  std::string what;   // one line
  size_t offset = 0;  // where in the stream, bytes from its start
};

inline constexpr size_t kFrameHeaderBytes = 20;
inline constexpr size_t kMaxFramePayloadBytes = size_t{1} << 28;

// The bytes of one frame. Payloads of more than 512 bytes are sent deflated where that is shorter:
// an emulated serial port takes a write() and 7 us or so for each byte, deflating far less.
std::string encode_frame(FrameType type, std::string_view payload, uint16_t sequence);

// Takes bytes as they come, hands out frames and damage in the order met. After damage it looks for
// the next magic, so later frames are still read.
class FrameReader {
 public:
  using Event = std::variant<Frame, FrameDamage>;

  void feed(std::string_view bytes) { buffer_.append(bytes); }

  // The next event, or nothing until more bytes are fed.
  std::optional<Event> next();

  // To be called at the end of the stream, after next() is dry: what was left unfinished.
  std::optional<FrameDamage> finish();

 private:
  void drop(size_t count);
  FrameDamage damage(std::string what, size_t skip);
  std::optional<Event> read_payload(size_t length);

  std::string buffer_;
  size_t offset_ = 0;  // stream offset of buffer_[0]
  uint16_t expected_sequence_ = 0;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_FRAME_H_
