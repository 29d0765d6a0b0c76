#pragma once

#include <optional>
#include <string>

#include <svc/http.hpp>

#include "document/rules/mail_words.hpp"
#include "quote/rules/quote.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A document that goes to its partner by mail, and what the caller says of the mail.
struct DocumentMail {
    std::string id; ///< sal_…, quo_…
    std::optional<PartnerId> partnerId;
    MailedDocument document;
    std::optional<std::string> to{};      ///< else the partner's address
    std::optional<std::string> message{}; ///< put before the words of the service
    std::optional<std::string>
        language{};                 ///< asked for by the caller, else the partner's, else the company's
    const Sale* reminded = nullptr; ///< of a reminder, which has words of its own
    std::int64_t reminder = 0;      ///< how many reminders it makes
    bool attachPdf = true;          ///< where documents are made as PDF
};
DocumentMail mailOf(const Sale& sale);
DocumentMail mailOf(const Quote& quote);

/// Who gets a mail, in which language, and the job that sends it.
struct QueuedMail {
    JobId jobId;
    std::string to;
    std::string language;
};

/// Queues the mail in this transaction. Refuses with `partner-email-missing`, `mail-not-configured`.
QueuedMail mailDocument(Call& call, const DocumentMail& mail);

/// The language that the request asks for by Accept-Language; nothing when it does not.
std::optional<std::string> askedLanguage(Request& request);

} // namespace svc::sales
