#include "host/api/context.hpp"
#include "host/api/role_records.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/roles.hpp"
#include "host/auth/session_token.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::int64_t InvitationLife = 7 * Instant::Day;

constexpr std::string_view MemberColumns =
    "m.id, m.user_id, m.email, u.name, m.state, array_to_string(m.business_unit_ids, ' '), m.invited_at,"
    " m.accepted_at, r.id, r.name, r.built_in, array_to_string(r.permissions, ' '), m.version, m.created_at,"
    " m.updated_at, m.created_by_kind, m.created_by_id";
constexpr std::string_view MemberTables =
    " FROM svc.member m JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " LEFT JOIN svc.user_account u ON u.id = m.user_id WHERE m.company_id = $1";
constexpr std::string_view CountMembers = "SELECT count(*) FROM svc.member WHERE company_id = $1";
constexpr std::string_view MemberExists =
    "SELECT 1 FROM svc.member m LEFT JOIN svc.user_account u ON u.id = m.user_id"
    " WHERE m.company_id = $1 AND (lower(m.email) = lower($2) OR lower(u.email) = lower($2))";
constexpr std::string_view ReadRole = "SELECT id, name, built_in, array_to_string(permissions, ' ') FROM "
                                      "svc.role WHERE company_id = $1 AND id = $2";
constexpr std::string_view UnitExists = "SELECT 1 FROM svc.business_unit WHERE company_id = $1 AND id = $2";
constexpr std::string_view InsertMember =
    "INSERT INTO svc.member (company_id, id, email, state, role_id, business_unit_ids, invited_at, "
    "invitation_digest,"
    " invitation_expires_at, created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, 'invited', $4, $5, $6, $7, $8, $6, $6, $9, $10)";
constexpr std::string_view UpdateMember = "UPDATE svc.member SET state = $3, role_id = $4, business_unit_ids "
                                          "= $5, version = version + 1, updated_at = $6"
                                          " WHERE company_id = $1 AND id = $2";
constexpr std::string_view RenewInvitation =
    "UPDATE svc.member SET invitation_digest = $3, invitation_expires_at = $4, invited_at = $5,"
    " version = version + 1, updated_at = $5 WHERE company_id = $1 AND id = $2 AND state = 'invited'";
constexpr std::string_view DeleteMember = "DELETE FROM svc.member WHERE company_id = $1 AND id = $2";
// Owners limited to business units do not count, since they cannot manage the whole company.
constexpr std::string_view OtherOwners =
    "SELECT count(*) FROM svc.member m JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " WHERE m.company_id = $1 AND m.id <> $2 AND m.state = 'active' AND m.business_unit_ids = '{}'"
    " AND r.built_in AND r.name = 'owner'";

Json memberRecord(const Catalogue& catalogue, const db::Rows& rows, std::size_t row) {
    Json units = Json::array();
    for (const std::string& unit : wordsOf(rows.cell(row, 5))) {
        units.push(idJson("bus", unit));
    }
    Json member = Json::object({{"id", idJson("mem", rows.cell(row, 0))},
                                {"userId", idJson("usr", rows.cell(row, 1))},
                                {"email", textJson(rows.cell(row, 2))},
                                {"name", textJson(rows.cell(row, 3))},
                                {"state", textJson(rows.cell(row, 4))},
                                {"role", roleSummary(catalogue, rows, row, 8)},
                                {"businessUnitIds", std::move(units)},
                                {"invitedAt", instantJson(rows.cell(row, 6))},
                                {"acceptedAt", instantJson(rows.cell(row, 7))}});
    addCommon(member, rows, row, 12);
    return member;
}

Json readMember(http::Exchange& exchange, const Uuid& id) {
    static const std::string sql = "SELECT " + std::string(MemberColumns) + std::string(MemberTables) +
                                   " AND m.id = $2 FOR NO KEY UPDATE OF m";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "member-not-found");
    }
    return memberRecord(exchange.work->services().catalogue, rows, 0);
}

/// The role to assign. The caller must hold all of its permissions: otherwise a manager could make an owner.
Json grantableRole(http::Exchange& exchange, const std::string& roleId) {
    const auto id = decodeId("rol", roleId);
    const db::Rows rows =
        id ? exchange.work->db().query(ReadRole, {companyText(exchange), id->toString()}) : db::Rows();
    if (!id || rows.empty()) {
        throw ApiError(404, "role-not-found");
    }
    Json role = roleSummary(exchange.work->services().catalogue, rows, 0, 0);
    requireAll(exchange, permissionsOf(role));
    return role;
}

