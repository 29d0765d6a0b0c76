#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace svc::test {

/// A proxy between the service and a server, on a free port of 127.0.0.1. It can become a black hole:
/// connections stay open and new ones are accepted, but no data come through.
class TcpProxy {
public:
    /// `socketPath`: the unix socket of the server.
    explicit TcpProxy(std::string socketPath);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    std::uint16_t port() const { return port_; }
    void swallow(bool everything) { silent_ = everything; }
    /// Closes all current connections.
    void cut();

private:
    void accept();
    void forward(int client, int server);

    std::string path_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> silent_{false};
    std::atomic<bool> stopping_{false};
    std::atomic<unsigned> cuts_{0};
    std::mutex mutex_;
    std::list<std::thread> threads_;
    std::thread acceptor_;
};

} // namespace svc::test
