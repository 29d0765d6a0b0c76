#include "emcf/certifying.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"
#include "emcf/invoice.hpp"
#include "emcf/invoice_store.hpp"

namespace svc::emcf {
namespace {

using authority::bodyOf;
using authority::neverArrived;
using authority::nothingDone;
using authority::outcome;
using authority::whyNot;

constexpr std::string_view TooManyPending = "1";
constexpr std::string_view Finished = "20";
/// Errors that pass by themselves.
constexpr std::array<std::string_view, 2> Passing = {"10", "99"};
/// Of a pending invoice, with some seconds to spare (two minutes at the authority).
constexpr std::int64_t PendingLife = 100 * Instant::Second;

/// One document on its way.
struct Trip {
    std::string document;        ///< sal_… or crn_…, or sal_….cancel
    std::optional<Json> request; ///< nothing: it breaks a rule
    std::string broken;          ///< the rule
    Totals totals;
    Json settings;
    std::optional<KeptInvoice> kept;
};

std::string documentOf(const Json& submission) {
    const bool cancels = submission.textOr("kind") == "sale" && submission.textOr("operation") == "cancel";
    return submission.textOr("documentId") + (cancels ? ".cancel" : "");
}

/// The sale, or the credit note that takes it back.
Document readDocument(Call& call, const Json& submission, const Profile& profile) {
    Document document;
    std::string id = submission.textOr("documentId");
    if (submission.textOr("kind") == "sale" && submission.textOr("operation") == "cancel") {
        id = call.command("sales.get", Json::object({{"id", id}}))["cancellation"].textOr("creditNoteId");
    }
    document.isCreditNote = id.starts_with("crn_");
    document.record =
        call.command(document.isCreditNote ? "sales.credit_note" : "sales.get", Json::object({{"id", id}}));
    document.buyer = call.command("sales.sealed", Json::object({{"id", id}}))["buyer"];
    if (document.isCreditNote) {
        const auto invoice = findInvoice(call, profile, document.record.textOr("saleId"));
        document.original = invoice ? invoice->code : std::nullopt;
    }
    return document;
}

Trip begin(Call& call, const Json& submission, const Profile& profile) {
    Trip trip;
    trip.document = documentOf(submission);
    trip.kept = lockInvoice(call, profile, trip.document);
    trip.settings = call.command("fiscal.regime", Json::object({{"regime", profile.regime}}))["settings"];
    const Document document = readDocument(call, submission, profile);
    trip.totals = totalsOf(document);
    try {
        trip.request = requestOf(profile, document, trip.settings);
    } catch (const Unfit& unfit) {
        trip.broken = unfit.what();
    }
    return trip;
}

/// The authority of one company.
class Authority {
public:
    Authority(Call& call, const Profile& profile, bool production, const Json& settings)
        : call_(call), profile_(profile), token_(settings.textOr("token")),
          base_(Call::settings().textOr("baseUrl", production ? profile.liveAddress : profile.testAddress)) {}

    HttpReply status() { return ask("GET", ""); }
    HttpReply submit(const Json& request) { return ask("POST", "", &request); }
    HttpReply confirm(const std::string& uid, const Totals& totals) {
        const Json body = Json::object({{"total", amountOf(totals.total, profile_.currency)},
                                        {"vtotal", amountOf(totals.tax, profile_.currency)}});
        return ask("PUT", '/' + uid + '/' + std::string(profile_.confirm),
                   profile_.detailed ? &body : nullptr);
    }
    HttpReply cancel(const std::string& uid) {
        return ask("PUT", '/' + uid + '/' + std::string(profile_.cancel));
    }

private:
    HttpReply ask(std::string_view method, const std::string& path, const Json* body = nullptr) {
        auto request = call_.http()
                           .request(method, base_ + std::string(profile_.invoicePath) + path)
                           .header("Authorization", "Bearer " + token_);
        return body == nullptr ? std::move(request).send() : std::move(request).json(*body).send();
    }

