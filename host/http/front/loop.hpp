#pragma once

// The event loop of Front. Its parts are in accept.cpp (accepting), loop.cpp (events, deadlines,
// shutdown) and requests.cpp (requests and answers).

#include "host/http/front/connection.hpp"
#include "host/http/front/front.hpp"
#include "host/http/front/tls_certificate.hpp"
#include "host/http/front/work_queue.hpp"

#include <Poco/Net/ServerSocket.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

namespace svc::host::http {

class Front::Loop {
public:
    Loop(Options options, Answerer& answerer);
    ~Loop();

    void start();
    std::uint16_t port() const { return port_; }
    void reloadCertificate() {
        reload_ = true;
        wake();
    }
    void drain(std::chrono::milliseconds limit);
    void close();
    void expose(log::Exposition& out) const;

private:
    using Phase = Connection::Phase;
    /// State of the connection after a step.
    enum class After {
        Wait, ///< more bytes are needed
        Next, ///< the answer is out: the next request may be in the input already
        Gone, ///< the connection is closed, waits for something else, or belongs to a worker
    };

    // accept.cpp
    void accept();
    void admit(int descriptor, std::string address);
    void forgetAddress(const std::string& address);
    void startListening();
    void stopListening();

    // loop.cpp
    void run();
    void wake();
    void happened(Connection& connection);
    void handshake(Connection& connection);
    void readable(Connection& connection);
    void resume(Connection& connection);
    void writable(Connection& connection);
    void linger(Connection& connection);
    void watch(Connection& connection, std::uint32_t events) const;
    /// The same for a connection whose members must no longer be accessed.
    void watch(int descriptor, Connection& connection, std::uint32_t events) const;
    void takeReturned();
    void sweep();
    void refreshCertificate(std::int64_t time);
    void expired(Connection& connection, Phase phase);
    void close(Connection& connection);
    /// Deadline of a body or an answer after so many bytes of it have just been transferred.
    std::int64_t transferDeadline(const Connection& connection, std::size_t bytes) const;
    std::int64_t now() const;

    // requests.cpp
    /// Processes the input as far as possible. Wait: the connection must be watched.
    After advance(Connection& connection);
    After step(Connection& connection);
    After receive(Connection& connection);
    After awaitBody(Connection& connection);
    After dispatch(Connection& connection);
    After refuse(Connection& connection, const Refused& refusal);
    /// Refuses a request that timed out in the queue or found it full; `ofCompany`: because its company has
    /// used up its share.
    After refuseToWait(Connection& connection, bool ofCompany);
    After send(Connection& connection, Answer answer);
    After finished(Connection& connection);
    void prepare(Connection& connection, Answer answer);
    void park(Connection& connection);
    void take(Connection& connection);
    void countBody(Connection& connection);
    void forgetBody(Connection& connection);
    void work(Connection& connection);
    bool answer(Connection& connection);
    bool awaitsNext(Connection& connection);
    bool readNext(Connection& connection);
    bool receiveNext(Connection& connection);
    void watchIdle(Connection& connection);
    void giveBack(Connection& connection);
    void taken(Connection& connection);

    Options options_;
    const FrontLimits& limits_;
    Answerer& answerer_;
    AddressSet trusted_;
    Poco::Net::ServerSocket listener_;
    std::uint16_t port_ = 0;
    int epoll_ = -1;
    int event_ = -1;
    bool accepting_ = false;

    std::vector<std::unique_ptr<Connection>> connections_;
    std::unordered_map<std::string, std::size_t> byAddress_;
    std::array<char, 64UL * 1024> buffer_{};
    std::int64_t nextSweep_ = 0;
    std::optional<TlsCertificate> certificate_;
    std::int64_t nextRefresh_ = 0;
    std::atomic<bool> reload_{false};

    std::mutex mutex_;
    std::vector<Connection*> returned_; ///< given back by workers
    std::condition_variable quiet_;
    bool isQuiet_ = false;

    std::atomic<bool> draining_{false};
    std::atomic<bool> stopping_{false};
    std::atomic<std::size_t> bodyBytes_{0};
    std::atomic<std::size_t> staying_{0}; ///< workers that wait for the next request of their connection
    log::Gauge open_;
    log::Counter accepted_;
    log::Counter excess_;
    log::Counter late_;
    log::Counter crowded_;
    log::Counter timedOut_;
    WorkQueue queue_;
    std::thread thread_;
};

} // namespace svc::host::http
