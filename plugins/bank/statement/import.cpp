#include "statement/import.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "line/store/lines.hpp"
#include "rules/text.hpp"
#include "statement/recognition.hpp"
#include "statement/rules/account.hpp"
#include "statement/rules/file_line.hpp"
#include "statement/store.hpp"

namespace svc::bank {
namespace {

Line recordOf(const FileLine& from, Date booked, Currency currency) {
    Line line;
    line.amount = MinorAmount(from.amount);
    line.currency = currency;
    line.bookedAt = booked;
    line.valueDate = from.valueDate;
    line.label = labelOf(from);
    line.counterparty = {keptText(from.counterpartyName), keptText(from.counterpartyAccount)};
    line.endToEndId = keptReference(from.endToEndId);
    line.bankReference = keptReference(from.bankReference);
    line.references = referencesOf(from);
    // A reference field is more reliable than a word of the label that looks like a number.
    line.reference = line.references.empty() ? numberIn(line.label) : line.references.front();
    return line;
}

void tell(Call& call, const Line& line) {
    emit(call,
         events::BankTransactionImported{.id = line.id,
                                         .walletId = line.walletId,
                                         .statementId = line.statementId,
                                         .amount = {line.amount, line.currency},
                                         .bookedAt = line.bookedAt,
                                         .label = line.label,
                                         .counterparty = {line.counterparty.name, line.counterparty.iban},
                                         .reference = line.reference,
                                         .source = line.source});
}

void checkBalance(const FileStatement& statement, const ImportOptions& options,
                  api::ImportedStatement& record) {
    const std::int64_t difference = imbalance(statement).value_or(0);
    if (difference == 0) {
        return;
    }
    if (!options.acceptUnbalanced) {
        throw ApiError(400, "statement-unbalanced", {std::to_string(difference)});
    }
    record.warnings.push_back("balance-mismatch:" + std::to_string(difference));
}

std::optional<MinorAmount> minorAmount(const std::optional<std::int64_t>& minor) {
    return minor ? std::optional(MinorAmount(*minor)) : std::nullopt;
}

/// Writes the lines that a reader hands on, in one transaction with the record of the file.
class Import : public StatementSink {
public:
    Import(Call& call, const Wallet& wallet, const ImportOptions& options)
        : call_(call), wallet_(wallet), options_(options) {}

    void begin(const std::string& format, const std::vector<std::string>& warnings) override {
        record_.id = call_.newId<StatementId>();
        record_.walletId = wallet_.id;
        if (!fromText(format, record_.format)) {
            throw Fault("a statement of the format " + format);
        }
        record_.fileName = options_.fileName;
        record_.currency = wallet_.currency;
        record_.warnings = warnings;
        record_.statements = Json::array();
        record_.skippedAccounts.emplace();
        record_.createdAt = record_.updatedAt = call_.now().truncatedToMillis();
        record_.version = 1;
        record_.createdBy = call_.actor();
        StatementStore(call_).insert(record_);
        recognition_.emplace(call_, wallet_.id, record_.id, record_.format);
    }

    void lines(const FileStatement& statement, std::vector<FileLine>&& lines) override {
        call_.checkDeadline();
        if (isOwn(statement)) {
            requireCurrency(statement);
            beginPart(statement);
            write(statement, lines);
        }
    }

    void end(FileStatement&& statement) override {
        takeAdded();
        if (isOwn(statement)) {
            requireCurrency(statement);
            checkBalance(statement, options_, record_);
            finishPart(statement);
        } else if (skipped_.insert(statement.account).second) {
            record_.skippedAccounts->push_back(statement.account);
        }
    }

    api::ImportedStatement finish() {
        if (record_.statements->empty()) {
            throw ApiError(400, "statement-account-mismatch");
        }
        checkAccount();
        StatementStore(call_).finish(record_);
        if (waiting_ != 0) {
            calls::treasury::reconcile(
                call_, {.walletId = wallet_.id, .waiting = static_cast<std::int64_t>(waiting_)});
        }
        call_.history("statement", record_.id.toString(), "imported");
        return std::move(record_);
    }

private:
    /// A wallet without account number accepts the statements of any account, but of one account only.
    bool isOwn(const FileStatement& statement) {
        if (knowsAccount()) {
            return statement.account.empty() ||
                   isAccountOf(wallet_.iban.value_or(""), wallet_.accountNumber.value_or(""),
                               statement.account);
        }
        if (const std::string account = squashed(statement.account); !account.empty()) {
            if (!onlyAccount_.empty() && onlyAccount_ != account) {
                throw ApiError(400, "statement-account-mismatch");
            }
            onlyAccount_ = account;
        }
        return true;
    }

