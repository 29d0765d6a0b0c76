#include "support/file_servers.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>

#include <svc/text.hpp>

#include "support/http_client.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

// Debian's interpreter, for which Debian packages are installed.
const std::string Php = "/usr/bin/php";
const std::string Scripts = std::string(SVC_TESTS_FOLDER) + "/support/";

fs::path newFolder(const std::string& name) {
    static int count = 0;
    const fs::path folder = fs::temp_directory_path() / ("svc-" + name + '-' + std::to_string(::getpid()) +
                                                         '-' + std::to_string(++count));
    fs::create_directories(folder);
    return folder;
}

void write(const fs::path& path, const std::string& content) {
    const fs::path fresh = path.string() + ".new";
    std::ofstream(fresh, std::ios::binary) << content;
    fs::rename(fresh, path);
}

/// The number after the last `mark` of a text, once `end` follows it; 0 before.
std::uint16_t portIn(const std::string& text, const std::string& mark, char end) {
    const std::size_t begin = text.find(mark);
    const std::size_t last = begin == std::string::npos ? begin : text.find(end, begin + mark.size());
    return last == std::string::npos
               ? 0
               : static_cast<std::uint16_t>(
                     parseInt64(text.substr(begin + mark.size(), last - begin - mark.size())).value_or(0));
}

/// Waits until the program prints its port.
template <class Output>
std::uint16_t portOf(BackgroundProgram& program, Output output, const std::string& mark, char end) {
    constexpr std::chrono::seconds Longest{30};
    const auto limit = std::chrono::steady_clock::now() + Longest;
    while (program.running() && std::chrono::steady_clock::now() < limit) {
        if (const std::uint16_t port = portIn(output(), mark, end)) {
            return port;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    throw std::runtime_error("a server of files does not start: " + program.output() + program.errors());
}

std::string percentDecoded(const std::string& text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped = text[i] == '%';
        decoded += escaped ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
        i += escaped ? 2 : 0;
    }
    return decoded;
}

bool keepsAttributes(const fs::path& folder) {
    return ::setxattr(folder.c_str(), "user.svc", "1", 1, 0) == 0;
}

} // namespace

FileServer::FileServer(const std::string& name) : folder_{newFolder(name)} {}

FileServer::Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

std::string WebDavServer::missing() {
    return ::access(Php.c_str(), X_OK) == 0 && fs::exists("/usr/share/php/Sabre/autoload.php")
               ? ""
               : "php-cli and php-sabre-dav";
}

WebDavServer::WebDavServer(const std::string& password) : FileServer("webdav") {
    fs::create_directories(folder_.path / "files");
    WebDavServer::setPassword(password);
    program_ = std::make_unique<BackgroundProgram>(
        std::vector<std::string>{Php, "-S", "127.0.0.1:0", Scripts + "webdav_server.php"},
        std::vector<std::string>{"FOLDER=" + folder_.path.string()});
    port_ = portOf(
        *program_, [&] { return program_->errors(); }, "(http://127.0.0.1:", ')');
}

void WebDavServer::setPassword(const std::string& password) const {
    write(folder_.path / "password", password);
}

fs::path WebDavServer::fileOf(const std::string& reference) const {
    return folder_.path / "files" / percentDecoded(reference.substr(1));
}

std::optional<std::string> WebDavServer::content(const std::string& reference) const {
    std::ifstream in(fileOf(reference), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return in.is_open() ? std::optional(text.str()) : std::nullopt;
}

void WebDavServer::replace(const std::string& reference, const std::string& content) const {
    write(fileOf(reference), content);
}

void WebDavServer::remove(const std::string& reference) const {
    fs::remove(fileOf(reference));
}

std::string S3Server::missing() {
    if (::access(Python.c_str(), X_OK) != 0 || runProgram({Python, "-c", "import swift"}).code != 0) {
        return "python3-swift";
    }
    const Folder probe{newFolder("attributes")};
    return keepsAttributes(probe.path) ? "" : "a folder of temporary files with extended attributes";
}

S3Server::S3Server(const std::string& secretKey) : FileServer("s3") {
    S3Server::setPassword(secretKey);
    program_ = std::make_unique<BackgroundProgram>(std::vector<std::string>{
        Python, Scripts + "s3_server.py", folder_.path.string(), "company", "books", "eu", "books"});
    port_ = portOf(
        *program_, [&] { return program_->output(); }, "ready ", '\n');
}

void S3Server::setPassword(const std::string& password) const {
    write(folder_.path / "secret", password);
}

std::optional<std::string> S3Server::content(const std::string& reference) const {
    const Answer found = HttpClient("127.0.0.1", port_).get("/v1/AUTH_company" + reference);
    return found.status == 200 ? std::optional(found.body) : std::nullopt;
}

void S3Server::replace(const std::string& reference, const std::string& content) const {
    const Answer done =
        HttpClient("127.0.0.1", port_)
            .send("PUT", "/v1/AUTH_company" + reference, content, {{"Content-Type", "application/pdf"}});
    if (done.status != 201) {
        throw std::runtime_error("not replaced: " + std::to_string(done.status));
    }
}

void S3Server::remove(const std::string& reference) const {
    const Answer done = HttpClient("127.0.0.1", port_).remove("/v1/AUTH_company" + reference);
    if (done.status != 204) {
        throw std::runtime_error("not removed: " + std::to_string(done.status));
    }
}

} // namespace svc::test
