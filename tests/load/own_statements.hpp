#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ceiling.hpp"

namespace svc::load {

/// A captured parameter: the text between the identifiers that the write generated.
struct CapturedText {
    static constexpr int Number = -1;

    std::vector<std::string> literals; ///< one more than there are places
    std::vector<int> places;           ///< indexes of identifiers, or Number for the document number
};

struct CapturedStatement {
    std::string sql;
    std::vector<std::optional<CapturedText>> parameters; ///< no value: NULL
};

/// The statements that one write of the service sends to PostgreSQL, captured from the server's log, and a
/// bare client that replays them: the same statements in one pipeline, with new identifiers and numbers, and
/// a durable COMMIT as in Ceiling.
class OwnStatements {
public:
    /// `app`: connection string of the host's role on a private cluster whose data are discarded afterwards.
    /// Numbers that the service computes from locked rows repeat in each replay, so unique indexes that
    /// forbid this are replaced by ordinary ones. `log`: the log file of the cluster.
    OwnStatements(std::string app, std::filesystem::path log);

    /// Captures the statements of `write`, which returns the number of its document. Each call adds one
    /// script; nothing else may write meanwhile. Throws std::runtime_error when the log does not contain the
    /// write.
    void capture(const std::function<std::string()>& write);

    /// Replays with this many connections, which use the scripts in turn.
    Ceiling::Sold replay(unsigned clients, unsigned scripts, double seconds);

private:
    using Script = std::vector<CapturedStatement>;

    void setLogging(const std::string& setting) const;

    std::string app_;
    std::string superuser_;
    std::filesystem::path log_;
    std::vector<Script> scripts_;
    unsigned long replays_ = 0; ///< makes the identifiers of each replay unique
};

} // namespace svc::load
