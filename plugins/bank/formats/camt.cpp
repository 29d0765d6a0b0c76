#include "formats/camt.hpp"

#include <svc/text.hpp>

#include "formats/xml_reader.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// Appends `more` after a blank, unless the text already contains it.
void join(std::string& text, const std::string& more) {
    if (!more.empty() && text.find(more) == std::string::npos) {
        text += (text.empty() ? "" : " ") + more;
    }
}

/// A date, or the date part of an instant as written.
std::optional<Date> dateOf(xmlNodePtr parent) {
    xmlNodePtr node = child(parent, "Dt");
    node = node != nullptr ? node : child(parent, "DtTm");
    if (node == nullptr) {
        return std::nullopt;
    }
    const auto date = Date::parse(textOf(node).substr(0, 10));
    if (!date) {
        throw FileError::invalid(lineOf(node), "date", "not a date", textOf(node));
    }
    return date;
}

bool isDebit(xmlNodePtr indicator, int line) {
    const std::string text = textOf(indicator);
    if (text != "CRDT" && text != "DBIT") {
        throw FileError::invalid(indicator == nullptr ? line : lineOf(indicator), "amount", "no CdtDbtInd",
                                 text);
    }
    return text == "DBIT";
}

std::int64_t amountOf(xmlNodePtr amount, Currency currency) {
    const auto minor = minorOf(textOf(amount), '.', currency);
    if (!minor || *minor < 0) {
        throw FileError::invalid(lineOf(amount), "amount", "not an amount of the currency", textOf(amount));
    }
    return *minor;
}

Currency currencyOf(const std::string& code, int line) {
    const auto currency = Currency::parse(code);
    if (!currency) {
        throw FileError::invalid(line, "currency", "not a currency", code);
    }
    return *currency;
}

std::string accountOf(xmlNodePtr account) {
    const std::string iban = textOf(child(account, {"Id", "IBAN"}));
    return iban.empty() ? textOf(child(account, {"Id", "Othr", "Id"})) : iban;
}

std::string partyName(xmlNodePtr party) {
    std::string name = textOf(child(party, "Nm"));
    name = name.empty() ? textOf(child(party, {"Pty", "Nm"})) : name;
    return name.empty() ? textOf(child(party, {"Agt", "FinInstnId", "Nm"})) : name;
}

/// The reader of one statement.
class Statement {
public:
    Statement(int line, StatementSink& sink) : sink_(sink) { statement_.place = line; }

    void take(xmlNodePtr element, std::string_view name) {
        if (name == "Id") {
            statement_.id = textOf(element);
        } else if (name == "CreDtTm") {
            statement_.date = Date::parse(textOf(element).substr(0, 10));
        } else if (name == "Acct") {
            statement_.account = accountOf(element);
            if (const std::string code = textOf(child(element, "Ccy")); !code.empty()) {
                statement_.currency = currencyOf(code, lineOf(element));
            }
        } else if (name == "Bal") {
            balance(element);
        } else if (name == "Ntry") {
            statement_.opening = opening_ ? opening_ : previous_;
            entry(element);
            handOn(statement_, sink_);
        }
    }

    void finish() {
        if (statement_.account.empty()) {
            throw FileError::invalid(statement_.place, "account", "a statement without account");
        }
        statement_.opening = opening_ ? opening_ : previous_;
        handOver(std::move(statement_), sink_);
    }

private:
    void balance(xmlNodePtr element) {
        std::string type = textOf(child(element, {"Tp", "CdOrPrtry", "Cd"}));
        type = type.empty() ? textOf(child(element, {"Tp", "CdOrPrtry", "Prtry"})) : type;
        if (type != "OPBD" && type != "PRCD" && type != "CLBD") {
            return;
        }
        xmlNodePtr amount = child(element, "Amt");
        if (amount == nullptr) {
            throw FileError::invalid(lineOf(element), "amount", "a balance without amount");
        }
        const Currency currency = currencyOf(attribute(amount, "Ccy"), lineOf(amount));
        if (!statement_.currency) {
            statement_.currency = currency;
        } else if (*statement_.currency != currency) {
            throw FileError::invalid(lineOf(amount), "currency", "balances in two currencies",
                                     currency.code());
        }
        xmlNodePtr indicator = child(element, "CdtDbtInd");
        const bool debit = indicator != nullptr && isDebit(indicator, lineOf(element));
        const std::int64_t signedAmount = debit ? -amountOf(amount, currency) : amountOf(amount, currency);
        (type == "CLBD" ? statement_.closing : type == "OPBD" ? opening_ : previous_) = signedAmount;
    }

