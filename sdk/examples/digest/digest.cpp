#include "bindings.hpp"

namespace svc::digest {

// After the commit of a sale, until it returns. Twice must be as good as once: the key sees to it.
void subscribers::collect(Call& call, const Event& event) {
    call.db().send("INSERT INTO digest.sale (company_id, sale_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                   call.companyId(), event.objectId());
}

// Once a day for each company. What it writes, emits and files is one transaction with its own end.
void jobs::close(Call& call, const Json&) {
    const auto id = call.newId<DigestId>();
    const Rows closed = call.db().query(
        "UPDATE digest.sale SET digest_id = $2 WHERE company_id = $1 AND digest_id IS NULL RETURNING 1",
        call.companyId(), id);
    if (closed.empty()) {
        return;
    }
    emit(call, events::DigestMade{.id = id, .sales = static_cast<std::int64_t>(closed.size())});
    jobs::fileForget(call, call.now() + 30 * Instant::Day, {.digest = id}, id.toString());
}

// Filed by close() for an instant 30 days later.
void jobs::forget(Call& call, const jobs::ForgetPayload& payload) {
    call.db().send("DELETE FROM digest.sale WHERE company_id = $1 AND digest_id = $2", call.companyId(),
                   payload.digest);
}

} // namespace svc::digest
