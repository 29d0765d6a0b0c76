#pragma once

#include <optional>
#include <string>

#include <svc/http.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// A document that goes to its partner by mail.
struct DocumentMail {
    std::string kind; ///< sale or quote
    std::string id;   ///< sal_…, quo_…
    const Sale* content = nullptr;
    std::optional<Date> until;           ///< due date or last day of validity
    std::optional<std::string> to;       ///< else the partner's address
    std::optional<std::string> message;  ///< put before the words of the service
    std::optional<std::string> language; ///< asked for by the caller, else the partner's, else the company's
    std::int64_t reminder = 0;           ///< how many reminders it makes; 0: it is none
    bool attachPdf = false;              ///< where documents are made as PDF
};

/// Who gets a mail, in which language, and the job that sends it.
struct QueuedMail {
    std::string jobId;
    std::string to;
    std::string language;
};

/// Queues the mail in this transaction. Refuses with `partner-email-missing`, `mail-not-configured`.
QueuedMail mailDocument(Call& call, const DocumentMail& mail);

/// The language that the request asks for by Accept-Language; nothing when it does not.
std::optional<std::string> askedLanguage(Request& request);

/// The answer of a route that has queued a mail: `{ id, to, status, language }`.
Json queuedJson(const QueuedMail& mail);

} // namespace svc::sales