    void entry(xmlNodePtr element) {
        const int line = lineOf(element);
        xmlNodePtr amount = child(element, "Amt");
        if (amount == nullptr) {
            throw FileError::invalid(line, "amount", "an entry without amount");
        }
        const Currency currency = currencyOf(attribute(amount, "Ccy"), lineOf(amount));
        if (!statement_.currency) {
            statement_.currency = currency;
        } else if (*statement_.currency != currency) {
            throw FileError::invalid(lineOf(amount), "currency", "an entry in another currency",
                                     currency.code());
        }
        FileLine whole;
        whole.place = line;
        const bool debit = isDebit(child(element, "CdtDbtInd"), line);
        whole.amount = debit ? -amountOf(amount, currency) : amountOf(amount, currency);
        whole.reversal =
            textOf(child(element, "RvslInd")) == "true" || textOf(child(element, "RvslInd")) == "1";
        whole.bookingDate = dateOf(child(element, "BookgDt"));
        whole.valueDate = dateOf(child(element, "ValDt"));
        whole.entryReference = textOf(child(element, "NtryRef"));
        whole.bankReference = textOf(child(element, "AcctSvcrRef"));
        whole.typeCode = typeOf(child(element, "BkTxCd"));
        const std::string additional = textOf(child(element, "AddtlNtryInf"));

        std::vector<xmlNodePtr> details;
        for (xmlNodePtr group : children(element, "NtryDtls")) {
            for (xmlNodePtr one : children(group, "TxDtls")) {
                details.push_back(one);
            }
        }
        xmlNodePtr status = child(element, "Sts");
        std::string state = textOf(child(status, "Cd"));
        state = state.empty() ? textOf(status) : state;
        const bool booked = state.empty() || state == "BOOK";
        FileLine bare = whole;
        originalOf(element, currency, bare);
        join(bare.remittance, additional);
        if (details.empty()) {
            keep(std::move(bare), booked);
            return;
        }
        whole.entry = std::make_shared<const FileLine>(std::move(bare));
        if (details.size() > 1 && split(details, whole, currency, additional, booked)) {
            return;
        }
        originalOf(element, currency, whole);
        if (details.size() == 1) {
            describe(details[0], whole, currency);
            if (isPlaceholder(whole.bankReference)) {
                whole.bankReference = textOf(child(details[0], {"Refs", "AcctSvcrRef"}));
            }
        } else {
            for (xmlNodePtr detail : details) {
                join(whole.remittance, remittanceOf(detail));
            }
        }
        join(whole.remittance, additional);
        keep(std::move(whole), booked);
    }

    void keep(FileLine&& line, bool booked) {
        if (booked) {
            statement_.lines.push_back(std::move(line));
        } else {
            ++statement_.pending;
        }
    }

    /// Splits an entry into one line per detail, if each has an amount in the currency of the entry and their
    /// sum is the amount of the entry.
    bool split(const std::vector<xmlNodePtr>& details, const FileLine& whole, Currency currency,
               const std::string& additional, bool booked) {
        std::vector<FileLine> lines;
        __extension__ __int128 sum = 0;
        for (xmlNodePtr detail : details) {
            xmlNodePtr amount = child(detail, "Amt");
            amount = amount != nullptr ? amount : child(detail, {"AmtDtls", "TxAmt", "Amt"});
            if (amount == nullptr || attribute(amount, "Ccy") != currency.code()) {
                return false;
            }
            FileLine line = whole;
            xmlNodePtr indicator = child(detail, "CdtDbtInd");
            const bool debit = indicator != nullptr ? isDebit(indicator, whole.place) : whole.amount < 0;
            line.amount = debit ? -amountOf(amount, currency) : amountOf(amount, currency);
            line.detail = static_cast<int>(lines.size());
            line.place = lineOf(detail);
            sum += line.amount;
            describe(detail, line, currency);
            if (const std::string own = textOf(child(detail, {"Refs", "AcctSvcrRef"})); !isPlaceholder(own)) {
                line.bankReference = own;
            }
            join(line.remittance, additional);
            lines.push_back(std::move(line));
        }
        if (sum != whole.amount) {
            return false;
        }
        for (FileLine& line : lines) {
            keep(std::move(line), booked);
        }
        return true;
    }

