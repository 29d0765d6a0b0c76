#include "api/document_mail.hpp"

#include "api/neighbours.hpp"
#include "domain/mail_words.hpp"
#include "domain/reminder_words.hpp"

namespace svc::sales {
namespace {

bool isSpoken(const std::optional<std::string>& language) {
    return language && (*language == "en" || *language == "fr" || *language == "de");
}

std::optional<std::string> publicUrlOf(Call& call, const DocumentMail& mail) {
    if (!call.offers("public.link")) {
        return std::nullopt;
    }
    return call.command("public.link", Json::object({{"kind", mail.kind}, {"id", mail.id}}))
        .optionalText("url");
}

} // namespace

QueuedMail mailDocument(Call& call, const DocumentMail& mail) {
    const std::optional<Partner> partner =
        mail.content->partnerId ? findPartner(call, encodeId("par", *mail.content->partnerId)) : std::nullopt;
    const std::optional<std::string> to = mail.to ? mail.to : partner ? partner->email : std::nullopt;
    if (!to) {
        throw ApiError(400, "partner-email-missing");
    }
    if (!call.offers("mail.queue")) {
        throw ApiError(400, "mail-not-configured");
    }
    std::optional<std::string> language = mail.language;
    if (!isSpoken(language)) {
        language = partner ? partner->language : std::nullopt;
    }
    if (!isSpoken(language)) {
        language = std::string(call.language());
    }
    const std::optional<std::string> url = publicUrlOf(call, mail);
    const std::string& company = call.company().name;
    const MailWords words =
        mail.reminder > 0
            ? reminderWords(*language, *mail.content, mail.reminder, company, mail.message, url)
            : mailWords(*language, mail.kind, *mail.content, mail.until, company, mail.message, url);
    const Json document = Json::object({{"kind", mail.kind}, {"id", mail.id}});
    Json message = Json::object({{"to", *to},
                                 {"subject", words.subject},
                                 {"text", words.text},
                                 {"language", *language},
                                 {"document", document}});
    if (mail.attachPdf && call.offers("documents.pdf")) {
        Json input = document;
        input.set("language", *language);
        message.set("attachments", Json::array({Json::object({{"fileName", mail.content->number + ".pdf"},
                                                              {"contentType", "application/pdf"},
                                                              {"command", "documents.pdf"},
                                                              {"input", std::move(input)}})}));
    }
    const Json answer = call.command("mail.queue", message);
    return {answer["jobId"].text(), *to, *language};
}

std::optional<std::string> askedLanguage(Request& request) {
    return request.header("Accept-Language") ? std::optional<std::string>(request.language()) : std::nullopt;
}

Json queuedJson(const QueuedMail& mail) {
    return Json::object(
        {{"id", mail.jobId}, {"to", mail.to}, {"status", "queued"}, {"language", mail.language}});
}

} // namespace svc::sales