    bool knowsAccount() const {
        return !wallet_.iban.value_or("").empty() || !wallet_.accountNumber.value_or("").empty();
    }

    /// Only earlier files tell whose account a wallet without account number is: another one may be a
    /// mistake.
    void checkAccount() {
        if (knowsAccount() || !record_.account) {
            return;
        }
        const auto before = StatementStore(call_).lastAccount(wallet_.id);
        if (before && !isAccountOf(*before, "", *record_.account) &&
            !isAccountOf(*record_.account, "", *before)) {
            record_.warnings.push_back("account-changed:" + *before);
        }
    }

    void requireCurrency(const FileStatement& statement) const {
        if (statement.currency && *statement.currency != wallet_.currency) {
            throw ApiError(400, "statement-currency-mismatch", {statement.currency->code()});
        }
    }

    Date bookedAt(const FileLine& line, const FileStatement& statement) const {
        const Date date = line.bookingDate ? *line.bookingDate
                          : line.valueDate ? *line.valueDate
                                           : statement.date.value_or(call_.today());
        // A bank books a few days ahead; a year from now or before 1970 is a mistake.
        if (date.days() > call_.today().days() + 366 || date.year() < 1970) {
            throw ApiError(400, "statement-invalid", {std::to_string(line.place), "1", "date"});
        }
        return date;
    }

    /// At the first lines of a statement: is it a copy of an earlier one of the file?
    void beginPart(const FileStatement& statement) {
        if (std::exchange(part_.begun, true)) {
            return;
        }
        ++place_;
        copyOf_.reset();
        copied_.clear();
        if (statement.id.empty() || !statement.opening) {
            return;
        }
        const std::string key =
            squashed(statement.account) + '|' + statement.id + '|' + std::to_string(*statement.opening);
        const auto [first, fresh] = begun_.emplace(key, place_);
        if (!fresh) {
            copyOf_ = first->second;
        }
    }

    /// Which of the equal lines of the file this one is, from 1. In a copy of a statement, lines are numbered
    /// as in the first copy, so that they are its duplicates.
    int occurrenceOf(const std::string& identity) {
        std::vector<int>& places = occurrences_[identity];
        if (!copyOf_) {
            places.push_back(place_);
            return static_cast<int>(places.size());
        }
        const auto before = std::lower_bound(places.begin(), places.end(), *copyOf_) - places.begin();
        return static_cast<int>(before) + ++copied_[identity];
    }

    /// Starts to insert these lines and meanwhile evaluates the previous insert.
    void write(const FileStatement& statement, const std::vector<FileLine>& lines) {
        for (std::size_t from = 0; from < lines.size(); from += LinesAtOnce) {
            const std::size_t end = std::min(lines.size(), from + LinesAtOnce);
            std::vector<ToldLine> told;
            told.reserve(end - from);
            for (std::size_t i = from; i < end; ++i) {
                if (lines[i].amount != 0) {
                    told.push_back(toldLine(lines[i], bookedAt(lines[i], statement)));
                }
            }
            SortedLines some = recognition_->sort(statement, std::move(told));
            for (const NewLine& known : some.known) {
                countDuplicate(known);
            }
            if (some.fresh.empty()) {
                continue;
            }
            const Started started = LineStore(call_).add(some.fresh);
            takeAdded();
            adding_.emplace(Adding{std::move(some.fresh), std::move(some.aliases), started});
        }
    }

    ToldLine toldLine(const FileLine& line, Date booked) {
        part_.from = part_.from ? std::min(*part_.from, booked) : booked;
        part_.to = part_.to ? std::max(*part_.to, booked) : booked;
        NewLine one;
        one.line = recordOf(line, booked, wallet_.currency);
        one.line.id = call_.newId<BankLineId>();
        one.line.walletId = wallet_.id;
        one.line.statementId = record_.id;
        one.line.source = options_.source;
        one.creditorReference = keptReference(line.creditorReference);
        one.identity = identityOf(line, booked);
        one.occurrence = occurrenceOf(one.identity);
        one.details = detailsOf(line);
        ToldLine told{.line = std::move(one), .entry = line.entry};
        if (line.entry) {
            const std::string whole = identityOf(*line.entry, booked);
            told.entryIdentity = whole == told.line.identity ? "" : whole;
        }
        return told;
    }

    void countDuplicate(const NewLine& line) {
        ++part_.duplicates;
        part_.doubtful += line.line.bankReference ? 0 : 1;
    }