/// A caller who is limited to business units may limit others only to some of these units, and may not change
/// members who have access to more.
void requireUnits(const http::Exchange& exchange, const Json& units) {
    const std::vector<Uuid>& own = exchange.caller.businessUnits;
    const bool within = std::all_of(units.items().begin(), units.items().end(), [&](const Json& unit) {
        const auto id = decodeId("bus", unit.text());
        return id && std::find(own.begin(), own.end(), *id) != own.end();
    });
    if (!own.empty() && (units.empty() || !within)) {
        throw ApiError(403, "missing-permission");
    }
}

std::vector<std::string> checkedUnits(http::Exchange& exchange, const Json& wanted) {
    std::vector<std::string> units;
    for (const Json& entry : wanted.items()) {
        const auto id = decodeId("bus", entry.text());
        if (!id || exchange.work->db().query(UnitExists, {companyText(exchange), id->toString()}).empty()) {
            throw ApiError(404, "business-unit-not-found");
        }
        units.push_back(id->toString());
    }
    return units;
}

bool isOwner(const Json& member) {
    return member["role"]["builtIn"].boolean() && member["role"]["name"].text() == auth::OwnerRole;
}

void keepAnOwner(http::Exchange& exchange, const Uuid& member) {
    const db::Rows rows = exchange.work->db().query(OtherOwners, {companyText(exchange), member.toString()});
    if (rows.text(0, 0) == "0") {
        throw ApiError(400, "last-owner");
    }
}

void listMembers(http::Exchange& exchange) {
    static const std::string sql = "SELECT " + std::string(MemberColumns) + std::string(MemberTables) +
                                   " ORDER BY lower(coalesce(u.name, m.email)), m.id";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange)});
    Json members = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        members.push(memberRecord(exchange.work->services().catalogue, rows, row));
    }
    replyArray(exchange, std::move(members));
}

mail::Message invitationMail(const UnitOfWork& work, const std::string& inviter, const std::string& email,
                             const std::string& url) {
    const std::string company = Json::parse(work.company().json).textOr("name");
    const std::string until = dateIn(work.company().timeZone, work.now() + InvitationLife).toString();
    if (work.company().language == "fr") {
        return {email, "Invitation : " + company,
                inviter + " vous invite à rejoindre " + company + " (valable jusqu'au " + until + ") :\n" +
                    url};
    }
    if (work.company().language == "de") {
        return {email, "Einladung: " + company,
                inviter + " lädt Sie ein, " + company + " beizutreten (gültig bis " + until + "):\n" + url};
    }
    return {email, "Invitation: " + company,
            inviter + " invites you to join " + company + " (valid until " + until + "):\n" + url};
}

/// Sends the link by mail and also returns it, so that the caller can hand it over. Only its digest is
/// stored.
void sendInvitation(http::Exchange& exchange, ApiContext& context, Json& member, const std::string& token) {
    UnitOfWork& work = *exchange.work;
    const std::string url = context.options.publicUrl() + "/console/invite/" + token;
    member.add("invitationUrl", Json(url));
    if (!work.dryRun()) {
        context.mail.queue(work, invitationMail(work, exchange.caller.label, member["email"].text(), url));
    }
}

void inviteMember(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const std::string email = body.textOr("email");
    lockCompany(exchange);
    const Json role = grantableRole(exchange, body.textOr("roleId"));
    const std::vector<std::string> units =
        checkedUnits(exchange, body["businessUnitIds"].isArray() ? body["businessUnitIds"] : Json::array());
    requireUnits(exchange, body["businessUnitIds"].isArray() ? body["businessUnitIds"] : Json::array());
    work.checkPlan("members", integerOf(work.db().query(CountMembers, {companyText(exchange)}).text(0, 0)));
    if (!work.db().query(MemberExists, {companyText(exchange), email}).empty()) {
        throw ApiError(400, "member-exists");
    }
    const std::string token = auth::randomAlphanumeric(auth::TokenLength);
    const Uuid id = work.newId();
    SqlArgs args;
    args.add(work.company().id).add(id).add(email).add(*decodeId("rol", role["id"].text()));
    args.add(auth::arrayText(units)).add(work.now()).add(auth::digestParameter(token));
    args.add(work.now() + InvitationLife);
    args.add(work.actor().kindText()).add(work.actor().id);
    work.db().send(InsertMember, args);
    work.history("member", encodeId("mem", id), "member.invited", "[]");
    Json answer = readMember(exchange, id);
    sendInvitation(exchange, context, answer, token);
    replyRecord(exchange, 201, answer);
}

