#pragma once

#include "document/columns.hpp"
#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

inline const Table RecurringSales(
    "sales.recurring", columnWrittenOnce<RecurringSale>("id", &RecurringSale::id),
    column("state", &RecurringSale::state), column("template", &RecurringSale::template_),
    column("partner_id", &RecurringSale::partnerId), column("every", &RecurringSale::every),
    column("every_interval", &RecurringSale::interval), column("day_of_month", &RecurringSale::day),
    column("starts_on", &RecurringSale::startsOn), column("ends_on", &RecurringSale::endsOn),
    column("max_count", &RecurringSale::maxCount), column("send", &RecurringSale::send),
    column("next_on", &RecurringSale::nextOn), column("last_on", &RecurringSale::lastOn),
    column("last_sale_id", &RecurringSale::lastSaleId), column("count", &RecurringSale::count),
    column("last_error_at", &RecurringSale::failedAt), column("last_error", &RecurringSale::failure),
    column("version", &RecurringSale::version), columnWrittenOnce("created_at", &RecurringSale::createdAt),
    column("updated_at", &RecurringSale::updatedAt), actorColumns("created_by", &RecurringSale::createdBy));

} // namespace svc::sales
