// Notifications of SdI about the fate of a file (Messaggi SdI, specification 1.0 and 1.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::it_fatturapa {

enum class MessageKind {
    Delivered,         ///< RC: the buyer has it
    NotDelivered,      ///< MC: it waits for the buyer in his area of the tax agency's site
    Refused,           ///< NS: SdI refuses it; it counts as not issued
    BuyerAnswer,       ///< NE: a public buyer accepts or refuses it
    DeadlinePassed,    ///< DT: a public buyer has not answered within fifteen days
    Attested,          ///< AT: it was transmitted and could not be delivered
    Metadata,          ///< MT: accompanies an invoice to its receiver
    BuyerAnswerSent,   ///< EC: a buyer's answer on its way to SdI
    BuyerAnswerRefused ///< SE: SdI refuses the answer of a buyer
};

/// Two letters: `RC`.
std::string_view codeOf(MessageKind kind);
std::optional<MessageKind> kindOf(std::string_view code);

struct MessageError {
    std::string code; ///< five digits
    std::string text;
};

struct Message {
    MessageKind kind = MessageKind::Delivered;
    std::string sdiId;     ///< IdentificativoSdI
    std::string fileName;  ///< NomeFile; empty in EC and SE
    std::string messageId; ///< of SdI; unique together with the kind and sdiId
    std::string at;        ///< of delivery, else of reception, as written in the message; may be empty
    std::vector<MessageError> errors; ///< of NS; of SE its only code, without text
    bool refusedByBuyer = false;      ///< NE and EC: the answer is EC02
    std::string text;                 ///< Descrizione of the buyer's answer or of the message; else Note
};

/// Nothing when the text is no message of SdI.
std::optional<Message> readMessage(std::string_view xml);

/// The message in one line: `00305 IdCodice non valido; 00400 …`, or the words of the buyer.
std::string reasonOf(const Message& message);

} // namespace svc::it_fatturapa
