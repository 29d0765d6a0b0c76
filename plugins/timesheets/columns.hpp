#pragma once

#include <svc/nested_columns.hpp>

#include "rules/entry.hpp"

namespace svc::timesheets {

/// `partnerId` has no column of its own: an entry with a partner has both members. `billed` and `sale_id` are
/// changed only by markBilled() and releaseEntries().
inline const Table Entries("timesheets.entry", columnWrittenOnce("id", &Entry::id),
                           column("external_id", &Entry::externalId), column("source", &Entry::source),
                           nestedColumns(&Entry::partner, column("partner_id", &api::TimePartner::id),
                                         column("partner_name", &api::TimePartner::name)),
                           column("person", &Entry::person), column("project", &Entry::project),
                           column("description", &Entry::description), column("date", &Entry::date),
                           column("minutes", &Entry::minutes), column("started_at", &Entry::startedAt),
                           column("ended_at", &Entry::endedAt), column("hourly_rate", &Entry::hourlyRate),
                           column("amount", &Entry::amount), column("currency", &Entry::currency),
                           column("billable", &Entry::billable), column("tags", &Entry::tags),
                           columnWrittenOnce("billed", &Entry::billed),
                           columnWrittenOnce("sale_id", &Entry::saleId), column("version", &Entry::version),
                           columnWrittenOnce("created_at", &Entry::createdAt),
                           column("updated_at", &Entry::updatedAt),
                           actorColumns("created_by", &Entry::createdBy));

} // namespace svc::timesheets
