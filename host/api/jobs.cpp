#include "host/api/context.hpp"

namespace svc::host::api {
namespace {

constexpr std::string_view ReadJob =
    "SELECT id, kind, state, progress_done, progress_total, result, error, created_at, finished_at"
    " FROM svc.job WHERE company_id = $1 AND id = $2";

/// The result of a job as JSON; work that left plain text gives a string.
Json resultOf(std::optional<std::string_view> text) {
    if (!text) {
        return Json(nullptr);
    }
    try {
        return Json::parse(*text);
    } catch (const JsonError&) {
        return Json(*text);
    }
}

void readJob(http::Exchange& exchange) {
    const Uuid id = pathId(exchange, "jobId", "job", "job-not-found");
    const db::Rows rows = exchange.work->db().query(ReadJob, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "job-not-found");
    }
    const auto total = rows.cell(0, 4);
    exchange.reply(
        200, Json::object(
                 {{"id", idJson("job", rows.cell(0, 0))},
                  {"kind", rows.text(0, 1)},
                  {"status", rows.text(0, 2)},
                  {"progress", Json::object({{"done", integerOf(rows.text(0, 3))},
                                             {"total", total ? Json(integerOf(*total)) : Json(nullptr)}})},
                  {"result", resultOf(rows.cell(0, 5))},
                  {"error", textJson(rows.cell(0, 6))},
                  {"createdAt", instantJson(rows.cell(0, 7))},
                  {"finishedAt", instantJson(rows.cell(0, 8))}}));
}

} // namespace

void addJobHandlers(Handlers& handlers) {
    handlers["readJob"] = readJob;
}

} // namespace svc::host::api
