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
#include "records/ids.hpp"

namespace svc::emcf {
namespace {

using authority::bodyOf;
using authority::neverArrived;
using authority::nothingDone;
using authority::outcome;
using authority::whyNot;

constexpr std::string_view TooManyPending = "1";
constexpr std::string_view Finished = "20";
/// Transient error codes, worth a retry.
constexpr std::array<std::string_view, 2> Passing = {"10", "99"};
/// Pause until the next check whether the invoice of a credit note is certified.
constexpr std::int64_t OriginalPause = 10 * Instant::Minute;
/// Lifetime of a pending invoice: two minutes at the authority, less a safety margin.
constexpr std::int64_t PendingLife = 100 * Instant::Second;

/// A document and its progress at the authority.
struct Certification {
    std::string document;        ///< sal_… or crn_…, or sal_….cancel
    std::optional<Json> request; ///< nothing: it breaks a rule
    std::string broken;          ///< the rule
    Totals totals;
    Json settings;
    std::optional<KeptInvoice> kept;
    bool waits = false; ///< the invoice that it credits has no answer yet
};

std::string documentOf(const Json& submission) {
    const bool cancels = submission.textOr("kind") == "sale" && submission.textOr("operation") == "cancel";
    return submission.textOr("documentId") + (cancels ? ".cancel" : "");
}

/// The authority's code of an invoice. When the answer was lost, a person has entered the code.
std::optional<std::string> codeOf(Call& call, const Profile& profile, const std::string& sale) {
    const auto invoice = findInvoice(call, profile, sale);
    if (invoice && invoice->code) {
        return invoice->code;
    }
    const Json accepted =
        call.command("fiscal.acceptance", Json::object({{"regime", profile.regime}, {"documentId", sale}}));
    return accepted.isObject() ? accepted.optionalText("reference") : std::nullopt;
}

/// The sale, or the credit note that reverses it.
Document readDocument(Call& call, const Json& submission, const Profile& profile) {
    Document document;
    std::string id = submission.textOr("documentId");
    if (submission.textOr("kind") == "sale" && submission.textOr("operation") == "cancel") {
        id = call.command("sales.get", Json::object({{"id", id}}))["cancellation"].textOr("creditNoteId");
    }
    document.isCreditNote = hasPrefixOf<records::CreditNoteId>(id);
    document.record =
        call.command(document.isCreditNote ? "sales.credit_note" : "sales.get", Json::object({{"id", id}}));
    document.buyer = call.command("sales.sealed", Json::object({{"id", id}}))["buyer"];
    if (document.isCreditNote) {
        document.original = codeOf(call, profile, document.record.textOr("saleId"));
    }
    return document;
}

Certification begin(Call& call, const Json& submission, const Profile& profile) {
    Certification certification;
    certification.document = documentOf(submission);
    certification.kept = lockInvoice(call, profile, certification.document);
    certification.settings =
        call.command("fiscal.regime", Json::object({{"regime", profile.regime}}))["settings"];
    const Document document = readDocument(call, submission, profile);
    if (document.isCreditNote && !document.original) {
        certification.waits = authority::awaitsAnswer(
            call.command("sales.get", Json::object({{"id", document.record["saleId"]}, {"lines", false}})));
    }
    certification.totals = totalsOf(document);
    try {
        certification.request = requestOf(profile, document, certification.settings);
    } catch (const Unfit& unfit) {
        certification.broken = unfit.what();
    }
    return certification;
}

/// The API of the authority, for one company.
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

/// Cancels pending invoices at the authority that are not stored here: they would count against the limit of
/// pending invoices until they expire.
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

/// The first step. Nothing when the invoice is pending now; else the outcome.
std::optional<Json> submit(Call& call, const Profile& profile, Authority& authority,
                           Certification& certification) {
    const HttpReply reply = authority.submit(*certification.request);
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
    certification.kept = KeptInvoice{.document = certification.document, .uid = uid};
    call.transaction([&] {
        certification.kept->submittedAt = call.now();
        saveInvoice(call, profile, *certification.kept);
    });
    const Json ours = amountOf(certification.totals.total, profile.currency);
    if (answer["total"].decimal() != ours.decimal()) {
        authority.cancel(uid);
        call.transaction([&] { forgetInvoice(call, profile, certification.document); });
        return outcome("rejected",
                       "total: " + ours.dump() + " here, " + answer["total"].dump() + " at the authority");
    }
    return std::nullopt;
}

/// The second step. From here on the authority cannot be asked whether it was done.
Json confirm(Call& call, const Profile& profile, Authority& authority, Certification& certification) {
    call.transaction([&] {
        certification.kept->confirming = true;
        saveInvoice(call, profile, *certification.kept);
    });
    const HttpReply reply = authority.confirm(certification.kept->uid, certification.totals);
    const Json answer = reply.ok() ? bodyOf(reply) : Json(nullptr);
    const std::string code = answer.textOr(profile.codeField);
    if (!code.empty()) {
        call.transaction([&] {
            certification.kept->code = code;
            saveInvoice(call, profile, *certification.kept);
        });
        Json told = outcome("accepted");
        told.set("reference", code).set("qrCode", answer.optionalText("qrCode"));
        return told.set("mark", markOf(profile, answer, code)).set("answer", base64Encode(reply.body));
    }
    const std::string error = answer.textOr("errorCode");
    if (error.empty() && !neverArrived(reply)) {
        return outcome("held", "the answer to the confirmation is lost: " + whyNot(reply));
    }
    const std::string why = answer.textOr("errorDesc", whyNot(reply));
    if (error != Finished) {
        const Json cancelled = bodyOf(authority.cancel(certification.kept->uid));
        if (cancelled.textOr("errorCode") == Finished) {
            return outcome("held", "it is finished, though the confirmation was answered by: " + why, error);
        }
    }
    // The invoice was still pending, or has expired: in both cases nothing was certified.
    call.transaction([&] { forgetInvoice(call, profile, certification.document); });
    return outcome("retry", why, error);
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
    Certification certification = call.transaction([&] { return begin(call, input["submission"], profile); });
    if (certification.waits) {
        return outcome("later").set("nextAttemptAt", call.now() + OriginalPause);
    }
    if (!certification.request) {
        return outcome("rejected", certification.broken);
    }
    if (certification.kept && certification.kept->confirming) {
        certification.kept.reset(); // a person has looked, and wants it sent again
    }
    Authority authority(call, profile, input.textOr("mode") == "production", certification.settings);
    const bool fresh = certification.kept && call.now() - certification.kept->submittedAt < PendingLife;
    std::optional<Json> ended;
    if (!fresh) {
        ended = submit(call, profile, authority, certification);
    }
    Json told = ended ? *std::move(ended) : confirm(call, profile, authority, certification);
    return told.set("request", base64Encode(certification.request->dump()));
}

Json read(Call& call, const Json& input, const Profile& profile) {
    const Certification certification =
        call.transaction([&] { return begin(call, input["submission"], profile); });
    if (certification.kept && certification.kept->code) {
        return Json::object({{"outcome", "accepted"}, {"reference", *certification.kept->code}});
    }
    if (certification.kept && certification.kept->confirming) {
        return outcome("held", "the answer to the confirmation is lost");
    }
    if (!certification.kept) {
        Authority authority(call, profile, input.textOr("mode") == "production", certification.settings);
        cancelUnknown(call, profile, authority);
    }
    return outcome("absent");
}

} // namespace svc::emcf
