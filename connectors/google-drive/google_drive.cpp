// Google Drive: documents kept in folders of a person's drive (API version 3).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/error_code.hpp"
#include "common/oauth.hpp"
#include "common/turn.hpp"

namespace svc::google_drive {
namespace {

using calls::integrations::File;
using connector::textOf;

constexpr std::string_view Scope = "https://www.googleapis.com/auth/drive.file";
constexpr std::string_view FolderType = "application/vnd.google-apps.folder";

std::string setting(std::string_view name, std::string_view otherwise) {
    return Call::settings().textOr(name, otherwise);
}

std::string apiUrl(std::string_view path) {
    return setting("baseUrl", "https://www.googleapis.com") + std::string(path);
}

connector::OAuth oauth() {
    return {setting("accountsUrl", "https://accounts.google.com") + "/o/oauth2/v2/auth",
            setting("tokenBaseUrl", "https://oauth2.googleapis.com") + "/token"};
}

/// The reason of `{ error: { status, errors: [{ reason }] } }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) -> std::string {
        const Json& error = answer["error"];
        if (!error.isObject()) {
            return "";
        }
        const Json& all = error["errors"];
        return all.isArray() && all.size() > 0 ? all.at(0).textOr("reason") : error.textOr("status");
    });
}

constexpr int Forbidden = 403;

/// Google uses 403 for too many requests as well; the access is still valid then.
void checkRate(const HttpReply& reply, const std::string& code) {
    const bool tooMany = code.find("ateLimitExceeded") != std::string::npos || code == "dailyLimitExceeded";
    if (reply.status == Forbidden && tooMany) {
        throw ApiError(400, "integration-unreachable", {code});
    }
}

/// A 403 about this file or folder alone, such as a full drive or folder.
bool isAboutFile(std::string_view code) {
    return code.ends_with("LimitExceeded") || code.ends_with("QuotaExceeded") ||
           code == "insufficientFilePermissions" || code == "insufficientParentPermissions" ||
           code == "appNotAuthorizedToFile";
}

Json answerOf(const HttpReply& reply) {
    const std::string code = codeOf(reply);
    checkRate(reply, code);
    if (reply.status == Forbidden && isAboutFile(code)) {
        throw connector::refusedBy(reply, code);
    }
    return connector::jsonOf(connector::accepted(reply, code));
}

HttpReply about(Call& call, const std::string& token) {
    return call.http()
        .get(apiUrl("/drive/v3/about"))
        .query("fields", "user")
        .header("Authorization", "Bearer " + token)
        .send();
}

/// A string literal of a search query.
std::string quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') {
            result += '\\';
        }
        result += c;
    }
    return result + '\'';
}

