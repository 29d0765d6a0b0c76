#include "host/mail/outbox.hpp"

#include <stdexcept>

#include "host/auth/sealed_text.hpp"
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

std::string Outbox::seal(const Uuid& company, const Uuid& id, const Message& message) const {
    return Json::object(
               {{"sealed", auth::sealText(key_, contextOf(company, id.toString()), message.toJson().dump())}})
        .dump();
}

Uuid Outbox::queue(UnitOfWork& work, const Message& message) const {
    const Uuid id = work.newId();
    const std::optional<std::string> actor =
        work.actor().kind == Actor::Kind::None ? std::nullopt : std::optional(work.actor().id.toString());
    work.db().send(File,
                   {work.company().id.toString(), id.toString(), work.now().toSql(),
                    seal(work.company().id, id, message), work.requestId(), work.actor().kindText(), actor});
    work.filedMail();
    return id;
}

void Outbox::queueForPerson(const Message& message, const std::string& requestId) const {
    const Instant now = services_.clock.now();
    const Uuid id = newUuid(now);
    db::Transaction transaction(services_.pool);
    transaction.send(File, {Uuid().toString(), id.toString(), now.toSql(), seal(Uuid(), id, message),
                            requestId, std::nullopt, std::nullopt});
    transaction.commit();
    if (services_.wake) {
        Filed filed;
        filed.mail = true;
        services_.wake(filed);
    }
}

Message Outbox::open(const ClaimedJob& job) const {
    const auto text =
        auth::openText(key_, contextOf(job.company, job.id), Json::parse(job.payload).textOr("sealed"));
    if (!text) {
        throw std::runtime_error("the message was not sealed with this master key");
    }
    return Message::read(Json::parse(*text));
}

void offerMail(Catalogue& catalogue, const Outbox& outbox) {
    catalogue.add(Command{"mail.queue", "host", [&outbox](UnitOfWork& work, std::string_view input) {
                              const Uuid job = outbox.queue(work, Message::read(Json::parse(input)));
                              return Json::object({{"jobId", encodeId("job", job)}}).dump();
                          }});
}

} // namespace svc::host::mail
