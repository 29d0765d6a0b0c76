#include "host/http/front/answer_writer.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>

namespace svc::host::http {

namespace {

bool isSafe(std::string_view value) {
    return std::none_of(value.begin(), value.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    });
}

void appendNumber(std::string& text, std::uint64_t number) {
    char digits[24];
    const auto result = std::to_chars(digits, digits + sizeof digits, number);
    text.append(digits, result.ptr);
}

/// The date of RFC 9110 5.6.7 by the machine's clock, cached for a second.
const std::string& httpDate() {
    thread_local std::time_t made = 0;
    thread_local std::string text;
    const std::time_t now = std::time(nullptr);
    if (now != made) {
        std::tm parts{};
        ::gmtime_r(&now, &parts);
        char buffer[40];
        text.assign(buffer, std::strftime(buffer, sizeof buffer, "%a, %d %b %Y %H:%M:%S GMT", &parts));
        made = now;
    }
    return text;
}

bool hasNoBody(int status) {
    return status == 204 || status == 304;
}

} // namespace

AnswerWriter::AnswerWriter(Answer answer, Manner manner) : place_(std::move(answer.place)) {
    head_.reserve(640);
    head_ += "HTTP/1.1 ";
    appendNumber(head_, static_cast<std::uint64_t>(answer.status));
    head_ += ' ';
    head_ += reasonPhrase(answer.status);
    head_ += "\r\nDate: ";
    head_ += httpDate();
    head_ += "\r\n";
    for (const auto& [name, value] : answer.headers) {
        if (isSafe(name) && isSafe(value)) {
            head_ += name;
            head_ += ": ";
            head_ += value;
            head_ += "\r\n";
        }
    }
    if (!hasNoBody(answer.status)) {
        head_ += "Content-Length: ";
        appendNumber(head_, answer.size());
        head_ += "\r\n";
    }
    if (!manner.keepAlive) {
        head_ += "Connection: close\r\n";
    } else if (manner.oldVersion) {
        head_ += "Connection: keep-alive\r\n";
    }
    head_ += "\r\n";
    if (manner.withoutBody || hasNoBody(answer.status)) {
        return;
    }
    if (answer.spool) {
        spool_ = std::move(answer.spool);
        return;
    }
    // Copying a small body behind the head is cheaper than a second TLS record or packet.
    constexpr std::size_t Small = 8 * 1024;
    if (answer.body.size() <= Small) {
        head_ += answer.body;
    } else {
        body_ = std::move(answer.body);
    }
}

bool AnswerWriter::refill() {
    constexpr std::size_t Piece = 256 * 1024;
    head_.clear();
    body_ = spool_->read(spoolSent_, Piece);
    spoolSent_ += body_.size();
    sent_ = 0;
    return !body_.empty();
}

Stream::State AnswerWriter::flush(Stream& stream) {
    constexpr std::uint64_t Turn = 4 * 1024 * 1024;
    const std::uint64_t before = written_;
    for (;;) {
        while (sent_ < head_.size() + body_.size()) {
            const std::size_t ofHead = std::min(sent_, head_.size());
            const Stream::Outcome outcome = stream.write(std::string_view(head_).substr(ofHead),
                                                         std::string_view(body_).substr(sent_ - ofHead));
            if (outcome.state != Stream::State::Done) {
                return outcome.state;
            }
            sent_ += outcome.count;
            written_ += outcome.count;
        }
        if (!spool_ || spoolSent_ == spool_->size()) {
            spool_.reset();
            return Stream::State::Done;
        }
        if (written_ - before >= Turn) {
            return Stream::State::WantsWrite;
        }
        if (!refill()) {
            return Stream::State::Ended;
        }
    }
}

} // namespace svc::host::http
