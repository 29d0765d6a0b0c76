#include <algorithm>
#include <utility>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "api/import.hpp"
#include "api/reconciliation.hpp"
#include "formats/formats.hpp"
#include "formats/mapping.hpp"
#include "store/line_store.hpp"
#include "store/statement_store.hpp"

namespace svc::bank {

namespace {

/// Base 64 with either alphabet; line breaks and padding are let go.
std::optional<std::string> bytesOf(std::string text) {
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n' || c == ' ' || c == '='; });
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return base64UrlDecode(text);
}

/// What a request asks for, in whatever form it came.
struct Upload {
    std::string bytes;
    FileHints hints;
    ImportOptions options;
};

std::string mediaTypeOf(const Request& request) {
    const std::string_view type = request.header("Content-Type").value_or("application/json");
    return lowerAscii(trim(type.substr(0, type.find(';'))));
}

/// The options of a CSV file as query parameters: `columns=bookingDate:0,amount:3`.
std::optional<CsvMapping> mappingOfQuery(const Request& request,
                                         const api::ImportStatementParameters& parameters) {
    const auto columns = request.queryList("columns");
    if (columns.empty()) {
        return std::nullopt;
    }
    Json mapped = Json::object();
    for (const std::string& column : columns) {
        const std::size_t colon = column.find(':');
        if (colon == std::string::npos) {
            throw fieldInvalid("columns");
        }
        const std::string place = column.substr(colon + 1);
        const bool number =
            !place.empty() && place.size() < 4 && place.find_first_not_of("0123456789") == std::string::npos;
        mapped.set(column.substr(0, colon), number ? Json(std::stoi(place)) : Json(place));
    }
    const auto decimal = parameters.decimal ? std::optional(toText(*parameters.decimal)) : std::nullopt;
    return mappingOf(Json::object({{"delimiter", parameters.delimiter},
                                   {"decimal", decimal},
                                   {"dateFormat", parameters.dateFormat},
                                   {"encoding", parameters.encoding},
                                   {"currency", parameters.currency},
                                   {"account", parameters.account},
                                   {"headerRows", parameters.headerRows},
                                   {"skipLines", parameters.skipLines},
                                   {"footerRows", parameters.footerRows},
                                   {"invertSign", parameters.invertSign},
                                   {"debitValues", request.queryList("debitValues")},
                                   {"pendingValues", request.queryList("pendingValues")},
                                   {"columns", std::move(mapped)}}));
}

Upload rawUpload(Request& request, const std::string& type,
                 const api::ImportStatementParameters& parameters) {
    Upload upload;
    upload.bytes = request.rawInput();
    upload.hints.format = type == "text/csv"                                ? "csv"
                          : type == "application/xml" || type == "text/xml" ? "camt.053"
                                                                            : "auto";
    if (type == "text/csv") {
        upload.hints.csv = mappingOfQuery(request, parameters);
    }
    upload.options = {.fileName = parameters.fileName, .acceptUnbalanced = parameters.acceptUnbalanced};
    return upload;
}

Upload jsonUpload(Request& request) {
    const Json& body = request.body();
    Upload upload;
    upload.bytes = body["content"].text();
    if (body.textOr("encoding", "utf-8") == "base64") {
        auto bytes = bytesOf(std::move(upload.bytes));
        if (!bytes) {
            throw fieldInvalid("content");
        }
        upload.bytes = *std::move(bytes);
    }
    upload.hints.format = body.textOr("format", "auto");
    if (body["csv"].isObject()) {
        upload.hints.csv = mappingOf(body["csv"]);
    }
    upload.options.fileName = body.optionalText("fileName");
    upload.options.acceptUnbalanced = body.optionalBool("acceptUnbalanced").value_or(false);
    return upload;
}

/// A record as clients see it: the statements only of a file with several, the skipped accounts if any.
template <class Record>
Record shown(Record record) {
    if (record.statements->size() < 2) {
        record.statements.reset();
    }
    if (record.skippedAccounts->empty()) {
        record.skippedAccounts.reset();
    }
    return record;
}

FileLine fileLine(const commands::FeedLine& given, int place, Currency currency) {
    FileLine line;
    line.place = place;
    line.bookingDate = Date::parse(trim(given.bookedAt.value_or("")));
    line.valueDate = Date::parse(trim(given.valueDate.value_or("")));
    if (!line.bookingDate) {
        throw ApiError(400, "statement-invalid", {std::to_string(place), "1", "date"});
    }
    line.amount = given.amount.minor();
    if (given.currency && *given.currency != currency.code()) {
        throw ApiError(400, "statement-currency-mismatch", {*given.currency});
    }
    line.remittance = given.label.value_or("");
    if (given.counterparty) {
        line.counterpartyName = given.counterparty->name.value_or("");
        line.counterpartyAccount = given.counterparty->iban.value_or("");
    }
    line.reference = given.reference.value_or("");
    line.endToEndId = given.endToEndId.value_or("");
    line.bankReference = given.bankReference.value_or("");
    return line;
}

/// Is the line of the books the one that the feed tells?
bool isSame(const Line& line, const commands::FeedLine& told) {
    return line.bankReference == told.bankReference && line.amount.minor() == told.amount.minor() &&
           line.bookedAt == Date::parse(trim(told.bookedAt.value_or("")));
}

/// What the bank has taken back. A line that was changed is told once more in the same page, and what was
/// there before has another day or amount.
void followRemoved(Call& call, const Wallet& wallet, const commands::ImportLinesInput& input) {
    for (const Line& line :
         LineStore(call).ofFeed(wallet.id, input.removed.value_or(std::vector<std::string>()))) {
        const bool stands = std::any_of(input.lines.begin(), input.lines.end(),
                                        [&](const commands::FeedLine& told) { return isSame(line, told); });
        if (stands && line.removedAt) {
            restoreLine(call, line);
        } else if (!stands && !line.removedAt) {
            withdrawLine(call, line);
        }
    }
}

} // namespace

Answer<201, api::ImportedStatement> importStatement(Request& request,
                                                    const api::ImportStatementParameters& parameters) {
    const std::string type = mediaTypeOf(request);
    Upload upload = type == "application/json" ? jsonUpload(request) : rawUpload(request, type, parameters);
    const Wallet wallet = requireWallet(request, parameters.walletId);
    if (wallet.kind == calls::treasury::WalletKind::Cash) {
        throw ApiError(400, "wallet-not-bank");
    }
    upload.hints.currency = wallet.currency;
    upload.hints.monthFirst = request.company().country == "US";
    try {
        const auto imported = importStatements(request, wallet, upload.options, [&](StatementSink& sink) {
            readStatements(upload.bytes, upload.hints, sink);
        });
        return Answer<201, api::ImportedStatement>(shown(imported)).etag(imported.version);
    } catch (const FileError& error) {
        request.log(Call::Level::Information, std::string("a statement was refused: ") + error.what());
        if (error.kind() == FileError::Kind::UnknownFormat) {
            throw ApiError(400, "statement-format-unknown");
        }
        throw ApiError(400, "statement-invalid",
                       {std::to_string(error.line()), std::to_string(error.column()), error.reason()});
    }
}

Answer<200, std::vector<api::BankStatement>> listStatements(Request& request,
                                                            const api::ListStatementsParameters& parameters) {
    const Wallet wallet = requireWallet(request, parameters.walletId);
    StatementPage page = StatementStore(request).list(wallet.id, parameters.page);
    for (api::BankStatement& statement : page.rows) {
        statement = shown(std::move(statement));
    }
    return Answer<200, std::vector<api::BankStatement>>(page.rows).total(page.count);
}

commands::ImportLinesOutput commands::importLines(Call& call, const commands::ImportLinesInput& input) {
    const Wallet wallet = requireWallet(call, input.walletId);
    StatementFile file;
    file.format = toText(api::StatementFormat::Feed);
    FileStatement& statement = file.statements.emplace_back();
    statement.currency = wallet.currency;
    statement.account = wallet.iban.value_or("");
    for (const FeedLine& given : input.lines) {
        statement.lines.push_back(
            fileLine(given, static_cast<int>(statement.lines.size()) + 1, wallet.currency));
    }
    commands::ImportLinesOutput answer;
    if (!input.lines.empty()) {
        auto imported = importStatements(call, wallet, {.source = api::LineSource::Feed},
                                         [&](StatementSink& sink) { handOver(std::move(file), sink); });
        answer = {.statementId = imported.id,
                  .imported = imported.imported,
                  .duplicates = imported.duplicates,
                  .bankTransactionIds = std::move(imported.bankTransactionIds)};
    }
    if (input.removed && !input.removed->empty()) {
        followRemoved(call, wallet, input);
    }
    return answer;
}

} // namespace svc::bank
