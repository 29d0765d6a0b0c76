#include "host/api/security_notices.hpp"

#include "host/api/words.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/pool.hpp"

namespace svc::host::api {
namespace {

constexpr std::string_view ReadPerson = "SELECT email, language FROM svc.user_account WHERE id = $1";

Words subjectOf(SecurityChange change) {
    switch (change) {
    case SecurityChange::PasswordChanged:
        return {"Your password was changed", "Votre mot de passe a été modifié",
                "Ihr Passwort wurde geändert"};
    case SecurityChange::CodesOn:
        return {"One-time codes were switched on", "Les codes à usage unique ont été activés",
                "Einmalcodes wurden eingeschaltet"};
    case SecurityChange::CodesOff:
        return {"One-time codes were switched off", "Les codes à usage unique ont été désactivés",
                "Einmalcodes wurden ausgeschaltet"};
    case SecurityChange::RecoveryCodesMade:
        return {"New recovery codes were made", "De nouveaux codes de secours ont été créés",
                "Neue Wiederherstellungscodes wurden erzeugt"};
    case SecurityChange::RecoveryCodeUsed:
        return {"A recovery code was used", "Un code de secours a été utilisé",
                "Ein Wiederherstellungscode wurde verwendet"};
    case SecurityChange::KeyCreated:
        return {"An API key was created", "Une clé d'API a été créée", "Ein API-Schlüssel wurde erstellt"};
    case SecurityChange::KeyChanged:
        return {"An API key was changed", "Une clé d'API a été modifiée", "Ein API-Schlüssel wurde geändert"};
    case SecurityChange::KeyRolled:
        return {"An API key was replaced", "Une clé d'API a été remplacée",
                "Ein API-Schlüssel wurde ersetzt"};
    case SecurityChange::KeyRevoked:
        return {"An API key was revoked", "Une clé d'API a été révoquée",
                "Ein API-Schlüssel wurde widerrufen"};
    case SecurityChange::WebhookSecretRotated:
        return {"The secret of a webhook was replaced", "Le secret d'un webhook a été remplacé",
                "Das Geheimnis eines Webhooks wurde ersetzt"};
    case SecurityChange::MemberJoined:
        return {"A member has joined", "Un membre a rejoint l'entreprise", "Ein Mitglied ist beigetreten"};
    }
    return {};
}

constexpr Words Advice{
    "If this was not expected, end the sessions and keys that you do not know, and change your password.",
    "Si vous ne vous y attendiez pas, fermez les sessions et révoquez les clés inconnues, puis changez de "
    "mot de "
    "passe.",
    "Falls das unerwartet ist, beenden Sie unbekannte Sitzungen und Schlüssel und ändern Sie Ihr Passwort."};

} // namespace

std::vector<Recipient> recipientsIn(const db::Rows& rows) {
    std::vector<Recipient> recipients;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        recipients.push_back({std::string(rows.text(row, 0)), std::string(rows.text(row, 1))});
    }
    return recipients;
}

void offerOwners(Catalogue& catalogue) {
    catalogue.add(
        Command{"company.owners", "host", [](UnitOfWork& work, std::string_view) {
                    Json owners = Json::array();
                    for (const Recipient& owner :
                         recipientsIn(work.db().query(OwnersSql, {work.company().id.toString()}))) {
                        owners.push(Json::object({{"email", owner.email}, {"language", owner.language}}));
                    }
                    return Json::object({{"owners", std::move(owners)}}).dump();
                }});
}

mail::Message securityMail(const Recipient& recipient, SecurityChange change, std::string_view what,
                           Instant at) {
    const std::string subject(subjectOf(change).in(recipient.language));
    std::string text =
        subject + (what.empty() ? "" : ": " + std::string(what)) + "\n" + at.toString() + "\n\n";
    text += Advice.in(recipient.language);
    return {recipient.email, subject, text};
}

void tellPerson(ApiContext& context, const Uuid& user, SecurityChange change, const std::string& requestId) {
    const std::vector<Recipient> recipients =
        recipientsIn(context.services.pool.acquire()->query(ReadPerson, {user.toString()}));
    for (const Recipient& recipient : recipients) {
        context.mail.queueForPerson(securityMail(recipient, change, {}, context.services.clock.now()),
                                    requestId);
    }
}

void tellOwners(const mail::Outbox& outbox, UnitOfWork& work, SecurityChange change, std::string_view what) {
    if (work.dryRun()) {
        return;
    }
    for (const Recipient& owner : recipientsIn(work.db().query(OwnersSql, {work.company().id.toString()}))) {
        outbox.queue(work, securityMail(owner, change, what, work.now()));
    }
}

} // namespace svc::host::api
