#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/http.hpp>

#include "domain/statement.hpp"

namespace svc::bank {

/// What a bank line is matched with. `amount` is signed as the line.
struct Match {
    std::string kind; ///< sale, purchase, payment, transaction, transfer, write_off
    std::string documentId;
    std::optional<std::string> number;
    std::optional<std::string> partnerId;
    std::optional<std::string> partnerName;
    std::optional<Date> date;
    std::int64_t amount = 0;
    std::optional<std::string> paymentId;
    std::optional<std::string> transactionId;
    bool made = false; ///< the match made the payment or the movement; else it only names it
};

/// A line of a bank account; signed minor units.
struct Line {
    Uuid id;
    Uuid walletId;
    std::optional<Uuid> statementId;
    std::string status = "unmatched";
    std::int64_t amount = 0;
    Currency currency;
    Date bookedAt;
    std::optional<Date> valueDate;
    std::string label;
    std::optional<std::string> counterpartyName;
    std::optional<std::string> counterpartyIban;
    std::optional<std::string> reference;
    std::optional<std::string> endToEndId;
    std::optional<std::string> bankReference;
    std::optional<std::string> creditorReference;
    std::vector<std::string> references; ///< all but that of the bank, those of a fixed form first
    std::string source = "file";
    std::optional<std::string> transactionId;
    std::optional<std::string> ignoredReason;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
    std::vector<Match> matches;
};

/// A line that comes in: the record, and what makes it the same line in another file.
struct NewLine {
    Line line;
    std::string identity;
    int occurrence = 1;
    std::string details; ///< a JSON object
};

struct LineFilter {
    DateRange dates;
    std::optional<Uuid> walletId;
    std::optional<std::vector<std::string>> statuses;
    std::optional<std::string> text;
    std::optional<std::int64_t> minAmount;
    std::optional<std::int64_t> maxAmount;
    bool oldestFirst = false;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct LinePage {
    std::vector<Line> rows;
    std::int64_t count = 0;
};

/// The columns of `bank.line l` that lineFrom reads.
std::string lineColumns();
Line lineFrom(const Row& row, std::uint32_t column = 0);

/// Bank lines and their matches, for one call.
class LineStore {
public:
    explicit LineStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Line> find(const Uuid& id);
    std::optional<Line> findForUpdate(const Uuid& id);
    /// Locks those that exist in the order of their identifiers.
    void lock(const std::vector<Uuid>& ids);
    /// The line for which a movement was recorded, or that it is written off from.
    std::optional<Line> ofTransaction(std::string_view transactionId);
    LinePage list(const LineFilter& filter);

    /// Begins to write those of the lines that are not there yet; the rows are the identifiers of these. All
    /// are of the wallet, statement, currency and source of the first.
    Started add(const std::vector<NewLine>& lines);
    void update(const Line& line);
    void addMatches(const Line& line);
    void removeMatches(const Uuid& lineId);
    /// Partners whose documents were paid from or to this account before.
    std::vector<std::string> partnersOf(std::string_view iban);
    bool isLinked(std::string_view transactionId);

private:
    void readMatches(std::vector<Line>& lines);
    std::optional<Line> one(const Rows& rows);

    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
