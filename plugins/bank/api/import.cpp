#include "api/import.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "api/records.hpp"
#include "domain/text.hpp"
#include "store/line_store.hpp"

namespace svc::bank {

namespace {

std::optional<std::string> optional(const std::string& text, std::size_t characters = 255) {
    const std::string clean = oneLine(text);
    return clean.empty() ? std::nullopt : std::optional<std::string>(utf8Prefix(clean, characters));
}

std::string digitsOf(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        digits += c >= '0' && c <= '9' ? std::string(1, c) : "";
    }
    return digits;
}

/// Is the account of a statement that of the wallet? Banks name it by IBAN, by IBAN and currency, or by their
/// own number, which is the end of the IBAN or a part of it after the number of the bank.
bool isAccountOf(const Wallet& wallet, const std::string& account) {
    const std::string given = squashed(account);
    const std::string iban = squashed(wallet.iban);
    const std::string number = squashed(wallet.accountNumber);
    if (given == iban || (!number.empty() && given == number)) {
        return true;
    }
    if (given.size() > 3 && given.substr(0, given.size() - 3) == iban &&
        Currency::parse(given.substr(given.size() - 3))) {
        return true;
    }
    if (iban.empty() || isIban(given)) {
        return false;
    }
    // The last part: `50880050/0194777100` is bank and account.
    std::string own = digitsOf(std::string_view(account).substr(account.find_last_of('/') + 1));
    own.erase(0, std::min(own.find_first_not_of('0'), own.size()));
    return own.size() >= 6 && iban.find(own, 4) != std::string::npos;
}

/// The statements that are the wallet's; the accounts of the others are told.
std::vector<FileStatement> ownStatements(const Wallet& wallet, std::vector<FileStatement> all,
                                         Json& skipped) {
    std::set<std::string> accounts;
    for (const FileStatement& statement : all) {
        accounts.insert(squashed(statement.account));
    }
    accounts.erase("");
    if (wallet.iban.empty() && wallet.accountNumber.empty()) {
        if (accounts.size() > 1) {
            throw ApiError(400, "statement-account-mismatch");
        }
        return all;
    }
    std::vector<FileStatement> own;
    std::set<std::string> told;
    for (FileStatement& statement : all) {
        if (statement.account.empty() || isAccountOf(wallet, statement.account)) {
            own.push_back(std::move(statement));
        } else if (told.insert(statement.account).second) {
            skipped.push(statement.account);
        }
    }
    if (own.empty()) {
        throw ApiError(400, "statement-account-mismatch");
    }
    return own;
}

/// What makes a line the same line in another file: only what the file says (statement files shift, so no
/// place in it counts). A reference of the bank alone is not enough: the details of a batch share it.
std::string identityOf(const FileLine& line, Date booked) {
    const std::string amount = std::to_string(line.amount);
    if (!line.bankReference.empty()) {
        return "R|" + squashed(line.bankReference) + '|' + std::to_string(line.detail) + '|' +
               booked.toString() + '|' + amount;
    }
    return "T|" + booked.toString() + '|' + (line.valueDate ? line.valueDate->toString() : "") + '|' +
           amount + '|' +
           folded(line.counterpartyName + ' ' + line.counterpartyAccount + ' ' + line.remittance + ' ' +
                  line.endToEndId + ' ' + line.reference);
}

/// The first word that can be the number of a document.
std::optional<std::string> numberIn(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" ,;:\n\t", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const bool letters = word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos;
        if (letters && digitsOf(word).size() >= 3 && word.size() >= 5 && word.size() <= 40) {
            return std::string(word);
        }
        at = end + 1;
    }
    return std::nullopt;
}

Json detailsOf(const FileLine& line) {
    Json details = Json::object();
    const auto add = [&](const char* name, const std::string& text) {
        if (!text.empty()) {
            details.add(name, oneLine(text));
        }
    };
    add("remittance", line.remittance);
    add("entryReference", line.entryReference);
    add("customerReference", line.reference);
    add("mandateId", line.mandateId);
    add("creditorReference", line.creditorReference);
    add("originalAmount", line.originalAmount);
    add("returnReason", line.returnReason);
    add("typeCode", line.typeCode);
    add("supplementary", line.supplementary);
    if (line.reversal) {
        details.add("reversal", true);
    }
    return details;
}

Line recordOf(const FileLine& from, Date booked, Currency currency) {
    Line line;
    line.amount = from.amount;
    line.currency = currency;
    line.bookedAt = booked;
    line.valueDate = from.valueDate;
    line.label = optional(from.remittance, 2000)
                     .value_or(optional(from.supplementary, 2000)
                                   .value_or(optional(from.counterpartyName).value_or(from.typeCode)));
    line.counterpartyName = optional(from.counterpartyName);
    line.counterpartyIban = optional(from.counterpartyAccount);
    line.endToEndId = optional(from.endToEndId);
    line.bankReference = optional(from.bankReference);
    line.creditorReference = optional(from.creditorReference);
    line.reference = line.creditorReference;
    for (const auto& other : {numberIn(line.label), optional(from.reference), line.endToEndId}) {
        line.reference = line.reference ? line.reference : other;
    }
    return line;
}

Json eventData(const Line& line) {
    return Json::object(
        {{"id", encodeId("bnk", line.id)},
         {"walletId", encodeId("wal", line.walletId)},
         {"statementId", line.statementId ? Json(encodeId("stm", *line.statementId)) : Json(nullptr)},
         {"amount", Json::object({{"amount", line.amount}, {"currency", line.currency}})},
         {"bookedAt", line.bookedAt},
         {"label", line.label},
         {"counterparty", Json::object({{"name", line.counterpartyName}, {"iban", line.counterpartyIban}})},
         {"reference", line.reference},
         {"source", line.source}});
}

