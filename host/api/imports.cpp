// Many records out of one CSV file. The host reads the file and judges what each row gives by the contract of
// the creation; the plugin that owns the kind creates or updates, and refuses a creation that lacks
// something.
#include "host/api/context.hpp"
#include "host/api/csv_reader.hpp"
#include "host/api/import_row.hpp"
#include "host/http/pipeline/checks/access.hpp"
#include "host/openapi/validator.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::size_t RowsACall = 500;
constexpr std::size_t MostErrors = 500;

// A running import that has not reported for a minute is lost: its host has ended.
constexpr std::string_view ReadRuns =
    "SELECT id, kind, dry_run, CASE WHEN lost THEN 'failed' ELSE status END, bytes_done, bytes_total, rows,"
    " CASE WHEN lost THEN 'interrupted' ELSE error END, request_id, created_at, finished_at"
    " FROM (SELECT *, status = 'running' AND seen_at < $2::timestamptz - interval '1 minute' AS lost"
    " FROM svc.import_run WHERE company_id = $1) r ORDER BY id DESC";

// Two imports that touch the same rows in different order deadlock, and would do so again on a retry. So the
// loser waits for the other imports of the company and then runs alone.
constexpr std::string_view RunBesideOthers =
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('imports/' || $1, 1))";
constexpr std::string_view RunAlone = "SELECT pg_advisory_xact_lock(hashtextextended('imports/' || $1, 1))";

/// One import: what it has done so far.
class Import {
public:
    Import(UnitOfWork& work, const openapi::Schema& body, std::string command, ImportRun& run)
        : work_(work), body_(body), command_(std::move(command)), run_(run) {}

    void run(std::string_view text) {
        CsvReader reader(text);
        CsvRecord record;
        if (!reader.next(record) || record.broken || !isText(record)) {
            throw ApiError(400, "import-invalid", {"1"});
        }
        const ImportColumns columns(body_, record.fields);
        if (!columns.ambiguous().empty()) {
            throw invalid(record.line, columns.ambiguous());
        }
        if (columns.unknown().size() == record.fields.size()) {
            throw invalid(record.line, columns.unknown().empty() ? "" : columns.unknown().front());
        }
        ignored_ = columns.unknown();
        const std::size_t width = record.fields.size();
        while (reader.next(record)) {
            if (record.broken || record.fields.size() > width || !isText(record)) {
                refuse(record.line, "import-invalid:" + std::to_string(record.line));
                continue;
            }
            if (work_.isLate()) {
                throw ApiError(503, "deadline-exceeded");
            }
            add(record.line, columns.bodyOf(record.fields));
            if (rows_.size() == RowsACall) {
                give();
                run_.bytesDone = static_cast<std::int64_t>(reader.position());
            }
        }
        give();
        run_.bytesDone = run_.bytes;
    }

    Json result() {
        std::stable_sort(errors_.begin(), errors_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        Json errors = Json::array();
        for (const auto& [line, message] : errors_) {
            errors.push(Json::object({{"line", line}, {"message", message}}));
        }
        return Json::object({{"created", created_},
                             {"updated", updated_},
                             {"skipped", skipped_},
                             {"errors", std::move(errors)}});
    }
    const std::vector<std::string>& ignored() const { return ignored_; }

private:
    /// Is every field valid UTF-8 without U+0000? False for a file in another encoding.
    static bool isText(const CsvRecord& record) {
        return std::all_of(record.fields.begin(), record.fields.end(), [](const std::string& field) {
            return isUtf8(field) && field.find('\0') == std::string::npos;
        });
    }

    static ApiError invalid(std::int64_t line, const std::string& column) {
        return unknownName(400, "import-invalid:" + std::to_string(line), column);
    }

    /// The column that a code such as field-invalid:country names; empty when it names none.
    static std::string columnIn(std::string_view code) {
        for (const std::string_view kind : {"field-invalid:", "field-required:", "already-exists:"}) {
            if (code.starts_with(kind)) {
                return std::string(code.substr(kind.size()));
            }
        }
        return {};
    }

    /// An import is all or nothing: the first mistake ends it, except in a dry run.
    void refuse(std::int64_t line, const std::string& message) {
        if (!run_.dryRun) {
            give(); // reports a mistake in an earlier line first
            throw invalid(line, columnIn(message));
        }
        if (errors_.size() < MostErrors) {
            errors_.emplace_back(line, message);
        }
    }

    void add(std::int64_t line, Json fields) {
        try {
            openapi::BodyValidator().checkGiven(body_, fields);
        } catch (const ApiError& error) {
            refuse(line, std::string(error.code()));
            return;
        }
        rows_.push(Json::object({{"line", line}, {"fields", std::move(fields)}}));
    }

    void give() {
        if (rows_.size() == 0) {
            return;
        }
        planAnew();
        run_.rows += static_cast<std::int64_t>(rows_.size());
        const Json input = Json::object({{"rows", std::move(rows_)}, {"before", before_}});
        rows_ = Json::array();
        const Json done = Json::parse(work_.command(command_, input.dump()));
        created_ += done.optionalInteger("created").value_or(0);
        updated_ += done.optionalInteger("updated").value_or(0);
        skipped_ += done.optionalInteger("skipped").value_or(0);
        before_ += done.optionalInteger("counted").value_or(0);
        std::vector<Json> errors = done["errors"].items();
        std::stable_sort(errors.begin(), errors.end(), [](const Json& a, const Json& b) {
            return a["line"].integer() < b["line"].integer();
        });
        for (const Json& error : errors) {
            refuse(error["line"].integer(), error["message"].text());
        }
    }

    /// Drops cached plans each time that the number of calls has doubled. Plans made while the tables were
    /// small, also those of foreign keys, may read all records of the company for each new one. The
    /// statistics do not include what this transaction has added, but the planner sees the new size of the
    /// tables.
    void planAnew() {
        if (++calls_ == nextPlan_) {
            work_.db().send("DISCARD PLANS", {});
            nextPlan_ *= 2;
        }
    }

    UnitOfWork& work_;
    const openapi::Schema& body_;
    std::string command_;
    ImportRun& run_;
    Json rows_ = Json::array();
    std::int64_t created_ = 0;
    std::int64_t updated_ = 0;
    std::int64_t skipped_ = 0;
    std::int64_t calls_ = 0;
    std::int64_t nextPlan_ = 1; ///< the call before which the plans are dropped
    std::int64_t before_ = 0;   ///< records of earlier calls that count towards the plan limit
    std::vector<std::pair<std::int64_t, std::string>> errors_;
    std::vector<std::string> ignored_;
};

std::string namesForHeader(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), openapi::MostIgnoredNames); ++i) {
        std::string name = names[i].substr(0, 100);
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~' || c == ','; }, '?');
        text += text.empty() ? name : ", " + name;
    }
    return text;
}

