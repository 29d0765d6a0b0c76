#include "send.hpp"

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "rules/request.hpp"

namespace svc::ci_fne {
namespace {

using authority::outcome;
using authority::whyNot;

/// Pause until the next check whether the invoice of a refund is certified.
constexpr std::int64_t OriginalPause = 10 * Instant::Minute;

constexpr std::string_view FindSql =
    "SELECT invoice, items FROM ci_fne.invoice WHERE company_id = $1 AND sale = $2";
constexpr std::string_view SaveSql =
    "INSERT INTO ci_fne.invoice (company_id, sale, invoice, items) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (company_id, sale) DO UPDATE SET invoice = excluded.invoice, items = excluded.items";

/// A document to certify, with its request.
struct Certification {
    Json sale;
    std::string path;
    Json request;
    std::string unfit; ///< the rule that it breaks; empty: none
    std::string apiKey;
    bool isRefund = false;
    bool waits = false; ///< the invoice that it refunds has no answer yet
};

/// The refund request for a credit note, or for the credit note that a cancellation created.
void addRefund(Call& call, const std::string& noteId, Certification& certification) {
    const Json note = call.command("sales.credit_note", Json::object({{"id", noteId}}));
    const std::string saleId = note.textOr("saleId");
    certification.sale = call.command("sales.get", Json::object({{"id", saleId}}));
    const Rows rows = call.db().query(FindSql, call.companyId(), saleId);
    certification.waits = rows.empty() && authority::awaitsAnswer(certification.sale);
    if (rows.empty()) {
        throw Unfit("reference: the invoice was not certified");
    }
    std::vector<CertifiedItem> items;
    const Json kept = rows[0].json(1);
    for (const Json& item : kept.items()) {
        items.push_back({item.textOr("line"), item.textOr("id"), item["quantity"].decimal()});
    }
    certification.isRefund = true;
    certification.path = "/external/invoices/" + percentEncode(rows[0].text(0)) + "/refund";
    certification.request = refundOf(note, certification.sale, items);
}

Certification begin(Call& call, const Json& submission) {
    Certification certification;
    const Json settings = call.command("fiscal.regime", Json::object({{"regime", "ci-fne"}}))["settings"];
    certification.apiKey = settings.textOr("apiKey");
    const std::string id = submission.textOr("documentId");
    try {
        if (submission.textOr("kind") == "credit_note") {
            addRefund(call, id, certification);
            return certification;
        }
        certification.sale = call.command("sales.get", Json::object({{"id", id}}));
        if (submission.textOr("operation") == "cancel") {
            addRefund(call, certification.sale["cancellation"].textOr("creditNoteId"), certification);
            return certification;
        }
        const Json sealed = call.command("sales.sealed", Json::object({{"id", id}}));
        certification.path = "/external/invoices/sign";
        certification.request = requestOf(certification.sale, sealed["buyer"], settings);
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
    call.db().send(SaveSql, call.companyId(), certification.sale.textOr("id"), answer["invoice"].textOr("id"),
                   items.dump());
}

Json accepted(Call& call, const Certification& certification, const Json& answer) {
    const std::string reference = answer.textOr("reference");
    Json told = outcome("accepted");
    told.set("reference", reference).set("qrCode", answer.optionalText("token"));
    told.set("mark", Json::object({{"lines", Json::array({"FNE: " + reference})},
                                   {"qr", answer.optionalText("token")},
                                   {"caption", "FNE"}}));
    if (const auto left = answer.optionalInteger("balance_sticker")) {
        const bool low = answer.optionalBool("warning").value_or(false);
        told.set("status", Json::object({{"code", low ? "stickers-low" : "stickers"},
                                         {"label", std::to_string(*left) + " certificates left"}}));
    }
    if (!certification.isRefund) {
        try {
            call.transaction([&] { keep(call, certification, answer); });
        } catch (const Unfit& unfit) {
            // The certification stands; refunds will fail later, since its items are unknown.
            told.set("error", unfit.what());
        }
    }
    return told;
}

} // namespace

Json send(Call& call, const Json& input) {
    const Certification certification = call.transaction([&] { return begin(call, input["submission"]); });
    if (certification.waits) {
        return outcome("later").set("nextAttemptAt", call.now() + OriginalPause);
    }
    if (!certification.unfit.empty()) {
        return outcome("rejected", certification.unfit);
    }
    const HttpReply reply = call.http()
                                .post(Call::settings().textOr("baseUrl") + certification.path)
                                .header("Authorization", "Bearer " + certification.apiKey)
                                .json(certification.request)
                                .send();
    if (authority::nothingDone(reply)) {
        return outcome("retry", whyNot(reply));
    }
    const Json answer = authority::bodyOf(reply);
    Json told;
    if (reply.status >= 400 && reply.status < 500) {
        told = outcome("rejected", answer.textOr("message", whyNot(reply)));
    } else if (reply.ok() && answer.optionalText("reference")) {
        told = accepted(call, certification, answer);
    } else {
        told = outcome("held", "the answer is lost: " + whyNot(reply)); // a certificate may exist
    }
    return told.set("request", base64Encode(certification.request.dump()))
        .set("answer", base64Encode(reply.body));
}

} // namespace svc::ci_fne
