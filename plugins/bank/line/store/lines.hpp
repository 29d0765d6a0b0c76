#pragma once

#include <optional>
#include <string>
#include <vector>

#include <bindings.hpp>

namespace svc::bank {

/// A line of a bank account, with its matches.
using Line = api::BankTransaction;
using Match = api::LineMatch;

/// An imported line: the record, and the identity by which another file with the same line is recognized.
struct NewLine {
    Line line;
    std::optional<std::string> creditorReference;
    std::string identity;
    int occurrence = 1;
    std::string details; ///< a JSON object
};

/// Bounds of amounts in minor units; those without value do not restrict.
struct AmountRange {
    std::optional<std::int64_t> from{};
    std::optional<std::int64_t> to{};
};

struct LinePage {
    std::vector<Line> rows;
    std::int64_t count = 0;
};

/// The columns of `bank.line r` that lineFrom reads.
const std::string& lineColumns();
Line lineFrom(const Row& row, std::uint32_t column = 0);

/// Bank lines and their matches, for one call.
class LineStore {
public:
    explicit LineStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Line> find(BankLineId id);
    std::optional<Line> findForUpdate(BankLineId id);
    /// Locks those that exist in the order of their identifiers.
    void lock(const std::vector<BankLineId>& ids);
    /// Locks a line and the lines matched with a transfer that its match created.
    void lockWithOtherSides(BankLineId id);
    /// Finds the line of a movement: the line that was recorded as the movement, that is matched with it or
    /// its transfer, or whose write-off it is.
    std::optional<Line> ofTransaction(std::string_view transactionId);
    /// The movements by which ofTransaction() finds the line and those that lockWithOtherSides() locks with
    /// it.
    std::vector<TransactionId> movementsOf(BankLineId id);
    /// Locks and returns the lines that feeds imported with these references of the bank.
    std::vector<Line> ofFeed(WalletId wallet, const std::vector<std::string>& references);
    LinePage list(const api::ListBankTransactionsParameters& parameters, const AmountRange& amounts);

    /// Starts to insert the lines that do not exist yet; the result rows are their identifiers. All lines
    /// must have the wallet, statement, currency and source of the first.
    Started add(const std::vector<NewLine>& lines);
    void update(const Line& line);
    void addMatches(const Line& line);
    void removeMatches(BankLineId lineId);
    /// Partners whose documents were paid from or to this account before.
    std::vector<std::string> partnersOf(std::string_view iban);
    bool isLinked(TransactionId transactionId);

private:
    void readMatches(std::vector<Line>& lines);
    std::optional<Line> one(const Rows& rows);

    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
