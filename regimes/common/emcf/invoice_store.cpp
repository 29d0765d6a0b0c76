#include "emcf/invoice_store.hpp"

#include <svc/columns.hpp>

namespace svc::emcf {
namespace {

// Each profile has such a table in its own schema.
const Table Invoices("invoice", columnWrittenOnce("document", &KeptInvoice::document),
                     column("uid", &KeptInvoice::uid), column("submitted_at", &KeptInvoice::submittedAt),
                     column("confirming", &KeptInvoice::confirming), column("code", &KeptInvoice::code));

std::optional<KeptInvoice> invoiceIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Invoices.read(rows[0]));
}

std::string table(const Profile& profile) {
    return std::string(profile.schema) + ".invoice";
}

std::string findSql(const Profile& profile) {
    return "SELECT " + Invoices.select("i") + " FROM " + table(profile) +
           " i WHERE i.company_id = $1 AND i.document = $2";
}

} // namespace

std::optional<KeptInvoice> findInvoice(Call& call, const Profile& profile, std::string_view document) {
    return invoiceIn(call.db().query(findSql(profile), call.companyId(), document));
}

std::optional<KeptInvoice> lockInvoice(Call& call, const Profile& profile, std::string_view document) {
    return invoiceIn(call.db().query(findSql(profile) + " FOR UPDATE", call.companyId(), document));
}

void saveInvoice(Call& call, const Profile& profile, const KeptInvoice& invoice) {
    call.db().send("INSERT INTO " + table(profile) +
                       " (company_id, document, uid, submitted_at, confirming, code)"
                       " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id, document) DO UPDATE SET"
                       " uid = excluded.uid, submitted_at = excluded.submitted_at,"
                       " confirming = excluded.confirming, code = excluded.code",
                   call.companyId(), invoice.document, invoice.uid, invoice.submittedAt, invoice.confirming,
                   invoice.code);
}

void forgetInvoice(Call& call, const Profile& profile, std::string_view document) {
    call.db().send("DELETE FROM " + table(profile) + " WHERE company_id = $1 AND document = $2",
                   call.companyId(), document);
}

std::set<std::string> pendingInvoices(Call& call, const Profile& profile) {
    std::set<std::string> all;
    for (const Row row :
         call.db().query("SELECT uid FROM " + table(profile) + " WHERE company_id = $1 AND code IS NULL",
                         call.companyId())) {
        all.emplace(row.text(0));
    }
    return all;
}

} // namespace svc::emcf
