// The snippets of docs/webhooks.md accept requests signed by the service and reject everything else.
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

#include "support/checks.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* Secret = "whsec_0123456789abcdefghijABCDEFGHIJ0123456789";
constexpr const char* Body = R"({"id":"evt_1","data":{"name":"Café"}})";

std::string headerOf(std::time_t time, const std::string& secret = Secret, const std::string& body = Body) {
    const std::string text = std::to_string(time) + '.' + body;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
    return "t=" + std::to_string(time) +
           ",v1=" + hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

class WebhookSnippets : public ::testing::Test {
protected:
    WebhookSnippets() {
        fs::create_directories(folder_);
        write("body", Body);
    }
    ~WebhookSnippets() override { fs::remove_all(folder_); }

    /// The code block below a heading of the page.
    static std::string snippet(const std::string& heading) {
        std::ifstream in(SVC_WEBHOOKS_PAGE);
        std::ostringstream text;
        text << in.rdbuf();
        const std::string page = text.str();
        const std::size_t from = page.find('\n', page.find("```", page.find("### " + heading + '\n'))) + 1;
        return page.substr(from, page.find("```", from) - from);
    }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return (folder_ / name).string();
    }
    static bool run(const std::string& command) {
        return std::system((command + " 2>/dev/null").c_str()) == 0;
    }
    static bool has(const std::string& program) { return run("command -v " + program + " >/dev/null"); }

    /// `verifier`: a command that gets the secret and the header as arguments and the body as standard input.
    void check(const std::string& verifier) const {
        const std::time_t now = std::time(nullptr);
        const auto accepts = [&](const std::string& header) {
            return run(verifier + ' ' + Secret + " '" + header + "' < " + (folder_ / "body").string());
        };
        EXPECT_TRUE(accepts(headerOf(now)));
        EXPECT_TRUE(accepts(headerOf(now - 200)));
        EXPECT_FALSE(accepts(headerOf(now - 400)));
        EXPECT_FALSE(accepts(headerOf(now + 400)));
        EXPECT_FALSE(accepts(headerOf(now, "whsec_other")));
        EXPECT_FALSE(accepts(headerOf(now, Secret, "{}")));
    }

private:
    fs::path folder_ = fs::temp_directory_path() / ("svc-snippets-" + std::to_string(::getpid()));
};

TEST_F(WebhookSnippets, InShellVerify) {
    check("sh " + write("verify.sh", snippet("Shell")));
}

TEST_F(WebhookSnippets, InPythonVerify) {
    if (!has("python3")) {
        GTEST_SKIP() << "no python3 here";
    }
    check("python3 " + write("verify.py", "import sys\n" + snippet("Python") +
                                              "\nsys.exit(0 if verify(sys.argv[1], sys.argv[2], "
                                              "sys.stdin.buffer.read()) else 1)\n"));
}

TEST_F(WebhookSnippets, InNodeVerify) {
    if (!has("node")) {
        GTEST_SKIP() << "no node here";
    }
    check("node " +
          write("verify.js", snippet("Node") + "\nprocess.exit(verify(process.argv[2], process.argv[3], "
                                               "require('node:fs').readFileSync(0)) ? 0 : 1);\n"));
}

TEST_F(WebhookSnippets, InPhpVerify) {
    if (!has("php")) {
        GTEST_SKIP() << "no php here";
    }
    check("php " + write("verify.php", "<?php\n" + snippet("PHP") +
                                           "\nexit(verify($argv[1], $argv[2], "
                                           "file_get_contents('php://stdin')) ? 0 : 1);\n"));
}

TEST_F(WebhookSnippets, InCppVerify) {
    const std::string source = write(
        "verify.cpp", snippet("C++ (OpenSSL)") +
                          "\n#include <iostream>\n#include <iterator>\n"
                          "int main(int, char** words) {\n"
                          "    std::string body(std::istreambuf_iterator<char>(std::cin), {});\n"
                          "    return verify(words[1], words[2], body, std::time(nullptr)) ? 0 : 1;\n}\n");
    const std::string program = source.substr(0, source.size() - 4);
    ASSERT_TRUE(run(std::string(SVC_CXX) + " -std=c++20 " + source + " -o " + program + " -lcrypto"));
    check(program);
}

} // namespace
} // namespace svc::test
