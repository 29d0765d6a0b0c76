#include "host/app/http_endpoint.hpp"

#include <array>
#include <istream>
#include <mutex>
#include <ostream>
#include <stdexcept>

#include <Poco/Exception.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Net/RejectCertificateHandler.h>
#include <Poco/Net/SSLManager.h>
#include <Poco/URI.h>

#include "host/app/command_line.hpp"

namespace svc::host::app {
namespace {

using Poco::Net::Context;

constexpr std::size_t MostRead = std::size_t{1} << 20U;
constexpr int TimeoutSeconds = 15;

bool isThisMachine(const std::string& host) {
    return host == "localhost" || host == "::1" || host.rfind("127.", 0) == 0;
}

Context::Ptr verifyingContext() {
    static const Context::Ptr context = [] {
        Context::Ptr made = new Context(Context::TLS_CLIENT_USE, "", Context::VERIFY_STRICT);
        made->requireMinimumProtocol(Context::PROTO_TLSV1_2);
        made->enableExtendedCertificateVerification(true);
        // Refuses a wrong certificate instead of asking at the console.
        Poco::Net::SSLManager::instance().initializeClient(
            nullptr, new Poco::Net::RejectCertificateHandler(false), made);
        return made;
    }();
    return context;
}

} // namespace

HttpEndpoint::HttpEndpoint(const std::string& url, const std::string& what) : what_(what) {
    try {
        const Poco::URI uri(url);
        std::string host = uri.getHost();
        if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
            host = host.substr(1, host.size() - 2);
        }
        const bool secure = uri.getScheme() == "https";
        if (host.empty() || !uri.getUserInfo().empty() || (!secure && uri.getScheme() != "http")) {
            throw UsageError(what + ": expected http://127.0.0.1:8080 or https://host");
        }
        if (!secure && !isThisMachine(host)) {
            throw UsageError(what + ": plain http goes to this machine only, to others use https");
        }
        path_ = uri.getPathAndQuery();
        while (!path_.empty() && path_.back() == '/') {
            path_.pop_back();
        }
        session_ =
            secure ? std::make_unique<Poco::Net::HTTPSClientSession>(host, uri.getPort(), verifyingContext())
                   : std::make_unique<Poco::Net::HTTPClientSession>(host, uri.getPort());
        session_->setKeepAlive(true);
        session_->setTimeout(Poco::Timespan(TimeoutSeconds, 0));
        session_->setProxyConfig({});
    } catch (const Poco::Exception&) {
        throw UsageError(what + ": " + url + " is no address");
    }
}

HttpEndpoint::~HttpEndpoint() = default;

HttpEndpoint::Answer HttpEndpoint::request(const std::string& method, const std::string& path,
                                           const Headers& headers, const std::string& body) {
    try {
        const std::string target = path_ + path;
        Poco::Net::HTTPRequest request(method, target.empty() ? "/" : target, "HTTP/1.1");
        for (const auto& [name, value] : headers) {
            request.set(name, value);
        }
        request.setContentLength64(static_cast<Poco::Int64>(body.size()));
        session_->sendRequest(request) << body << std::flush;
        Poco::Net::HTTPResponse response;
        std::istream& in = session_->receiveResponse(response);
        Answer answer;
        answer.status = static_cast<int>(response.getStatus());
        std::array<char, 16384> buffer{};
        while (answer.body.size() < MostRead && in.read(buffer.data(), buffer.size()).gcount() > 0) {
            answer.body.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
        }
        if (in) {
            session_->reset();
        }
        return answer;
    } catch (const Poco::Exception& error) {
        session_->reset();
        throw std::runtime_error(what_ + " does not answer: " + error.displayText());
    }
}

} // namespace svc::host::app
