#include "api/document_mail.hpp"
#include "api/routes.hpp"
#include "store/follow_store.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Response remindSaleRoute(Request& request) {
    const Json& body = request.body();
    const Uuid id = request.pathId("saleId", "sal", "sale-not-found");
    const std::optional<Sale> sale = lockSale(request.db(), request.companyId(), id);
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    if (sale->balance() <= 0) {
        throw ApiError(400, "nothing-due");
    }
    const std::int64_t level = countReminder(request, id);
    const QueuedMail queued =
        mailDocument(request, {.kind = "sale",
                               .id = encodeId("sal", id),
                               .content = &*sale,
                               .until = sale->dueDate,
                               .to = body.optionalText("to"),
                               .message = body.optionalText("message"),
                               .language = askedLanguage(request),
                               .reminder = level,
                               .attachPdf = body.optionalBool("attachPdf").value_or(true)});
    request.history(
        "sale", encodeId("sal", id), "reminder.sent",
        Json::array({Json::object({{"field", "reminders"}, {"from", level - 1}, {"to", level}})}));
    Json answer = queuedJson(queued);
    answer.add("level", level);
    return Response::json(202, answer);
}

} // namespace svc::sales
