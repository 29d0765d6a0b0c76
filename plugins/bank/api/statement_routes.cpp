#include <algorithm>
#include <utility>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "api/import.hpp"
#include "api/records.hpp"
#include "api/routes.hpp"
#include "formats/formats.hpp"
#include "formats/mapping.hpp"

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
std::optional<CsvMapping> mappingOfQuery(const Request& request) {
    const auto columns = request.queryList("columns");
    if (columns.empty()) {
        return std::nullopt;
    }
    Json given = Json::object();
    for (const char* name : {"delimiter", "decimal", "dateFormat", "encoding", "currency", "account"}) {
        if (const auto value = request.query(name)) {
            given.set(name, *value);
        }
    }
    for (const char* name : {"headerRows", "skipLines", "footerRows"}) {
        if (const auto value = request.query(name)) {
            given.set(name, Json::number(std::string(*value)));
        }
    }
    given.set("invertSign", request.query("invertSign") == "true");
    for (const char* name : {"debitValues", "pendingValues"}) {
        given.set(name, Json(request.queryList(name)));
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
    given.set("columns", std::move(mapped));
    return mappingOf(given);
}

Upload rawUpload(Request& request, const std::string& type) {
    Upload upload;
    upload.bytes = request.rawInput();
    upload.hints.format = type == "text/csv"                                ? "csv"
                          : type == "application/xml" || type == "text/xml" ? "camt.053"
                                                                            : "auto";
    if (type == "text/csv") {
        upload.hints.csv = mappingOfQuery(request);
    }
    if (const auto name = request.query("fileName")) {
        upload.options.fileName = std::string(*name);
    }
    upload.options.acceptUnbalanced = request.query("acceptUnbalanced") == "true";
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

Json answerOf(const Imported& imported) {
    Json answer = toJson(imported.statement);
    Json ids = Json::array();
    for (const Uuid& id : imported.lines) {
        ids.push(encodeId("bnk", id));
    }
    answer.add("bankTransactionIds", std::move(ids));
    return answer;
}

} // namespace

Response importStatement(Request& request) {
    const std::string type = mediaTypeOf(request);
    Upload upload = type == "application/json" ? jsonUpload(request) : rawUpload(request, type);
    const Wallet wallet = requireWallet(request, request.path("walletId"));
    if (wallet.kind == "cash") {
        throw ApiError(400, "wallet-not-bank");
    }
    upload.hints.currency = wallet.currency;
    upload.hints.monthFirst = request.company().country == "US";
    try {
        const Imported imported = importStatements(request, wallet, upload.options, [&](StatementSink& sink) {
            readStatements(upload.bytes, upload.hints, sink);
        });
        return Response::json(201, answerOf(imported)).etag(1);
    } catch (const FileError& error) {
        request.log(Call::Level::Information, std::string("a statement was refused: ") + error.what());
        if (error.kind() == FileError::Kind::UnknownFormat) {
            throw ApiError(400, "statement-format-unknown");
        }
        throw ApiError(400, "statement-invalid",
                       {std::to_string(error.line()), std::to_string(error.column()), error.reason()});
    }
}

Response listStatements(Request& request) {
    const Wallet wallet = requireWallet(request, request.path("walletId"));
    const ArrayPage part = request.arrayPage();
    std::int64_t total = 0;
    Json records = Json::array();
    for (const Statement& statement :
         StatementStore(request).list(wallet.id, part.limit, part.offset, total)) {
        records.push(toJson(statement));
    }
    return Response::json(200, records).total(total);
}

Json importLinesCommand(Call& call, const Json& input) {
    const Wallet wallet = requireWallet(call, input.textOr("walletId"));
    StatementFile file;
    file.format = "feed";
    FileStatement& statement = file.statements.emplace_back();
    statement.currency = wallet.currency;
    statement.account = wallet.iban;
    for (const Json& given : input["lines"].items()) {
        FileLine line;
        line.place = static_cast<int>(statement.lines.size()) + 1;
        line.bookingDate = Date::parse(given.textOr("bookedAt"));
        line.valueDate = Date::parse(given.textOr("valueDate"));
        if (!line.bookingDate) {
            throw ApiError(400, "statement-invalid", {std::to_string(line.place), "1", "date"});
        }
        line.amount = given["amount"].integer();
        if (const auto currency = given.optionalText("currency");
            currency && *currency != wallet.currency.code()) {
            throw ApiError(400, "statement-currency-mismatch", {*currency});
        }
        line.remittance = given.textOr("label");
        if (given["counterparty"].isObject()) {
            line.counterpartyName = given["counterparty"].textOr("name");
            line.counterpartyAccount = given["counterparty"].textOr("iban");
        }
        line.reference = given.textOr("reference");
        line.endToEndId = given.textOr("endToEndId");
        line.bankReference = given.textOr("bankReference");
        statement.lines.push_back(std::move(line));
    }
    ImportOptions options;
    options.source = "feed";
    const Imported imported = importStatements(call, wallet, options,
                                               [&](StatementSink& sink) { handOver(std::move(file), sink); });
    const Json answer = answerOf(imported);
    return Json::object({{"statementId", answer["id"]},
                         {"imported", answer["imported"]},
                         {"duplicates", answer["duplicates"]},
                         {"bankTransactionIds", answer["bankTransactionIds"]}});
}

} // namespace svc::bank
