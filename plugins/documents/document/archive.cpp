#include <set>

#include <svc/columns.hpp>
#include <svc/period.hpp>

#include "accounting/archive.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "look/store.hpp"

namespace svc::documents {
namespace {

/// The next documents of the period, after the given date and id.
constexpr std::string_view Following =
    " d WHERE d.company_id = $1 AND d.date BETWEEN $2 AND $3 AND (d.date, d.id) > ($4, $5)"
    " ORDER BY d.date, d.id LIMIT 200";

template <class Id>
struct Listed {
    Id id{};
    Date date{};
};

/// The answer of another module: its original text for the archive, and the parsed record.
template <class Record>
struct Answered {
    Json text;
    Record record{};
};

template <class Record, class Id>
Answered<Record> answerOf(Call& call, std::string_view command, Id id) {
    Answered<Record> answer{.text = call.command(command, Json::object({{"id", id}}))};
    read(answer.text, bind::Place(command), answer.record);
    return answer;
}

bool isXml(std::string_view form) {
    return form.starts_with("ubl:") || form.starts_with("cii:");
}

/// Writes one document after another: its record, and its files.
class DocumentArchive {
public:
    DocumentArchive(Call& call, const Period& period)
        : call_(call), period_(period), look_(findLook(call).look) {}

    void write() {
        each<SaleId>("sales.v1_sales", [this](SaleId id) { addSale(id); });
        each<CreditNoteId>("sales.v1_credit_notes", [this](CreditNoteId id) { addCreditNote(id); });
    }

private:
    template <class Id, class Use>
    void each(const std::string& view, Use use) {
        const Table listed(view, columnWrittenOnce("id", &Listed<Id>::id), column("date", &Listed<Id>::date));
        const std::string sql = "SELECT " + listed.select("d") + " FROM " + view + std::string(Following);
        Listed<Id> last{.id = {}, .date = period_.from};
        for (;;) {
            const Rows rows =
                call_.db().query(sql, call_.companyId(), period_.from, period_.to, last.date, last.id);
            for (const Row row : rows) {
                last = listed.read(row);
                use(last.id);
            }
            if (rows.empty()) {
                return;
            }
        }
    }

    void addSale(SaleId id) {
        const auto sale = answerOf<SaleRecord>(call_, "sales.get", id);
        add(InvoiceKind::Sale, sale, invoiceOf(call_, sale.record), languageOf(sale.record),
            isTicket(sale.record));
    }

    void addCreditNote(CreditNoteId id) {
        if (!calls::sales::offersCreditNote(call_)) {
            return;
        }
        const auto note = answerOf<CreditNoteRecord>(call_, "sales.credit_note", id);
        const SaleRecord sale = calls::sales::get(call_, {.id = note.record.saleId}).value();
        add(InvoiceKind::CreditNote, note, creditNoteOf(call_, note.record, sale), languageOf(sale), false);
    }

    /// The language of the buyer, else of the company, never that of the user who requests the archive.
    std::string languageOf(const SaleRecord& sale) {
        return buyerLanguage(call_, sale.partnerId).value_or(call_.company().language);
    }

    template <class Record>
    void add(InvoiceKind invoiceKind, const Answered<Record>& document, const Invoice& invoice,
             const std::string& language, bool ticket) {
        const std::string kind(toText(invoiceKind));
        const std::string& number = document.record.number;
        const std::string plain = accounting::archiveName(number);
        folder_ = "documents/" + kind + '/' + plain;
        // Numbers are unique within a kind only; sales have two kinds.
        if (!numbers_.insert(folder_).second || plain != number) {
            folder_ += '-' + document.record.id.toString();
        }
        names_.clear();
        std::string noXml;
        bool pdf = false;
        bool xml = false;
        for (const KeptFile& kept : filesOf(call_, kind, document.record.id.uuid())) {
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
        // States the reason when a document has no XML.
        const Json about =
            Json::object({{"record", document.text}, {"noXml", noXml.empty() ? Json(nullptr) : Json(noXml)}});
        write(folder_ + "/record.json", about.dump());
    }

    void write(const std::string& name, std::string_view content) {
        accounting::ArchiveFile file(call_, calls::ledger::archiveWrite, name);
        file.write(content);
        file.finish();
    }

    void put(const std::string& form, const StoredFile& file) {
        std::string name = folder_ + '/' + accounting::archiveName(form);
        const std::string extension = isXml(form) ? ".xml" : ".pdf";
        // An edited document has several files of the same form.
        const auto count = names_.insert(name + extension).second ? 1U : names_.size();
        name += (count == 1 ? "" : '-' + std::to_string(count)) + extension;
        write(name, file.content);
    }

    Call& call_;
    Period period_;
    Look look_;
    std::string folder_;            ///< of the document that is being written
    std::set<std::string> numbers_; ///< of the documents already written: one folder each
    std::set<std::string> names_;
};

} // namespace

void commands::archive(Call& call, const commands::ArchiveInput& input) {
    DocumentArchive(call, {input.from, input.to}).write();
}

} // namespace svc::documents
