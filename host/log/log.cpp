#include "host/log/log.hpp"

#include "host/log/journal.hpp"

#include <svc/date.hpp>

#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include <unistd.h>

namespace svc::host::log {

namespace {

constinit std::atomic<int> leastLevel{static_cast<int>(Level::Info)};

std::function<void(std::string_view)>& sink() {
    static std::function<void(std::string_view)> function;
    return function;
}

std::string_view levelText(Level level) {
    switch (level) {
    case Level::Debug:
        return "debug";
    case Level::Info:
        return "info";
    case Level::Warning:
        return "warning";
    case Level::Error:
        break;
    }
    return "error";
}

// The machine's time, not the host's movable clock: lines are compared with those of other programs.
Instant machineTime() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return Instant(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

void appendText(std::string& line, std::string_view name, std::string_view value) {
    if (value.empty()) {
        return;
    }
    line += ",\"";
    line += name;
    line += "\":";
    Json::appendQuoted(line, value);
}

void appendNumber(std::string& line, std::string_view name, std::int64_t value) {
    char digits[24];
    const auto result = std::to_chars(digits, digits + sizeof digits, value);
    line += ",\"";
    line += name;
    line += "\":";
    line.append(digits, result.ptr);
}

std::string beginLine(Level level, std::string_view requestId) {
    std::string line;
    line.reserve(384);
    line += "{\"time\":\"";
    line += machineTime().toString();
    line += "\",\"level\":\"";
    line += levelText(level);
    line += '"';
    appendText(line, "requestId", requestId);
    return line;
}

void writeOut(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written <= 0) {
            // Standard output is closed; that must not stop the service.
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// Lines waiting to be written. Never destroyed, because threads log until the process ends.
struct Output {
    static constexpr std::size_t MostWaiting = 1024 * 1024;

    std::mutex mutex;
    std::condition_variable written;
    std::string waiting;
    bool writing = false;
    std::uint64_t taken = 0;  ///< batches begun
    std::uint64_t passed = 0; ///< batches written
};

Output& output() {
    static auto* const only = new Output;
    return *only;
}

// A thread that finds no writer becomes the writer, and also writes the lines that others add meanwhile: no
// thread waits for the system call of another one. `patiently`: returns only when the line is written.
void put(Level level, std::string& line, bool patiently) {
    static const bool toJournal = isJournal(std::getenv("JOURNAL_STREAM"), STDOUT_FILENO);
    line += '}';
    if (!isUtf8(line)) {
        line = asUtf8(line);
    }
    Output& out = output();
    std::unique_lock lock(out.mutex);
    if (sink()) {
        sink()(line);
        return;
    }
    out.written.wait(lock, [&] { return out.waiting.size() < Output::MostWaiting || !out.writing; });
    out.waiting += toJournal ? journalPrefix(level) : std::string_view();
    out.waiting += line;
    out.waiting += '\n';
    if (out.writing) {
        const std::uint64_t mine = out.taken + 1;
        if (patiently) {
            out.written.wait(lock, [&] { return out.passed >= mine; });
        }
        return;
    }
    out.writing = true;
    std::string batch;
    while (!out.waiting.empty()) {
        batch.clear();
        batch.swap(out.waiting);
        ++out.taken;
        lock.unlock();
        writeOut(batch);
        lock.lock();
        out.passed = out.taken;
        out.written.notify_all();
    }
    out.writing = false;
}

bool wanted(Level level) {
    return static_cast<int>(level) >= leastLevel.load(std::memory_order_relaxed);
}

} // namespace

void write(Level level, std::string_view requestId, std::string_view message, Fields fields) {
    if (!wanted(level)) {
        return;
    }
    std::string line = beginLine(level, requestId);
    appendText(line, "message", message);
    for (const Field& field : fields) {
        if (!field.value.isNull()) {
            line += ',';
            Json::appendQuoted(line, field.name);
            line += ':';
            field.value.appendTo(line);
        }
    }
    put(level, line, true);
}

void request(const RequestLine& entry) {
    const Level level = entry.status >= 500 ? Level::Error : Level::Info;
    if (!wanted(level)) {
        return;
    }
    std::string line = beginLine(level, entry.requestId);
    appendText(line, "method", entry.method);
    appendText(line, "path", entry.path);
    appendText(line, "route", entry.route);
    appendNumber(line, "status", entry.status);
    appendText(line, "code", entry.code);
    line += ",\"durationMs\":";
    line += Decimal(entry.durationMicros).shifted(-3).toString();
    appendText(line, "company", entry.company);
    appendText(line, "caller", entry.caller);
    appendText(line, "address", entry.address);
    appendNumber(line, "bytes", static_cast<std::int64_t>(entry.bytes));
    put(level, line, false);
}

void setLevel(Level level) {
    leastLevel.store(static_cast<int>(level));
}

void setSink(std::function<void(std::string_view line)> replacement) {
    const std::lock_guard lock(output().mutex);
    sink() = std::move(replacement);
}

} // namespace svc::host::log
