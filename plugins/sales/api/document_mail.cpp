#include "api/document_mail.hpp"

#include "api/neighbours.hpp"
#include "domain/mail_words.hpp"

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
    const MailWords words = mailWords(*language, mail.kind, *mail.content, mail.until, call.company().name,
                                      mail.message, publicUrlOf(call, mail));
    const Json answer = call.command(
        "mail.queue", Json::object({{"to", *to},
                                    {"subject", words.subject},
                                    {"text", words.text},
                                    {"language", *language},
                                    {"document", Json::object({{"kind", mail.kind}, {"id", mail.id}})}}));
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
