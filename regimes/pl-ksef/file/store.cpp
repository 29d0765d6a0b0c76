#include "file/store.hpp"

#include <svc/columns.hpp>

namespace svc::pl_ksef {
namespace {

const Table Records("pl_ksef.document", columnWrittenOnce("document", &Record::document),
                    column("version", &Record::version), column("environment", &Record::environment),
                    column("nip", &Record::nip), column("number", &Record::number),
                    column("issued", &Record::issued), column("mode", &Record::mode),
                    column("file", &Record::file), column("digest", &Record::digest),
                    column("replaced", &Record::replaced),
                    column("certificate_link", &Record::certificateLink),
                    column("submission", &Record::submission), column("state", &Record::state),
                    column("session", &Record::session), column("reference", &Record::reference),
                    column("ksef_number", &Record::ksefNumber));
const std::string FindSql = "SELECT " + Records.select("d") +
                            " FROM pl_ksef.document d WHERE d.company_id = $1 AND d.document = $2"
                            " ORDER BY d.version DESC LIMIT 1 FOR UPDATE";
constexpr std::string_view UpdateSql =
    "UPDATE pl_ksef.document SET submission = $4, state = $5, session = $6, reference = $7, ksef_number = $8"
    " WHERE company_id = $1 AND document = $2 AND version = $3";

} // namespace

std::optional<Record> findRecord(Call& call, std::string_view document) {
    const Rows rows = call.db().query(FindSql, call.companyId(), document);
    return rows.empty() ? std::nullopt : std::optional(Records.read(rows[0]));
}

void insertRecord(Call& call, const Record& one) {
    Records.insert(call, {one});
}

void updateRecord(Call& call, const Record& one) {
    call.db().send(UpdateSql, call.companyId(), one.document, one.version, one.submission, toText(one.state),
                   one.session, one.reference, one.ksefNumber);
}

} // namespace svc::pl_ksef
