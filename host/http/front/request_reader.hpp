#pragma once

#include "host/http/front/answer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace svc::host::http {

/// Assembles one request from the bytes of a connection, however they are split. Boost.Beast parses it;
/// malformed input that Beast would tolerate is refused before. Independent of sockets.
class RequestReader {
public:
    static constexpr std::size_t MaxRequestLine = 8 * 1024;
    static constexpr std::size_t MaxHeaderBytes = 32 * 1024;

    RequestReader();
    ~RequestReader();
    RequestReader(const RequestReader&) = delete;
    RequestReader& operator=(const RequestReader&) = delete;

    /// Consumes a prefix of `bytes` and returns its length; the caller passes the rest again, followed by
    /// what arrives later. Stops after the head until awaitBody() is called, and after the request. Throws
    /// Refused when the bytes cannot be the start of a request.
    std::size_t take(std::string_view bytes);

    bool hasHead() const noexcept { return hasHead_; }
    /// Lets take() go on, to a body of at most so many bytes: one byte more is 413.
    void awaitBody(std::size_t limit);
    bool complete() const noexcept;

    RawRequest& request() noexcept { return request_; }
    const RawRequest& request() const noexcept { return request_; }
    /// Does the client want to keep the connection? Known after the head.
    bool keepAlive() const noexcept;
    /// The client waits for 100 Continue before it sends its body.
    bool expectsContinue() const noexcept;

private:
    class Parser;

    std::size_t takeHead(std::string_view bytes);
    std::size_t takeBody(std::string_view bytes);
    /// Scans each byte of the head once; returns the length of the head when it is complete, else 0.
    std::size_t scan(std::string_view bytes);
    bool belongsInHead(std::string_view bytes, std::size_t at) const;
    [[noreturn]] void refuse(int status, const char* code, std::string_view head);

    RawRequest request_;
    std::unique_ptr<Parser> parser_;
    std::size_t scanned_ = 0;
    std::size_t lineStart_ = 0;   ///< start of the line that contains scanned_
    std::size_t lineEnd_ = 0;     ///< of the request line; 0 until it is complete
    std::uint64_t bodyBytes_ = 0; ///< received, including chunk framing
    bool skippedBlank_ = false;
    bool hasHead_ = false;
    bool awaited_ = false;
};

} // namespace svc::host::http
