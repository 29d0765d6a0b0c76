#include <svc/changes.hpp>

#include "document/mail.hpp"
#include "sale/store/find.hpp"
#include "sale/store/follow.hpp"

namespace svc::sales {

Answer<202, api::SaleReminder> remindSale(Request& request, const api::RemindSaleParameters& parameters,
                                          const api::SaleReminderCreate& body) {
    const Sale sale = lockSale(request, parameters.saleId);
    if (sale.balance() <= 0) {
        throw ApiError(400, "nothing-due");
    }
    const std::int64_t level = countReminder(request, sale.id);
    DocumentMail mail = mailOf(sale);
    mail.to = body.to;
    mail.message = body.message;
    mail.language = askedLanguage(request);
    mail.reminded = &sale;
    mail.reminder = level;
    mail.attachPdf = body.attachPdf;
    const QueuedMail queued = mailDocument(request, mail);
    request.history("sale", sale.id.toString(), "reminder.sent", changeOf("reminders", level - 1, level));
    return api::SaleReminder{.id = queued.jobId,
                             .to = queued.to,
                             .level = level,
                             .status = api::QueuedState::Queued,
                             .language = queued.language};
}

} // namespace svc::sales
