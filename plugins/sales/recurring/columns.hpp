#pragma once

#include "document/columns.hpp"
#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

inline const Table
    RecurringSales("sales.recurring", shownColumnWrittenOnce<RecurringSale>("id", &RecurringSale::id),
                   shownColumn<RecurringSale>("state", &RecurringSale::state),
                   shownColumn<RecurringSale>("template", &RecurringSale::template_),
                   shownColumn<RecurringSale>("partner_id", &RecurringSale::partnerId),
                   shownColumn<RecurringSale>("every", &RecurringSale::every),
                   shownColumn<RecurringSale>("every_interval", &RecurringSale::interval),
                   column("day_of_month", &RecurringSale::day),
                   shownColumn<RecurringSale>("starts_on", &RecurringSale::startsOn),
                   shownColumn<RecurringSale>("ends_on", &RecurringSale::endsOn),
                   shownColumn<RecurringSale>("max_count", &RecurringSale::maxCount),
                   shownColumn<RecurringSale>("send", &RecurringSale::send),
                   shownColumn<RecurringSale>("next_on", &RecurringSale::nextOn),
                   shownColumn<RecurringSale>("last_on", &RecurringSale::lastOn),
                   shownColumn<RecurringSale>("last_sale_id", &RecurringSale::lastSaleId),
                   shownColumn<RecurringSale>("count", &RecurringSale::count),
                   column("last_error_at", &RecurringSale::failedAt),
                   column("last_error", &RecurringSale::failure),
                   shownColumn<RecurringSale>("version", &RecurringSale::version),
                   shownColumnWrittenOnce<RecurringSale>("created_at", &RecurringSale::createdAt),
                   shownColumn<RecurringSale>("updated_at", &RecurringSale::updatedAt),
                   ActorColumns<RecurringSale>{"created_by", &RecurringSale::createdBy});

} // namespace svc::sales
