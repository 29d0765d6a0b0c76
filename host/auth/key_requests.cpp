#include "host/auth/key_requests.hpp"

#include "host/auth/sql.hpp"
#include "host/db/error.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <exception>

namespace svc::host::auth {
namespace {

constexpr std::string_view InsertRequests =
    "INSERT INTO svc.key_request (company_id, key_id, request_id, at, method, path, status, message, "
    "duration_ms,"
    " idempotency_key, address) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[],"
    " $5::text[], $6::text[], $7::integer[], $8::text[], $9::integer[], $10::text[], $11::text[])";

/// The lines are for people, so long paths are cut.
constexpr std::size_t LongestPath = 500;

/// Limit of failed writes for one batch: a line that the server refuses causes one failure each time that its
/// batch is halved.
constexpr int MostRefusals = 64;

using Column = std::vector<std::optional<std::string>>;

/// Makes a text acceptable to PostgreSQL: clients may send invalid UTF-8 and NUL.
std::string storable(std::string_view text) {
    std::string clean = asUtf8(text);
    std::replace(clean.begin(), clean.end(), '\0', ' ');
    return clean;
}

/// Is the content of the lines the reason of the error? Then other lines of the batch may be accepted.
bool isOfTheLines(const db::Error& error) {
    return dynamic_cast<const db::ConnectionLost*>(&error) == nullptr && !error.unavailable() &&
           !error.timedOut();
}

} // namespace

KeyRequestWriter::KeyRequestWriter(db::Pool& pool, Options options)
    : pool_(pool), options_(std::move(options)), thread_([this] { run(); }) {}

KeyRequestWriter::~KeyRequestWriter() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    arrived_.notify_all();
    thread_.join();
}

void KeyRequestWriter::record(KeyRequest request) {
    request.path = std::string(utf8Prefix(storable(request.path), LongestPath));
    for (std::optional<std::string>* text : {&request.message, &request.idempotencyKey}) {
        if (*text) {
            *text = storable(**text);
        }
    }
    std::unique_lock lock(mutex_);
    const bool room = taken_.wait_for(lock, options_.patience,
                                      [this] { return queue_.size() < options_.capacity || stopping_; });
    if (!room || stopping_) {
        ++dropped_;
        return;
    }
    queue_.push_back(std::move(request));
    if (queue_.size() >= options_.batch) {
        arrived_.notify_one();
    }
}

void KeyRequestWriter::flush() {
    std::unique_lock lock(mutex_);
    flushing_ = true;
    arrived_.notify_one();
    taken_.wait(lock, [this] { return queue_.empty() && writing_ == 0; });
    flushing_ = false;
}

std::size_t KeyRequestWriter::queued() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

void KeyRequestWriter::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        arrived_.wait_for(lock, options_.interval,
                          [this] { return stopping_ || flushing_ || queue_.size() >= options_.batch; });
        if (queue_.empty()) {
            taken_.notify_all();
            if (stopping_) {
                return;
            }
            // Nothing is left to flush; otherwise this loop would spin.
            flushing_ = false;
            continue;
        }
        const auto count = static_cast<std::ptrdiff_t>(std::min(queue_.size(), options_.batch));
        std::vector<KeyRequest> batch(std::make_move_iterator(queue_.begin()),
                                      std::make_move_iterator(queue_.begin() + count));
        queue_.erase(queue_.begin(), queue_.begin() + count);
        writing_ = batch.size();
        lock.unlock();
        taken_.notify_all();
        int refusalsLeft = MostRefusals;
        write(batch, refusalsLeft);
        lock.lock();
        writing_ = 0;
        taken_.notify_all();
    }
}

void KeyRequestWriter::write(std::span<const KeyRequest> lines, int& refusalsLeft) {
    try {
        insert(lines);
        written_ += lines.size();
    } catch (const db::Error& error) {
        if (lines.size() > 1 && isOfTheLines(error) && refusalsLeft > 0) {
            --refusalsLeft;
            write(lines.first(lines.size() / 2), refusalsLeft);
            write(lines.subspan(lines.size() / 2), refusalsLeft);
            return;
        }
        lose(lines.size(), error);
    } catch (const std::exception& error) {
        lose(lines.size(), error);
    }
}

void KeyRequestWriter::lose(std::size_t lines, const std::exception& error) {
    dropped_ += lines;
    if (options_.log) {
        options_.log("lines of the request log of API keys are lost (" + std::to_string(lines) +
                     "): " + error.what());
    }
}

void KeyRequestWriter::insert(std::span<const KeyRequest> lines) {
    std::vector<Column> columns(11);
    for (const KeyRequest& request : lines) {
        columns[0].emplace_back(request.company.toString());
        columns[1].emplace_back(request.key.toString());
        columns[2].emplace_back(request.requestId);
        columns[3].emplace_back(request.at.toSql());
        columns[4].emplace_back(request.method);
        columns[5].emplace_back(request.path);
        columns[6].emplace_back(std::to_string(request.status));
        columns[7].emplace_back(request.message);
        columns[8].emplace_back(std::to_string(request.durationMs));
        columns[9].emplace_back(request.idempotencyKey);
        columns[10].emplace_back(request.address);
    }
    SqlArgs args;
    for (const Column& column : columns) {
        args.add(arrayText(column));
    }
    try {
        pool_.acquire()->query(InsertRequests, args);
    } catch (const db::Error& error) {
        if (!error.retryable()) {
            throw;
        }
        pool_.acquire()->query(InsertRequests, args);
    }
}

} // namespace svc::host::auth