    void describe(xmlNodePtr detail, FileLine& line, Currency currency) {
        xmlNodePtr refs = child(detail, "Refs");
        line.endToEndId = textOf(child(refs, "EndToEndId"));
        if (line.endToEndId == "NOTPROVIDED") {
            line.endToEndId.clear();
        }
        line.mandateId = textOf(child(refs, "MndtId"));
        parties(child(detail, "RltdPties"), line);
        for (xmlNodePtr structured : children(child(detail, "RmtInf"), "Strd")) {
            join(line.creditorReference, textOf(child(structured, {"CdtrRefInf", "Ref"})));
        }
        line.remittance = remittanceOf(detail);
        std::string reason = textOf(child(detail, {"RtrInf", "Rsn", "Cd"}));
        line.returnReason = reason.empty() ? textOf(child(detail, {"RtrInf", "Rsn", "Prtry"})) : reason;
        if (const std::string type = typeOf(child(detail, "BkTxCd")); !type.empty()) {
            line.typeCode = type;
        }
        originalOf(detail, currency, line);
    }

    void parties(xmlNodePtr related, FileLine& line) {
        // In a reversal, banks keep debtor and creditor of the original payment.
        const bool payerIsOther = (line.amount >= 0) != line.reversal;
        const char* first = payerIsOther ? "Dbtr" : "Cdtr";
        const char* second = payerIsOther ? "Cdtr" : "Dbtr";
        const auto account = [&](const char* role) {
            return accountOf(child(related, std::string(role) + "Acct"));
        };
        const auto isOwn = [&](const char* role) {
            const std::string number = squashed(account(role));
            return !number.empty() && number == squashed(statement_.account);
        };
        const auto known = [&](const char* role) {
            return child(related, role) != nullptr || !account(role).empty();
        };
        const char* role = first;
        if (!known(first) || (line.reversal && isOwn(first))) {
            role = known(second) ? second : nullptr;
        }
        if (role == nullptr) {
            return;
        }
        line.counterpartyName = partyName(child(related, role));
        if (line.counterpartyName.empty()) {
            line.counterpartyName = partyName(child(related, "Ultmt" + std::string(role)));
        }
        line.counterpartyAccount = account(role);
    }

    static std::string remittanceOf(xmlNodePtr detail) {
        std::string text;
        for (xmlNodePtr one : children(child(detail, "RmtInf"), "Ustrd")) {
            text += (text.empty() ? "" : " ") + textOf(one);
        }
        join(text, textOf(child(detail, "AddtlTxInf")));
        return text;
    }

    /// Amount and currency before an exchange.
    static void originalOf(xmlNodePtr parent, Currency currency, FileLine& line) {
        for (const char* kind : {"InstdAmt", "TxAmt"}) {
            xmlNodePtr amount = child(parent, {"AmtDtls", kind, "Amt"});
            if (const std::string code = attribute(amount, "Ccy"); !code.empty() && code != currency.code()) {
                line.originalAmount = textOf(amount) + ' ' + code;
                return;
            }
        }
    }

    static std::string typeOf(xmlNodePtr code) {
        std::string type = textOf(child(code, {"Domn", "Cd"}));
        for (xmlNodePtr part :
             {child(code, {"Domn", "Fmly", "Cd"}), child(code, {"Domn", "Fmly", "SubFmlyCd"})}) {
            type += part == nullptr ? "" : '-' + textOf(part);
        }
        return type.empty() ? textOf(child(code, {"Prtry", "Cd"})) : type;
    }

    StatementSink& sink_;
    FileStatement statement_;
    std::optional<std::int64_t> opening_;
    std::optional<std::int64_t> previous_;
};

/// `urn:iso:std:iso:20022:tech:xsd:camt.053.001.NN`
bool isCamt(std::string_view space) {
    return space.find(":camt.053.001.") != std::string_view::npos;
}

} // namespace

void readCamt(std::string_view bytes, StatementSink& sink) {
    sink.begin("camt.053", {});
    XmlReader reader(bytes);
    bool inside = false;
    bool any = false;
    std::optional<Statement> current;
    int depth = 0;
    bool more = reader.next();
    const int root = more ? reader.line() : 1;
    const auto finish = [&] {
        if (current) {
            current->finish();
            any = true;
        }
        current.reset();
    };
    while (more) {
        const std::string name(reader.name());
        if (name == "Document" && !isCamt(reader.space())) {
            throw FileError::invalid(reader.line(), "message", "another message than camt.053");
        }
        inside = inside || (name == "BkToCstmrStmt" && isCamt(reader.space()));
        if (current && reader.depth() <= depth) {
            finish();
        }
        if (inside && name == "Stmt") {
            current.emplace(reader.line(), sink);
            depth = reader.depth();
            more = reader.next();
        } else if (current && reader.depth() == depth + 1) {
            current->take(reader.element(), name);
            more = reader.skip();
        } else {
            more = reader.next();
        }
    }
    finish();
    if (!any) {
        throw FileError::invalid(root, "message", "no statement in it");
    }
}

} // namespace svc::bank
