#pragma once

#include <optional>
#include <vector>

#include <svc/http.hpp>

namespace svc::treasury {

/// What moved in a till while its session was open; all positive but for what was taken back.
struct SessionSums {
    std::int64_t cashPayments = 0;
    std::int64_t cashRefunds = 0;
    std::int64_t paidIn = 0;
    std::int64_t paidOut = 0;
};

/// What the business unit sold meanwhile.
struct SessionSales {
    std::int64_t count = 0;
    std::int64_t total = 0;
    Json byMethod = Json::array();
};

/// A till from its opening to its count. Amounts are minor units of its currency.
struct CashSession {
    Uuid id;
    Uuid walletId;
    Uuid businessUnitId;
    Currency currency;
    Date date;
    Instant openedAt;
    std::optional<Instant> closedAt;
    std::optional<std::string> closedByKind;
    std::optional<Uuid> closedById;
    std::int64_t expectedOpening = 0;
    std::int64_t opening = 0;
    Json openingCount = Json::array();
    SessionSums sums;
    std::optional<std::int64_t> counted; ///< a closed session has one
    Json count = Json::array();
    SessionSales sales;
    std::optional<Uuid> depositTransferId;
    std::optional<std::string> note;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    std::int64_t expected() const {
        return opening + sums.cashPayments - sums.cashRefunds + sums.paidIn - sums.paidOut;
    }
};

struct CashSessionFilter {
    DateRange dates;
    std::optional<std::vector<std::string>> statuses;
    std::optional<Uuid> walletId;
    std::optional<Uuid> businessUnitId;
    bool oldestFirst = false;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct CashSessionPage {
    std::vector<CashSession> sessions;
    std::int64_t total = 0;
};

/// Cash sessions, for one call. Sums of an open session are read from its movements.
class CashSessionStore {
public:
    explicit CashSessionStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<CashSession> find(const Uuid& id);
    CashSessionPage list(const CashSessionFilter& filter);
    /// The session that is open in a till, whose balance the caller has locked.
    std::optional<Uuid> openOf(const Uuid& walletId);

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
