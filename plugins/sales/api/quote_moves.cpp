#include "api/quote_moves.hpp"
#include "api/quote_create.hpp"
#include "api/quote_events.hpp"
#include "api/quote_json.hpp"
#include "api/quote_routes.hpp"
#include "domain/quote_states.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

void refuse(std::string_view code) {
    if (!code.empty()) {
        throw ApiError(400, code);
    }
}

Quote acceptQuote(Call& call, const std::optional<Uuid>& id, const Acceptance& acceptance) {
    Quote quote = requireQuote(call, id);
    refuse(refuseAccept(quote, call.today()));
    const Quote before = quote;
    markAccepted(call, quote, acceptance);
    updateQuote(call, quote);
    emitQuoteAccepted(call, quote);
    recordMove(call, before, quote, "quote.accepted");
    return quote;
}

struct Refusal {
    std::string by;
    std::optional<std::string> name;
    std::optional<std::string> reason;
};

Quote declineQuote(Call& call, const std::optional<Uuid>& id, const Refusal& refusal) {
    Quote quote = requireQuote(call, id);
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = "declined";
    quote.declinedAt = call.now();
    quote.declinedBy = refusal.by;
    quote.declinedName = refusal.name;
    quote.declinedReason = refusal.reason;
    updateQuote(call, quote);
    emitQuoteDeclined(call, quote);
    recordMove(call, before, quote, "quote.declined");
    return quote;
}

Response answer(Request& request, const Quote& quote) {
    return Response::json(200, quoteJson(request, quote)).etag(quote.content.version);
}

} // namespace

void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance) {
    quote.status = "accepted";
    quote.acceptedAt = call.now();
    quote.acceptedBy = acceptance.by;
    quote.acceptedName = acceptance.name;
    quote.acceptanceNote = acceptance.note;
}

void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action) {
    call.history(
        "quote", encodeId("quo", after.content.id), action,
        Json::array({Json::object({{"field", "status"}, {"from", before.status}, {"to", after.status}})}));
}

Response acceptQuoteRoute(Request& request) {
    const Uuid id = request.pathId("quoteId", "quo", "quote-not-found");
    return answer(request, acceptQuote(request, id, {.note = request.body().optionalText("note")}));
}

Response declineQuoteRoute(Request& request) {
    const Uuid id = request.pathId("quoteId", "quo", "quote-not-found");
    return answer(request, declineQuote(request, id, {"company", {}, request.body().optionalText("reason")}));
}

Response cancelQuoteRoute(Request& request) {
    Quote quote = requireQuote(request, request.pathId("quoteId", "quo", "quote-not-found"));
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = "cancelled";
    quote.cancelledAt = request.now();
    quote.cancelReason = request.body().optionalText("reason");
    updateQuote(request, quote);
    recordMove(request, before, quote, "quote.cancelled");
    return answer(request, quote);
}

Json acceptQuoteCommand(Call& call, const Json& input) {
    const Acceptance acceptance{input.textOr("acceptedBy", "customer"), input.optionalText("name"),
                                input.optionalText("note")};
    return quoteJson(call, acceptQuote(call, decodeId("quo", input.textOr("id")), acceptance));
}

Json declineQuoteCommand(Call& call, const Json& input) {
    const Refusal refusal{input.textOr("declinedBy", "customer"), input.optionalText("name"),
                          input.optionalText("reason")};
    return quoteJson(call, declineQuote(call, decodeId("quo", input.textOr("id")), refusal));
}

Json signQuoteCommand(Call& call, const Json& input) {
    Quote quote = requireQuote(call, decodeId("quo", input.textOr("id")));
    refuse(refuseSign(quote, call.today()));
    const Quote before = quote;
    const bool accepts = quote.status == "open";
    if (accepts) {
        markAccepted(call, quote, {.by = "signature"});
    }
    Json signers = Json::array();
    for (const Json& signer : input["signers"].items()) {
        signers.push(Json::object({{"name", signer["name"]}, {"email", signer.optionalText("email")}}));
    }
    quote.signature = Json::object({{"provider", input["provider"]},
                                    {"signedAt", input.textOr("signedAt", call.now().toString())},
                                    {"signers", std::move(signers)},
                                    {"documentSha256", input["documentSha256"]}});
    quote.status = "signed";
    updateQuote(call, quote);
    if (accepts) {
        emitQuoteAccepted(call, quote);
    }
    emitQuoteSigned(call, quote);
    recordMove(call, before, quote, "quote.signed");
    return quoteJson(call, quote);
}

void expireQuotesJob(Call& call, const Json&) {
    // A slice keeps the locks short; what is left waits for the next slice.
    constexpr int Slice = 500;
    for (;;) {
        const std::vector<Uuid> expired = expireQuotes(call, call.today(), Slice);
        for (const Uuid& id : expired) {
            call.history(
                "quote", encodeId("quo", id), "quote.expired",
                Json::array({Json::object({{"field", "status"}, {"from", "open"}, {"to", "expired"}})}));
        }
        if (expired.size() < Slice) {
            return;
        }
    }
}

} // namespace svc::sales
