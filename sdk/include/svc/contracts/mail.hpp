/// @file The commands `mail.queue` of the host, for messages that are sent after the commit, and
/// `mail.deliver`, by which a connector gives a message to the mail server of a company.
///
/// A plugin that calls one of them must list it under `commands.uses` of its plugin.yaml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// A file attached to a message.
struct MailAttachment {
    std::string fileName;
    std::string contentType;
    std::string content; ///< base64; empty when `command` supplies it
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
    std::string documentKind = {}; ///< the document that the message belongs to
    std::string documentId = {};
    std::vector<MailAttachment> attachments = {};
};

/// `mail.queue`: queues the message in this transaction and returns the identifier of its job. Throws
/// `field-invalid:<field>` for an address or subject that cannot be sent.
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

/// A mail server and the account to log in with.
struct MailAccount {
    std::string host;
    std::int64_t port =
        0; ///< 25, 465, 587, 2525, or one that `webhooks.allow` of svc.yaml names with the host
    std::string security; ///< `tls` from the first byte, or `starttls`; without TLS nothing is sent
    std::string user;
    std::string password;
    std::string accessToken; ///< instead of a password: AUTH XOAUTH2
};

struct MailDelivery {
    MailAccount account = {};
    std::string from = {};      ///< `Name <address>` or an address
    std::string messageId = {}; ///< without < and >; use the same one when a message is repeated
    Json message = {}; ///< as for mail.queue, attachments with their content; null: only tests the login
};

struct MailResult {
    /// done, or not sent: login-refused, refused (permanently), later, unreachable; or unknown: sent
    /// completely, but the server's reply did not arrive
    std::string result;
    std::optional<std::int64_t> status; ///< status code of the server's reply
    /// The server's reply; without one: resolve, connect, tls, timeout, address-refused, circuit-open or
    /// answer-lost.
    std::string error;
    std::int64_t durationMs = 0;
};

/// `mail.deliver`, for use outside of a transaction. Throws `field-invalid:<field>` for a message that cannot
/// be sent.
inline MailResult deliverMail(Call& call, const MailDelivery& delivery) {
    const MailAccount& account = delivery.account;
    const bool token = !account.accessToken.empty();
    const Json answer = call.command(
        "mail.deliver", Json::object({{"host", account.host},
                                      {"port", account.port},
                                      {"security", account.security},
                                      {"user", account.user},
                                      {"password", token ? Json(nullptr) : Json(account.password)},
                                      {"accessToken", token ? Json(account.accessToken) : Json(nullptr)},
                                      {"from", delivery.from},
                                      {"messageId", delivery.messageId},
                                      {"message", delivery.message}}));
    return {answer.textOr("result"), answer.optionalInteger("status"), answer.textOr("error"),
            answer.optionalInteger("durationMs").value_or(0)};
}

} // namespace svc::contracts
