#include "host/db/error.hpp"

#include <array>
#include <utility>

namespace svc::host::db {
namespace {

std::string sentence(const Error::Fields& fields) {
    std::string text = fields.message.empty() ? "the database gave no reason" : fields.message;
    if (!fields.sqlState.empty())
        text += " [" + fields.sqlState + "]";
    if (!fields.detail.empty())
        text += " (" + fields.detail + ")";
    if (!fields.statement.empty())
        text += " in: " + fields.statement.substr(0, 500);
    return text;
}

} // namespace

Error::Error(Fields fields) : std::runtime_error(sentence(fields)), fields_(std::move(fields)) {}

bool Error::retryable() const noexcept {
    return fields_.sqlState == "40001" || fields_.sqlState == "40P01" || metNewPartition();
}

// Every violated CHECK has a constraint name, so an error without one comes from partition routing.
bool Error::metNewPartition() const noexcept {
    return checkViolation() && fields_.constraint.empty() && fields_.table.ends_with("_default");
}

bool Error::timedOut() const noexcept {
    return fields_.sqlState == "57014" || fields_.sqlState == "55P03";
}

bool Error::refusesWrites() const noexcept {
    return fields_.sqlState == "53100" || fields_.sqlState == "25006";
}

bool Error::unavailable() const noexcept {
    const std::string_view state = fields_.sqlState;
    return state.starts_with("53") || state == "25006" || endsConnection(state);
}

ConnectionLost::ConnectionLost(Fields fields, bool duringCommit)
    : Error(std::move(fields)), duringCommit_(duringCommit) {}

bool endsConnection(std::string_view sqlState) noexcept {
    // 25P03: the server ended the session because its transaction was idle too long; 57P05: an idle session.
    static constexpr std::array<std::string_view, 6> Ends = {"57P01", "57P02", "57P03",
                                                             "57P05", "25006", "25P03"};
    // 08P01: a message was wrong, such as one with too many parameters; the session goes on.
    if (sqlState.starts_with("08") && sqlState != "08P01")
        return true;
    for (const std::string_view state : Ends)
        if (sqlState == state)
            return true;
    return false;
}

} // namespace svc::host::db
