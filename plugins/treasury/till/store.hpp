#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// A till from its opening to its count. Amounts are minor units of its currency.
struct CashSession : api::CashSession {
    Date date{}; ///< business day of the opening
};

struct CashSessionFilter {
    DateRange dates{};
    std::optional<std::vector<api::SessionStatus>> statuses{};
    std::optional<WalletId> walletId{};
    std::optional<BusinessUnitId> businessUnitId{};
    bool oldestFirst = false;
    ArrayPage page{};
};

struct CashSessionPage {
    std::vector<CashSession> sessions;
    std::int64_t total = 0;
};

/// What was expected and what differs from it, of what the session holds.
void addUp(CashSession& session);

/// Cash sessions, for one call. Sums of an open session are read from its movements.
class CashSessionStore {
public:
    explicit CashSessionStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<CashSession> find(CashSessionId id);
    CashSessionPage list(const CashSessionFilter& filter);
    /// The session that is open in a till, whose balance the caller has locked.
    std::optional<CashSessionId> openOf(WalletId walletId);

    /// Writes the session and gives its till to it.
    void open(const CashSession& session);
    /// Writes the count and takes the till back.
    void close(const CashSession& session);
    void setDeposit(const CashSession& session);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
