#include "host/mail/outbox.hpp"

#include <stdexcept>

#include "host/core/unit_of_work.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::mail {
namespace {

constexpr std::string_view File =
    "INSERT INTO svc.job (company_id, id, plugin, name, kind, due_at, payload, request_id, created_at,"
    " created_by_kind, created_by_id) VALUES ($1, $2, 'host', 'mail', 'mail', $3, $4, $5, $3, $6, $7)";

std::string contextOf(const Uuid& company, std::string_view id) {
    return "mail " + company.toString() + ' ' + std::string(id);
}

} // namespace

std::string Outbox::seal(const Uuid& company, std::string_view id, std::string_view text) const {
    return Json::object({{"sealed", sealer_.seal(contextOf(company, id), text)}}).dump();
}

std::string Outbox::opened(const Uuid& company, std::string_view id, std::string_view payload) const {
    auto text = sealer_.open(contextOf(company, id), Json::parse(payload).textOr("sealed"));
    if (!text) {
        throw std::runtime_error("the message was not sealed with a master key that is known");
    }
    return std::move(*text);
}

std::string Outbox::sealAgain(const Uuid& company, std::string_view id, std::string_view payload) const {
    return seal(company, id, opened(company, id, payload));
}

Uuid Outbox::queue(UnitOfWork& work, const Message& message) const {
    const Uuid id = work.newId();
    const std::optional<std::string> actor =
        work.actor().kind == Actor::Kind::None ? std::nullopt : std::optional(work.actor().id.toString());
    work.db().send(File, {work.company().id.toString(), id.toString(), work.now().toSql(),
                          seal(work.company().id, id.toString(), message.toJson().dump()), work.requestId(),
                          work.actor().kindText(), actor});
    work.filedMail();
    return id;
}

void Outbox::queueForPerson(const Message& message, const std::string& requestId) const {
    const Instant now = services_.clock.now();
    const Uuid id = newUuid(now);
    db::Transaction transaction(services_.pool);
    transaction.send(File, {Uuid().toString(), id.toString(), now.toSql(),
                            seal(Uuid(), id.toString(), message.toJson().dump()), requestId, std::nullopt,
                            std::nullopt});
    transaction.commit();
    if (services_.wake) {
        Filed filed;
        filed.mail = true;
        services_.wake(filed);
    }
}

Message Outbox::open(const ClaimedJob& job) const {
    return Message::read(Json::parse(opened(job.company, job.id, job.payload)));
}

void offerMail(Catalogue& catalogue, const Outbox& outbox) {
    catalogue.add(Command{"mail.queue", "host", [&outbox](UnitOfWork& work, std::string_view input) {
                              const Uuid job = outbox.queue(work, Message::read(Json::parse(input)));
                              return Json::object({{"jobId", encodeId("job", job)}}).dump();
                          }});
}

} // namespace svc::host::mail
