#include "host/app/master_key.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <svc/encoding.hpp>

#include "host/config/yaml_document.hpp"

namespace svc::host::app {
namespace {

constexpr std::size_t KeySize = 32;

void make(const std::filesystem::path& file) {
    std::array<unsigned char, KeySize> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
        throw std::runtime_error("the random generator of OpenSSL failed");
    }
    const std::string text = hexEncode({reinterpret_cast<const char*>(random.data()), random.size()}) + '\n';
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        throw std::runtime_error("the master key " + file.string() +
                                 " cannot be made: " + std::strerror(errno));
    }
    const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (!written) {
        throw std::runtime_error("the master key " + file.string() +
                                 " cannot be written: " + std::strerror(errno));
    }
}

} // namespace

MasterKey MasterKey::readOrMake(const std::filesystem::path& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) {
        if (errno != ENOENT) {
            throw std::runtime_error("the master key " + file.string() +
                                     " cannot be read: " + std::strerror(errno));
        }
        make(file);
    } else if ((info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        throw std::runtime_error("the master key " + file.string() +
                                 " may be read by others: it must have mode 0600 (chmod 600)");
    }
    std::string text = config::readFile(file);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
        text.pop_back();
    }
    auto bytes = hexDecode(text);
    if (!bytes || bytes->size() != KeySize) {
        throw std::runtime_error("the master key " + file.string() +
                                 " is not one: expected 64 hexadecimal digits");
    }
    return MasterKey(std::move(*bytes));
}

std::string MasterKey::derive(std::string_view purpose) const {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), bytes_.data(), static_cast<int>(bytes_.size()),
             reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size(), digest.data(),
             &size) == nullptr) {
        throw std::runtime_error("HMAC failed");
    }
    return std::string(reinterpret_cast<const char*>(digest.data()), size);
}

} // namespace svc::host::app
