/// @file The command `mail.queue` of the host: messages that are sent after the commit.
///
/// A plugin that calls it names it under `commands.uses` of its plugin.yaml.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// A file that goes with a message.
struct MailAttachment {
    std::string fileName;
    std::string contentType;
    std::string content; ///< base64; empty when a command makes it
    std::string command; ///< run when the message is sent; answers `{ "content": base64 }` and writes nothing
    Json input = {};
};

struct MailMessage {
    std::string to; ///< an address, or `Name <address>`
    std::string subject;
    std::string text;
    std::string html = {};
    std::string replyTo = {};
    std::string language = {};
    std::string documentKind = {}; ///< what the message is about
    std::string documentId = {};
    std::vector<MailAttachment> attachments = {};
};

/// `mail.queue`: files the message with this transaction and gives the id of its job. Refuses addresses and
/// subjects that cannot be sent with `field-invalid:<field>`.
inline std::string queueMail(Call& call, const MailMessage& message) {
    Json files = Json::array();
    for (const MailAttachment& file : message.attachments) {
        Json entry = Json::object({{"fileName", file.fileName}, {"contentType", file.contentType}});
        if (file.command.empty()) {
            entry.set("content", Json(file.content));
        } else {
            entry.set("command", Json(file.command));
            entry.set("input", file.input);
        }
        files.push(std::move(entry));
    }
    Json input = Json::object({{"to", message.to},
                               {"subject", message.subject},
                               {"text", message.text},
                               {"html", message.html},
                               {"replyTo", message.replyTo},
                               {"language", message.language},
                               {"attachments", std::move(files)}});
    if (!message.documentId.empty()) {
        input.set("document", Json::object({{"kind", message.documentKind}, {"id", message.documentId}}));
    }
    return call.command("mail.queue", input).textOr("jobId");
}

} // namespace svc::contracts
