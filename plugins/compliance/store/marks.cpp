#include "store/marks.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view SaveMarkSql =
    "INSERT INTO compliance.mark (company_id, kind, document_id, regime, lines, qr, caption, made_at, more)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (company_id, kind, document_id, regime)"
    " DO UPDATE SET lines = excluded.lines, qr = excluded.qr, caption = excluded.caption,"
    " made_at = excluded.made_at, more = excluded.more";
constexpr std::string_view MarksSql =
    "SELECT regime, lines, qr, caption, more FROM compliance.mark WHERE company_id = $1 AND kind = $2"
    " AND document_id = $3 ORDER BY regime";

} // namespace

FiscalMark markIn(std::string_view regime, const Json& told) {
    FiscalMark mark{.regime = std::string(regime),
                    .qr = told.optionalText("qr"),
                    .caption = told.optionalText("caption")};
    for (const Json& line : told["lines"].items()) {
        mark.lines.push_back(line.text());
    }
    return mark;
}

void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark,
              const std::vector<Json>& more) {
    Json lines = Json::array();
    for (const std::string& line : mark.lines) {
        lines.push(Json(line));
    }
    call.db().send(SaveMarkSql, call.companyId(), kind, documentId, mark.regime, lines, mark.qr, mark.caption,
                   call.now(),
                   more.empty() ? std::optional<std::string>() : std::optional(Json(more).dump()));
}

std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId) {
    std::vector<FiscalMark> marks;
    for (const Row row : call.db().query(MarksSql, call.companyId(), kind, documentId)) {
        const std::string regime(row.text(0));
        marks.push_back(markIn(regime, Json::object({{"lines", row.json(1)},
                                                     {"qr", row.optionalString(2)},
                                                     {"caption", row.optionalString(3)}})));
        if (!row.isNull(4)) {
            const Json more = row.json(4);
            for (const Json& one : more.items()) {
                marks.push_back(markIn(regime, one));
            }
        }
    }
    return marks;
}

} // namespace svc::compliance
