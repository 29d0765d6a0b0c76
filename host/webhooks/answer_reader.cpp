#include "host/webhooks/answer_reader.hpp"

#include <algorithm>
#include <charconv>

#include <svc/text.hpp>

namespace svc::host::webhooks {
namespace {

constexpr std::size_t StatusLine = 12; // "HTTP/1.1 200"

/// Removes an incomplete UTF-8 character at the end of a cut text.
void dropHalfCharacter(std::string& text) {
    for (std::size_t cut = 0; cut < 4 && cut <= text.size(); ++cut) {
        if (isUtf8(std::string_view(text).substr(0, text.size() - cut))) {
            text.resize(text.size() - cut);
            return;
        }
    }
}

} // namespace

bool AnswerReader::take(std::string_view bytes) {
    const std::size_t room = MostRead - std::min(total_, MostRead);
    buffer_ += bytes.substr(0, room);
    total_ += bytes.size();
    while (!headRead_) {
        if (!readStatus()) {
            return true;
        }
        if (!readHead()) {
            return total_ >= MostRead;
        }
    }
    return readBody() || total_ >= MostRead;
}

/// Returns false when the bytes are not HTTP.
bool AnswerReader::readStatus() {
    const std::string_view known = "HTTP/1.";
    if (buffer_.compare(0, std::min(known.size(), buffer_.size()), known, 0,
                        std::min(known.size(), buffer_.size())) != 0) {
        return false;
    }
    if (buffer_.size() < StatusLine) {
        return true;
    }
    int status = 0;
    const char* digits = buffer_.data() + StatusLine - 3;
    const auto [end, error] = std::from_chars(digits, digits + 3, status);
    if (error != std::errc() || end != digits + 3 || status < 100) {
        return false;
    }
    if (status >= 200 || status == 101) {
        status_ = status;
    }
    return true;
}

/// Returns false when more bytes are needed.
bool AnswerReader::readHead() {
    const std::size_t end = buffer_.find("\r\n\r\n");
    if (end == std::string::npos) {
        return false;
    }
    const std::string head = buffer_.substr(0, end);
    buffer_.erase(0, end + 4);
    if (!status_) {
        return !buffer_.empty(); // an interim answer: another head follows
    }
    keepAlive_ = head.starts_with("HTTP/1.1");
    for (const std::string_view raw : split(head, '\n')) {
        const std::string_view line = trim(raw);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) {
            continue;
        }
        const std::string name = lowerAscii(line.substr(0, colon));
        const std::string value = lowerAscii(trim(line.substr(colon + 1)));
        if (name == "content-length") {
            const auto length = parseInt64(value);
            length_ =
                length && *length >= 0 ? std::optional(static_cast<std::size_t>(*length)) : std::nullopt;
            keepAlive_ = keepAlive_ && length_;
        } else if (name == "transfer-encoding") {
            chunked_ = value == "chunked";
            keepAlive_ = keepAlive_ && chunked_;
        } else if (name == "connection" && value.find("close") != std::string::npos) {
            keepAlive_ = false;
        }
    }
    if (status_ == 204 || status_ == 304) {
        length_ = 0;
        chunked_ = false;
    }
    // An answer with two framings could be used to smuggle an answer to the next request on this connection.
    keepAlive_ = keepAlive_ && chunked_ != length_.has_value();
    headRead_ = true;
    return true;
}

bool AnswerReader::readBody() {
    if (chunked_) {
        return readChunks();
    }
    body_ += buffer_;
    buffer_.clear();
    if (length_ && body_.size() >= *length_) {
        keepAlive_ = keepAlive_ && body_.size() == *length_;
        body_.resize(*length_);
        complete_ = true;
    }
    return complete_;
}

bool AnswerReader::readChunks() {
    for (;;) {
        const std::size_t end = buffer_.find("\r\n");
        if (end == std::string::npos) {
            return false;
        }
        std::size_t size = 0;
        const auto [last, error] = std::from_chars(buffer_.data(), buffer_.data() + end, size, 16);
        if (error != std::errc() || last == buffer_.data() || size > MostRead) {
            keepAlive_ = false;
            return true;
        }
        if (buffer_.size() < end + 2 + size + 2) {
            return false;
        }
        if (size == 0) {
            // Does not wait for trailers: a connection with trailers is not reused.
            complete_ = true;
            keepAlive_ = keepAlive_ && buffer_.compare(end + 2, std::string::npos, "\r\n") == 0;
            return true;
        }
        body_ += buffer_.substr(end + 2, size);
        buffer_.erase(0, end + 2 + size + 2);
    }
}

std::string AnswerReader::excerpt() const {
    std::string text = body_.substr(0, MostKept);
    if (body_.size() > MostKept) {
        dropHalfCharacter(text);
    }
    if (!isUtf8(text)) {
        std::replace_if(
            text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    }
    text.erase(std::remove_if(text.begin(), text.end(),
                              [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }),
               text.end());
    return text;
}

} // namespace svc::host::webhooks
