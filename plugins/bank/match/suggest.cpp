#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include <svc/columns.hpp>

#include "line/moves.hpp"
#include "match/own_transfers.hpp"
#include "match/recorded_transfers.hpp"
#include "match/rules/matching.hpp"
#include "payout/moves.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// An open document as read from its module.
struct OpenRecord : OpenDocument {
    Uuid record; ///< the sale or purchase
    std::optional<PartnerId> partner;
};
const Table
    OpenRecords("open", columnWrittenOnce("id", &OpenRecord::record), column("number", &OpenDocument::number),
                column("other_number", &OpenDocument::otherNumber),
                column("reference", &OpenDocument::reference), column("partner_id", &OpenRecord::partner),
                column("partner_name", &OpenDocument::partnerName), column("date", &OpenDocument::date),
                column("due_date", &OpenDocument::dueDate), column("balance", &OpenDocument::balance));

// Open documents of the direction and currency of the line, issued not after it. Both modules keep an index
// of documents with a balance. The query returns only documents with some signal: the amount ($4), the end of
// a number or reference that occurs in the text ($5; an end with other characters than letters and digits
// always passes), a partner ($6).
std::string isMeant(const std::string& number) {
    const std::string end = "right(" + number + ", 3)";
    return "(strpos($5, upper(" + end + ")) > 0 OR " + end + " ~ '[^A-Za-z0-9]')";
}

const std::string FromSales =
    " FROM sales.v1_sales s WHERE s.company_id = $1 AND s.balance > 0 AND s.status <> 'cancelled'"
    " AND s.currency = $2 AND s.date <= $3";
const std::string FromPurchases =
    " FROM purchases.v1_purchases p WHERE p.company_id = $1 AND p.balance > 0 AND p.currency = $2"
    " AND p.date <= $3";
const std::string SalesSql =
    "SELECT " + OpenRecords.select("x") +
    " FROM (SELECT s.id, s.number, '' AS other_number, coalesce(s.payment_reference, '') AS reference,"
    " s.partner_id, coalesce(s.partner_name, '') AS partner_name, s.date,"
    " coalesce(s.due_date, s.date) AS due_date, s.balance" +
    FromSales + " AND (s.balance = $4 OR s.partner_id = ANY($6::uuid[]) OR " + isMeant("s.number") + " OR " +
    isMeant("s.payment_reference") + ") ORDER BY s.due_date LIMIT 20000) x";
const std::string PurchasesSql =
    "SELECT " + OpenRecords.select("x") +
    " FROM (SELECT p.id, p.number, coalesce(p.supplier_reference, '') AS other_number, '' AS reference,"
    " p.partner_id, coalesce(p.partner_name, '') AS partner_name, p.date,"
    " coalesce(p.due_date, p.date) AS due_date, p.balance" +
    FromPurchases + " AND (p.balance = $4 OR p.partner_id = ANY($6::uuid[]) OR " + isMeant("p.number") +
    " OR " + isMeant("p.supplier_reference") + ") ORDER BY p.due_date LIMIT 20000) x";
const std::string CustomersSql =
    "SELECT DISTINCT s.partner_id, s.partner_name" + FromSales + " AND s.partner_id IS NOT NULL";
const std::string SuppliersSql =
    "SELECT DISTINCT p.partner_id, p.partner_name" + FromPurchases + " AND p.partner_id IS NOT NULL";
/// A movement of the wallet that is not reconciled yet: recorded by hand, or at a till.
struct UntoldMovement {
    TransactionId id;
    Date date;
};
const Table UntoldMovements("treasury.v1_transactions", columnWrittenOnce("id", &UntoldMovement::id),
                            column("date", &UntoldMovement::date));
const std::string UntoldMovementsSql =
    "SELECT " + UntoldMovements.select("t") +
    " FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.direction = $3"
    " AND t.amount = $4 AND NOT t.reconciled AND t.status = 'posted' AND t.reverses_id IS NULL"
    " AND t.kind NOT IN ('opening', 'transfer') AND t.date BETWEEN $5::date - 10 AND $5::date + 5"
    " AND NOT EXISTS (SELECT 1 FROM bank.match m WHERE m.company_id = t.company_id AND m.transaction_id ="
    " t.id::text) ORDER BY abs(t.date - $5::date), t.id LIMIT 5";

/// Partners who paid from the account before, and the partners with open documents whose name is most similar
/// to that of the payer or payee.
ArrayParam partnersOf(Call& call, const Line& line, const Payment& payment) {
    ArrayParam partners;
    Certainty best = AlikeNames;
    std::set<PartnerId> known;
    for (const std::string& text : payment.knownPartners) {
        if (const auto id = PartnerId::parse(text); id && known.insert(*id).second) {
            partners.add(*id);
        }
    }
    if (payment.name.empty()) {
        return partners;
    }
    const NameMatcher matcher(payment.name);
    const Rows rows = call.db().query(isMoneyIn(line) ? CustomersSql : SuppliersSql, call.companyId(),
                                      line.currency, line.bookedAt);
    std::vector<std::pair<Certainty, PartnerId>> alike;
    for (const Row row : rows) {
        const auto id = row.id<PartnerId>(0);
        const Certainty likeness = known.count(id) != 0 ? 1 : matcher(row.optionalText(1).value_or(""));
        best = std::max(best, likeness);
        if (likeness >= AlikeNames) {
            alike.emplace_back(likeness, id);
        }
    }
    for (const auto& [likeness, id] : alike) {
        if (likeness >= best - NearlyAsAlike) {
            partners.add(id);
        }
    }
    return partners;
}

