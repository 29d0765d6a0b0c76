#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "formats/formats.hpp"
#include "formats/mapping.hpp"
#include "statement/import.hpp"
#include "statement/view.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {
namespace {

/// Base 64 with either alphabet; line breaks and padding are skipped.
std::optional<std::string> bytesOf(std::string text) {
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n' || c == ' ' || c == '='; });
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return base64UrlDecode(text);
}

/// The content of a request, independent of its format.
struct Upload {
    std::string bytes;
    FileHints hints;
    ImportOptions options;
};

std::string mediaTypeOf(const Request& request) {
    const std::string_view type = request.header("Content-Type").value_or("application/json");
    return lowerAscii(trim(type.substr(0, type.find(';'))));
}

/// The options of a CSV file as query parameters, in the form of a mapping; its columns are left out.
Json optionsOfQuery(const Request& request, const api::ImportStatementParameters& parameters) {
    const auto decimal = parameters.decimal ? std::optional(toText(*parameters.decimal)) : std::nullopt;
    return Json::object({{"delimiter", parameters.delimiter},
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
                         {"pendingValues", request.queryList("pendingValues")}});
}

/// The mapping given by `columns=bookingDate:0,amount:3` and the other options of the query. Without
/// `columns` it is detected, and the options are only checked. A refusal names the query parameter.
std::optional<CsvMapping> mappingOfQuery(const Request& request,
                                         const api::ImportStatementParameters& parameters) {
    Json given = optionsOfQuery(request, parameters);
    const auto columns = request.queryList("columns");
    if (columns.empty()) {
        mappingWithoutColumns(given, "");
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
    given.set("columns", std::move(mapped));
    return mappingOf(given, "");
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

} // namespace

Answer<201, api::ImportedStatement> importStatement(Request& request,
                                                    const api::ImportStatementParameters& parameters) {
    const std::string type = mediaTypeOf(request);
    Upload upload = type == "application/json" ? jsonUpload(request) : rawUpload(request, type, parameters);
    const Wallet wallet = trade::requireWallet<calls::treasury::wallet>(request, parameters.walletId);
    if (wallet.kind == calls::treasury::WalletKind::Cash) {
        throw ApiError(400, "wallet-not-bank");
    }
    if (wallet.archived) {
        throw fieldInvalid("walletId");
    }
    upload.hints.currency = wallet.currency;
    upload.hints.monthFirst = request.company().country == "US";
    try {
        const auto imported = importStatements(request, wallet, upload.options, [&](StatementSink& sink) {
            readStatements(upload.bytes, upload.hints, sink);
        });
        return Answer<201, api::ImportedStatement>(shownStatement(imported)).etag(imported.version);
    } catch (const FileError& error) {
        request.log(Call::Level::Information, std::string("a statement was refused: ") + error.what());
        if (error.kind() == FileError::Kind::UnknownFormat) {
            throw ApiError(400, "statement-format-unknown");
        }
        throw ApiError(400, "statement-invalid",
                       {std::to_string(error.line()), std::to_string(error.column()), error.reason()});
    }
}

} // namespace svc::bank
