#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <openssl/ssl.h>

namespace svc::host::http {

/// A connected, non-blocking socket, with TLS or without.
class Stream {
public:
    /// Owns the descriptor from here on.
    explicit Stream(int descriptor) : descriptor_(descriptor) {}
    /// As a server of TLS; handshake() comes first.
    Stream(int descriptor, SSL_CTX* context);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    enum class State {
        Done,
        WantsRead,  ///< nothing can be done before bytes have come
        WantsWrite, ///< nothing can be done before there is room for bytes
        Ended,      ///< the other side has ended the connection, or it is broken
    };
    struct Outcome {
        State state = State::Done;
        std::size_t count = 0; ///< of bytes
    };
    Outcome handshake();
    Outcome read(char* buffer, std::size_t size);
    /// Both texts, the second behind the first; `count` may be anything up to their sum.
    Outcome write(std::string_view first, std::string_view second);
    /// Bytes that have come, but that the descriptor no longer shows.
    bool hasPending() const;

    /// Nothing follows; the other side may still send.
    void endSending();
    /// Makes the descriptor readable with nothing to read. Any thread.
    void hangUp();

    int descriptor() const noexcept { return descriptor_; }
    bool secure() const noexcept { return ssl_ != nullptr; }

private:
    Outcome tlsOutcome(int result);

    struct FreeSsl {
        void operator()(SSL* ssl) const noexcept { SSL_free(ssl); }
    };
    int descriptor_;
    std::unique_ptr<SSL, FreeSsl> ssl_;
    bool broken_ = false;
};

} // namespace svc::host::http
