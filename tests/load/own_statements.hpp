#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ceiling.hpp"

namespace svc::load {

/// A text of a captured parameter: what it says between the identifiers that the write made.
struct CapturedText {
    static constexpr int Number = -1;

    std::vector<std::string> literals; ///< one more than there are places
    std::vector<int> places;           ///< numbers of identifiers, or Number: that of the document
};

struct CapturedStatement {
    std::string sql;
    std::vector<std::optional<CapturedText>> parameters; ///< none: NULL
};

/// What one write of the service sends to PostgreSQL, captured from the server's log, and a bare client that
/// sends it again: the same statements in one pipeline, with identifiers and numbers of their own, and a
/// COMMIT that waits for the disk as that of Ceiling does.
class OwnStatements {
public:
    /// `app`: connection string of the host's role on a private cluster, whose data nobody needs afterwards:
    /// numbers that the service computes from rows it has locked are the same in each replay, so an index
    /// that forbids this becomes an ordinary one. `log`: where the cluster writes.
    OwnStatements(std::string app, std::filesystem::path log);

    /// Captures what `write` makes the service do; `write` tells the number of the document that it made.
    /// Each call adds one script, and nobody else may write meanwhile. Throws std::runtime_error when the log
    /// does not have it.
    void capture(const std::function<std::string()>& write);

    /// Replays with so many connections, which take the scripts in turn.
    Ceiling::Sold replay(unsigned clients, unsigned scripts, double seconds);

private:
    using Script = std::vector<CapturedStatement>;

    void setLogging(const std::string& setting) const;

    std::string app_;
    std::string superuser_;
    std::filesystem::path log_;
    std::vector<Script> scripts_;
    unsigned long replays_ = 0; ///< tells the identifiers of one replay from those of the others
};

} // namespace svc::load
