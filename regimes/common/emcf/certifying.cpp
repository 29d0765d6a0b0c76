// Certification in two steps: the commands of each regime of this kind. A document is submitted, the total
// that the authority computed is compared, then it is confirmed. A pending invoice expires after two minutes
// without confirmation; pending invoices that are not stored here are cancelled.
#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"
#include "emcf/invoice.hpp"
#include "emcf/invoice_store.hpp"
#include "emcf/vectors.hpp"
#include "own.hpp"

namespace svc::emcf {
namespace {

using authority::bodyOf;
using authority::nothingDone;
using authority::whyNot;
using namespace own::calls::compliance;
namespace sales = own::calls::sales;

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

bool isCancellation(const SubmissionToSend& submission) {
    return submission.kind == FiscalDocumentKind::Sale && submission.operation == FiscalOperation::Cancel;
}

std::string documentOf(const SubmissionToSend& submission) {
    return submission.documentId + (isCancellation(submission) ? ".cancel" : "");
}

RegimeAnswer outcome(AnswerOutcome what, const std::string& error, const std::string& code = {}) {
    return {.outcome = what,
            .error = error.empty() ? std::nullopt : std::optional(error),
            .errorCode = code.empty() ? std::nullopt : std::optional(code)};
}

/// The outcome of a request that the authority did not process: retried, or postponed when it says until
/// when.
RegimeAnswer notDone(Call& call, const HttpReply& reply) {
    RegimeAnswer told = outcome(AnswerOutcome::Retry, whyNot(reply));
    if (const auto pause = authority::pauseAskedBy(reply, call.now())) {
        told.outcome = AnswerOutcome::Later;
        told.nextAttemptAt = pause;
    }
    return told;
}

/// The authority's code of an invoice. When the answer was lost, a person has entered the code.
std::optional<std::string> codeOf(Call& call, const Profile& profile, const std::string& sale) {
    const auto invoice = findInvoice(call, profile, sale);
    if (invoice && invoice->code) {
        return invoice->code;
    }
    const auto accepted = fiscalAcceptance(call, {.regime = std::string(profile.regime), .documentId = sale});
    return accepted ? accepted->reference : std::nullopt;
}

template <class Record>
Document documentIn(const Record& record) {
    Document document{.number = record.number,
                      .currency = std::string(record.currency.code()),
                      .total = record.total,
                      .taxTotal = record.taxTotal};
    for (const auto& tax : record.taxes) {
        document.taxCategories.push_back(tax.taxCategory);
    }
    for (const auto& line : record.lines) {
        document.lines.push_back({.label = line.label,
                                  .quantity = line.quantity,
                                  .service = line.service,
                                  .net = line.net,
                                  .tax = line.tax,
                                  .taxCategory = line.taxCategory,
                                  .taxRate = line.taxRate});
    }
    return document;
}

Document documentOf(const sales::Sale& sale) {
    Document document = documentIn(sale);
    for (const auto& payment : sale.payments) {
        if (payment.status == sales::SalePaymentState::Received) {
            document.payments.push_back({std::string(toText(payment.method)), payment.amount});
        }
    }
    return document;
}

std::optional<Buyer> buyerOf(const sales::SealedOutput& sealed) {
    if (!sealed.buyer) {
        return std::nullopt;
    }
    const auto& address = sealed.buyer->address;
    return Buyer{.name = sealed.buyer->name,
                 .registrationNumber = sealed.buyer->registrationNumber,
                 .country = sealed.buyer->country,
                 .address = address ? addressOf(address->line1, address->city) : std::string()};
}

/// The sale, or the credit note that reverses it.
struct ReadDocument {
    Document document;
    std::optional<own::SaleId> credited; ///< the sale that a credit note reverses
};

sales::Sale getSale(Call& call, const std::string& id) {
    return sales::get(call, {.id = own::SaleId::parse(id).value()}).value();
}

ReadDocument readDocument(Call& call, const SubmissionToSend& submission, const Profile& profile) {
    std::string id = submission.documentId;
    if (isCancellation(submission)) {
        id = getSale(call, id).cancellation.value().creditNoteId.value().toString();
    }
    ReadDocument read;
    if (const auto noteId = own::CreditNoteId::parse(id)) {
        const auto note = sales::creditNote(call, {.id = *noteId}).value();
        read = {.document = documentIn(note), .credited = note.saleId};
        read.document.isCreditNote = true;
        read.document.original = codeOf(call, profile, note.saleId.toString());
    } else {
        read.document = documentOf(getSale(call, id));
    }
    read.document.buyer = buyerOf(sales::sealed(call, {.id = id}).value());
    return read;
}

Certification begin(Call& call, const SubmissionToSend& submission, const Profile& profile) {
    Certification certification;
    certification.document = documentOf(submission);
    certification.kept = lockInvoice(call, profile, certification.document);
    certification.settings = fiscalRegime(call, {.regime = std::string(profile.regime)}).value().settings;
    const auto [document, credited] = readDocument(call, submission, profile);
    if (credited && !document.original) {
        certification.waits = sales::get(call, {.id = *credited, .lines = false}).value().fiscalStatus ==
                              sales::SaleFiscalStatus::Pending;
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

RegimeMark markOf(const Profile& profile, const Json& answer, const std::string& code) {
    RegimeMark mark{.lines = {std::string(profile.codeWords) + ": " + code},
                    .qr = answer.optionalText("qrCode"),
                    .caption = std::string(profile.name)};
    for (const auto& [words, field] :
         {std::pair{"NIM", "nim"}, std::pair{"Compteurs", "counters"}, std::pair{"Heure", "dateTime"}}) {
        if (const auto text = answer.optionalText(field)) {
            mark.lines.push_back(std::string(words) + ": " + *text);
        }
    }
    return mark;
}

/// The first step. Nothing when the invoice is pending now; else the outcome.
std::optional<RegimeAnswer> submit(Call& call, const Profile& profile, Authority& authority,
                                   Certification& certification) {
    const HttpReply reply = authority.submit(*certification.request);
    if (nothingDone(reply)) {
        return notDone(call, reply);
    }
    if (reply.status >= 400 && reply.status < 500) {
        return outcome(AnswerOutcome::Rejected, whyNot(reply));
    }
    const Json answer = reply.ok() ? bodyOf(reply) : Json(nullptr);
    if (const std::string code = answer.textOr("errorCode"); !code.empty()) {
        const std::string why = answer.textOr("errorDesc", code);
        if (code == TooManyPending) {
            cancelUnknown(call, profile, authority);
            return outcome(AnswerOutcome::Retry, why, code);
        }
        const bool passes = std::find(Passing.begin(), Passing.end(), code) != Passing.end();
        return outcome(passes ? AnswerOutcome::Retry : AnswerOutcome::Rejected, why, code);
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
        return outcome(AnswerOutcome::Rejected,
                       "total: " + ours.dump() + " here, " + answer["total"].dump() + " at the authority");
    }
    return std::nullopt;
}

/// The second step. From here on the authority cannot be asked whether it was done.
RegimeAnswer confirm(Call& call, const Profile& profile, Authority& authority, Certification& certification) {
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
        return {.outcome = AnswerOutcome::Accepted,
                .reference = code,
                .qrCode = answer.optionalText("qrCode"),
                .mark = markOf(profile, answer, code),
                .answer = base64Encode(reply.body)};
    }
    if (nothingDone(reply)) {
        call.transaction([&] {
            certification.kept->confirming = false;
            saveInvoice(call, profile, *certification.kept);
        });
        return notDone(call, reply);
    }
    const std::string error = answer.textOr("errorCode");
    if (error.empty()) {
        return outcome(AnswerOutcome::Held, "the answer to the confirmation is lost: " + whyNot(reply));
    }
    const std::string why = answer.textOr("errorDesc", error);
    if (error != Finished) {
        const Json cancelled = bodyOf(authority.cancel(certification.kept->uid));
        if (cancelled.textOr("errorCode") == Finished) {
            return outcome(AnswerOutcome::Held,
                           "it is finished, though the confirmation was answered by: " + why, error);
        }
    }
    // The invoice was still pending, or has expired: in both cases nothing was certified.
    call.transaction([&] { forgetInvoice(call, profile, certification.document); });
    return outcome(AnswerOutcome::Retry, why, error);
}

} // namespace
} // namespace svc::emcf

namespace svc {

using namespace emcf;
using namespace emcf::own::calls::compliance;

RegimeDescription own::commands::describe(Call&) {
    const Profile& profile = own::profile();
    Json properties = Json::object(
        {{profile.taxNumber, Json::object({{"type", "string"}, {"pattern", profile.taxNumberPattern}})},
         {"token", Json::parse(R"({"type":"string","minLength":1,"maxLength":4000})")},
         {"operator", Json::parse(R"({"type":"string","minLength":1,"maxLength":100})")}});
    std::vector<RegimeSetting> needed = {
        {.name = std::string(profile.taxNumber), .type = "string", .secret = false},
        {.name = "token", .type = "string", .secret = true}};
    if (profile.detailed) {
        properties.set("isf", Json::parse(R"({"type":"string","minLength":1,"maxLength":100})"));
        needed.push_back({.name = "isf", .type = "string", .secret = false});
    }
    return {.name = std::string(profile.name),
            .country = std::string(profile.country),
            .kind = FiscalRegimeKind::Clearance,
            .offline = false,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::object(
                {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}}),
            .requiredSettings = std::move(needed),
            .lost = LostAnswers{.issue = LostAnswer::ReadFirst,
                                .credit = LostAnswer::ReadFirst,
                                .cancel = LostAnswer::ReadFirst}};
}

Json own::commands::check(Call&, const Json& given) {
    return checkVector(own::profile(), given);
}

RegimeAnswer own::commands::send(Call& call, const RegimeSending& input) {
    const Profile& profile = own::profile();
    Certification certification = call.transaction([&] { return begin(call, input.submission, profile); });
    if (certification.waits) {
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = call.now() + OriginalPause};
    }
    if (!certification.request) {
        return outcome(AnswerOutcome::Rejected, certification.broken);
    }
    if (certification.kept && certification.kept->confirming) {
        certification.kept.reset(); // a person has looked, and wants it sent again
    }
    Authority authority(call, profile, input.mode == FiscalMode::Production, certification.settings);
    const bool fresh = certification.kept && call.now() - certification.kept->submittedAt < PendingLife;
    std::optional<RegimeAnswer> ended;
    if (!fresh) {
        ended = submit(call, profile, authority, certification);
    }
    RegimeAnswer told = ended ? *std::move(ended) : confirm(call, profile, authority, certification);
    told.request = base64Encode(certification.request->dump());
    return told;
}

/// The state of an attempt whose answer was lost. The authority cannot be asked whether a confirmation was
/// done: then `held`.
RegimeAnswer own::commands::read(Call& call, const RegimeSending& input) {
    const Profile& profile = own::profile();
    const Certification certification =
        call.transaction([&] { return begin(call, input.submission, profile); });
    if (certification.kept && certification.kept->code) {
        return {.outcome = AnswerOutcome::Accepted, .reference = certification.kept->code};
    }
    if (certification.kept && certification.kept->confirming) {
        return outcome(AnswerOutcome::Held, "the answer to the confirmation is lost");
    }
    if (!certification.kept) {
        Authority authority(call, profile, input.mode == FiscalMode::Production, certification.settings);
        cancelUnknown(call, profile, authority);
    }
    return {.outcome = AnswerOutcome::Absent};
}

} // namespace svc
