#include "message/rules/message.hpp"

#include <array>

#include "xml/xml_document.hpp"

namespace svc::it_fatturapa {
namespace {

struct Form {
    MessageKind kind;
    std::string_view code;
    std::string_view root; ///< local name of the root element; a second name may follow after a blank
};

constexpr std::array<Form, 9> Forms = {{
    {MessageKind::Delivered, "RC", "RicevutaConsegna"},
    {MessageKind::NotDelivered, "MC", "NotificaMancataConsegna RicevutaImpossibilitaRecapito"},
    {MessageKind::Refused, "NS", "NotificaScarto RicevutaScarto"},
    {MessageKind::BuyerAnswer, "NE", "NotificaEsito"},
    {MessageKind::DeadlinePassed, "DT", "NotificaDecorrenzaTermini"},
    {MessageKind::Attested, "AT", "AttestazioneTrasmissioneFattura"},
    {MessageKind::Metadata, "MT", "MetadatiInvioFile FileMetadati"},
    {MessageKind::BuyerAnswerSent, "EC", "NotificaEsitoCommittente"},
    {MessageKind::BuyerAnswerRefused, "SE", "ScartoEsitoCommittente"},
}};

const Form* formOf(std::string_view root) {
    for (const Form& form : Forms) {
        const std::size_t blank = form.root.find(' ');
        if (root == form.root.substr(0, blank) ||
            (blank != std::string_view::npos && root == form.root.substr(blank + 1))) {
            return &form;
        }
    }
    return nullptr;
}

std::string firstOf(const xml::XmlNode& node, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (std::string text = node.textOf(name); !text.empty()) {
            return text;
        }
    }
    return {};
}

} // namespace

std::string_view codeOf(MessageKind kind) {
    for (const Form& form : Forms) {
        if (form.kind == kind) {
            return form.code;
        }
    }
    return {};
}

std::optional<MessageKind> kindOf(std::string_view code) {
    for (const Form& form : Forms) {
        if (form.code == code) {
            return form.kind;
        }
    }
    return std::nullopt;
}

std::optional<Message> readMessage(std::string_view text) {
    const auto document = xml::XmlDocument::parse(text);
    const Form* form = document ? formOf(document->root().name()) : nullptr;
    if (form == nullptr) {
        return std::nullopt;
    }
    const xml::XmlNode root = document->root();
    Message message;
    message.kind = form->kind;
    message.sdiId = root.textOf("IdentificativoSdI");
    message.fileName = root.textOf("NomeFile");
    message.messageId = root.textOf("MessageId");
    message.at = firstOf(root, {"DataOraConsegna", "DataOraRicezione"});
    const auto inner = root.child("EsitoCommittente");
    const xml::XmlNode answer = inner ? *inner : root;
    message.refusedByBuyer = answer.textOf("Esito") == "EC02";
    message.text = firstOf(answer, {"Descrizione"});
    if (message.text.empty()) {
        message.text = firstOf(root, {"Descrizione", "Note"});
    }
    if (const auto list = root.child("ListaErrori")) {
        list->eachChild("Errore", [&](xml::XmlNode error) {
            message.errors.push_back({error.textOf("Codice"), error.textOf("Descrizione")});
        });
    }
    if (const std::string code = root.textOf("Scarto"); !code.empty()) {
        message.errors.push_back({code, {}});
    }
    if (message.sdiId.empty()) {
        return std::nullopt;
    }
    return message;
}

std::string reasonOf(const Message& message) {
    std::string text;
    for (const MessageError& error : message.errors) {
        text += (text.empty() ? "" : "; ") + error.code + (error.text.empty() ? "" : ' ' + error.text);
    }
    return text.empty() ? message.text : text;
}

} // namespace svc::it_fatturapa
