#include <set>

#include "accounting/archive.hpp"
#include "api/fill.hpp"
#include "api/rendering.hpp"
#include "store/look_store.hpp"

namespace svc::documents {
namespace {

constexpr std::string_view SalesSql =
    "SELECT id, date FROM sales.v1_sales WHERE company_id = $1 AND date BETWEEN $2 AND $3"
    " AND (date, id) > ($4, $5) ORDER BY date, id LIMIT 200";
constexpr std::string_view CreditNotesSql =
    "SELECT id, date FROM sales.v1_credit_notes WHERE company_id = $1 AND date BETWEEN $2 AND $3"
    " AND (date, id) > ($4, $5) ORDER BY date, id LIMIT 200";

bool isXml(std::string_view form) {
    return form.starts_with("ubl:") || form.starts_with("cii:");
}

/// Writes one document after another: its record, and its files.
class DocumentArchive {
public:
    DocumentArchive(Call& call, const Period& period)
        : call_(call), period_(period), look_(findLook(call).look) {}

    void write() {
        each<SaleId>(SalesSql, [this](SaleId id) { addSale(id); });
        each<CreditNoteId>(CreditNotesSql, [this](CreditNoteId id) { addCreditNote(id); });
    }

private:
    template <class Id, class Use>
    void each(std::string_view sql, Use use) {
        Date date = period_.from;
        Id id;
        for (;;) {
            const Rows rows = call_.db().query(sql, call_.companyId(), period_.from, period_.to, date, id);
            for (const Row row : rows) {
                id = row.id<Id>(0);
                date = row.date(1);
                use(id);
            }
            if (rows.empty()) {
                return;
            }
        }
    }

    void addSale(SaleId id) {
        const Json sale = call_.command("sales.get", Json::object({{"id", id}}));
        const bool ticket = sale.textOr("kind") == "ticket";
        add(InvoiceKind::Sale, id.uuid(), sale, invoiceOf(call_, sale), languageOf(sale), ticket);
    }

    void addCreditNote(CreditNoteId id) {
        if (!call_.offers("sales.credit_note")) {
            return;
        }
        const Json note = call_.command("sales.credit_note", Json::object({{"id", id}}));
        const Json sale = call_.command("sales.get", Json::object({{"id", note["saleId"]}}));
        add(InvoiceKind::CreditNote, id.uuid(), note, creditNoteOf(call_, note, sale), languageOf(sale),
            false);
    }

    /// That of the buyer, else that of the company: not that of whoever asks for the archive.
    std::string languageOf(const Json& sale) {
        return buyerLanguage(call_, sale).value_or(call_.company().language);
    }

    void add(InvoiceKind invoiceKind, const Uuid& id, const Json& record, const Invoice& invoice,
             const std::string& language, bool ticket) {
        const std::string kind(toText(invoiceKind));
        const std::string number = record.textOr("number");
        const std::string plain = accounting::archiveName(number);
        folder_ = "documents/" + kind + '/' + plain;
        if (plain != number) {
            folder_ += '-' + record.textOr("id");
        }
        names_.clear();
        std::string noXml;
        bool pdf = false;
        bool xml = false;
        for (const KeptFile& kept : filesOf(call_, kind, id)) {
            xml = xml || isXml(kept.form);
            pdf = pdf || !isXml(kept.form);
            put(kept.form, kept.file);
        }
        if (!pdf) {
            put("pdf:" + language + (ticket ? ":ticket" : ":a4"), writePdf(invoice, language, look_, ticket));
        }
        if (!xml) {
            try {
                put("cii:en16931", writeXml(invoice, Syntax::Cii, Profile::En16931));
            } catch (const ApiError& refusal) {
                noXml = refusal.code();
            }
        }
        // Why a document has no XML is said beside it.
        const Json about =
            Json::object({{"record", record}, {"noXml", noXml.empty() ? Json(nullptr) : Json(noXml)}});
        write(folder_ + "/record.json", about.dump());
    }

    void write(const std::string& name, std::string_view content) {
        accounting::ArchiveFile file(call_, name);
        file.write(content);
        file.finish();
    }

    void put(const std::string& form, const StoredFile& file) {
        std::string name = folder_ + '/' + accounting::archiveName(form);
        const std::string extension = isXml(form) ? ".xml" : ".pdf";
        // An edited document has several files of one form.
        const auto count = names_.insert(name + extension).second ? 1U : names_.size();
        name += (count == 1 ? "" : '-' + std::to_string(count)) + extension;
        write(name, file.content);
    }

    Call& call_;
    Period period_;
    Look look_;
    std::string folder_; ///< of the document that is being written
    std::set<std::string> names_;
};

} // namespace

void commands::archiveDocuments(Call& call, const commands::ArchiveDocumentsInput& input) {
    DocumentArchive(call, {input.from, input.to}).write();
}

} // namespace svc::documents
