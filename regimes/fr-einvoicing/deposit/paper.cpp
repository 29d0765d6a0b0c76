#include "deposit/paper.hpp"

#include "rules/parties.hpp"
#include "rules/sale_groups.hpp"
#include "rules/type_codes.hpp"

namespace svc::fr_einvoicing {
namespace {

/// Was everything received on the day of the sale?
bool isPaidAtIssue(const Json& sale) {
    std::int64_t paid = 0;
    for (const Json& payment : sale["payments"].items()) {
        if (payment.textOr("status") == "received" && payment.textOr("date") == sale.textOr("date")) {
            paid += payment["amount"].integer();
        }
    }
    return paid > 0 && paid >= sale["total"].integer();
}

int typeCodeOf(bool isNote, const Json& sealed) {
    if (isNote) {
        return type_code::CreditNote;
    }
    if (!sealed["corrects"].isNull()) {
        return type_code::Corrected;
    }
    return sealed.optionalBool("prepayment").value_or(false) ? type_code::Prepayment : type_code::Invoice;
}

} // namespace

Paper paperOf(Call& call, const std::string& kind, const std::string& id) {
    const bool isNote = kind == "credit_note";
    const Json record = call.command(isNote ? "sales.credit_note" : "sales.get", Json::object({{"id", id}}));
    const Json sale =
        isNote ? call.command("sales.get", Json::object({{"id", record.textOr("saleId")}})) : record;
    const Json sealed = call.command("sales.sealed", Json::object({{"id", id}}));
    Paper paper;
    paper.kind = kind;
    paper.buyer = sealed["buyer"];
    paper.document = {.id = id,
                      .number = record.textOr("number"),
                      .typeCode = typeCodeOf(isNote, sealed),
                      .date = Date::parse(record.textOr("date")).value(),
                      .buyerSiren = sirenOf(paper.buyer),
                      .buyerName = paper.buyer.isObject() ? paper.buyer.textOr("name") : ""};
    paper.process = processOf(groupsOf(record["taxes"], sale["lines"]), !isNote && isPaidAtIssue(sale));
    return paper;
}

Made fileOf(Call& call, const Paper& paper, const Settings& settings) {
    const bool isPdf = settings.syntax == "Factur-X";
    Json ask = Json::object({{"kind", paper.kind},
                             {"id", paper.document.id},
                             {"profile", isPdf ? "facturx" : "en16931"},
                             {"syntax", settings.syntax == "UBL" ? "ubl" : "cii"},
                             {"process", paper.process},
                             {"sender", "0225:" + settings.siren},
                             {"receiver", addressOf(paper.buyer)}});
    const Json file = call.command("documents.xml", ask);
    if (const Json& findings = file["findings"]; findings.size() > 0) {
        const Json& first = findings.at(0);
        return {.field = first.textOr("field"),
                .reason = first.textOr("rule") + ": " + first.textOr("message")};
    }
    return {.content = isPdf ? call.command("documents.pdf", ask).textOr("content") : file.textOr("content")};
}

} // namespace svc::fr_einvoicing
