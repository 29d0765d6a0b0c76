#include "api/business/readers/certified_documents.hpp"

#include <fstream>
#include <memory>
#include <sstream>

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <svc/encoding.hpp>

namespace svc::test {

const Json& certifiedVectors() {
    static const Json read = [] {
        std::ifstream file(SVC_SOURCE_TREE "/regimes/pt-certified/vectors/hash-chain.json");
        std::stringstream text;
        text << file.rdbuf();
        return Json::parse(text.str())["vectors"].at(0)["given"];
    }();
    return read;
}

bool isSignedByTheTestKey(const std::string& message, const std::string& signature) {
    const std::string pem = certifiedVectors()["publicKey"].text();
    const std::unique_ptr<BIO, int (*)(BIO*)> source(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
    const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(
        PEM_read_bio_PUBKEY(source.get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    const std::string bytes = base64Decode(signature).value();
    return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha1(), nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                            reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1;
}

} // namespace svc::test
