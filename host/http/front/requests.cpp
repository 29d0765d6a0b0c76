// Reading, checking, queueing and answering of requests.

#include "host/http/front/loop.hpp"

#include <algorithm>

#include <poll.h>
#include <sys/epoll.h>

namespace svc::host::http {

namespace {

constexpr std::int64_t LingerTime = 2000; // milliseconds
constexpr int Stay = 1;                   // milliseconds that a worker waits for a next request
// Bodies up to this size are read even when the memory for bodies is used up; otherwise no request could
// finish.
constexpr std::size_t SmallBody = 16 * 1024;

std::int64_t nowMicros() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

} // namespace

Front::Loop::After Front::Loop::advance(Connection& connection) {
    After after = After::Next;
    while (after == After::Next) {
        try {
            after = step(connection);
        } catch (const Refused& refusal) {
            after = refuse(connection, refusal);
        }
    }
    return after;
}

Front::Loop::After Front::Loop::step(Connection& connection) {
    if (connection.input.empty()) {
        return After::Wait;
    }
    if (connection.phase.load() == Phase::Idle) {
        connection.prompt = nowMicros() - connection.parked < Stay * 1000;
        connection.phase = Phase::Reading;
        connection.deadline = now() + limits_.head.count();
    }
    take(connection);
    if (!connection.reader->hasHead()) {
        return After::Wait;
    }
    if (!connection.received) {
        const After after = receive(connection);
        if (after != After::Next) {
            return after;
        }
        take(connection);
    }
    countBody(connection);
    if (!connection.reader->complete()) {
        connection.deadline =
            transferDeadline(connection, connection.reader->request().body.size() + connection.input.size());
        return After::Wait;
    }
    return dispatch(connection);
}

void Front::Loop::take(Connection& connection) {
    const std::size_t taken = connection.request().take(connection.input);
    connection.input.erase(0, taken);
}

Front::Loop::After Front::Loop::receive(Connection& connection) {
    RequestReader& reader = *connection.reader;
    connection.received = true;
    connection.since = now();
    connection.reception = answerer_.receive(reader.request());
    if (connection.reception.refusal) {
        return send(connection, std::move(*connection.reception.refusal));
    }
    connection.permitted = connection.reception.permitted;
    if (!connection.permitted) {
        return dispatch(connection);
    }
    return awaitBody(connection);
}

Front::Loop::After Front::Loop::awaitBody(Connection& connection) {
    RequestReader& reader = *connection.reader;
    reader.awaitBody(connection.reception.bodyLimit);
    connection.awaitsBody = true;
    if (!reader.complete() && reader.expectsContinue() && connection.input.empty()) {
        constexpr std::string_view Continue = "HTTP/1.1 100 Continue\r\n\r\n";
        // A few bytes at the start of an exchange always fit.
        connection.stream->write(Continue, {});
    }
    return After::Next;
}

void Front::Loop::countBody(Connection& connection) {
    const std::size_t size = connection.reader->request().body.size();
    const std::size_t total = bodyBytes_ += size - connection.held;
    connection.held = size;
    if (total > limits_.bodyMemory && size > SmallBody && !connection.reader->complete()) {
        late_.add();
        throw notReady().close();
    }
}

void Front::Loop::forgetBody(Connection& connection) {
    bodyBytes_ -= connection.held;
    connection.held = 0;
}

Front::Loop::After Front::Loop::dispatch(Connection& connection) {
    if (connection.permitted && connection.reception.instant) {
        return send(connection, answerer_.handle(connection.reader->request()));
    }
    connection.phase = Phase::Busy;
    const WorkQueue::Entry entry =
        queue_.push(connection, connection.reception.lane, connection.reception.whose);
    if (entry == WorkQueue::Entry::Taken) {
        return After::Gone;
    }
    return refuseToWait(connection, entry == WorkQueue::Entry::CompanyFull);
}

Front::Loop::After Front::Loop::refuseToWait(Connection& connection, bool ofCompany) {
    (ofCompany ? crowded_ : late_).add();
    return refuse(connection, ofCompany ? tooMany() : notReady());
}

Front::Loop::After Front::Loop::refuse(Connection& connection, const Refused& refusal) {
    Answer answer = answerer_.refuse(connection.request().request(), refusal);
    return send(connection, std::move(answer));
}

Front::Loop::After Front::Loop::send(Connection& connection, Answer answer) {
    prepare(connection, std::move(answer));
    const Stream::State state = connection.answer.flush(*connection.stream);
    if (state == Stream::State::Ended) {
        close(connection);
        return After::Gone;
    }
    if (state == Stream::State::Done) {
        return finished(connection);
    }
    connection.phase = Phase::Writing;
    watch(connection, state == Stream::State::WantsRead ? EPOLLIN : EPOLLOUT);
    return After::Gone;
}

void Front::Loop::prepare(Connection& connection, Answer answer) {
    const RequestReader& reader = *connection.reader;
    // The start of the next request is unknown when this one was not read to its end.
    connection.lingers = answer.close || !reader.complete();
    connection.closes = connection.lingers || connection.excess || !reader.keepAlive() || draining_;
    AnswerWriter::Manner manner;
    manner.withoutBody = reader.request().method == "HEAD";
    manner.keepAlive = !connection.closes;
    manner.oldVersion = reader.request().version == "HTTP/1.0";
    connection.answer = AnswerWriter(std::move(answer), manner);
    connection.since = now();
    connection.deadline = transferDeadline(connection, 0);
}

Front::Loop::After Front::Loop::finished(Connection& connection) {
    if (!connection.closes) {
        park(connection);
        return After::Next;
    }
    if (!connection.lingers && connection.input.empty() && !connection.excess) {
        close(connection);
        return After::Gone;
    }
    forgetBody(connection);
    connection.next();
    connection.input.clear();
    connection.stream->endSending();
    connection.phase = Phase::Lingering;
    connection.deadline = now() + LingerTime;
    watch(connection, EPOLLIN);
    return After::Gone;
}

void Front::Loop::park(Connection& connection) {
    forgetBody(connection);
    connection.next();
    connection.deadline = now() + limits_.keepAlive.count();
    connection.parked = nowMicros();
    connection.phase = Phase::Idle;
}

// Runs on a worker thread. A connection with work left (unsent bytes, a half-read request) goes back to the
// event loop; one that is idle until its next request is parked without waking the loop.
void Front::Loop::work(Connection& connection) {
    while (answer(connection)) {
        forgetBody(connection);
        connection.next();
        if (!awaitsNext(connection)) {
            watchIdle(connection);
            return;
        }
        if (!readNext(connection)) {
            return;
        }
    }
}

/// Returns false when the connection was given back.
bool Front::Loop::answer(Connection& connection) {
    // An existing answer is a refusal made while the request was read.
    if (connection.answer.empty()) {
        RawRequest& request = connection.reader->request();
        if (!connection.permitted) {
            std::optional<Answer> refusal = answerer_.permit(request);
            if (!refusal) {
                connection.permitted = true;
                giveBack(connection);
                return false;
            }
            prepare(connection, std::move(*refusal));
        } else {
            prepare(connection, answerer_.handle(request));
        }
    }
    const bool done = connection.answer.flush(*connection.stream) == Stream::State::Done;
    if (!done || connection.closes || connection.hasInput()) {
        giveBack(connection);
        return false;
    }
    return true;
}

// Does the worker wait a moment for the client's next request? Passing the connection through the loop to
// another thread costs more than a short read. Not while requests wait for a thread, and only on a part of
// the threads.
bool Front::Loop::awaitsNext(Connection& connection) {
    if (!connection.prompt || draining_ || stopping_) {
        return false;
    }
    if (staying_.fetch_add(1) >= limits_.threads / 2 || queue_.waiting() > 0) {
        staying_.fetch_sub(1);
        return false;
    }
    pollfd watched{connection.stream->descriptor(), POLLIN, 0};
    connection.prompt = ::poll(&watched, 1, Stay) > 0;
    staying_.fetch_sub(1);
    return connection.prompt;
}

/// Reads the input. Returns false when the connection no longer belongs to the worker.
bool Front::Loop::readNext(Connection& connection) {
    std::array<char, 16UL * 1024> buffer;
    const Stream::Outcome outcome = connection.stream->read(buffer.data(), buffer.size());
    if (outcome.state != Stream::State::Done) {
        watchIdle(connection);
        return false;
    }
    connection.input.append(buffer.data(), outcome.count);
    try {
        return receiveNext(connection);
    } catch (const Refused& refusal) {
        prepare(connection, answerer_.refuse(connection.request().request(), refusal));
        return true;
    }
}

/// Takes the request when it is complete; otherwise the loop reads the rest.
bool Front::Loop::receiveNext(Connection& connection) {
    take(connection);
    RequestReader& reader = *connection.reader;
    if (reader.hasHead()) {
        const Lane lane = connection.reception.lane;
        const std::string whose = std::move(connection.reception.whose);
        connection.received = true;
        connection.since = now();
        connection.reception = answerer_.receive(reader.request());
        if (connection.reception.refusal) {
            prepare(connection, std::move(*connection.reception.refusal));
            return true;
        }
        connection.permitted = connection.reception.permitted;
        if (!connection.permitted) {
            return true;
        }
        awaitBody(connection);
        take(connection);
        countBody(connection);
        // A request of another lane or group must take its place in the queue.
        if (reader.complete() && connection.reception.lane == lane && connection.reception.whose == whose) {
            return true;
        }
    }
    giveBack(connection);
    return false;
}

/// Parks the connection: no member of it may be accessed afterwards.
void Front::Loop::watchIdle(Connection& connection) {
    const int descriptor = connection.stream->descriptor();
    connection.deadline = now() + limits_.keepAlive.count();
    connection.parked = nowMicros();
    connection.phase = Phase::Idle;
    watch(descriptor, connection, EPOLLIN);
}

void Front::Loop::giveBack(Connection& connection) {
    {
        const std::lock_guard lock(mutex_);
        returned_.push_back(&connection);
    }
    wake();
}

// Takes a connection that a worker gave back: to read the body that it permitted, to finish sending its
// answer, or to read on.
void Front::Loop::taken(Connection& connection) {
    if (!connection.answer.empty()) {
        connection.phase = Phase::Writing;
        writable(connection);
        return;
    }
    connection.since = now();
    connection.deadline =
        connection.received ? transferDeadline(connection, 0) : now() + limits_.head.count();
    connection.phase = Phase::Reading;
    if (connection.received && !connection.awaitsBody) {
        awaitBody(connection);
    } else if (connection.received && connection.reader->complete()) {
        if (dispatch(connection) == After::Next) {
            resume(connection);
        }
        return;
    }
    resume(connection);
}

} // namespace svc::host::http
