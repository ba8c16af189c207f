#include "tools/vm/frame.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

namespace trampcheck {
namespace {

constexpr std::string_view kMagic = "TCF1";
constexpr uint8_t kDeflated = 1;
constexpr size_t kDeflateFromBytes = 512;
constexpr size_t kInflatedSizeBytes = 4;  // a deflated payload starts with its plain size

void put(std::string& bytes, uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
}

uint64_t get(std::string_view bytes, size_t at, int width) {
  uint64_t value = 0;
  for (int i = 0; i < width; ++i) {
    value |= uint64_t{static_cast<uint8_t>(bytes[at + static_cast<size_t>(i)])} << (8 * i);
  }
  return value;
}

uint32_t crc(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Empty where deflating fails or does not pay.
std::string deflated(std::string_view payload) {
  uLongf size = compressBound(payload.size());
  std::string out;
  put(out, payload.size(), kInflatedSizeBytes);
  out.resize(kInflatedSizeBytes + size);
  int rc = compress2(reinterpret_cast<Bytef*>(out.data() + kInflatedSizeBytes), &size,
                     reinterpret_cast<const Bytef*>(payload.data()), payload.size(), 6);
  out.resize(kInflatedSizeBytes + size);
  return rc == Z_OK && out.size() < payload.size() ? out : std::string();
}

std::optional<std::string> inflated(std::string_view payload) {
  if (payload.size() < kInflatedSizeBytes) return std::nullopt;
  uLongf size = get(payload, 0, kInflatedSizeBytes);
  if (size > kMaxFramePayloadBytes) return std::nullopt;
  std::string out(size, '\0');
  payload.remove_prefix(kInflatedSizeBytes);
  uLongf wanted = size;
  int rc = uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                      reinterpret_cast<const Bytef*>(payload.data()), payload.size());
  if (rc != Z_OK || size != wanted) return std::nullopt;
  return out;
}

// Where a magic starts, or where the first bytes of one stand at the very end of the buffer.
size_t find_magic(std::string_view bytes) {
  size_t at = bytes.find(kMagic);
  if (at != std::string_view::npos) return at;
  for (size_t keep = std::min(bytes.size(), kMagic.size() - 1); keep > 0; --keep) {
    if (kMagic.starts_with(bytes.substr(bytes.size() - keep))) return bytes.size() - keep;
  }
  return bytes.size();
}

}  // namespace

std::string encode_frame(FrameType type, std::string_view payload, uint16_t sequence) {
  std::string packed = payload.size() > kDeflateFromBytes ? deflated(payload) : std::string();
  uint8_t flags = packed.empty() ? 0 : kDeflated;
  if (flags & kDeflated) payload = packed;
  std::string bytes;
  bytes.reserve(kFrameHeaderBytes + payload.size());
  bytes.append(kMagic);
  put(bytes, static_cast<uint8_t>(type), 1);
  put(bytes, flags, 1);
  put(bytes, sequence, 2);
  put(bytes, payload.size(), 4);
  put(bytes, crc(payload), 4);
  put(bytes, crc(bytes), 4);
  bytes.append(payload);
  return bytes;
}

void FrameReader::drop(size_t count) {
  buffer_.erase(0, count);
  offset_ += count;
}

FrameDamage FrameReader::damage(std::string what, size_t skip) {
  FrameDamage seen{std::move(what), offset_};
  drop(skip);
  return seen;
}

std::optional<FrameReader::Event> FrameReader::next() {
  size_t start = find_magic(buffer_);
  if (start > 0) return damage(fmt::format("{} bytes that belong to no frame", start), start);
  if (buffer_.size() < kFrameHeaderBytes) return std::nullopt;
  std::string_view header(buffer_.data(), kFrameHeaderBytes);
  size_t length = get(header, 8, 4);
  if (get(header, 16, 4) != crc(header.substr(0, 16)) || length > kMaxFramePayloadBytes) {
    return damage("a frame's header fails its checksum", kMagic.size());
  }
  if (buffer_.size() < kFrameHeaderBytes + length) return std::nullopt;
  return read_payload(length);
}

std::optional<FrameReader::Event> FrameReader::read_payload(size_t length) {
  std::string_view all(buffer_);
  std::string_view payload = all.substr(kFrameHeaderBytes, length);
  uint16_t sequence = static_cast<uint16_t>(get(all, 6, 2));
  if (get(all, 12, 4) != crc(payload)) {
    // Not past the payload: bytes may have been lost in it, and the next frame stand inside.
    expected_sequence_ = static_cast<uint16_t>(sequence + 1);
    return damage("a frame's payload fails its checksum", kFrameHeaderBytes);
  }
  if (sequence != expected_sequence_) {
    uint16_t expected = std::exchange(expected_sequence_, sequence);
    return damage(fmt::format("frame {} came where {} was due", sequence, expected), 0);
  }
  ++expected_sequence_;
  Frame frame{static_cast<FrameType>(get(all, 4, 1)), sequence, std::string(payload)};
  bool packed = get(all, 5, 1) & kDeflated;
  if (packed) {
    auto plain = inflated(payload);
    if (!plain) return damage("a frame does not inflate", kFrameHeaderBytes + length);
    frame.payload = std::move(*plain);
  }
  drop(kFrameHeaderBytes + length);
  return frame;
}

std::optional<FrameDamage> FrameReader::finish() {
  if (buffer_.empty()) return std::nullopt;
  return damage(fmt::format("the stream ends inside a frame, after {} bytes of it", buffer_.size()),
                buffer_.size());
}

}  // namespace trampcheck
