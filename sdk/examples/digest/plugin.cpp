#include <svc/plugin.hpp>

namespace {

// After the commit of a sale, until it returns. Twice must be as good as once: the key sees to it.
void collect(svc::Call& call, const svc::Json& event) {
    call.db().send("INSERT INTO digest.sale (company_id, sale_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                   call.companyId(), event["objectId"].text());
}

// Once a day for each company. What it writes, emits and files is one transaction with its own end.
void close(svc::Call& call, const svc::Json&) {
    const svc::Uuid id = call.newUuid();
    const svc::Rows closed = call.db().query(
        "UPDATE digest.sale SET digest_id = $2 WHERE company_id = $1 AND digest_id IS NULL RETURNING 1",
        call.companyId(), id);
    if (closed.empty()) {
        return;
    }
    const std::string digest = svc::encodeId("dig", id);
    svc::Json data = svc::Json::object();
    data.set("id", svc::Json(digest));
    data.set("sales", svc::Json(static_cast<std::int64_t>(closed.size())));
    call.emit("digest.made", "digest", digest, data);

    svc::Json payload = svc::Json::object();
    payload.set("digest", svc::Json(id.toString()));
    call.fileJob("forget", call.now() + 30 * svc::Instant::Day, payload, digest);
}

// Filed by close() for an instant 30 days later.
void forget(svc::Call& call, const svc::Json& payload) {
    call.db().send("DELETE FROM digest.sale WHERE company_id = $1 AND digest_id = $2", call.companyId(),
                   payload["digest"].text());
}

void start(svc::Registry& registry) {
    registry.subscriber("collect", collect);
    registry.job("close", close);
    registry.job("forget", forget);
}

} // namespace

SVC_PLUGIN("digest", "1.0.0", start)
