#include "document/mail.hpp"

#include <algorithm>

#include "bindings.hpp"
#include "sale/rules/reminder_words.hpp"

namespace svc::sales {
namespace {

/// For a mail subject: a name may have line breaks.
std::string inOneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return text;
}

bool isSpoken(const std::optional<std::string>& language) {
    return language && (*language == "en" || *language == "fr" || *language == "de");
}

std::string languageOf(Call& call, const DocumentMail& mail,
                       const std::optional<calls::partners::GetOutput>& partner) {
    if (isSpoken(mail.language)) {
        return *mail.language;
    }
    return partner && isSpoken(partner->language) ? *partner->language : std::string(call.language());
}

} // namespace

DocumentMail mailOf(const Sale& sale) {
    return {.id = sale.id.toString(),
            .partnerId = sale.partnerId,
            .document = {"sale", sale.number, sale.total, sale.currency, sale.dueDate}};
}

DocumentMail mailOf(const Quote& quote) {
    return {.id = quote.id.toString(),
            .partnerId = quote.partnerId,
            .document = {"quote", quote.number, quote.total, quote.currency, quote.validUntil}};
}

QueuedMail mailDocument(Call& call, const DocumentMail& mail) {
    const auto partner = mail.partnerId ? calls::partners::get(call, {.id = *mail.partnerId}) : std::nullopt;
    const std::optional<std::string> to = mail.to ? mail.to : partner ? partner->email : std::nullopt;
    if (!to) {
        throw ApiError(400, "partner-email-missing");
    }
    if (!calls::host::offersMailQueue(call)) {
        throw ApiError(400, "mail-not-configured");
    }
    const std::string language = languageOf(call, mail, partner);
    const Json document = Json::object({{"kind", mail.document.kind}, {"id", mail.id}});
    const std::optional<std::string> url = calls::host::offersPublicLink(call)
                                               ? calls::host::publicLink(call, document).optionalText("url")
                                               : std::nullopt;
    const std::string company = inOneLine(call.company().name);
    const std::string country = partner ? partner->country.value_or("") : std::string();
    const MailReader reader{language, paper::ReaderForm::of(language, country, call.company().country)};
    const MailWords words =
        mail.reminded != nullptr
            ? reminderWords(reader, *mail.reminded, mail.reminder, company, mail.message, url)
            : mailWords(reader, mail.document, company, mail.message, url);
    calls::host::MailQueueInput message{.to = *to,
                                        .subject = words.subject,
                                        .text = words.text,
                                        .language = language,
                                        .document = calls::host::MailQueueInputDocument{
                                            .kind = std::string(mail.document.kind), .id = mail.id}};
    if (mail.attachPdf && calls::documents::offersPdf(call)) {
        Json input = document;
        input.set("language", language);
        message.attachments.emplace().push_back({.fileName = std::string(mail.document.number) + ".pdf",
                                                 .contentType = "application/pdf",
                                                 .command = "documents.pdf",
                                                 .input = std::move(input)});
    }
    return {calls::host::mailQueue(call, message).jobId, *to, language};
}

std::optional<std::string> askedLanguage(Request& request) {
    return request.asksForLanguage() ? std::optional<std::string>(request.language()) : std::nullopt;
}

} // namespace svc::sales