void importRecords(http::Exchange& exchange, ApiContext& context) {
    const std::string& kind = exchange.parameters.find("kind")->second;
    UnitOfWork& work = *exchange.work;
    const Catalogue& catalogue = work.services().catalogue;
    const openapi::Operation* creation =
        context.options.creationOf ? context.options.creationOf(kind) : nullptr;
    const std::string command = "import." + kind;
    if (catalogue.command(command) == nullptr || creation == nullptr || creation->body == nullptr) {
        throw unknownName(400, "import-kind-unknown", kind);
    }
    // The route admits callers who may create any one kind of record; this file needs the scopes of its own
    // kind.
    for (const std::string& scope : creation->scopes) {
        http::requireScope(scope, exchange.caller, catalogue);
    }
    const auto run = std::make_shared<ImportRun>();
    run->company = work.company().id;
    run->id = work.newId();
    run->kind = kind;
    run->dryRun = exchange.queryValue("dryRun").value_or("") == "true";
    run->bytes = static_cast<std::int64_t>(exchange.body.size());
    run->requestId = work.requestId();
    run->createdAt = work.now();
    Import import(work, *creation->body, command, *run);
    context.imports.begin(run);
    try {
        work.db().query(exchange.repeated ? RunAlone : RunBesideOthers, {companyText(exchange)});
        if (run->dryRun) {
            work.rehearse([&] { import.run(exchange.body); });
        } else {
            import.run(exchange.body);
        }
        context.imports.succeed(*run, work);
    } catch (const ApiError& error) {
        context.imports.fail(*run, std::string(error.code()));
        throw;
    } catch (...) {
        context.imports.fail(*run, "internal-error");
        throw;
    }
    if (!import.ignored().empty()) {
        exchange.answerHeaders.emplace_back("Svc-Ignored-Fields", namesForHeader(import.ignored()));
    }
    exchange.reply(200, import.result());
}

void listImports(http::Exchange& exchange) {
    const db::Rows rows =
        exchange.work->db().query(ReadRuns, {companyText(exchange), exchange.work->now().toSql()});
    Json runs = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        runs.push(Json::object({{"id", idJson("imp", rows.cell(row, 0))},
                                {"kind", rows.text(row, 1)},
                                {"dryRun", rows.text(row, 2) == "t"},
                                {"status", rows.text(row, 3)},
                                {"progress", Json::object({{"done", integerOf(rows.text(row, 4))},
                                                           {"total", integerOf(rows.text(row, 5))}})},
                                {"rows", integerOf(rows.text(row, 6))},
                                {"error", textJson(rows.cell(row, 7))},
                                {"requestId", rows.text(row, 8)},
                                {"createdAt", instantJson(rows.cell(row, 9))},
                                {"finishedAt", instantJson(rows.cell(row, 10))}}));
    }
    replyArray(exchange, std::move(runs));
}

} // namespace

void addImportHandlers(Handlers& handlers, ApiContext& context) {
    handlers["importRecords"] = [&context](http::Exchange& exchange) { importRecords(exchange, context); };
    handlers["listImports"] = listImports;
}

} // namespace svc::host::api
