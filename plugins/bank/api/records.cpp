#include "api/records.hpp"

namespace svc::bank {

namespace {

template <typename Record>
Json stamped(Json json, const Record& record) {
    json.add("createdAt", record.createdAt);
    json.add("updatedAt", record.updatedAt);
    json.add("version", record.version);
    json.add("createdBy", actorJson(record.createdByKind, record.createdById));
    return json;
}

Json toJson(const Match& match) {
    return Json::object(
        {{"kind", match.kind},
         {"id", match.documentId},
         {"number", match.number},
         {"partner", match.partnerId ? Json::object({{"id", *match.partnerId}, {"name", match.partnerName}})
                                     : Json(nullptr)},
         {"date", match.date},
         {"amount", match.amount},
         {"paymentId", match.paymentId},
         {"transactionId", match.transactionId}});
}

} // namespace

Json toJson(const Line& line) {
    Json matches = Json::array();
    for (const Match& match : line.matches) {
        matches.push(toJson(match));
    }
    Json references = Json::array();
    for (const std::string& reference : line.references) {
        references.push(reference);
    }
    return stamped(Json::object({{"id", encodeId("bnk", line.id)},
                                 {"walletId", encodeId("wal", line.walletId)},
                                 {"statementId", line.statementId ? Json(encodeId("stm", *line.statementId))
                                                                  : Json(nullptr)},
                                 {"status", line.status},
                                 {"amount", line.amount},
                                 {"currency", line.currency},
                                 {"bookedAt", line.bookedAt},
                                 {"valueDate", line.valueDate},
                                 {"label", line.label},
                                 {"counterparty", Json::object({{"name", line.counterpartyName},
                                                                {"iban", line.counterpartyIban}})},
                                 {"reference", line.reference},
                                 {"references", std::move(references)},
                                 {"endToEndId", line.endToEndId},
                                 {"bankReference", line.bankReference},
                                 {"source", line.source},
                                 {"matches", std::move(matches)},
                                 {"transactionId", line.transactionId},
                                 {"ignoredReason", line.ignoredReason}}),
                   line);
}

Json toJson(const Statement& s) {
    Json json = Json::object({{"id", encodeId("stm", s.id)},
                              {"walletId", encodeId("wal", s.walletId)},
                              {"format", s.format},
                              {"fileName", s.fileName},
                              {"account", s.account},
                              {"currency", s.currency},
                              {"from", s.from},
                              {"to", s.to},
                              {"openingBalance", s.opening},
                              {"closingBalance", s.closing},
                              {"imported", s.imported},
                              {"duplicates", s.duplicates},
                              {"warnings", s.warnings}});
    if (s.parts.size() > 1) {
        json.add("statements", s.parts);
    }
    if (!s.skippedAccounts.empty()) {
        json.add("skippedAccounts", s.skippedAccounts);
    }
    return stamped(std::move(json), s);
}

} // namespace svc::bank