    Call& call_;
    const Profile& profile_;
    std::string token_;
    std::string base_;
};

/// What was begun and is not known here any more would count among the pending ones until it expires.
void cancelUnknown(Call& call, const Profile& profile, Authority& authority) {
    const Json status = bodyOf(authority.status());
    const Json& pending = status["pendingRequestsList"];
    if (!pending.isArray()) {
        return;
    }
    const std::set<std::string> known = call.transaction([&] { return pendingInvoices(call, profile); });
    for (const Json& one : pending.items()) {
        const std::string uid = one.textOr("uid");
        if (!uid.empty() && !known.contains(uid)) {
            authority.cancel(uid);
        }
    }
}

Json markOf(const Profile& profile, const Json& answer, const std::string& code) {
    Json lines = Json::array({std::string(profile.codeWords) + ": " + code});
    for (const auto& [words, field] :
         {std::pair{"NIM", "nim"}, std::pair{"Compteurs", "counters"}, std::pair{"Heure", "dateTime"}}) {
        if (const auto text = answer.optionalText(field)) {
            lines.push(Json(std::string(words) + ": " + *text));
        }
    }
    return Json::object(
        {{"lines", std::move(lines)}, {"qr", answer.optionalText("qrCode")}, {"caption", profile.name}});
}

/// The first step: a pending invoice, or what became of it instead.
std::optional<Json> submit(Call& call, const Profile& profile, Authority& authority, Trip& trip) {
    const HttpReply reply = authority.submit(*trip.request);
    if (nothingDone(reply)) {
        return outcome("retry", whyNot(reply));
    }
    if (reply.status >= 400 && reply.status < 500) {
        return outcome("rejected", whyNot(reply));
    }
    const Json answer = reply.ok() ? bodyOf(reply) : Json(nullptr);
    if (const std::string code = answer.textOr("errorCode"); !code.empty()) {
        const std::string why = answer.textOr("errorDesc", code);
        if (code == TooManyPending) {
            cancelUnknown(call, profile, authority);
            return outcome("retry", why, code);
        }
        const bool passes = std::find(Passing.begin(), Passing.end(), code) != Passing.end();
        return outcome(passes ? "retry" : "rejected", why, code);
    }
    const std::string uid = answer.textOr("uid");
    if (uid.empty() || !answer["total"].isNumber()) {
        throw std::runtime_error("the answer to an invoice is lost: " + whyNot(reply));
    }
    trip.kept = KeptInvoice{.document = trip.document, .uid = uid};
    call.transaction([&] {
        trip.kept->submittedAt = call.now();
        saveInvoice(call, profile, *trip.kept);
    });
    const Json ours = amountOf(trip.totals.total, profile.currency);
    if (answer["total"].decimal() != ours.decimal()) {
        authority.cancel(uid);
        call.transaction([&] { forgetInvoice(call, profile, trip.document); });
        return outcome("rejected",
                       "total: " + ours.dump() + " here, " + answer["total"].dump() + " at the authority");
    }
    return std::nullopt;
}

/// The second step. From here on nobody can be asked whether it was done.
Json confirm(Call& call, const Profile& profile, Authority& authority, Trip& trip) {
    call.transaction([&] {
        trip.kept->confirming = true;
        saveInvoice(call, profile, *trip.kept);
    });
    const HttpReply reply = authority.confirm(trip.kept->uid, trip.totals);
    const Json answer = reply.ok() ? bodyOf(reply) : Json(nullptr);
    const std::string code = answer.textOr(profile.codeField);
    if (!code.empty()) {
        call.transaction([&] {
            trip.kept->code = code;
            saveInvoice(call, profile, *trip.kept);
        });
        Json told = outcome("accepted");
        told.set("reference", code).set("qrCode", answer.optionalText("qrCode"));
        return told.set("mark", markOf(profile, answer, code)).set("answer", base64Encode(reply.body));
    }
    const std::string error = answer.textOr("errorCode");
    if (error.empty() && !neverArrived(reply)) {
        return outcome("held", "the answer to the confirmation is lost: " + whyNot(reply));
    }
    // It is still pending, or has expired: either way nothing was certified.
    call.transaction([&] { forgetInvoice(call, profile, trip.document); });
    if (error != Finished) {
        authority.cancel(trip.kept->uid);
    }
    return outcome("retry", answer.textOr("errorDesc", whyNot(reply)), error);
}

Json required(std::string_view name, bool secret) {
    return Json::object({{"name", name}, {"type", "string"}, {"secret", secret}});
}

} // namespace

Json describe(const Profile& profile) {
    Json properties = Json::object(
        {{profile.taxNumber, Json::object({{"type", "string"}, {"pattern", profile.taxNumberPattern}})},
         {"token", Json::parse(R"({"type":"string","minLength":1,"maxLength":4000})")},
         {"operator", Json::parse(R"({"type":"string","minLength":1,"maxLength":100})")}});
    Json needed = Json::array({required(profile.taxNumber, false), required("token", true)});
    if (profile.detailed) {
        properties.set("isf", Json::parse(R"({"type":"string","minLength":1,"maxLength":100})"));
        needed.push(required("isf", false));
    }
    return Json::object(
        {{"name", profile.name},
         {"country", profile.country},
         {"kind", "clearance"},
         {"offline", false},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema",
          Json::object(
              {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}})},
         {"requiredSettings", std::move(needed)},
         {"lost", Json::object({{"issue", "readFirst"}, {"credit", "readFirst"}, {"cancel", "readFirst"}})}});
}

Json send(Call& call, const Json& input, const Profile& profile) {
    Trip trip = call.transaction([&] { return begin(call, input["submission"], profile); });
    if (!trip.request) {
        return outcome("rejected", trip.broken);
    }
    if (trip.kept && trip.kept->confirming) {
        trip.kept.reset(); // a person has looked, and wants it sent again
    }
    Authority authority(call, profile, input.textOr("mode") == "production", trip.settings);
    const bool fresh = trip.kept && call.now() - trip.kept->submittedAt < PendingLife;
    std::optional<Json> ended;
    if (!fresh) {
        ended = submit(call, profile, authority, trip);
    }
    Json told = ended ? *std::move(ended) : confirm(call, profile, authority, trip);
    return told.set("request", base64Encode(trip.request->dump()));
}

Json read(Call& call, const Json& input, const Profile& profile) {
    const Trip trip = call.transaction([&] { return begin(call, input["submission"], profile); });
    if (trip.kept && trip.kept->code) {
        return Json::object({{"outcome", "accepted"}, {"reference", *trip.kept->code}});
    }
    if (trip.kept && trip.kept->confirming) {
        return outcome("held", "the answer to the confirmation is lost");
    }
    if (!trip.kept) {
        Authority authority(call, profile, input.textOr("mode") == "production", trip.settings);
        cancelUnknown(call, profile, authority);
    }
    return outcome("absent");
}

} // namespace svc::emcf
