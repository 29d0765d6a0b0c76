// S3 and compatible servers: documents stored as objects of a bucket.
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/kept_file.hpp"
#include "common/private_address.hpp"
#include "s3/signature.hpp"

namespace svc::s3 {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 32 * 1024 * 1024;

/// `https://host[:port]`, in path style: the bucket is the first part of the path.
struct Bucket {
    std::string endpoint;
    std::string name;
    Keys keys;

    std::string pathOf(const std::string& key) const {
        std::string path = '/' + percentEncode(name);
        for (const std::string_view part : split(key, '/')) {
            const bool named = !part.empty() && part != "." && part != "..";
            path += named ? '/' + percentEncode(part) : "";
        }
        return path;
    }
    /// `isNew`: only create, never replace, where the server supports the condition.
    HttpReply send(Call& call, std::string_view method, const std::string& path, const std::string& body = {},
                   const std::string& contentType = {}, bool isNew = false) const {
        const std::string hash = connector::sha256Hex(body);
        Signable signable{
            .method = std::string(method),
            .path = path,
            .query = {},
            .headers = {{"host", endpoint.substr(endpoint.find("://") + 3)}, {"x-amz-content-sha256", hash}}};
        HttpCall request = connector::requestNamed(call, method, endpoint + path)
                               .header("x-amz-content-sha256", hash)
                               .header("x-amz-date", amzDate(call.now()))
                               .most(MostBytes);
        if (!contentType.empty()) {
            signable.headers["content-type"] = contentType;
            std::move(request).body(contentType, body);
        }
        if (isNew) {
            std::move(request).header("If-None-Match", "*");
        }
        return std::move(request).header("Authorization", authorization(signable, keys, call.now())).send();
    }
};

/// The code of `<Error><Code>NoSuchBucket</Code>…`.
std::string codeOf(const HttpReply& reply) {
    constexpr std::string_view Begin = "<Code>";
    const std::size_t begin = reply.body.find(Begin);
    const std::size_t end = reply.body.find("</Code>");
    if (begin == std::string::npos || end == std::string::npos || end < begin) {
        return "";
    }
    const std::string code = reply.body.substr(begin + Begin.size(), end - begin - Begin.size());
    constexpr std::size_t Longest = 100;
    return code.size() <= Longest ? code : "";
}

Bucket bucketOf(std::string endpoint, const std::string& name, Keys keys) {
    while (endpoint.ends_with('/')) {
        endpoint.pop_back();
    }
    return {std::move(endpoint), name, std::move(keys)};
}

Bucket keptBucket(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return bucketOf(kept("endpoint"), kept("bucket"), {kept("accessKey"), kept("secretKey"), kept("region")});
}

/// Checks that the bucket exists; gives the answer and, for a refusal, its code. Answers to HEAD have no
/// body, so the reason of a refusal is fetched with GET and put into the body of the answer.
std::pair<HttpReply, std::string> look(Call& call, const Bucket& bucket) {
    HttpReply seen = bucket.send(call, "HEAD", bucket.pathOf(""));
    const bool refused = seen.answered() && !seen.ok();
    std::string code;
    if (refused) {
        HttpReply why = bucket.send(call, "GET", bucket.pathOf(""));
        code = codeOf(why);
        seen.body = code.empty() ? "" : std::move(why.body);
    }
    return {std::move(seen), std::move(code)};
}

/// An HTML page, such as a login page, is no answer of S3.
bool isPage(const HttpReply& reply) {
    return reply.ok() && lowerAscii(reply.header("Content-Type").value_or("")).starts_with("text/html");
}

/// With 403 S3 also refuses a request that is too old or too new: the clock of this machine is wrong, and not
/// the keys. It passes once the clock is right.
void requireClock(std::string_view code) {
    if (code == "RequestTimeTooSkewed") {
        throw ApiError(400, "integration-unreachable", {code});
    }
}

void accept(const HttpReply& reply) {
    const std::string code = codeOf(reply);
    requireClock(code);
    connector::accepted(reply, code);
}

/// False when the object exists. For servers without conditional requests the object is sent without the
/// condition, since it was missing a moment ago.
bool create(Call& call, const Bucket& bucket, const std::string& path, const std::string& content,
            const std::string& type) {
    constexpr int IsThere = 412;
    constexpr int Unknown = 501;
    HttpReply reply = bucket.send(call, "PUT", path, content, type, true);
    if (reply.status == Unknown) {
        reply = bucket.send(call, "PUT", path, content, type);
    }
    if (reply.status == IsThere || codeOf(reply) == "ConditionalRequestConflict") {
        return false;
    }
    accept(reply);
    return true;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "S3", "kind": "archive", "auth": "api_key", "capabilities": ["archive"],
        "credentialsSchema": { "type": "object",
            "required": ["endpoint", "region", "bucket", "accessKey", "secretKey"], "properties": {
                "endpoint": { "type": "string", "pattern": "^https?://[^/?#@]+/?$" },
                "region": { "type": "string", "minLength": 1 },
                "bucket": { "type": "string", "pattern": "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$" },
                "accessKey": { "type": "string", "minLength": 1 },
                "secretKey": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "folder": { "type": "string", "maxLength": 255 } } },
        "lost": { "archive": "repeat" } })");
}

/// Stores the keys only after the bucket was found.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const Bucket bucket =
        bucketOf(given.textOr("endpoint"), given.textOr("bucket"),
                 {given.textOr("accessKey"), given.textOr("secretKey"), given.textOr("region")});
    const auto [seen, code] = look(call, bucket);
    requireClock(code);
    connector::accepted(seen, code);
    if (isPage(seen)) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"endpoint", "region", "bucket", "accessKey", "secretKey"}) {
            call.secrets().put(name, given.textOr(name));
        }
    });
    const std::string address =
        bucket.endpoint + '/' + bucket.name; // other servers have buckets of this name
    return {.account = ConnectedAccount{.id = address, .name = address}};
}

commands::TestOutput commands::test(Call& call) {
    const auto [seen, code] = look(call, keptBucket(call));
    requireClock(code);
    auto result = connector::tried<TestOutput>(seen, code);
    if (isPage(seen)) {
        result.ok = false;
        result.error = "answer-unreadable";
    }
    return result;
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::ArchiveOutput commands::archive(Call& call, const commands::ArchiveInput& input) {
    const Bucket bucket = keptBucket(call);
    const std::string type = input.file.contentType;
    const Json& settings = input.settings;
    const std::string usual = settings.isObject() ? settings.textOr("folder") : "";
    const std::string parent = input.folder.value_or(usual) + '/';
    const connector::Folder folder{
        .read =
            [&](const std::string& name) { return bucket.send(call, "GET", bucket.pathOf(parent + name)); },
        .create =
            [&](const std::string& name, const std::string& content) {
                return create(call, bucket, bucket.pathOf(parent + name), content, type);
            },
        .replace =
            [&](const std::string& name, const std::string& content) {
                accept(bucket.send(call, "PUT", bucket.pathOf(parent + name), content, type));
            },
        .accept = accept};
    const std::string path = bucket.pathOf(parent + connector::keepIn(folder, input));
    return {.reference = path, .url = bucket.endpoint + path};
}

} // namespace svc::s3
