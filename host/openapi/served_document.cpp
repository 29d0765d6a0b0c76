#include "host/openapi/document.hpp"

#include <svc/encoding.hpp>

#include <Poco/DeflatingStream.h>
#include <openssl/sha.h>

#include <sstream>

namespace svc::host::openapi {

ServedDocument serve(const Json& document) {
    ServedDocument served;
    served.text = document.dump();
    std::ostringstream out;
    Poco::DeflatingOutputStream gzip(out, Poco::DeflatingStreamBuf::STREAM_GZIP);
    gzip << served.text;
    gzip.close();
    served.compressed = out.str();
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(served.text.data()), served.text.size(), digest);
    served.etag = '"' + hexEncode(std::string_view(reinterpret_cast<const char*>(digest), 16)) + '"';
    return served;
}

} // namespace svc::host::openapi
