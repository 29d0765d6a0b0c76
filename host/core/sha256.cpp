#include "host/core/sha256.hpp"

#include <array>
#include <fstream>
#include <stdexcept>

#include <svc/encoding.hpp>

namespace svc::host {
namespace {

void check(bool done) {
    if (!done) {
        throw std::runtime_error("OpenSSL cannot make a digest");
    }
}

} // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    check(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::string_view bytes) {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    check(EVP_DigestFinal_ex(context_.get(), bytes.data(), &size) == 1);
    return hexEncode(std::string(bytes.begin(), bytes.begin() + size));
}

std::string sha256Hex(std::string_view bytes) {
    Sha256 digest;
    digest.add(bytes);
    return digest.hex();
}

std::string sha256OfFile(const std::filesystem::path& file) {
    constexpr std::size_t Piece = 65536;
    std::ifstream input(file, std::ios::binary);
    std::array<char, Piece> buffer{};
    Sha256 digest;
    while (input.read(buffer.data(), buffer.size()).gcount() > 0) {
        digest.add({buffer.data(), static_cast<std::size_t>(input.gcount())});
    }
    if (!input.eof()) {
        throw std::runtime_error(file.string() + " cannot be read");
    }
    return digest.hex();
}

} // namespace svc::host
