#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <openssl/ssl.h>

namespace svc::host::http {

/// A connected, non-blocking socket, with TLS or without.
class Stream {
public:
    /// Takes ownership of the descriptor.
    explicit Stream(int descriptor) : descriptor_(descriptor) {}
    /// A TLS server stream; handshake() must come first.
    Stream(int descriptor, SSL_CTX* context);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    enum class State {
        Done,
        WantsRead,  ///< blocked until bytes arrive
        WantsWrite, ///< blocked until bytes can be written
        Ended,      ///< closed by the peer, or broken
    };
    struct Outcome {
        State state = State::Done;
        std::size_t count = 0; ///< of bytes
    };
    Outcome handshake();
    Outcome read(char* buffer, std::size_t size);
    /// Writes both texts, the second after the first; `count` may be anything up to their sum.
    Outcome write(std::string_view first, std::string_view second);
    /// Are there received bytes that the descriptor no longer signals (buffered by TLS)?
    bool hasPending() const;

    /// Shuts down sending; the peer may still send.
    void endSending();
    /// Shuts the socket down, so that the descriptor becomes readable (end of stream). Thread-safe.
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
