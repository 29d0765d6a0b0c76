#pragma once

#include "host/http/answer_writer.hpp"
#include "host/http/answerer.hpp"
#include "host/http/request_reader.hpp"
#include "host/http/stream.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace svc::host::http {

/// One connection and the request on it. It belongs to the loop, except while a worker answers (Busy): then
/// it belongs to that worker, who gives it back or parks it (Idle).
class Connection {
public:
    enum class Phase {
        Handshake, ///< of TLS
        Idle,      ///< no byte of the next request has come
        Reading,   ///< a part of a request has come
        Busy,      ///< queued, or being answered
        Writing,   ///< the client does not read its answer as fast as it was sent
        Lingering, ///< answered and ended; what the client still sends is thrown away
    };

    Connection(int descriptor, SSL_CTX* tls, std::string peerAddress)
        : stream(tls == nullptr ? std::make_unique<Stream>(descriptor)
                                : std::make_unique<Stream>(descriptor, tls)),
          peer(std::move(peerAddress)) {}

    /// Forgets the request and makes ready for the next one.
    void next() {
        reader.reset();
        answer = {};
        received = false;
        awaitsBody = false;
        permitted = true;
        continued = false;
        closes = false;
        lingers = false;
        if (input.capacity() > LargestKept) {
            input.shrink_to_fit();
        }
    }
    /// The request on it; made when its first byte comes.
    RequestReader& request() {
        if (!reader) {
            reader = std::make_unique<RequestReader>();
            reader->request().peer = peer;
            reader->request().secure = stream->secure();
        }
        return *reader;
    }
    /// Has bytes that no event of the descriptor will tell of.
    bool hasInput() const { return !input.empty() || stream->hasPending(); }

    static constexpr std::size_t LargestKept = 16 * 1024;

    std::unique_ptr<Stream> stream;
    const std::string peer;
    std::size_t place = 0; ///< among the connections of the loop

    std::atomic<Phase> phase{Phase::Idle};
    /// Milliseconds of the loop's clock after which the phase ends by itself.
    std::atomic<std::int64_t> deadline{0};
    std::int64_t since = 0;  ///< the body or the writing began
    std::int64_t parked = 0; ///< microseconds: when it began to wait for the next request
    bool prompt = false;     ///< the last request followed at once

    std::string input; ///< bytes that the reader did not take yet
    std::unique_ptr<RequestReader> reader;
    std::size_t held = 0; ///< bytes of the body, as counted against the memory of all bodies
    Reception reception;
    bool received = false;
    bool awaitsBody = false; ///< the reader was told to take the body
    bool permitted = true;
    bool continued = false; ///< 100 Continue was sent

    AnswerWriter answer;
    bool closes = false;  ///< behind the answer
    bool lingers = false; ///< before it closes
    bool excess = false;  ///< one too many: it is only told so
};

} // namespace svc::host::http
