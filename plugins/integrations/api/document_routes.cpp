// Payment links, requests to a phone, signatures and archives of documents.
#include <algorithm>

#include "api/attempt_flow.hpp"
#include "api/chosen.hpp"
#include "api/document_files.hpp"
#include "api/hooks.hpp"
#include "api/states.hpp"

namespace svc::integrations {
namespace {

/// A sale or a quote, or what else may be archived; refuses with the 404 of its kind.
Json requireDocument(Request& request, const Document& document,
                     std::initializer_list<std::string_view> allowed) {
    if (std::find(allowed.begin(), allowed.end(), document.kind) == allowed.end()) {
        throw ApiError(400, "document-kind-unknown", {document.kind});
    }
    const std::string command = document.kind == "sale"       ? "sales.get"
                                : document.kind == "quote"    ? "quotes.get"
                                : document.kind == "purchase" ? "purchases.get"
                                                              : "sales.credit_note";
    Json found = request.offers(command) ? request.command(command, Json::object({{"id", document.id}}))
                                         : Json(nullptr);
    if (found.isNull()) {
        throw ApiError(404, document.kind == "credit_note" ? "credit-note-not-found"
                                                           : document.kind + "-not-found");
    }
    return found;
}

/// What is open of a sale, or the total of a quote that may still become one.
std::int64_t dueOf(const Document& document, const Json& record) {
    const std::string status = record.textOr("status");
    if (document.kind == "sale") {
        return status == "cancelled" ? 0 : record.optionalInteger("balance").value_or(0);
    }
    const bool open = status == "open" || status == "accepted" || status == "signed";
    return open ? record.optionalInteger("total").value_or(0) : 0;
}

/// What all verbs of documents are given.
Json inputOf(Request& request, const Chosen& chosen, const Document& document, const Json& record) {
    return Json::object({{"document", Json::object({{"kind", document.kind},
                                                    {"id", document.id},
                                                    {"number", record.optionalText("number")},
                                                    {"date", record.optionalText("date")}})},
                         {"company", request.company().name},
                         {"hookUrl", hookUrl(request, chosen.provider.id)},
                         {"settings", chosen.connection.settings}});
}

std::string publicPage(Request& request, const Document& document) {
    if (!request.offers("public.link")) {
        return {};
    }
    const Json link =
        request.command("public.link", Json::object({{"kind", document.kind}, {"id", document.id}}));
    return link["url"].text();
}

Attempt attemptFor(std::string_view operation, const Chosen& chosen, Document document) {
    Attempt attempt;
    attempt.operation = operation;
    attempt.provider = chosen.provider.id;
    attempt.document = std::move(document);
    return attempt;
}

/// Amount and currency, in the attempt and its input.
void setAmount(Attempt& attempt, const Json& record, const std::optional<MajorAmount>& amount) {
    const std::int64_t due = dueOf(attempt.document, record);
    if (due <= 0) {
        throw ApiError(400, "nothing-due");
    }
    const Currency currency = Currency::parse(record["currency"].text()).value();
    attempt.amount = amount ? amount->minor(currency, "amount") : due;
    attempt.currency = std::string(currency.code());
    if (*attempt.amount <= 0) {
        throw fieldInvalid("amount");
    }
    if (*attempt.amount > due) {
        throw ApiError(400, "amount-above-outstanding");
    }
    attempt.request.set("amount", *attempt.amount);
    attempt.request.set("currency", *attempt.currency);
}

/// An attempt whose answer was lost is repeated with its own key, so that nobody is asked twice; another one
/// begins a new attempt.
Attempt begin(Request& request, Attempt attempt, const Chosen& chosen) {
    lockConnection(request, attempt.provider);
    const auto open = lockOpenAttempt(request, attempt.operation, attempt.document);
    if (open && open->state == AttemptState::Called && open->provider == attempt.provider &&
        chosen.provider.lost.textOr(attempt.operation) == "repeat" && open->request == attempt.request) {
        return *open;
    }
    planAttempt(request, attempt);
    return attempt;
}

bool isPhone(std::string_view text) {
    return text.size() >= 8 && text.size() <= 16 && text[0] == '+' && text[1] != '0' &&
           std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <class Status>
Status statusOf(const Attempt& attempt, std::string_view open) {
    Status status{};
    fromText(attempt.status == AttemptStatus::Open ? open : toText(attempt.status), status);
    return status;
}

/// The link that a sale has already: another reader of its public page is sent to the same one.
std::optional<Attempt> openLinkOf(Request& request, const Document& document, std::int64_t due) {
    auto open = lockOpenAttempt(request, "payment_link", document);
    const bool usable = open && open->state == AttemptState::Done && open->amount == due &&
                        (!open->expiresAt || *open->expiresAt > request.now());
    return usable ? std::move(open) : std::nullopt;
}

} // namespace

commands::PaymentPageOutput commands::paymentPage(Call& call) {
    return {.offered = findCapable(call, std::nullopt, "payment-link").has_value()};
}

Response payPublicDocument(Request& request, const api::PayPublicDocumentParameters&) {
    const Attempt planned = request.transaction([&] {
        const Document document{std::string(request.path("documentKind")),
                                std::string(request.path("documentId"))};
        if (document.kind != "sale") {
            throw ApiError(404, "document-not-found");
        }
        const Json record = requireDocument(request, document, {"sale"});
        if (auto open = openLinkOf(request, document, dueOf(document, record))) {
            return *std::move(open);
        }
        const Chosen chosen = choose(request, std::nullopt, "payment-link");
        Attempt attempt = attemptFor("payment_link", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        setAmount(attempt, record, std::nullopt);
        attempt.request.set("returnUrl", publicPage(request, document));
        attempt.request.set("expiresAt", nullptr);
        return begin(request, std::move(attempt), chosen);
    });
    const Attempt done = planned.state == AttemptState::Done ? planned : carryOut(request, planned);
    return Response::text(302, "").header("Location", done.answer.textOr("url"));
}

Answer<201, api::PaymentLink> createPaymentLink(Request& request,
                                                const api::CreatePaymentLinkParameters& parameters,
                                                const api::PaymentLinkCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const Json record = requireDocument(request, document, {"sale", "quote"});
        if (body.expiresAt && *body.expiresAt <= request.now()) {
            throw fieldInvalid("expiresAt");
        }
        const Chosen chosen = choose(request, body.provider, "payment-link");
        Attempt attempt = attemptFor("payment_link", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        setAmount(attempt, record, body.amount);
        attempt.request.set("returnUrl", body.returnUrl ? *body.returnUrl : publicPage(request, document));
        attempt.request.set("expiresAt", body.expiresAt);
        return begin(request, std::move(attempt), chosen);
    });
    const Attempt done = carryOut(request, planned);
    return api::PaymentLink{.id = PaymentLinkId(done.id),
                            .provider = done.provider,
                            .url = done.answer.textOr("url"),
                            .amount = MinorAmount(*done.amount),
                            .currency = *done.currency,
                            .status = statusOf<api::PaymentLinkStatus>(done, "active"),
                            .expiresAt = done.expiresAt};
}

Answer<202, api::PushToPhone> pushToPhone(Request& request, const api::PushToPhoneParameters& parameters,
                                          const api::PushToPhoneCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{"sale", parameters.id};
        const Json record = requireDocument(request, document, {"sale"});
        if (!isPhone(body.phone)) {
            throw ApiError(400, "phone-invalid");
        }
        const Chosen chosen = choose(request, body.provider, "push-to-phone");
        Attempt attempt = attemptFor("push_to_phone", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        setAmount(attempt, record, body.amount);
        attempt.request.set("phone", body.phone);
        attempt.request.set("returnUrl", publicPage(request, document));
        return begin(request, std::move(attempt), chosen);
    });
    const Attempt done = carryOut(request, planned);
    return api::PushToPhone{.id = PaymentLinkId(done.id),
                            .provider = done.provider,
                            .phone = body.phone,
                            .url = done.answer.optionalText("url"),
                            .amount = MinorAmount(*done.amount),
                            .currency = *done.currency,
                            .status = statusOf<api::PushToPhoneStatus>(done, "pending"),
                            .expiresAt = done.expiresAt};
}

Answer<201, api::SignatureRequest> requestSignature(Request& request,
                                                    const api::RequestSignatureParameters& parameters,
                                                    const api::SignatureRequestCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const Json record = requireDocument(request, document, {"quote", "sale"});
        const Chosen chosen = choose(request, body.provider, "signature");
        lockConnection(request, chosen.provider.id);
        if (lockOpenAttempt(request, "signature", document)) {
            throw ApiError(400, "signature-in-progress");
        }
        Json signers = Json::array();
        for (const auto& signer : body.signers) {
            signers.push(Json::object({{"name", signer.name}, {"email", signer.email}}));
        }
        Attempt attempt = attemptFor("signature", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        attempt.request.set("signers", std::move(signers));
        attempt.request.set("message", body.message);
        planAttempt(request, attempt);
        return attempt;
    });
    const Attempt done = carryOut(request, planned);
    return api::SignatureRequest{.id = SignatureRequestId(done.id),
                                 .provider = done.provider,
                                 .status = statusOf<api::SignatureRequestStatus>(done, "sent"),
                                 .url = done.answer.optionalText("url")};
}

Answer<201, api::ArchivedDocument> archiveDocument(Request& request,
                                                   const api::ArchiveDocumentParameters& parameters,
                                                   const api::ArchiveCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const Json record = requireDocument(request, document, {"sale", "quote", "purchase", "credit_note"});
        const Chosen chosen = choose(request, body.provider, "archive");
        Attempt attempt = attemptFor("archive", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        attempt.request.set("folder", body.folder);
        return begin(request, std::move(attempt), chosen);
    });
    const Attempt done = carryOut(request, planned);
    return api::ArchivedDocument{.provider = done.provider,
                                 .reference = *done.reference,
                                 .url = done.answer.optionalText("url"),
                                 .sha256 = done.answer.textOr("sha256")};
}

} // namespace svc::integrations
