#pragma once

#include "host/http/front/answer_writer.hpp"
#include "host/http/front/answerer.hpp"
#include "host/http/front/request_reader.hpp"
#include "host/http/front/stream.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace svc::host::http {

/// One connection and its current request. The event loop owns it, except while a worker answers (Busy): then
/// that worker owns it, until it gives it back or parks it (Idle).
class Connection {
public:
    enum class Phase {
        Handshake, ///< during the TLS handshake
        Idle,      ///< no byte of the next request has come
        Reading,   ///< a part of a request has come
        Busy,      ///< queued, or being answered
        Writing,   ///< the client reads its answer more slowly than it was sent
        Lingering, ///< answered and shut down; further bytes of the client are discarded
    };

    Connection(int descriptor, SSL_CTX* tls, std::string peerAddress)
        : stream(tls == nullptr ? std::make_unique<Stream>(descriptor)
                                : std::make_unique<Stream>(descriptor, tls)),
          peer(std::move(peerAddress)) {}

    /// Resets the connection for the next request.
    void next() {
        reader.reset();
        answer = {};
        received = false;
        awaitsBody = false;
        permitted = true;
        closes = false;
        lingers = false;
        if (input.capacity() > LargestKept) {
            input.shrink_to_fit();
        }
    }
    /// The current request; created with its first byte.
    RequestReader& request() {
        if (!reader) {
            reader = std::make_unique<RequestReader>();
            reader->request().peer = peer;
            reader->request().secure = stream->secure();
        }
        return *reader;
    }
    /// Are there buffered bytes for which the descriptor reports no event?
    bool hasInput() const { return !input.empty() || stream->hasPending(); }

    static constexpr std::size_t LargestKept = 16 * 1024;

    std::unique_ptr<Stream> stream;
    const std::string peer;
    std::size_t place = 0; ///< index in the loop's list of connections

    std::atomic<Phase> phase{Phase::Idle};
    /// Milliseconds of the loop's clock at which the phase times out.
    std::atomic<std::int64_t> deadline{0};
    std::int64_t since = 0;  ///< start of the body or of writing
    std::int64_t parked = 0; ///< microseconds: start of waiting for the next request
    bool prompt = false;     ///< the last request followed the one before at once

    std::string input; ///< bytes that the reader has not consumed
    std::unique_ptr<RequestReader> reader;
    std::size_t held = 0; ///< bytes of the body, as counted against the memory of all bodies
    Reception reception;
    bool received = false;
    bool awaitsBody = false; ///< the reader was told to read the body
    bool permitted = true;

    AnswerWriter answer;
    bool closes = false;  ///< after the answer
    bool lingers = false; ///< before it is closed
    bool excess = false;  ///< beyond the limit of connections: it only gets a refusal
    bool hungUp = false;  ///< shut down while idle
};

} // namespace svc::host::http
