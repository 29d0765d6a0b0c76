#include "store/marks.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view SaveMarkSql =
    "INSERT INTO compliance.mark (company_id, kind, document_id, regime, lines, qr, caption, made_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, kind, document_id, regime)"
    " DO UPDATE SET lines = excluded.lines, qr = excluded.qr, caption = excluded.caption,"
    " made_at = excluded.made_at";
constexpr std::string_view MarksSql =
    "SELECT regime, lines, qr, caption FROM compliance.mark WHERE company_id = $1 AND kind = $2"
    " AND document_id = $3 ORDER BY regime";

} // namespace

void saveMark(Call& call, std::string_view kind, std::string_view documentId, const FiscalMark& mark) {
    Json lines = Json::array();
    for (const std::string& line : mark.lines) {
        lines.push(Json(line));
    }
    call.db().send(SaveMarkSql, call.companyId(), kind, documentId, mark.regime, lines, mark.qr, mark.caption,
                   call.now());
}

std::vector<FiscalMark> marksOf(Call& call, std::string_view kind, std::string_view documentId) {
    std::vector<FiscalMark> marks;
    for (const Row row : call.db().query(MarksSql, call.companyId(), kind, documentId)) {
        FiscalMark mark{.regime = std::string(row.text(0)),
                        .qr = row.optionalString(2),
                        .caption = row.optionalString(3)};
        const Json lines = row.json(1);
        for (const Json& line : lines.items()) {
            mark.lines.push_back(line.text());
        }
        marks.push_back(std::move(mark));
    }
    return marks;
}

} // namespace svc::compliance
