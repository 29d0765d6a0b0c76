#pragma once

#include "host/http/answer.hpp"
#include "host/http/stream.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace svc::host::http {

/// An answer on its way out: status line, headers and body, and how much of them is gone.
class AnswerWriter {
public:
    struct Manner {
        bool withoutBody = false; ///< of HEAD
        bool keepAlive = true;
        bool oldVersion = false; ///< HTTP/1.0, where keeping the connection must be said
    };
    AnswerWriter() = default;
    AnswerWriter(Answer answer, Manner manner);

    /// Writes what the stream takes. Done: everything is written.
    Stream::State flush(Stream& stream);
    bool empty() const noexcept { return head_.empty(); }
    std::size_t written() const noexcept { return written_; }

private:
    std::string head_;
    std::string body_;
    std::size_t written_ = 0;
};

} // namespace svc::host::http
