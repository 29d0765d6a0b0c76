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

/// The signed parts of a request. `path` is encoded as it is sent; header names are in lower case and must
/// include `host` and `x-amz-content-sha256`.
struct Signable {
    std::string method;
    std::string path;
    std::string query;
    std::map<std::string, std::string> headers;
};

/// `20130524T000000Z`, the header x-amz-date.
std::string amzDate(Instant now);

/// The header Authorization. Adds x-amz-date to the signed headers.
std::string authorization(Signable request, const Keys& keys, Instant now);

} // namespace svc::s3
