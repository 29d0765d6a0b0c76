#include "s3/signature.hpp"

#include "common/digest.hpp"

namespace svc::s3 {
namespace {

constexpr std::string_view Algorithm = "AWS4-HMAC-SHA256";

} // namespace

std::string amzDate(Instant now) {
    std::string text;
    for (const char c : now.toString().substr(0, 19)) {
        if (c != '-' && c != ':') {
            text += c;
        }
    }
    return text + 'Z';
}

std::string authorization(Signable request, const Keys& keys, Instant now) {
    const std::string time = amzDate(now);
    request.headers["x-amz-date"] = time;
    std::string names;
    std::string canonical = request.method + '\n' + request.path + '\n' + request.query + '\n';
    for (const auto& [name, value] : request.headers) {
        canonical.append(name).append(":").append(value).append("\n");
        names.append(names.empty() ? "" : ";").append(name);
    }
    canonical += '\n' + names + '\n' + request.headers["x-amz-content-sha256"];
    const std::string day = time.substr(0, 8);
    const std::string scope = day + '/' + keys.region + "/s3/aws4_request";
    const std::string text =
        std::string(Algorithm) + '\n' + time + '\n' + scope + '\n' + connector::sha256Hex(canonical);
    std::string key = "AWS4" + keys.secretKey;
    for (const std::string& part : {day, keys.region, std::string("s3"), std::string("aws4_request")}) {
        key = connector::hmacSha256(key, part);
    }
    return std::string(Algorithm) + " Credential=" + keys.accessKey + '/' + scope +
           ", SignedHeaders=" + names + ", Signature=" + hexEncode(connector::hmacSha256(key, text));
}

} // namespace svc::s3
