#include <svc/testing/http_stand_in.hpp>

#include <stdexcept>

#include <svc/text.hpp>

namespace svc::testing {

std::string SentRequest::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (lowerAscii(key) == lowerAscii(name)) {
            return value;
        }
    }
    return {};
}

std::string SentRequest::path() const {
    const std::size_t host = url.find("://");
    const std::size_t start = url.find('/', host == std::string::npos ? 0 : host + 3);
    const std::string target = start == std::string::npos ? "/" : url.substr(start);
    return target.substr(0, target.find('?'));
}

HttpStandIn& HttpStandIn::answers(int status, std::string body,
                                  const std::map<std::string, std::string>& headers) {
    std::string lines;
    for (const auto& [name, value] : headers) {
        lines.append(name).append(": ").append(value).append("\r\n");
    }
    replies_.push_back({status, {}, std::move(body), std::move(lines)});
    return *this;
}

HttpStandIn& HttpStandIn::fails(std::string error) {
    replies_.push_back({0, std::move(error), {}, {}});
    return *this;
}

HttpStandIn::Reply HttpStandIn::next() {
    if (replies_.empty()) {
        throw std::runtime_error("a stand-in of http() was given no answer");
    }
    Reply reply = replies_.front();
    if (replies_.size() > 1) {
        replies_.pop_front();
    }
    return reply;
}

} // namespace svc::testing
