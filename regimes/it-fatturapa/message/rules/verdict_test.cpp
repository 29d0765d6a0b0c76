// Verdicts of messages, in any order and with repetitions.
#include <algorithm>

#include <gtest/gtest.h>

#include "message/rules/verdict.hpp"

namespace svc::it_fatturapa {
namespace {

using Outcome = Verdict::Outcome;

Message of(MessageKind kind, bool refused = false) {
    Message message;
    message.kind = kind;
    message.sdiId = "111";
    message.messageId = std::string(codeOf(kind)) + (refused ? "-no" : "");
    message.refusedByBuyer = refused;
    return message;
}

Outcome outcomeIn(const std::vector<Message>& messages) {
    return verdictOf(messages).outcome;
}

TEST(Verdict, IsThatOfEachMessageAlone) {
    EXPECT_EQ(outcomeIn({}), Outcome::None);
    for (const MessageKind kind : {MessageKind::Delivered, MessageKind::NotDelivered, MessageKind::Attested,
                                   MessageKind::DeadlinePassed, MessageKind::BuyerAnswer}) {
        EXPECT_EQ(outcomeIn({of(kind)}), Outcome::Accepted) << codeOf(kind);
    }
    EXPECT_EQ(outcomeIn({of(MessageKind::Refused)}), Outcome::Rejected);
    EXPECT_EQ(outcomeIn({of(MessageKind::BuyerAnswer, true)}), Outcome::Rejected);
    for (const MessageKind kind :
         {MessageKind::Metadata, MessageKind::BuyerAnswerSent, MessageKind::BuyerAnswerRefused}) {
        EXPECT_EQ(outcomeIn({of(kind)}), Outcome::None) << codeOf(kind);
    }
}

TEST(Verdict, DoesNotDependOnTheOrder) {
    std::vector<Message> messages = {of(MessageKind::Delivered), of(MessageKind::BuyerAnswer, true),
                                     of(MessageKind::Metadata), of(MessageKind::Delivered)};
    const auto less = [](const Message& a, const Message& b) { return a.messageId < b.messageId; };
    std::sort(messages.begin(), messages.end(), less);
    do {
        const Verdict verdict = verdictOf(messages);
        EXPECT_EQ(verdict.outcome, Outcome::Rejected);
        EXPECT_EQ(verdict.by->messageId, "NE-no");
        EXPECT_EQ(verdict.sdiId, "111");
    } while (std::next_permutation(messages.begin(), messages.end(), less));
}

TEST(Verdict, IsFinalWhenNothingWillFollow) {
    EXPECT_FALSE(isFinal({}, false));
    EXPECT_TRUE(isFinal({of(MessageKind::Delivered)}, false));
    EXPECT_TRUE(isFinal({of(MessageKind::Refused)}, true));
    EXPECT_FALSE(isFinal({of(MessageKind::Delivered)}, true)) << "a public buyer answers";
    EXPECT_FALSE(isFinal({of(MessageKind::NotDelivered)}, true)) << "it is delivered later, or attested";
    for (const MessageKind kind :
         {MessageKind::BuyerAnswer, MessageKind::DeadlinePassed, MessageKind::Attested}) {
        EXPECT_TRUE(isFinal({of(MessageKind::Delivered), of(kind)}, true)) << codeOf(kind);
    }
}

TEST(Verdict, IsToldInWords) {
    Message refused = of(MessageKind::Refused);
    refused.errors = {{"00305", "IdCodice non valido"}};
    EXPECT_EQ(labelOf(refused), "Notifica di scarto: 00305 IdCodice non valido");
    Message answer = of(MessageKind::BuyerAnswer, true);
    answer.text = "Importo errato";
    EXPECT_EQ(labelOf(answer), "Rifiutata dal committente (EC02): Importo errato");
    for (const MessageKind kind : {MessageKind::Delivered, MessageKind::NotDelivered, MessageKind::Attested,
                                   MessageKind::DeadlinePassed, MessageKind::Metadata,
                                   MessageKind::BuyerAnswerSent, MessageKind::BuyerAnswerRefused}) {
        EXPECT_FALSE(labelOf(of(kind)).empty()) << codeOf(kind);
    }
}

} // namespace
} // namespace svc::it_fatturapa
