#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <svc/call.hpp>

namespace svc::bank {

/// A file that was imported, or what was imported of it.
struct Statement {
    Uuid id;
    Uuid walletId;
    std::string format;
    std::optional<std::string> fileName;
    std::optional<std::string> account;
    Currency currency;
    std::optional<Date> from;
    std::optional<Date> to;
    std::optional<std::int64_t> opening;
    std::optional<std::int64_t> closing;
    std::int64_t imported = 0;
    std::int64_t duplicates = 0;
    Json warnings = Json::array();
    Json parts = Json::array(); ///< one a statement, when the file holds several
    Json skippedAccounts = Json::array();
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

class StatementStore {
public:
    explicit StatementStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// Also keeps other imports into the wallet waiting until this one is done.
    void insert(const Statement& statement);
    /// Puts in what became of it.
    void finish(const Statement& statement);
    std::vector<Statement> list(const Uuid& walletId, std::int64_t limit, std::int64_t offset,
                                std::int64_t& total);

    /// Did an imported statement of the wallet end with this balance? One answer for each of two.
    std::pair<bool, bool> endedWith(const Uuid& walletId, std::int64_t one, std::int64_t other);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
