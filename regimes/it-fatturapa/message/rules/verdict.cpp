#include "message/rules/verdict.hpp"

#include <algorithm>

namespace svc::it_fatturapa {
namespace {

using Outcome = Verdict::Outcome;

Outcome outcomeOf(const Message& message) {
    switch (message.kind) {
    case MessageKind::Refused:
        return Outcome::Rejected;
    case MessageKind::BuyerAnswer:
        return message.refusedByBuyer ? Outcome::Rejected : Outcome::Accepted;
    case MessageKind::Delivered:
    case MessageKind::NotDelivered:
    case MessageKind::DeadlinePassed:
    case MessageKind::Attested:
        return Outcome::Accepted;
    case MessageKind::Metadata:
    case MessageKind::BuyerAnswerSent:
    case MessageKind::BuyerAnswerRefused:
        break;
    }
    return Outcome::None;
}

} // namespace

Verdict verdictOf(const std::vector<Message>& messages) {
    Verdict verdict;
    for (const Message& message : messages) {
        const Outcome outcome = outcomeOf(message);
        if (outcome != Outcome::None &&
            (verdict.outcome != Outcome::Rejected || outcome == Outcome::Rejected)) {
            verdict.outcome = outcome;
            verdict.by = message;
        }
        if (verdict.sdiId.empty()) {
            verdict.sdiId = message.sdiId;
        }
    }
    return verdict;
}

bool isFinal(const std::vector<Message>& messages, bool toPublic) {
    const Verdict verdict = verdictOf(messages);
    if (verdict.outcome == Outcome::Rejected || !toPublic) {
        return verdict.outcome != Outcome::None;
    }
    return std::any_of(messages.begin(), messages.end(), [](const Message& one) {
        return one.kind == MessageKind::BuyerAnswer || one.kind == MessageKind::DeadlinePassed ||
               one.kind == MessageKind::Attested;
    });
}

std::string labelOf(const Message& message) {
    switch (message.kind) {
    case MessageKind::Delivered:
        return "Ricevuta di consegna";
    case MessageKind::NotDelivered:
        return "Mancata consegna";
    case MessageKind::Refused:
        return "Notifica di scarto: " + reasonOf(message);
    case MessageKind::BuyerAnswer:
        return std::string(message.refusedByBuyer ? "Rifiutata dal committente (EC02)"
                                                  : "Accettata dal committente (EC01)") +
               (message.text.empty() ? "" : ": " + message.text);
    case MessageKind::DeadlinePassed:
        return "Decorrenza termini";
    case MessageKind::Attested:
        return "Attestazione di avvenuta trasmissione con impossibilit\xc3\xa0 di recapito";
    case MessageKind::Metadata:
        return "Metadati di invio file";
    case MessageKind::BuyerAnswerSent:
        return "Esito committente";
    case MessageKind::BuyerAnswerRefused:
        return "Scarto esito committente";
    }
    return {};
}

} // namespace svc::it_fatturapa
