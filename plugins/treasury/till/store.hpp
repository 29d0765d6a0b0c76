#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// A session of a till from opening to closing. Amounts are minor units of its currency.
struct CashSession : api::CashSession {
    Date date{}; ///< business day of the opening
};

struct CashSessionPage {
    std::vector<CashSession> sessions;
    std::int64_t total = 0;
};

/// Sets the expected balance and the difference from the sums of the session.
void addUp(CashSession& session);

/// Cash sessions, for one call. Sums of an open session are read from its movements.
class CashSessionStore {
public:
    explicit CashSessionStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<CashSession> find(CashSessionId id);
    CashSessionPage list(const api::ListCashSessionsParameters& parameters);
    /// The open session of a till, whose balance the caller has locked.
    std::optional<CashSessionId> openOf(WalletId walletId);

    /// Writes the session and marks it as the open one of its till.
    void open(const CashSession& session);
    /// Writes the closing and marks the till as having no open session.
    void close(const CashSession& session);
    void setDeposit(const CashSession& session);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
