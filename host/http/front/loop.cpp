// Kernel events, deadlines, and shutdown of the event loop.

#include "host/http/front/loop.hpp"

#include <algorithm>

#include <sys/epoll.h>
#include <unistd.h>

namespace svc::host::http {

namespace {

constexpr std::int64_t Tick = 100;          // milliseconds between two checks of the deadlines
constexpr std::int64_t RefreshPause = 2000; // milliseconds between two checks of the certificate files

} // namespace

Front::Loop::~Loop() {
    close();
    connections_.clear();
    ::close(event_);
    ::close(epoll_);
}

void Front::Loop::start() {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = this;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, event_, &event);
    startListening();
    thread_ = std::thread([this] { run(); });
}

std::int64_t Front::Loop::now() const {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

void Front::Loop::wake() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(event_, &one, sizeof one));
}

void Front::Loop::run() {
    std::array<epoll_event, 256> events{};
    while (!stopping_.load()) {
        const bool sleeps = connections_.empty() && accepting_ && !draining_;
        // Without connections there are no deadlines, but the certificate files are still checked.
        const std::int64_t asleep = certificate_ ? RefreshPause : -1;
        const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                       static_cast<int>(sleeps ? asleep : Tick));
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = events[static_cast<std::size_t>(i)];
            if (event.data.ptr == nullptr) {
                accept();
            } else if (event.data.ptr == this) {
                takeReturned();
            } else {
                happened(*static_cast<Connection*>(event.data.ptr));
            }
        }
        if (const std::int64_t time = now(); time >= nextSweep_) {
            nextSweep_ = time + Tick;
            sweep();
        }
    }
}

void Front::Loop::happened(Connection& connection) {
    switch (connection.phase.load()) {
    case Phase::Handshake:
        handshake(connection);
        break;
    case Phase::Idle:
        if (connection.hungUp) {
            close(connection);
            break;
        }
        [[fallthrough]];
    case Phase::Reading:
        readable(connection);
        break;
    case Phase::Writing:
        writable(connection);
        break;
    case Phase::Lingering:
        linger(connection);
        break;
    case Phase::Busy:
        break; // the descriptor is not being watched
    }
}

void Front::Loop::handshake(Connection& connection) {
    const Stream::State state = connection.stream->handshake().state;
    if (state == Stream::State::Ended) {
        close(connection);
    } else if (state != Stream::State::Done) {
        watch(connection, state == Stream::State::WantsWrite ? EPOLLOUT : EPOLLIN);
    } else if (connection.excess) {
        refuse(connection, notReady());
    } else {
        connection.phase = Phase::Idle;
        connection.deadline = now() + limits_.keepAlive.count();
        readable(connection);
    }
}

void Front::Loop::readable(Connection& connection) {
    // A bounded number of turns, so that one fast sender does not hold the loop.
    for (int turn = 0; turn < 8; ++turn) {
        const Stream::Outcome outcome = connection.stream->read(buffer_.data(), buffer_.size());
        if (outcome.state == Stream::State::Ended) {
            if (connection.phase.load() == Phase::Reading) {
                refuse(connection, Refused(400, "request-invalid").close());
            } else {
                close(connection);
            }
            return;
        }
        if (outcome.state != Stream::State::Done) {
            watch(connection, outcome.state == Stream::State::WantsWrite ? EPOLLOUT : EPOLLIN);
            return;
        }
        connection.input.append(buffer_.data(), outcome.count);
        if (advance(connection) != After::Wait) {
            return;
        }
        if (!connection.stream->secure() && outcome.count < buffer_.size()) {
            break;
        }
    }
    watch(connection, EPOLLIN);
}

void Front::Loop::resume(Connection& connection) {
    if (advance(connection) == After::Wait) {
        if (connection.stream->hasPending()) {
            readable(connection);
        } else {
            watch(connection, EPOLLIN);
        }
    }
}

void Front::Loop::writable(Connection& connection) {
    const std::size_t before = connection.answer.written();
    const Stream::State state = connection.answer.flush(*connection.stream);
    if (state == Stream::State::Ended) {
        close(connection);
    } else if (state == Stream::State::Done) {
        if (finished(connection) == After::Next) {
            resume(connection);
        }
    } else {
        if (connection.answer.written() > before) {
            connection.deadline = transferDeadline(connection, connection.answer.written());
        }
        watch(connection, state == Stream::State::WantsRead ? EPOLLIN : EPOLLOUT);
    }
}

// Closing a connection with unread bytes resets it, and the client would lose its answer. So further bytes of
// the client are read and discarded for a moment.
void Front::Loop::linger(Connection& connection) {
    for (int turn = 0; turn < 8; ++turn) {
        const Stream::Outcome outcome = connection.stream->read(buffer_.data(), buffer_.size());
        if (outcome.state == Stream::State::Ended) {
            close(connection);
            return;
        }
        if (outcome.state != Stream::State::Done) {
            break;
        }
    }
    watch(connection, EPOLLIN);
}

