#pragma once

#include <svc/nested_columns.hpp>

#include "rules/stay.hpp"

namespace svc::stays {

/// `partnerId` has no column of its own: a stay with a partner has both members. insertStay() computes
/// `unit_key` from the unit.
inline const Table
    Stays("stays.stay", columnWrittenOnce("id", &Stay::id), column("status", &Stay::status),
          columnWrittenOnce("unit", &Stay::unit),
          nestedColumnsWrittenOnce(&Stay::partner, column("partner_id", &api::StayPartner::id),
                                   column("partner_name", &api::StayPartner::name)),
          columnWrittenOnce("arrival", &Stay::arrival), columnWrittenOnce("departure", &Stay::departure),
          columnWrittenOnce("guests", &Stay::guests), columnWrittenOnce("item_id", &Stay::itemId),
          columnWrittenOnce("unit_price", &Stay::unitPrice), columnWrittenOnce("currency", &Stay::currency),
          columnWrittenOnce("note", &Stay::note), column("checked_in_at", &Stay::checkedInAt),
          column("checked_out_at", &Stay::checkedOutAt), column("cancelled_at", &Stay::cancelledAt),
          column("sale_id", &Stay::saleId), column("version", &Stay::version),
          columnWrittenOnce("created_at", &Stay::createdAt), column("updated_at", &Stay::updatedAt),
          actorColumns("created_by", &Stay::createdBy));

} // namespace svc::stays
