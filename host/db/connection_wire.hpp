#pragma once

#include "host/db/connection.hpp"
#include "host/db/session.hpp"

#include <chrono>
#include <cstdint>
#include <libpq-fe.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace svc::host::db {

inline bool isCommit(std::string_view sql) {
    return sql == "COMMIT";
}

inline std::shared_ptr<PGresult> own(PGresult* result) {
    return {result, [](PGresult* r) { PQclear(r); }};
}

/// A field of an error, empty when the server does not say it.
inline std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? std::string() : std::string(text);
}

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
        return std::hash<std::string_view>()(text);
    }
};

using StatementNames = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

/// The libpq side of a connection in pipeline mode. Only for connection*.cpp.
// The server itself cancels a statement that takes too long. When nothing arrives for this much longer, the
// connection is dead: a network that drops packets, a frozen machine.
constexpr std::chrono::milliseconds Silence{5000};

struct Connection::Impl {
    explicit Impl(const ConnectionOptions& options);

    Session session;
    PGconn* handle;                     // owned by session
    std::chrono::milliseconds patience; // the longest wait for a result; 0: without end
    StatementNames names;
    std::uint64_t nextName = 1;
    std::size_t keptOfMany = 0; // how many of `names` are OneOfMany
    bool lost = false;
    std::size_t ahead = 0; // pipelines sent whose answers were not read yet

    // What was sent for one statement: with or without a preparation.
    struct Sent {
        const Statement* statement;
        bool prepares;
        std::string name;
    };
    // A result that is still to be read.
    struct Awaited {
        std::string_view sql;
        bool prepares;
        std::string name;
        Keep keep;
    };
    std::vector<Awaited> awaited; // sent by the last send(), until receive()

    [[noreturn]] void fail(std::string_view statement, bool duringCommit);
    Error::Fields describe(const PGresult* result, std::string_view statement) const;
    void setUp(const ConnectionOptions& options);
    void simple(std::string_view sql);
    void enterPipeline();
    void leavePipeline();
    void sync(std::string_view statement);
    std::vector<Sent> named(std::span<const Statement> statements);
    void sendOne(const Sent& sent);
    void awaitResult(std::string_view statement, bool duringCommit);
    std::shared_ptr<PGresult> next(std::string_view statement, bool duringCommit);
    void endOfStatement(std::string_view statement, bool duringCommit);
    void readSync(std::string_view statement, bool duringCommit);
    void drainAhead();
    void raise(const PGresult* result, std::string_view statement, bool commitSent);
};

} // namespace svc::host::db
