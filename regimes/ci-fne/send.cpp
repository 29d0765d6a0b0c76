// Certifies with one call. The API can neither be asked for the state of a request nor make a repeated call
// idempotent: when a request may have reached the platform and its answer is lost, the submission is held for
// a person.
#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "bindings.hpp"
#include "rules/request.hpp"

namespace svc::ci_fne {
namespace {

using namespace calls::compliance;
using authority::whyNot;

/// Pause until the next check whether the invoice of a refund is certified.
constexpr std::int64_t OriginalPause = 10 * Instant::Minute;

constexpr std::string_view FindSql =
    "SELECT invoice, items FROM ci_fne.invoice WHERE company_id = $1 AND sale = $2";
constexpr std::string_view SaveSql =
    "INSERT INTO ci_fne.invoice (company_id, sale, invoice, items) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (company_id, sale) DO UPDATE SET invoice = excluded.invoice, items = excluded.items";

constexpr std::string_view BeginSql =
    "INSERT INTO ci_fne.request (company_id, submission, sent_at) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id, submission) DO UPDATE SET sent_at = excluded.sent_at";
constexpr std::string_view EndSql = "DELETE FROM ci_fne.request WHERE company_id = $1 AND submission = $2";
constexpr std::string_view BegunSql =
    "SELECT 1 FROM ci_fne.request WHERE company_id = $1 AND submission = $2";

/// A document to certify, with its request.
struct Certification {
    SaleId id;
    Sold sale;
    std::string path;
    Json request;
    std::string unfit; ///< the rule that it breaks; empty: none
    std::string apiKey;
    bool isRefund = false;
    bool waits = false; ///< the invoice that it refunds has no answer yet
    /// The number of an invoice that is certified, but whose items are unknown: a person has looked it up at
    /// the platform, or the answer named no item for each line. A refund of it cannot be asked for.
    std::optional<std::string> withoutItems;
};

Sold soldOf(const calls::sales::Sale& sale) {
    Sold sold{.currency = std::string(sale.currency.code()),
              .balance = sale.balance,
              .pricesIncludeTax = sale.pricesIncludeTax};
    if (!sale.payments.empty()) {
        sold.method = toText(sale.payments.front().method);
    }
    for (const auto& line : sale.lines) {
        sold.lines.push_back({.id = line.id.toString(),
                              .label = line.label,
                              .quantity = line.quantity,
                              .net = line.net,
                              .tax = line.tax,
                              .taxCategory = line.taxCategory,
                              .taxRate = line.taxRate});
    }
    return sold;
}

std::optional<Buyer> buyerOf(const calls::sales::SealedOutput& sealed) {
    return sealed.buyer ? std::optional(Buyer{sealed.buyer->name, sealed.buyer->registrationNumber,
                                              sealed.buyer->country})
                        : std::nullopt;
}

/// The refund request for a credit note, or for the credit note that a cancellation created.
void addRefund(Call& call, CreditNoteId noteId, Certification& certification) {
    const auto note = calls::sales::creditNote(call, {.id = noteId}).value();
    const auto sale = calls::sales::get(call, {.id = note.saleId}).value();
    const Rows rows = call.db().query(FindSql, call.companyId(), sale.id.toString());
    if (rows.empty()) {
        certification.waits = sale.fiscalStatus == calls::sales::SaleFiscalStatus::Pending;
        const auto accepted = fiscalAcceptance(call, {.regime = "ci-fne", .documentId = sale.id.toString()});
        if (!accepted) {
            throw Unfit("reference: the invoice was not certified");
        }
        certification.withoutItems = accepted->reference.value_or(sale.number);
        return;
    }
    std::vector<CertifiedItem> items;
    const Json kept = rows[0].json(1);
    for (const Json& item : kept.items()) {
        items.push_back({item.textOr("line"), item.textOr("id"), item["quantity"].decimal()});
    }
    certification.isRefund = true;
    certification.path = "/external/invoices/" + percentEncode(rows[0].text(0)) + "/refund";
    std::vector<CreditedLine> lines;
    for (const auto& line : note.lines) {
        lines.push_back({line.lineId ? line.lineId->toString() : "", line.quantity, line.net, line.tax});
    }
    certification.request = refundOf(lines, soldOf(sale), items);
}

Certification begin(Call& call, const SubmissionToSend& submission) {
    Certification certification;
    const Json settings = fiscalRegime(call, {.regime = "ci-fne"}).value().settings;
    certification.apiKey = settings.textOr("apiKey");
    const std::string& id = submission.documentId;
    try {
        if (submission.kind == FiscalDocumentKind::CreditNote) {
            addRefund(call, CreditNoteId::parse(id).value(), certification);
            return certification;
        }
        const auto sale = calls::sales::get(call, {.id = SaleId::parse(id).value()}).value();
        if (submission.operation == FiscalOperation::Cancel) {
            addRefund(call, sale.cancellation.value().creditNoteId.value(), certification);
            return certification;
        }
        certification.id = sale.id;
        certification.sale = soldOf(sale);
        certification.path = "/external/invoices/sign";
        certification.request =
            requestOf(certification.sale, buyerOf(calls::sales::sealed(call, {.id = id}).value()), settings);
    } catch (const Unfit& unfit) {
        certification.unfit = unfit.what();
    }
    return certification;
}

void keep(Call& call, const Certification& certification, const Json& answer) {
    Json items = Json::array();
    for (const CertifiedItem& one : itemsOf(certification.sale, answer)) {
        items.push(Json::object({{"line", one.line}, {"id", one.id}, {"quantity", one.quantity}}));
    }
    call.db().send(SaveSql, call.companyId(), certification.id.toString(), answer["invoice"].textOr("id"),
                   items.dump());
}

RegimeAnswer accepted(Call& call, const Certification& certification, const Json& answer) {
    const std::string reference = answer.textOr("reference");
    const auto token = answer.optionalText("token");
    RegimeAnswer told{.outcome = AnswerOutcome::Accepted,
                      .reference = reference,
                      .qrCode = token,
                      .mark = RegimeMark{.lines = {"FNE: " + reference}, .qr = token, .caption = "FNE"}};
    if (const auto left = answer.optionalInteger("balance_sticker")) {
        const bool low = answer.optionalBool("warning").value_or(false);
        told.status = RegimeStatus{.code = low ? "stickers-low" : "stickers",
                                   .label = std::to_string(*left) + " certificates left"};
    }
    if (!certification.isRefund) {
        try {
            call.transaction([&] { keep(call, certification, answer); });
        } catch (const Unfit& unfit) {
            // The certification stands; refunds are held for a person, since its items are unknown.
            told.error = unfit.what();
        }
    }
    return told;
}

} // namespace

RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    const Certification certification = call.transaction([&] { return begin(call, input.submission); });
    if (certification.waits) {
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = call.now() + OriginalPause};
    }
    if (!certification.unfit.empty()) {
        return {.outcome = AnswerOutcome::Rejected, .error = certification.unfit};
    }
    if (certification.withoutItems) {
        return {.outcome = AnswerOutcome::Held,
                .error =
                    "the items of invoice " + *certification.withoutItems +
                    " are unknown: make the credit note at the platform, then resolve this by its number",
                .errorCode = "items-unknown"};
    }
    const std::string submission = input.submission.id.toString();
    call.transaction([&] { call.db().send(BeginSql, call.companyId(), submission, call.now()); });
    const HttpReply reply = call.http()
                                .post(Call::settings().textOr("baseUrl") + certification.path)
                                .header("Authorization", "Bearer " + certification.apiKey)
                                .json(certification.request)
                                .send();
    if (authority::nothingDone(reply)) {
        call.transaction([&] { call.db().send(EndSql, call.companyId(), submission); });
        const auto pause = authority::pauseAskedBy(reply, call.now());
        return {.outcome = pause ? AnswerOutcome::Later : AnswerOutcome::Retry,
                .error = whyNot(reply),
                .nextAttemptAt = pause};
    }
    const Json answer = authority::bodyOf(reply);
    RegimeAnswer told;
    if (reply.status >= 400 && reply.status < 500) {
        told = {.outcome = AnswerOutcome::Rejected, .error = answer.textOr("message", whyNot(reply))};
    } else if (reply.ok() && answer.optionalText("reference")) {
        told = accepted(call, certification, answer);
    } else {
        // A certificate may exist.
        told = {.outcome = AnswerOutcome::Held, .error = "the answer is lost: " + whyNot(reply)};
    }
    told.request = base64Encode(certification.request.dump());
    told.answer = base64Encode(reply.body);
    return told;
}

RegimeAnswer commands::read(Call& call, const RegimeSending& input) {
    const bool begun = call.transaction(
        [&] { return !call.db().query(BegunSql, call.companyId(), input.submission.id.toString()).empty(); });
    if (!begun) {
        return {.outcome = AnswerOutcome::Absent};
    }
    return {.outcome = AnswerOutcome::Held, .error = "the answer is lost"};
}

} // namespace svc::ci_fne
