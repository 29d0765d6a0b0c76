#include "host/db/embedded.hpp"

#include "host/db/embedded_cluster.hpp"
#include "host/db/quoting.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <utility>

namespace svc::host::db {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Access accessOf(const Cluster& cluster, const std::string& database) {
    return {cluster.login(std::string(AppRole), database), cluster.login(std::string(OwnerRole), database),
            cluster.login(std::string(BackupRole), database)};
}

void createDatabase(const Login& superuser, const std::string& database) {
    ConnectionOptions options;
    options.login = superuser;
    Connection connection(options);
    if (connection.query("SELECT FROM pg_database WHERE datname = $1", {database}).empty())
        connection.script("CREATE DATABASE " + quoteIdentifier(database));
}

} // namespace

// The kernel sends the death signal to the server when the thread that started it ends. So this thread lives
// as long as the host and does nothing else.
struct EmbeddedServer::Impl {
    Impl(const EmbeddedOptions& options)
        : cluster(options.dataFolder, options.binaries.empty() ? findBinaries() : options.binaries,
                  options.durable, options.log) {}

    Cluster cluster;
    Access access;
    Login superuser;
    std::thread supervisor;
    std::mutex mutex;
    std::condition_variable changed;
    pid_t pid =
        0; // guarded by mutex; cleared before the process is reaped, so that no signal hits another process
    bool firstReady = false;
    bool stopping = false;
    bool ended = false;
    std::string failure;
    std::atomic<std::uint64_t> restarts{0};

    ~Impl() { stop(); }

    void supervise();
    int runServer();
    void stop();
    void waitUntilReady();
};

// Runs the server once and returns its exit status.
int EmbeddedServer::Impl::runServer() {
    {
        const std::lock_guard lock(mutex);
        if (stopping)
            return 0;
        pid = startProgram(cluster.user(), cluster.serverProgram());
    }
    bool announced = false;
    for (;;) {
        // Does not reap the process yet, so that its id cannot be reused until pid is cleared.
        siginfo_t info{};
        const int options = WEXITED | WNOWAIT | (announced ? 0 : WNOHANG);
        const int result = ::waitid(P_PID, static_cast<id_t>(pid), &info, options);
        if (result != 0 && errno == EINTR)
            continue;
        if (result != 0 || info.si_pid != 0) {
            const std::lock_guard lock(mutex);
            return waitForProgram(std::exchange(pid, 0));
        }
        if (cluster.ready()) {
            announced = true;
            const std::lock_guard lock(mutex);
            firstReady = true;
            changed.notify_all();
        } else {
            std::this_thread::sleep_for(10ms);
        }
    }
}

void EmbeddedServer::Impl::supervise() {
    auto pause = 100ms;
    for (;;) {
        const auto began = Clock::now();
        std::string reason;
        try {
            const int status = runServer();
            reason = "PostgreSQL ended with status " + std::to_string(status);
        } catch (const std::exception& error) {
            reason = error.what();
        }
        std::unique_lock lock(mutex);
        if (stopping)
            break;
        if (!firstReady) {
            failure = reason + ": " + lastLines(cluster.logFile(), 5);
            break;
        }
        lock.unlock();
        ++restarts;
        cluster.log(reason + "; starting it again");
        // The back-off is reset after a server that ran for a while, since that was no failure to start.
        pause = Clock::now() - began > 30s ? 100ms : std::min(pause * 2, std::chrono::milliseconds(5000));
        lock.lock();
        if (changed.wait_for(lock, pause, [this] { return stopping; }))
            break;
        lock.unlock();
        try {
            cluster.clearRemains();
        } catch (const std::exception& error) {
            cluster.log(error.what());
        }
    }
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
}

void EmbeddedServer::Impl::waitUntilReady() {
    std::unique_lock lock(mutex);
    // Recovery after a crash may take long; as long as the server runs it is waited for.
    changed.wait(lock, [this] { return firstReady || ended; });
    if (!firstReady)
        throw std::runtime_error("the private PostgreSQL cluster did not start: " + failure);
}

void EmbeddedServer::Impl::stop() {
    if (!supervisor.joinable())
        return;
    std::unique_lock lock(mutex);
    stopping = true;
    changed.notify_all();
    // Fast, then immediate (recovery at the next start), then by force.
    for (const auto& [signal, patience] :
         {std::pair{SIGINT, 60s}, std::pair{SIGQUIT, 10s}, std::pair{SIGKILL, 10s}}) {
        if (pid != 0)
            ::kill(pid, signal);
        if (changed.wait_for(lock, patience, [this] { return ended; }))
            break;
    }
    lock.unlock();
    supervisor.join();
}

EmbeddedServer::EmbeddedServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

EmbeddedServer::~EmbeddedServer() = default;

std::unique_ptr<EmbeddedServer> EmbeddedServer::start(EmbeddedOptions options) {
    auto impl = std::make_unique<Impl>(options);
    impl->cluster.prepareFolders();
    impl->cluster.clearRemains();
    impl->cluster.initialise();
    impl->supervisor = std::thread([state = impl.get()] { state->supervise(); });
    impl->waitUntilReady();
    createDatabase(impl->cluster.login("postgres", "postgres"), options.database);
    impl->superuser = impl->cluster.login("postgres", options.database);
    bootstrapDatabase(impl->superuser, true, options.pluginRoles);
    impl->access = accessOf(impl->cluster, options.database);
    return std::unique_ptr<EmbeddedServer>(new EmbeddedServer(std::move(impl)));
}

std::optional<Access> EmbeddedServer::attach(const std::filesystem::path& dataFolder,
                                             const std::string& database) {
    const Cluster cluster(dataFolder, {}, true, {});
    if (!cluster.ready())
        return std::nullopt;
    return accessOf(cluster, database);
}

const Access& EmbeddedServer::access() const noexcept {
    return impl_->access;
}

const Login& EmbeddedServer::superuser() const noexcept {
    return impl_->superuser;
}

void EmbeddedServer::stop() {
    impl_->stop();
}

int EmbeddedServer::postmasterPid() const noexcept {
    const std::lock_guard lock(impl_->mutex);
    return impl_->pid;
}

std::uint64_t EmbeddedServer::restarts() const noexcept {
    return impl_->restarts;
}

} // namespace svc::host::db
