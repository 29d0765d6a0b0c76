/// @file Inputs and recorded results of the test kit: requests, answers, events, statements.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/date.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

namespace svc::testing {

/// Input of a route: parameters by name, body as JSON.
struct RouteInput {
    Json body = Json::object();
    std::map<std::string, std::string> path = {};
    std::map<std::string, std::string> query = {};
    std::map<std::string, std::string> headers = {};
};

/// The answer of a route. A refusal has the status and code that a client would see; an internal error has
/// status 500 and the message of the log.
struct Answer {
    int status = 200;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string code;  ///< "already-exists:title"; empty when the handler succeeded
    std::string fault; ///< with status 500: the message of the log

    bool ok() const noexcept { return status < 400; }
    Json json() const { return body.empty() ? Json(nullptr) : Json::parse(body); }
    /// The header of exactly this name; empty when there is none.
    std::string header(std::string_view name) const {
        for (const auto& [key, value] : headers) {
            if (key == name) {
                return value;
            }
        }
        return {};
    }
};

struct Event {
    std::string type;
    std::string object;
    std::string objectId;
    Json data; ///< with `actor`, which the host adds
};

struct HistoryLine {
    std::string kind;
    std::string documentId;
    std::string action;
    Json changes;
};

struct FiledJob {
    Uuid id;
    std::string name;
    Instant due;
    Json payload;
    std::string key;
    std::string lane = {};
};

/// The outcome that a job has reported.
struct JobEnd {
    struct Again {
        Instant due;
        Json payload;
        std::string note;
    };
    std::optional<Again> again;
    std::optional<Json> result;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

struct LogLine {
    std::int32_t level = 6;
    std::string message;
};

/// A statement as the plugin sent it; a parameter without value is SQL NULL.
struct Statement {
    std::string sql;
    std::vector<std::optional<std::string>> parameters;
    std::string orderKey; ///< only of late writes
};

/// The rows that a statement returns.
///
///     host.willAnswer({{"0190…", "Opening hours"}, {"0191…", std::nullopt}});
struct Result {
    using Cells = std::vector<std::optional<std::string>>;

    Result() = default;
    Result(std::initializer_list<Cells> list) : rows(list), affected(list.size()) {
        columns = rows.empty() ? 0 : rows.front().size();
    }

    std::vector<Cells> rows;
    std::size_t columns = 0;
    std::uint64_t affected = 0;
};

/// An error of a statement: its text is the message of the database.
class DatabaseError : public std::runtime_error {
public:
    DatabaseError(const std::string& message, std::string constraint)
        : std::runtime_error(message), constraint_(std::move(constraint)) {}
    const std::string& constraint() const noexcept { return constraint_; }

private:
    std::string constraint_;
};

/// Executes the statements of one call.
class Transaction {
public:
    virtual ~Transaction() = default;
    virtual Result run(const Statement& statement) = 0;
    virtual void commit() = 0;
};

} // namespace svc::testing
