#include "host/log/log.hpp"

#include <svc/date.hpp>

#include <atomic>
#include <charconv>
#include <chrono>
#include <mutex>

#include <unistd.h>

namespace svc::host::log {

namespace {

constinit std::atomic<int> leastLevel{static_cast<int>(Level::Info)};
constinit std::mutex outputMutex;

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

void put(std::string& line) {
    line += '}';
    const std::lock_guard lock(outputMutex);
    if (sink()) {
        sink()(line);
        return;
    }
    line += '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written <= 0) {
            // Nobody reads the log any more; that must not stop the service.
            return;
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
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
    put(line);
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
    put(line);
}

void setLevel(Level level) {
    leastLevel.store(static_cast<int>(level));
}

void setSink(std::function<void(std::string_view line)> replacement) {
    const std::lock_guard lock(outputMutex);
    sink() = std::move(replacement);
}

} // namespace svc::host::log