/// Sends a new link; the previous one becomes invalid.
void resendInvitation(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    const Uuid id = pathId(exchange, "memberId", "mem", "member-not-found");
    const Json before = readMember(exchange, id);
    requireAll(exchange, permissionsOf(before["role"]));
    requireUnits(exchange, before["businessUnitIds"]);
    if (before["state"].text() != "invited") {
        throw ApiError(400, "member-exists");
    }
    const std::string token = auth::randomAlphanumeric(auth::TokenLength);
    SqlArgs args;
    args.add(work.company().id).add(id).add(auth::digestParameter(token));
    args.add(work.now() + InvitationLife).add(work.now());
    work.db().send(RenewInvitation, args);
    work.history("member", encodeId("mem", id), "member.invited", "[]");
    Json answer = readMember(exchange, id);
    sendInvitation(exchange, context, answer, token);
    replyRecord(exchange, 200, answer);
}

std::string nextState(const Json& member, const Json& body) {
    const std::string state = member["state"].text();
    const std::string wanted = body.textOr("state", state);
    // Only the invited person can make an invited member active, by accepting.
    const bool possible = wanted == state || (state == "active" && wanted == "suspended") ||
                          (state == "suspended" && wanted == "active");
    if (!possible) {
        throw fieldInvalid("state");
    }
    return wanted;
}

/// The access of a member as the history records it.
Json accessOf(const Json& member) {
    return Json::object({{"role", member["role"]["name"]},
                         {"state", member["state"]},
                         {"businessUnitIds", member["businessUnitIds"]}});
}

void updateMember(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const Uuid id = pathId(exchange, "memberId", "mem", "member-not-found");
    lockCompany(exchange);
    const Json before = readMember(exchange, id);
    checkVersion(exchange, before["version"].integer());
    requireAll(exchange, permissionsOf(before["role"]));
    requireUnits(exchange, before["businessUnitIds"]);
    const Json role =
        body.contains("roleId") ? grantableRole(exchange, body.textOr("roleId")) : before["role"];
    const std::string state = nextState(before, body);
    const bool givesUnits = body["businessUnitIds"].isArray();
    const std::vector<std::string> units =
        checkedUnits(exchange, givesUnits ? body["businessUnitIds"] : before["businessUnitIds"]);
    requireUnits(exchange, givesUnits ? body["businessUnitIds"] : before["businessUnitIds"]);
    const bool remains = state == "active" && role["id"] == before["role"]["id"] && units.empty();
    if (isOwner(before) && before["state"].text() == "active" && !remains) {
        keepAnOwner(exchange, id);
    }
    SqlArgs args;
    args.add(work.company().id).add(id).add(state).add(*decodeId("rol", role["id"].text()));
    args.add(auth::arrayText(units)).add(work.now());
    work.db().send(UpdateMember, args);
    const Json after = readMember(exchange, id);
    work.history("member", encodeId("mem", id), "member.updated",
                 changesBetween(accessOf(before), accessOf(after)).dump());
    replyRecord(exchange, 200, after);
}

void removeMember(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Uuid id = pathId(exchange, "memberId", "mem", "member-not-found");
    lockCompany(exchange);
    const Json member = readMember(exchange, id);
    checkVersion(exchange, member["version"].integer());
    requireAll(exchange, permissionsOf(member["role"]));
    requireUnits(exchange, member["businessUnitIds"]);
    if (isOwner(member) && member["state"].text() == "active") {
        keepAnOwner(exchange, id);
    }
    work.db().send(DeleteMember, {companyText(exchange), id.toString()});
    work.history("member", encodeId("mem", id), "member.removed", "[]");
    replyEmpty(exchange, 204);
}

} // namespace

void addMemberHandlers(Handlers& handlers, ApiContext& context) {
    handlers["listMembers"] = listMembers;
    handlers["inviteMember"] = [&context](http::Exchange& exchange) { inviteMember(exchange, context); };
    handlers["resendInvitation"] = [&context](http::Exchange& exchange) {
        resendInvitation(exchange, context);
    };
    handlers["updateMember"] = updateMember;
    handlers["removeMember"] = removeMember;
}

} // namespace svc::host::api
