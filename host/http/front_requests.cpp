// Requests: read, judged, queued, answered.

#include "host/http/front_loop.hpp"

#include <algorithm>

#include <sys/epoll.h>

namespace svc::host::http {

namespace {

constexpr std::int64_t LingerTime = 2000; // milliseconds
// Bodies up to this size are read even when the memory for bodies is used up: without them nothing would end.
constexpr std::size_t SmallBody = 16 * 1024;

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
    if (queue_.push(connection, connection.reception.lane)) {
        return After::Gone;
    }
    late_.add();
    return refuse(connection, notReady());
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
    // Where the request was not read to its end, nobody knows where the next one starts.
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
    connection.phase = Phase::Idle;
}

// On a worker. Whatever it leaves undone goes back to the loop; a connection that only waits for its next
// request is parked without waking the loop.
void Front::Loop::work(Connection& connection) {
    RawRequest& request = connection.reader->request();
    if (!connection.permitted) {
        std::optional<Answer> refusal = answerer_.permit(request);
        if (!refusal) {
            connection.permitted = true;
            giveBack(connection);
            return;
        }
        prepare(connection, std::move(*refusal));
    } else {
        prepare(connection, answerer_.handle(request));
    }
    const bool done = connection.answer.flush(*connection.stream) == Stream::State::Done;
    if (!done || connection.closes || connection.hasInput()) {
        giveBack(connection);
        return;
    }
    // Parked is given away: only the watching itself may follow.
    const int descriptor = connection.stream->descriptor();
    park(connection);
    watch(descriptor, connection, EPOLLIN);
}

void Front::Loop::giveBack(Connection& connection) {
    {
        const std::lock_guard lock(mutex_);
        returned_.push_back(&connection);
    }
    wake();
}

// A worker gave it back: to read the body that it permitted, or to end the answer that it began.
void Front::Loop::taken(Connection& connection) {
    if (!connection.answer.empty()) {
        connection.phase = Phase::Writing;
        writable(connection);
        return;
    }
    connection.since = now();
    connection.deadline = transferDeadline(connection, 0);
    connection.phase = Phase::Reading;
    awaitBody(connection);
    resume(connection);
}

} // namespace svc::host::http