void checkBalance(const FileStatement& statement, const ImportOptions& options, Statement& record) {
    const std::int64_t difference = imbalance(statement).value_or(0);
    if (difference == 0) {
        return;
    }
    if (!options.acceptUnbalanced) {
        throw ApiError(400, "statement-unbalanced", {std::to_string(difference)});
    }
    record.warnings.push("balance-mismatch:" + std::to_string(difference));
}

class Import {
public:
    Import(Call& call, const Wallet& wallet, const ImportOptions& options)
        : call_(call), wallet_(wallet), options_(options) {}

    Imported run(StatementFile file) {
        Statement& record = result_.statement;
        record.id = call_.newUuid();
        stamp(call_, record);
        record.walletId = wallet_.id;
        record.format = file.format;
        record.fileName = options_.fileName;
        record.currency = wallet_.currency;
        for (const std::string& warning : file.warnings) {
            record.warnings.push(warning);
        }
        const std::vector<FileStatement> own =
            ownStatements(wallet_, std::move(file.statements), record.skippedAccounts);
        for (const FileStatement& statement : own) {
            if (statement.currency && *statement.currency != wallet_.currency) {
                throw ApiError(400, "statement-currency-mismatch", {statement.currency->code()});
            }
            checkBalance(statement, options_, record);
            collect(statement);
        }
        record.opening = own.front().opening;
        record.closing = own.back().closing;
        record.account = optional(own.front().account);
        StatementStore(call_).insert(record);
        write(own.size());
        StatementStore(call_).finish(record);
        call_.history("statement", encodeId("stm", record.id), "imported");
        return std::move(result_);
    }

private:
    void collect(const FileStatement& statement) {
        Json part = Json::object({{"account", optional(statement.account)},
                                  {"currency", wallet_.currency},
                                  {"from", nullptr},
                                  {"to", nullptr},
                                  {"openingBalance", statement.opening},
                                  {"closingBalance", statement.closing},
                                  {"imported", 0},
                                  {"duplicates", 0}});
        std::optional<Date> first;
        std::optional<Date> last;
        for (const FileLine& line : statement.lines) {
            if (line.amount == 0) {
                continue;
            }
            const Date booked = bookedAt(line, statement);
            first = first ? std::min(*first, booked) : booked;
            last = last ? std::max(*last, booked) : booked;
            NewLine fresh;
            fresh.line = recordOf(line, booked, wallet_.currency);
            fresh.line.id = call_.newUuid();
            fresh.line.walletId = wallet_.id;
            fresh.line.statementId = result_.statement.id;
            fresh.line.source = options_.source;
            fresh.identity = identityOf(line, booked);
            fresh.occurrence = ++occurrences_[fresh.identity];
            fresh.details = detailsOf(line);
            partOf_.push_back(result_.statement.parts.size());
            lines_.push_back(std::move(fresh));
        }
        part.set("from", first).set("to", last);
        Statement& record = result_.statement;
        record.from = !record.from ? first : first ? std::min(record.from, first) : record.from;
        record.to = !record.to ? last : last ? std::max(record.to, last) : record.to;
        record.parts.push(std::move(part));
    }

    Date bookedAt(const FileLine& line, const FileStatement& statement) const {
        const Date date = line.bookingDate ? *line.bookingDate
                          : line.valueDate ? *line.valueDate
                                           : statement.date.value_or(call_.today());
        // A bank books a few days ahead; a year from now or before 1970 is a mistake.
        if (date.days() > call_.today().days() + 366 || date.year() < 1970) {
            throw ApiError(400, "statement-invalid", {std::to_string(line.place)});
        }
        return date;
    }

    void write(std::size_t parts) {
        Statement& record = result_.statement;
        result_.lines = LineStore(call_).add(lines_);
        const std::set<Uuid> added(result_.lines.begin(), result_.lines.end());
        std::vector<std::int64_t> imported(parts);
        std::vector<std::int64_t> duplicates(parts);
        __extension__ __int128 waiting = 0;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const Line& line = lines_[i].line;
            const bool isNew = added.count(line.id) != 0;
            ++(isNew ? imported : duplicates)[partOf_[i]];
            ++(isNew ? record.imported : record.duplicates);
            if (isNew) {
                waiting += line.amount;
                call_.emit("bank_transaction.imported", "bank_transaction", encodeId("bnk", line.id),
                           eventData(line));
            }
        }
        for (std::size_t i = 0; i < parts; ++i) {
            record.parts.items()[i].set("imported", imported[i]).set("duplicates", duplicates[i]);
        }
        if (waiting != 0) {
            call_.command("treasury.reconcile",
                          Json::object({{"walletId", wallet_.text},
                                        {"transactions", Json::array()},
                                        {"waiting", static_cast<std::int64_t>(waiting)}}));
        }
    }

    Call& call_;
    const Wallet& wallet_;
    const ImportOptions& options_;
    Imported result_;
    std::vector<NewLine> lines_;
    std::vector<std::size_t> partOf_;
    std::map<std::string, int> occurrences_;
};

} // namespace

Wallet requireWallet(Call& call, std::string_view id) {
    const Json found =
        decodeId("wal", id)
            ? call.command("treasury.wallet", Json::object({{"id", id}, {"businessUnitId", nullptr}}))
            : Json(nullptr);
    if (found.isNull()) {
        throw ApiError(404, "wallet-not-found");
    }
    return {decodeId("wal", id).value(), std::string(id),
            found.textOr("kind"),        Currency::of(found.textOr("currency")),
            found.textOr("iban"),        found.textOr("accountNumber")};
}

Imported importStatements(Call& call, const Wallet& wallet, StatementFile file,
                          const ImportOptions& options) {
    return Import(call, wallet, options).run(std::move(file));
}

} // namespace svc::bank
