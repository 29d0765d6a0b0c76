#include "host/abi/refusal_words.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include <svc/encoding.hpp>
#include <svc/json.hpp>
#include <svc/provider_words.hpp>
#include <svc/text.hpp>

#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

/// Does a header or a setting of this name hold what lets a caller in?
bool isSecretName(std::string_view name) {
    const std::string small = lowerAscii(name);
    constexpr std::array<std::string_view, 6> Parts{"authorization", "key",      "secret",
                                                    "token",         "password", "signature"};
    return std::any_of(Parts.begin(), Parts.end(),
                       [&](std::string_view part) { return small.find(part) != std::string::npos; });
}

/// The secrets of a call that must not appear in messages, as views.
class Secrets {
public:
    Secrets(const svc_call& call, const HttpRequest& sent, const Json& settings)
        : all_(call.secrets.begin(), call.secrets.end()) {
        for (const auto& [name, value] : sent.headers) {
            if (isSecretName(name)) {
                addHeader(value);
            }
        }
        for (const auto& [name, value] : settings.members()) {
            if (isSecretName(name) && value.isString()) {
                all_.push_back(decoded_.emplace_back(value.text()));
            }
        }
        // The longest first, so that replacing a short secret leaves no rest of a longer one that contains
        // it.
        std::sort(all_.begin(), all_.end(),
                  [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
    }
    std::string hiddenIn(std::string text) const {
        for (const std::string_view secret : all_) {
            text = connector::withoutSecret(std::move(text), secret);
        }
        return text;
    }

private:
    /// Adds the header's value, the credential after its scheme, and of Basic also the name and the password.
    void addHeader(std::string_view value) {
        all_.push_back(value);
        const std::size_t space = value.find(' ');
        if (space == std::string_view::npos) {
            return;
        }
        const std::string_view credentials = value.substr(space + 1);
        all_.push_back(credentials);
        if (lowerAscii(value.substr(0, space)) != "basic") {
            return;
        }
        const std::string_view account = decoded_.emplace_back(base64Decode(credentials).value_or(""));
        const std::size_t colon = std::min(account.find(':'), account.size());
        all_.push_back(account.substr(0, colon));
        all_.push_back(account.substr(std::min(colon + 1, account.size())));
    }

    std::vector<std::string_view> all_;
    std::deque<std::string> decoded_;
};

} // namespace

RefusalWords refusalWords(const svc_call& call, const HttpRequest& sent, const HttpAnswer& answer) {
    constexpr int FirstRefusal = 400;
    if (answer.status < FirstRefusal) {
        return {};
    }
    HttpReply reply;
    reply.status = answer.status;
    reply.body = answer.body;
    reply.headerLines = answer.headers;
    RefusalWords said{connector::codeOf(reply), connector::wordsOf(reply)};
    if (said.code.empty() && said.words.empty()) {
        return said;
    }
    const Json settings = Json::parse(call.plugin.settings);
    const Secrets secrets(call, sent, settings);
    return {secrets.hiddenIn(std::move(said.code)), secrets.hiddenIn(std::move(said.words))};
}

} // namespace svc::host::abi
