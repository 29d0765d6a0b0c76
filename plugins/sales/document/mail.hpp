#pragma once

#include <optional>
#include <string>

#include <svc/http.hpp>

#include "document/rules/mail_words.hpp"
#include "quote/rules/quote.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A document to be mailed to its partner, with the options of the request.
struct DocumentMail {
    std::string id; ///< sal_…, quo_…
    std::optional<PartnerId> partnerId;
    MailedDocument document;
    std::optional<std::string> to{};      ///< default: the partner's address
    std::optional<std::string> message{}; ///< put before the standard text
    std::optional<std::string>
        language{};                 ///< requested by the caller, else the partner's, else the company's
    const Sale* reminded = nullptr; ///< the sale of a reminder, which has its own text
    std::int64_t reminder = 0;      ///< number of this reminder
    bool attachPdf = true;          ///< if a module makes PDF documents
};
DocumentMail mailOf(const Sale& sale);
DocumentMail mailOf(const Quote& quote);

/// The recipient of a mail, its language, and the job that sends it.
struct QueuedMail {
    JobId jobId;
    std::string to;
    std::string language;
};

/// Queues the mail in this transaction. Refuses with `partner-email-missing`, `mail-not-configured`.
QueuedMail mailDocument(Call& call, const DocumentMail& mail);

/// The language requested by Accept-Language; nothing without it.
std::optional<std::string> askedLanguage(Request& request);

} // namespace svc::sales