/// The first file that matches; null: none.
Json find(Call& call, const std::string& query) {
    const Json list = answerOf(oauth().send(call, [&] {
        return call.http()
            .get(apiUrl("/drive/v3/files"))
            .query("q", query + " and trashed = false")
            .query("fields", "files(id,webViewLink)")
            .query("pageSize", "1");
    }));
    const Json files = list.isObject() && !list.contains("files") ? Json::array() : list["files"];
    if (!files.isArray()) { // read as empty, it would mean that the file is missing, and create it again
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return files.size() > 0 ? files.at(0) : Json(nullptr);
}

/// The folder at the end of the path; missing folders are created. The app sees only files that it has
/// created.
std::string folderAt(Call& call, std::string_view path) {
    std::string parent = "root";
    for (const std::string_view name : split(path, '/')) {
        if (trim(name).empty()) {
            continue;
        }
        Json folder = find(call, "name = " + quoted(name) + " and mimeType = " + quoted(FolderType) +
                                     " and " + quoted(parent) + " in parents");
        if (folder.isNull()) {
            Json parents = Json::array();
            parents.push(parent);
            folder = answerOf(oauth().send(call, [&] {
                return call.http()
                    .post(apiUrl("/drive/v3/files"))
                    .query("fields", "id")
                    .json(Json::object({{"name", name}, {"mimeType", FolderType}, {"parents", parents}}));
            }));
        }
        parent = textOf(folder, "id");
    }
    return parent;
}

/// A multipart request: the metadata of the file, and its bytes.
Json upload(Call& call, const Json& metadata, const std::string& contentType, const std::string& content) {
    std::string boundary = "svc-part";
    while (content.find(boundary) != std::string::npos) {
        boundary += '-';
    }
    const std::string body = "--" + boundary + "\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n" +
                             metadata.dump() + "\r\n--" + boundary + "\r\nContent-Type: " + contentType +
                             "\r\n\r\n" + content + "\r\n--" + boundary + "--\r\n";
    return answerOf(oauth().send(call, [&] {
        return call.http()
            .post(apiUrl("/upload/drive/v3/files"))
            .query("uploadType", "multipart")
            .query("fields", "id,webViewLink,sha256Checksum")
            .body("multipart/related; boundary=" + boundary, body);
    }));
}

/// A file is identified by SHA-256 and folder: an identical file is not sent again.
Json keptIn(Call& call, const std::string& folder, const File& file) {
    const std::string& sha256 = file.sha256;
    Json kept = find(call, "appProperties has { key = 'sha256' and value = " + quoted(sha256) + " } and " +
                               quoted(folder) + " in parents");
    if (kept.isNull()) {
        Json parents = Json::array();
        parents.push(folder);
        kept = upload(call,
                      Json::object({{"name", file.name},
                                    {"mimeType", file.contentType},
                                    {"parents", parents},
                                    {"appProperties", Json::object({{"sha256", sha256}})}}),
                      file.contentType, base64Decode(file.content).value_or(""));
        if (kept.textOr("sha256Checksum", sha256) != sha256) {
            throw ApiError(400, "provider-refused", {"content-differs"});
        }
    }
    return kept;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Google Drive", "kind": "archive", "auth": "oauth", "capabilities": ["archive"],
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "folder": { "type": "string", "maxLength": 255 } } },
        "lost": { "archive": "repeat" } })");
}

/// Google issues a refresh token only for `offline`, and when the person is asked for consent anew.
Json commands::authorize(Call&, const Json& input) {
    return oauth().authorize(input, Scope, {{"access_type", "offline"}, {"prompt", "consent"}});
}

/// Stores the tokens only after the account was read.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchange(call, input);
    const Json user = answerOf(about(call, textOf(tokens, "access_token")))["user"];
    const std::string mail = textOf(user, "emailAddress");
    call.transaction([&] {
        call.secrets().remove("*");
        connector::OAuth::keep(call, tokens);
    });
    return {.account = {.id = mail, .name = user.textOr("displayName", mail)}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = oauth().send(
        call, [&] { return call.http().get(apiUrl("/drive/v3/about")).query("fields", "user"); });
    const std::string code = codeOf(reply);
    checkRate(reply, code);
    return connector::tried<TestOutput>(reply, code);
}

void commands::disconnect(Call& call) {
    oauth().revoke(call, setting("tokenBaseUrl", "https://oauth2.googleapis.com") + "/revoke");
}

/// Drive permits several folders or files of the same name, so a lock covers the search for a file and its
/// creation.
commands::ArchiveOutput commands::archive(Call& call, const commands::ArchiveInput& input) {
    const File& file = input.file;
    const Json& settings = input.settings;
    const std::string usual = settings.isObject() ? settings.textOr("folder") : "";
    const std::string folder =
        connector::alone(call, "folders", [&] { return folderAt(call, input.folder.value_or(usual)); });
    const Json kept =
        connector::alone(call, "file." + file.sha256, [&] { return keptIn(call, folder, file); });
    return {.reference = textOf(kept, "id"), .url = kept.optionalText("webViewLink")};
}

} // namespace svc::google_drive
