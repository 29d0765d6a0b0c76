// Nextcloud, and other servers with the same WebDAV interface: documents stored in folders (RFC 4918).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/kept_file.hpp"
#include "common/private_address.hpp"

namespace svc::nextcloud {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 32 * 1024 * 1024;

struct Account {
    std::string url; ///< of the user's folder, without a trailing slash
    std::string user;
    std::string password;

    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        return connector::requestNamed(call, method, url + std::string(path)).basic(user, password);
    }
};

Account accountOf(std::string server, const std::string& user, const std::string& password) {
    while (server.ends_with('/')) {
        server.pop_back();
    }
    return {server + "/remote.php/dav/files/" + percentEncode(user), user, password};
}

Account keptAccount(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return accountOf(kept("url"), kept("user"), kept("password"));
}

HttpReply look(Call& call, const Account& account) {
    return account.request(call, "PROPFIND", "/").header("Depth", "0").send();
}

/// Another success status for PROPFIND, such as that of a login page, means that the server has no WebDAV.
bool isWebDav(const HttpReply& reply) {
    constexpr int MultiStatus = 207;
    return reply.status == MultiStatus;
}

/// The same as connector::accepted(); a full storage (507) is not retried before a person has made room (RFC
/// 4918, 11.5).
const HttpReply& accepted(const HttpReply& reply) {
    constexpr int InsufficientStorage = 507;
    if (reply.status == InsufficientStorage) {
        throw connector::refusedBy(reply);
    }
    return connector::accepted(reply);
}

/// Creates the missing folders of the path, and gives the path in URL encoding.
std::string makeFolders(Call& call, const Account& account, const std::string& folder) {
    constexpr int IsThere = 405;
    std::string path;
    for (const std::string_view part : split(folder, '/')) {
        if (part.empty() || part == "." || part == "..") {
            continue;
        }
        path += '/' + percentEncode(part);
        const HttpReply reply = account.request(call, "MKCOL", path).send();
        if (reply.status != IsThere) {
            accepted(reply);
        }
    }
    return path;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Nextcloud", "kind": "archive", "auth": "password", "capabilities": ["archive"],
        "credentialsSchema": { "type": "object", "required": ["url", "user", "password"], "properties": {
            "url": { "type": "string", "pattern": "^https?://[^/?#@]+(/[^?#]*)?$" },
            "user": { "type": "string", "minLength": 1 },
            "password": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "folder": { "type": "string", "maxLength": 255 } } },
        "lost": { "archive": "repeat" } })");
}

/// Stores the account only after the server has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const auto given = [&](std::string_view name) {
        return credentials.isObject() ? credentials.textOr(name) : std::string();
    };
    if (given("url").empty() || given("user").empty() || given("password").empty()) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Account account = accountOf(given("url"), given("user"), given("password"));
    const HttpReply seen = look(call, account);
    if (!isWebDav(connector::accepted(seen))) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"url", "user", "password"}) {
            call.secrets().put(name, given(name));
        }
    });
    return {.account = ConnectedAccount{.id = account.url, .name = given("user")}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply seen = look(call, keptAccount(call));
    auto result = connector::tried<TestOutput>(seen);
    if (seen.ok() && !isWebDav(seen)) {
        result.ok = false;
        result.error = "answer-unreadable";
    }
    return result;
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::ArchiveOutput commands::archive(Call& call, const commands::ArchiveInput& input) {
    const Account account = keptAccount(call);
    const std::string type = input.file.contentType;
    const Json& settings = input.settings;
    const std::string usual = settings.isObject() ? settings.textOr("folder") : "";
    const std::string parent = makeFolders(call, account, input.folder.value_or(usual)) + '/';
    const auto request = [&](std::string_view method, const std::string& name) {
        return account.request(call, method, parent + percentEncode(name));
    };
    const connector::Folder folder{
        .read = [&](const std::string& name) { return request("GET", name).most(MostBytes).send(); },
        .create =
            [&](const std::string& name, const std::string& content) {
                constexpr int IsThere = 412;
                const HttpReply reply =
                    request("PUT", name).header("If-None-Match", "*").body(type, content).send();
                return reply.status != IsThere && accepted(reply).ok();
            },
        .replace =
            [&](const std::string& name, const std::string& content) {
                accepted(request("PUT", name).body(type, content).send());
            },
        .accept = [](const HttpReply& reply) { accepted(reply); }};
    const std::string path = parent + percentEncode(connector::keepIn(folder, input));
    return {.reference = path, .url = account.url + path};
}

} // namespace svc::nextcloud
