#include "mark/store.hpp"

#include <svc/columns.hpp>

namespace svc::compliance {
namespace {

constexpr std::string_view SaveMarkSql =
    "INSERT INTO compliance.mark (company_id, kind, document_id, regime, lines, qr, caption, made_at, more)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (company_id, kind, document_id, regime)"
    " DO UPDATE SET lines = excluded.lines, qr = excluded.qr, caption = excluded.caption,"
    " made_at = excluded.made_at, more = excluded.more";
/// The stored marks of a regime on a document.
struct KeptMark {
    std::string regime{};
    Json lines{};
    std::optional<std::string> qr{};
    std::optional<std::string> caption{};
    Json more{}; ///< a list of further marks, or null
};
const Table Marks("compliance.mark", columnWrittenOnce("regime", &KeptMark::regime),
                  column("lines", &KeptMark::lines), column("qr", &KeptMark::qr),
                  column("caption", &KeptMark::caption), column("more", &KeptMark::more));
const std::string MarksSql = "SELECT " + Marks.select("m") +
                             " FROM compliance.mark m WHERE m.company_id = $1 AND m.kind = $2"
                             " AND m.document_id = $3 ORDER BY m.regime";

/// A stored mark: { lines, qr, caption }.
FiscalMark markIn(std::string_view regime, const Json& kept) {
    FiscalMark mark{.regime = std::string(regime),
                    .qr = kept.optionalText("qr"),
                    .caption = kept.optionalText("caption")};
    for (const Json& line : kept["lines"].items()) {
        mark.lines.push_back(line.text());
    }
    return mark;
}

} // namespace

FiscalMark markOf(std::string_view regime, const commands::RegimeMark& told) {
    return {.regime = std::string(regime), .lines = told.lines, .qr = told.qr, .caption = told.caption};
}

void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark,
              const std::vector<Json>& more) {
    Json lines = Json::array();
    for (const std::string& line : mark.lines) {
        lines.push(Json(line));
    }
    // Uses the late-write key of the sealed journal: both are written by the same role, which is then set
    // only once.
    call.db().sendLate("zz:journal", SaveMarkSql, call.companyId(), kind, documentId, mark.regime, lines,
                       mark.qr, mark.caption, call.now(),
                       more.empty() ? std::optional<std::string>() : std::optional(Json(more).dump()));
}

std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId) {
    std::vector<FiscalMark> marks;
    for (const Row row : call.db().query(MarksSql, call.companyId(), kind, documentId)) {
        const KeptMark kept = Marks.read(row);
        marks.push_back(markIn(
            kept.regime, Json::object({{"lines", kept.lines}, {"qr", kept.qr}, {"caption", kept.caption}})));
        if (!kept.more.isNull()) {
            for (const Json& one : kept.more.items()) {
                marks.push_back(markIn(kept.regime, one));
            }
        }
    }
    return marks;
}

} // namespace svc::compliance
