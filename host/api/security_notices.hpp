#pragma once

#include "host/api/context.hpp"
#include "host/db/connection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// Changes to who has access. The person concerned, or the owners of the company, are notified by mail, so
/// that a change by an attacker is noticed.
enum class SecurityChange {
    PasswordChanged = 1,
    CodesOn,
    CodesOff,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    KeyCreated,
    KeyChanged,
    KeyRolled,
    KeyRevoked,
    WebhookSecretRotated,
    MemberJoined
};

struct Recipient {
    std::string email;
    std::string language;
};
/// The active owners of a company.
constexpr std::string_view OwnersSql =
    "SELECT u.email, u.language FROM svc.member m"
    " JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " JOIN svc.user_account u ON u.id = m.user_id"
    " WHERE m.company_id = $1 AND m.state = 'active' AND r.built_in AND r.name = 'owner'";
std::vector<Recipient> recipientsIn(const db::Rows& rows);

/// Offers the command company.owners: `{}` → `{owners: [{email, language}]}`. Plugins write to them when the
/// company must decide something.
void offerOwners(Catalogue& catalogue);

/// `what`: the name of the key, the address of the webhook, of the member; empty for what is the person's
/// own.
mail::Message securityMail(const Recipient& recipient, SecurityChange change, std::string_view what,
                           Instant at);

/// Sends the notice to a person immediately.
void tellPerson(ApiContext& context, const Uuid& user, SecurityChange change, const std::string& requestId);
/// Sends the notice to the owners of the company, in the transaction of the change.
void tellOwners(const mail::Outbox& outbox, UnitOfWork& work, SecurityChange change, std::string_view what);

} // namespace svc::host::api
