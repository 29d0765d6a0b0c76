/// Signature version 4 of Amazon Web Services, as S3 wants it.
/// Source: docs.aws.amazon.com, AmazonS3, "Authenticating Requests (AWS Signature Version 4)".
#pragma once

#include <map>
#include <string>

#include <svc/date.hpp>

namespace svc::s3 {

struct Keys {
    std::string accessKey;
    std::string secretKey;
    std::string region;
};

/// What of a request is signed. `path` is encoded as it is sent; names of headers are in lower case, `host`
/// and `x-amz-content-sha256` among them.
struct Signable {
    std::string method;
    std::string path;
    std::string query;
    std::map<std::string, std::string> headers;
};

/// `20130524T000000Z`, the header x-amz-date.
std::string amzDate(Instant now);

/// The header Authorization. Adds x-amz-date to what is signed.
std::string authorization(Signable request, const Keys& keys, Instant now);

} // namespace svc::s3
