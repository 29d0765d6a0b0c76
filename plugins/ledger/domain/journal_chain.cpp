#include "domain/journal_chain.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

#include <svc/encoding.hpp>

namespace svc::ledger {
namespace {

std::string sha256(std::string_view first, std::string_view second) {
    thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                                       &EVP_MD_CTX_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (context == nullptr || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), first.data(), first.size()) != 1 ||
        EVP_DigestUpdate(context.get(), second.data(), second.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1) {
        throw std::runtime_error("OpenSSL cannot compute SHA-256");
    }
    return hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

} // namespace

JournalChain::JournalChain(std::string_view company, int fiscalYear) {
    const std::string year = std::to_string(fiscalYear);
    digest_ = sha256("svc journal 1\n" + std::string(company) + '\n', year);
}

const std::string& JournalChain::add(std::string_view record) {
    digest_ += '\n';
    digest_ = sha256(digest_, record);
    return digest_;
}

std::string checkpointText(int fiscalYear, std::int64_t number, std::string_view digest,
                           std::string_view signedAt) {
    std::string text =
        "svc journal checkpoint 1\n" + std::to_string(fiscalYear) + '\n' + std::to_string(number) + '\n';
    return text.append(digest).append("\n").append(signedAt);
}

} // namespace svc::ledger
