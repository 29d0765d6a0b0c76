#include "host/http/poco_front.hpp"

#include "host/log/log.hpp"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/ThreadPool.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <istream>
#include <stdexcept>

namespace svc::host::http {

namespace {

struct Shared {
    std::function<Answer(RawRequest&)> handle;
    std::atomic<bool> stopping{false};
};

bool isSafe(std::string_view value) {
    return std::none_of(value.begin(), value.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    });
}

class RequestHandler : public Poco::Net::HTTPRequestHandler {
public:
    explicit RequestHandler(Shared& shared) : shared_(shared) {}

    void handleRequest(Poco::Net::HTTPServerRequest& request,
                       Poco::Net::HTTPServerResponse& response) override {
        RawRequest raw;
        raw.method = request.getMethod();
        raw.target = request.getURI();
        raw.version = request.getVersion();
        raw.peer = request.clientAddress().host().toString();
        raw.headers.reserve(request.size());
        for (const auto& [name, value] : request) {
            raw.headers.emplace_back(name, value);
        }
        raw.read = [&request](char* buffer, std::size_t size) -> std::size_t {
            std::istream& stream = request.stream();
            stream.read(buffer, static_cast<std::streamsize>(size));
            if (stream.bad()) {
                // The client fell silent or hung up: half a chunked body must not pass for a whole one.
                throw Refused(400, "request-invalid").close();
            }
            return static_cast<std::size_t>(stream.gcount());
        };
        const Answer answer = shared_.handle(raw);
        try {
            send(answer, response);
        } catch (const std::exception&) {
            // The client hung up; what the request did is done and logged.
            response.setKeepAlive(false);
        }
        if (answer.close) {
            drain(request);
        }
    }

private:
    // A connection closed with unread bytes is reset, and the client would lose the answer. So what it still
    // sends is read for a moment, and only so much.
    static void drain(Poco::Net::HTTPServerRequest& request) {
        constexpr std::size_t Most = 4UL * 1024 * 1024;
        constexpr std::chrono::seconds Longest{2};
        try {
            auto& socket = static_cast<Poco::Net::HTTPServerRequestImpl&>(request).socket();
            socket.shutdownSend();
            socket.setReceiveTimeout(Poco::Timespan(0, 500'000));
            std::array<char, 16384> buffer{};
            const auto limit = std::chrono::steady_clock::now() + Longest;
            for (std::size_t read = 0; read < Most && std::chrono::steady_clock::now() < limit;) {
                const int count = socket.receiveBytes(buffer.data(), static_cast<int>(buffer.size()));
                if (count <= 0) {
                    return;
                }
                read += static_cast<std::size_t>(count);
            }
        } catch (const std::exception&) {
            // It fell silent or hung up.
        }
    }

    void send(const Answer& answer, Poco::Net::HTTPServerResponse& response) const {
        response.setStatusAndReason(static_cast<Poco::Net::HTTPResponse::HTTPStatus>(answer.status),
                                    std::string(reasonPhrase(answer.status)));
        if (response.getVersion() != Poco::Net::HTTPMessage::HTTP_1_0) {
            response.setVersion(Poco::Net::HTTPMessage::HTTP_1_1);
        }
        for (const auto& [name, value] : answer.headers) {
            if (isSafe(name) && isSafe(value)) {
                response.add(name, value);
            }
        }
        if (answer.close || shared_.stopping.load(std::memory_order_relaxed)) {
            response.setKeepAlive(false);
        }
        if (answer.status == 204 || answer.status == 304) {
            response.send();
        } else if (answer.close) {
            // sendBuffer() would keep the answer until the request is forgotten; it must be out before
            // drain().
            response.setContentLength64(static_cast<Poco::Int64>(answer.body.size()));
            response.send()
                .write(answer.body.data(), static_cast<std::streamsize>(answer.body.size()))
                .flush();
        } else {
            response.sendBuffer(answer.body.data(), answer.body.size());
        }
    }

    Shared& shared_;
};

class HandlerFactory : public Poco::Net::HTTPRequestHandlerFactory {
public:
    explicit HandlerFactory(Shared& shared) : shared_(shared) {}
    Poco::Net::HTTPRequestHandler* createRequestHandler(const Poco::Net::HTTPServerRequest&) override {
        return new RequestHandler(shared_); // Poco deletes it
    }

private:
    Shared& shared_;
};

Poco::Net::ServerSocket bound(const PocoFront::Options& options) {
    const std::string where = options.address + ':' + std::to_string(options.port);
    try {
        Poco::Net::ServerSocket socket;
        socket.bind(Poco::Net::SocketAddress(options.address, options.port), true, false);
        socket.listen(1024);
        return socket;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen on " + where + ": " + error.displayText());
    }
}

Poco::Net::HTTPServerParams::Ptr parameters(const PocoFront::Options& options) {
    Poco::Net::HTTPServerParams::Ptr params = new Poco::Net::HTTPServerParams;
    params->setMaxThreads(options.threads);
    params->setMaxQueued(options.threads * 4);
    params->setKeepAlive(true);
    params->setMaxKeepAliveRequests(0);
    params->setKeepAliveTimeout(Poco::Timespan(options.keepAlive.count(), 0));
    params->setTimeout(Poco::Timespan(options.timeout.count(), 0));
    return params;
}

} // namespace

struct PocoFront::Impl {
    Impl(const Options& options, std::function<Answer(RawRequest&)> handle)
        : shared{std::move(handle)}, threads("http", std::min(16, options.threads), options.threads, 60,
                                             static_cast<int>(options.stackBytes)),
          socket(bound(options)), server(new HandlerFactory(shared), threads, socket, parameters(options)) {}

    Shared shared;
    Poco::ThreadPool threads;
    Poco::Net::ServerSocket socket;
    Poco::Net::HTTPServer server;
};

PocoFront::PocoFront(Options options, std::function<Answer(RawRequest&)> handle)
    : impl_(std::make_unique<Impl>(options, std::move(handle))) {}

PocoFront::~PocoFront() {
    close();
}

void PocoFront::start() {
    impl_->server.start();
}

std::uint16_t PocoFront::port() const {
    return impl_->server.port();
}

void PocoFront::stopAccepting() {
    impl_->shared.stopping.store(true);
    impl_->server.stop();
}

void PocoFront::close() {
    try {
        stopAccepting();
        impl_->server.stopAll(true);
        impl_->threads.joinAll();
    } catch (const std::exception& error) {
        log::warning({}, "the server did not close cleanly", {{"error", error.what()}});
    }
}

} // namespace svc::host::http