    /// Waits for the lines that are being added, counts them and publishes their events.
    void takeAdded() {
        if (!adding_) {
            return;
        }
        Adding adding = *std::exchange(adding_, std::nullopt);
        std::unordered_set<std::string_view> isNew;
        const Rows rows = adding.started.rows();
        for (const Row row : rows) {
            isNew.insert(row.text(0));
        }
        for (const NewLine& one : adding.lines) {
            if (isNew.count(one.line.id.uuid().toString()) == 0) {
                countDuplicate(one);
                continue;
            }
            ++part_.imported;
            part_.possible += one.line.possibleDuplicateOf ? 1 : 0;
            part_.sum += one.line.amount.minor();
            waiting_ += one.line.amount.minor();
            record_.bankTransactionIds.push_back(one.line.id);
            tell(call_, one.line);
        }
        std::erase_if(adding.aliases, [&](const LineAlias& alias) {
            return isNew.count(alias.lineId.uuid().toString()) == 0;
        });
        recognition_->remember(adding.aliases);
    }

    /// A statement whose opening balance is the closing balance of an earlier one contains no duplicates. If
    /// its new lines alone do not lead to its closing balance, a new payment was mistaken for an older equal
    /// one.
    void checkDuplicates(const FileStatement& statement) {
        if (part_.doubtful == 0 || !statement.opening || !statement.closing) {
            return;
        }
        const auto reached = static_cast<std::int64_t>(*statement.closing - part_.sum);
        auto [follows, agrees] = StatementStore(call_).endedWith(wallet_.id, *statement.opening, reached);
        for (const Json& part : record_.statements->items()) {
            const auto closing = part.optionalInteger("closingBalance");
            follows = follows || closing == statement.opening;
            agrees = agrees || closing == reached;
        }
        if (follows && !agrees) {
            record_.warnings.push_back("duplicates-doubtful:" + std::to_string(part_.doubtful));
        }
    }

    void finishPart(const FileStatement& statement) {
        checkDuplicates(statement);
        if (part_.possible != 0) {
            record_.warnings.push_back("duplicates-possible:" + std::to_string(part_.possible));
        }
        if (record_.format == api::StatementFormat::Camt053 && !statement.opening && !statement.closing) {
            record_.warnings.emplace_back("balance-unknown");
        }
        if (record_.statements->empty()) {
            record_.openingBalance = minorAmount(statement.opening);
            record_.account = keptText(statement.account);
        }
        record_.closingBalance = minorAmount(statement.closing);
        record_.imported += part_.imported;
        record_.duplicates += part_.duplicates;
        if (part_.from) {
            record_.from = record_.from ? std::min(*record_.from, *part_.from) : *part_.from;
            record_.to = record_.to ? std::max(*record_.to, *part_.to) : *part_.to;
        }
        record_.statements->push(Json::object({{"account", keptText(statement.account)},
                                               {"currency", wallet_.currency},
                                               {"from", part_.from},
                                               {"to", part_.to},
                                               {"openingBalance", statement.opening},
                                               {"closingBalance", statement.closing},
                                               {"imported", part_.imported},
                                               {"duplicates", part_.duplicates}}));
        part_ = {};
    }

    struct Part {
        std::optional<Date> from;
        std::optional<Date> to;
        std::int64_t imported = 0;
        std::int64_t duplicates = 0;
        std::int64_t possible = 0;      ///< imported lines that may be duplicates
        std::int64_t doubtful = 0;      ///< duplicates that have no reference of the bank to tell them apart
        __extension__ __int128 sum = 0; ///< of the imported lines
        bool begun = false;             ///< its first lines are there
    };

    struct Adding {
        std::vector<NewLine> lines;
        std::vector<LineAlias> aliases;
        Started started;
    };

    Call& call_;
    const Wallet& wallet_;
    const ImportOptions& options_;
    api::ImportedStatement record_;
    std::optional<Recognition> recognition_; ///< from the beginning of the file on
    std::optional<Adding> adding_;
    Part part_; ///< of the statement that is being read
    std::string onlyAccount_;
    std::set<std::string> skipped_;
    int place_ = 0;                               ///< of the statement among those of the file, from 1
    std::unordered_map<std::string, int> begun_;  ///< the place of each statement, by what identifies it
    std::optional<int> copyOf_;                   ///< the place of the first copy of the statement
    std::unordered_map<std::string, int> copied_; ///< lines of this copy per identity
    /// The places of the statements of equal lines, in the order of the lines: lines with the same identity
    /// are distinguished by their ordinal.
    std::unordered_map<std::string, std::vector<int>> occurrences_;
    __extension__ __int128 waiting_ = 0;
};

} // namespace

api::ImportedStatement importStatements(Call& call, const Wallet& wallet, const ImportOptions& options,
                                        const std::function<void(StatementSink&)>& read) {
    Import import(call, wallet, options);
    read(import);
    return import.finish();
}

} // namespace svc::bank
