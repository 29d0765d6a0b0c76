#include "api/certifying.hpp"

#include <stdexcept>

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "domain/request.hpp"

namespace svc::ci_fne {
namespace {

using authority::outcome;
using authority::whyNot;

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"apiKey":{"type":"string","minLength":1,"maxLength":4000},
"pointOfSale":{"type":"string","minLength":1,"maxLength":100},
"establishment":{"type":"string","minLength":1,"maxLength":200},
"exempt":{"type":"string","enum":["TVAC","TVAD"]}}})";

constexpr std::string_view FindSql =
    "SELECT invoice, items FROM ci_fne.invoice WHERE company_id = $1 AND sale = $2";
constexpr std::string_view SaveSql =
    "INSERT INTO ci_fne.invoice (company_id, sale, invoice, items) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (company_id, sale) DO UPDATE SET invoice = excluded.invoice, items = excluded.items";

/// What is to be certified.
struct Trip {
    Json sale;
    std::string path;
    Json request;
    std::string unfit; ///< the rule that it breaks; empty: none
    std::string apiKey;
    bool isRefund = false;
};

/// The refund of a credit note, or of the one that a cancellation has made.
void addRefund(Call& call, const std::string& noteId, Trip& trip) {
    const Json note = call.command("sales.credit_note", Json::object({{"id", noteId}}));
    const std::string saleId = note.textOr("saleId");
    trip.sale = call.command("sales.get", Json::object({{"id", saleId}}));
    const Rows rows = call.db().query(FindSql, call.companyId(), saleId);
    if (rows.empty()) {
        throw Unfit("reference: the invoice was not certified");
    }
    std::vector<CertifiedItem> items;
    const Json kept = rows[0].json(1);
    for (const Json& item : kept.items()) {
        items.push_back({item.textOr("line"), item.textOr("id"), item["quantity"].decimal()});
    }
    trip.isRefund = true;
    trip.path = "/external/invoices/" + percentEncode(rows[0].text(0)) + "/refund";
    trip.request = refundOf(note, trip.sale, items);
}

Trip begin(Call& call, const Json& submission) {
    Trip trip;
    const Json settings = call.command("fiscal.regime", Json::object({{"regime", "ci-fne"}}))["settings"];
    trip.apiKey = settings.textOr("apiKey");
    const std::string id = submission.textOr("documentId");
    try {
        if (submission.textOr("kind") == "credit_note") {
            addRefund(call, id, trip);
            return trip;
        }
        trip.sale = call.command("sales.get", Json::object({{"id", id}}));
        if (submission.textOr("operation") == "cancel") {
            addRefund(call, trip.sale["cancellation"].textOr("creditNoteId"), trip);
            return trip;
        }
        const Json sealed = call.command("sales.sealed", Json::object({{"id", id}}));
        trip.path = "/external/invoices/sign";
        trip.request = requestOf(trip.sale, sealed["buyer"], settings);
    } catch (const Unfit& unfit) {
        trip.unfit = unfit.what();
    }
    return trip;
}

void keep(Call& call, const Trip& trip, const Json& answer) {
    Json items = Json::array();
    for (const CertifiedItem& one : itemsOf(trip.sale, answer)) {
        items.push(Json::object({{"line", one.line}, {"id", one.id}, {"quantity", one.quantity}}));
    }
    call.db().send(SaveSql, call.companyId(), trip.sale.textOr("id"), answer["invoice"].textOr("id"),
                   items.dump());
}

Json accepted(Call& call, const Trip& trip, const Json& answer) {
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
    if (!trip.isRefund) {
        try {
            call.transaction([&] { keep(call, trip, answer); });
        } catch (const Unfit& unfit) {
            // It is certified all the same; its refunds will say that they cannot name its items.
            told.set("error", unfit.what());
        }
    }
    return told;
}

} // namespace

Json describe(Call&, const Json&) {
    const auto required = [](std::string_view name, bool secret) {
        return Json::object({{"name", name}, {"type", "string"}, {"secret", secret}});
    };
    return Json::object(
        {{"name", "FNE"},
         {"country", "CI"},
         {"kind", "clearance"},
         {"offline", false},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(SettingsSchema)},
         {"requiredSettings", Json::array({required("apiKey", true), required("pointOfSale", false),
                                           required("establishment", false)})},
         {"lost", Json::object({{"issue", "hold"}, {"credit", "hold"}, {"cancel", "hold"}})}});
}

Json send(Call& call, const Json& input) {
    const Trip trip = call.transaction([&] { return begin(call, input["submission"]); });
    if (!trip.unfit.empty()) {
        return outcome("rejected", trip.unfit);
    }
    const HttpReply reply = call.http()
                                .post(Call::settings().textOr("baseUrl") + trip.path)
                                .header("Authorization", "Bearer " + trip.apiKey)
                                .json(trip.request)
                                .send();
    if (authority::nothingDone(reply)) {
        return outcome("retry", whyNot(reply));
    }
    const Json answer = authority::bodyOf(reply);
    Json told;
    if (reply.status >= 400 && reply.status < 500) {
        told = outcome("rejected", answer.textOr("message", whyNot(reply)));
    } else if (reply.ok() && answer.optionalText("reference")) {
        told = accepted(call, trip, answer);
    } else {
        throw std::runtime_error("the answer is lost: " + whyNot(reply)); // a certificate may exist
    }
    return told.set("request", base64Encode(trip.request.dump())).set("answer", base64Encode(reply.body));
}

} // namespace svc::ci_fne