void Front::Loop::watch(Connection& connection, std::uint32_t events) const {
    watch(connection.stream->descriptor(), connection, events);
}

void Front::Loop::watch(int descriptor, Connection& connection, std::uint32_t events) const {
    epoll_event event{};
    event.events = events | EPOLLONESHOT;
    event.data.ptr = &connection;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event);
}

void Front::Loop::takeReturned() {
    std::uint64_t count = 0;
    static_cast<void>(!::read(event_, &count, sizeof count));
    std::vector<Connection*> returned;
    {
        const std::lock_guard lock(mutex_);
        returned.swap(returned_);
    }
    for (Connection* connection : returned) {
        taken(*connection);
    }
}

// A client that makes no progress, or transfers fewer bytes a second than this, is disconnected to free its
// memory.
std::int64_t Front::Loop::transferDeadline(const Connection& connection, std::size_t bytes) const {
    constexpr std::size_t BytesPerMilli = 4;
    const std::int64_t limit = limits_.transfer.count();
    return std::min(now() + limit,
                    connection.since + limit + static_cast<std::int64_t>(bytes / BytesPerMilli));
}

void Front::Loop::sweep() {
    const std::int64_t time = now();
    refreshCertificate(time);
    if (!accepting_ && !draining_) {
        startListening();
    }
    for (const WorkQueue::Late& late : queue_.takeLate()) {
        if (refuseToWait(*late.connection, late.ofCompany) == After::Next) {
            resume(*late.connection);
        }
    }
    if (draining_ && accepting_) {
        stopListening();
        listener_.close();
    }
    // From the end: closing moves the last connection to the place of the closed one.
    for (std::size_t i = connections_.size(); i-- > 0;) {
        Connection& connection = *connections_[i];
        const Phase phase = connection.phase.load();
        const bool late = time >= connection.deadline.load();
        if (phase == Phase::Busy || (!late && !(draining_ && phase == Phase::Idle))) {
            continue;
        }
        expired(connection, phase);
    }
    const std::lock_guard lock(mutex_);
    isQuiet_ = draining_ && connections_.empty();
    if (isQuiet_) {
        quiet_.notify_all();
    }
}

void Front::Loop::refreshCertificate(std::int64_t time) {
    if (certificate_ && (time >= nextRefresh_ || reload_)) {
        nextRefresh_ = time + RefreshPause;
        certificate_->refresh(reload_.exchange(false));
    }
}

void Front::Loop::expired(Connection& connection, Phase phase) {
    if (phase == Phase::Idle) {
        // A worker may just have parked it: the event of the hang-up closes it. A request that has just
        // arrived is not read, because it could no longer be answered.
        connection.hungUp = true;
        connection.stream->hangUp();
        return;
    }
    timedOut_.add();
    if (phase == Phase::Reading) {
        refuse(connection, Refused(400, "request-invalid").close());
    } else {
        close(connection);
    }
}

void Front::Loop::close(Connection& connection) {
    forgetBody(connection);
    forgetAddress(connection.peer);
    open_.add(-1);
    const std::size_t place = connection.place;
    std::swap(connections_[place], connections_.back());
    connections_[place]->place = place;
    connections_.pop_back();
}

void Front::Loop::drain(std::chrono::milliseconds limit) {
    draining_ = true;
    wake();
    std::unique_lock lock(mutex_);
    quiet_.wait_for(lock, limit, [this] { return isQuiet_ || !thread_.joinable(); });
}

void Front::Loop::close() {
    if (thread_.joinable()) {
        stopping_ = true;
        wake();
        thread_.join();
    }
    queue_.stop();
}

void Front::Loop::expose(log::Exposition& out) const {
    const auto counter = [&](std::string_view name, std::string_view help, const log::Counter& value) {
        out.family(name, "counter", help);
        out.sample(name, {}, value.value());
    };
    out.family("svc_http_connections", "gauge", "Open connections.");
    out.sample("svc_http_connections", {}, open_.value());
    out.family("svc_http_waiting", "gauge", "Requests waiting for a thread.");
    out.sample("svc_http_waiting", {}, queue_.waiting());
    out.family("svc_http_body_bytes", "gauge", "Bytes of bodies held.");
    out.sample("svc_http_body_bytes", {}, bodyBytes_.load());
    counter("svc_http_accepted_total", "Connections accepted.", accepted_);
    counter("svc_http_excess_total", "Connections refused: too many, of all or of one address.", excess_);
    counter("svc_http_late_total", "Requests refused because they would have waited too long.", late_);
    counter("svc_http_crowded_total", "Requests refused because their company had too many others.",
            crowded_);
    counter("svc_http_timed_out_total", "Connections ended because the client was too slow.", timedOut_);
}

} // namespace svc::host::http