std::vector<OpenDocument> openDocuments(Call& call, const Line& line, const Payment& payment) {
    const bool sale = isMoneyIn(line);
    std::vector<OpenDocument> documents;
    if (!(sale ? calls::sales::offersPay(call) : calls::purchases::offersPay(call))) {
        return documents;
    }
    const Rows rows =
        call.db().query(sale ? SalesSql : PurchasesSql, call.companyId(), line.currency, line.bookedAt,
                        payment.amount, squashed(payment.text), partnersOf(call, line, payment));
    documents.reserve(rows.size());
    for (const Row row : rows) {
        OpenRecord document = OpenRecords.read(row);
        document.id = sale ? SaleId(document.record).toString() : PurchaseId(document.record).toString();
        document.partnerId = document.partner ? document.partner->toString() : "";
        documents.push_back(std::move(document));
    }
    return documents;
}

api::MatchSuggestion shown(const Suggestion& suggestion, const std::vector<OpenDocument>& documents,
                           const Line& line) {
    const bool in = isMoneyIn(line);
    // Floating point is fine here: the score is a certainty and no amount.
    const auto hundredths = static_cast<int>(suggestion.score * 100 + 0.5);
    api::MatchSuggestion answer{.score = Decimal(Int128{hundredths}, 2), .reasons = suggestion.reasons};
    for (const SuggestedPart& part : suggestion.parts) {
        const OpenDocument& document = documents[part.document];
        api::SuggestedMatch& match = answer.matches.emplace_back();
        match = {.kind = in ? api::MatchableKind::Sale : api::MatchableKind::Purchase,
                 .id = document.id,
                 .number = document.number,
                 .date = document.date,
                 .balance = MinorAmount(document.balance),
                 .amount = MinorAmount(part.amount)};
        if (const auto partner = PartnerId::parse(document.partnerId)) {
            match.partner = {*partner, document.partnerName};
        }
    }
    if (suggestion.writeOff != 0) {
        // Receiving less than the documents ask for is an expense, paying less is income.
        const std::int64_t amount = in ? suggestion.writeOff : -suggestion.writeOff;
        answer.writeOff = {MinorAmount(amount), suggestion.fee ? "bank_fees"
                                                : amount > 0   ? "other_income"
                                                               : "other_expense"};
    }
    return answer;
}

/// Existing movements, to be linked rather than recorded a second time.
void addMovements(Call& call, const Line& line, Suggestions& answer) {
    const auto add = [&](api::MatchableKind kind, std::string id, Date date) {
        std::vector<std::string> reasons{"amount", "recorded"};
        if (isNear(line, date)) {
            reasons.emplace_back("date");
        }
        answer.push_back(suggestWhole(line, 90 - 2 * std::abs(date.daysSince(line.bookedAt)),
                                      std::move(reasons), kind, std::move(id), date));
    };
    for (const Row row : call.db().query(UntoldMovementsSql, call.companyId(), line.walletId,
                                         isMoneyIn(line) ? "in" : "out", magnitude(line), line.bookedAt)) {
        const UntoldMovement movement = UntoldMovements.read(row);
        add(api::MatchableKind::Transaction, movement.id.toString(), movement.date);
    }
    for (const RecordedTransfer& transfer : recordedTransfers(call, line, magnitude(line))) {
        add(transfer.kind(), transfer.matchId(), transfer.date);
    }
}

} // namespace

Answer<200, std::vector<api::MatchSuggestion>>
suggestMatches(Request& request, const api::SuggestMatchesParameters& parameters) {
    using Found = Answer<200, std::vector<api::MatchSuggestion>>;
    LineStore store(request);
    const Line line = requireLine(store.find(parameters.id));
    Suggestions answer;
    if (line.status != api::LineStatus::Unmatched) {
        return Found(answer);
    }
    Payment payment;
    payment.amount = magnitude(line);
    payment.date = line.bookedAt;
    payment.name = line.counterparty.name.value_or("");
    payment.text = line.label + "\n" + line.reference.value_or("") + "\n";
    for (const std::string& reference : line.references) {
        payment.text += reference + "\n";
    }
    if (line.counterparty.iban) {
        payment.knownPartners = store.partnersOf(*line.counterparty.iban);
    }
    addMovements(request, line, answer);
    suggestTransfers(request, line, answer);
    suggestPayouts(request, line, payment.name + "\n" + payment.text, answer);
    const std::vector<OpenDocument> documents = openDocuments(request, line, payment);
    for (const Suggestion& suggestion : suggest(payment, documents)) {
        answer.push_back(shown(suggestion, documents, line));
    }
    std::stable_sort(answer.begin(), answer.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    if (answer.size() > 10) {
        answer.resize(10);
    }
    return Found(answer);
}

} // namespace svc::bank
