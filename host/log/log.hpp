#pragma once

#include <svc/json.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace svc::host::log {

enum class Level { Debug = 1, Info, Warning, Error };

/// A named value of a log line. Null values are omitted.
struct Field {
    std::string_view name;
    Json value;
};
using Fields = std::initializer_list<Field>;

/// Writes one JSON line: time, level, requestId, message, then the fields. Work for a request or a job always
/// has an identifier; only the start and the end of the host have none and pass an empty one. Any thread may
/// call. Never a body, a header, a key, a token or a password: fields are identifiers, codes and numbers.
void write(Level level, std::string_view requestId, std::string_view message, Fields fields = {});

inline void debug(std::string_view requestId, std::string_view message, Fields fields = {}) {
    write(Level::Debug, requestId, message, fields);
}
inline void info(std::string_view requestId, std::string_view message, Fields fields = {}) {
    write(Level::Info, requestId, message, fields);
}
inline void warning(std::string_view requestId, std::string_view message, Fields fields = {}) {
    write(Level::Warning, requestId, message, fields);
}
inline void error(std::string_view requestId, std::string_view message, Fields fields = {}) {
    write(Level::Error, requestId, message, fields);
}

/// Content of the log line of one request. `path` is without query, because a query may hold personal data.
struct RequestLine {
    std::string_view requestId;
    std::string_view method;
    std::string_view path;
    std::string_view route; ///< operationId, empty when none was found
    int status = 0;
    std::string_view code; ///< of a refusal: "field-required:lines"
    std::int64_t durationMicros = 0;
    std::string_view company;
    std::string_view caller; ///< "key_…", "usr_…" or empty
    std::string_view address;
    std::size_t bytes = 0; ///< of the answer's body
};
void request(const RequestLine& line);

/// Lines below this level are not written; Info unless set.
void setLevel(Level level);
/// Redirects the lines, without line ends, from standard output to the function; an empty function restores
/// standard output. The function is called by one thread at a time. For tests: no thread may log during the
/// change.
void setSink(std::function<void(std::string_view line)> sink);

} // namespace svc::host::log
