#include <algorithm>

#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {
namespace {

bool isPhone(std::string_view text) {
    return text.size() >= 8 && text.size() <= 16 && text[0] == '+' && text[1] != '0' &&
           std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

Answer<202, api::PushToPhone> pushToPhone(Request& request, const api::PushToPhoneParameters& parameters,
                                          const api::PushToPhoneCreate& body) {
    const Begun begun = request.transaction([&] {
        const Document document{std::string(toText(DocumentKind::Sale)), parameters.id};
        const DocumentRecord record = requireDocument(request, document, {DocumentKind::Sale});
        if (!isPhone(body.phone)) {
            throw ApiError(400, "phone-invalid");
        }
        const Chosen chosen = choose(request, body.provider, "push-to-phone", record.currency.code());
        Attempt attempt = attemptFor(AttemptOperation::PushToPhone, chosen, document);
        auto input = inputFor<verbs::PushToPhoneInput>(request, chosen, document, record);
        setAmount(attempt, record, body.amount);
        input.amount = MinorAmount(*attempt.amount);
        input.currency = record.currency;
        input.phone = body.phone;
        input.returnUrl = publicPage(request, document);
        attempt.request = keptOf(input);
        return beginAttempt(request, std::move(attempt));
    });
    const Attempt done = carryOut(request, begun);
    return api::PushToPhone{.id = PaymentLinkId(done.id),
                            .provider = done.provider,
                            .phone = body.phone,
                            .url = done.answer.optionalText("url"),
                            .amount = MinorAmount(*done.amount),
                            .currency = *done.currency,
                            .status = statusOf(done, api::PushToPhoneStatus::Pending),
                            .expiresAt = done.expiresAt};
}

} // namespace svc::integrations
