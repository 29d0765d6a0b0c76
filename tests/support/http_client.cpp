#include "support/http_client.hpp"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/Timespan.h>

namespace svc::test {

struct HttpClient::Connection {
    Connection(const std::string& host, std::uint16_t port) : session(host, port) {
        session.setKeepAlive(true);
        session.setTimeout(Poco::Timespan(60, 0));
    }
    Poco::Net::HTTPClientSession session;
};

std::string Answer::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

Json expected(Answer answer, int status, const std::string& what) {
    if (answer.status != status) {
        throw std::runtime_error(what + " answers " + std::to_string(answer.status) + ' ' + answer.body);
    }
    return std::move(answer.json);
}

HttpClient::HttpClient(std::string host, std::uint16_t port, std::string credential)
    : credential_(std::move(credential)), connection_(std::make_unique<Connection>(host, port)) {}

HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;

Answer HttpClient::get(const std::string& path, const HeaderList& headers) {
    return send("GET", path, std::nullopt, headers);
}

Answer HttpClient::post(const std::string& path, const Json& body, const HeaderList& headers) {
    return send("POST", path, body.dump(), headers);
}

Answer HttpClient::patch(const std::string& path, const Json& body, const HeaderList& headers) {
    return send("PATCH", path, body.dump(), headers);
}

Answer HttpClient::put(const std::string& path, const Json& body, const HeaderList& headers) {
    return send("PUT", path, body.dump(), headers);
}

Answer HttpClient::remove(const std::string& path, const HeaderList& headers) {
    return send("DELETE", path, std::nullopt, headers);
}

Answer HttpClient::send(const std::string& method, const std::string& path,
                        const std::optional<std::string>& body, const HeaderList& headers) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    Answer answer = exchange(method, path, body, headers);
    while (asksAgain_ && answer.status == 429 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        answer = exchange(method, path, body, headers);
    }
    return answer;
}

Answer HttpClient::exchange(const std::string& method, const std::string& path,
                            const std::optional<std::string>& body, const HeaderList& headers) {
    Poco::Net::HTTPRequest request(method, path, Poco::Net::HTTPMessage::HTTP_1_1);
    request.setKeepAlive(true);
    if (!credential_.empty()) {
        request.set("Authorization", "Bearer " + credential_);
    }
    if (body) {
        request.setContentType("application/json");
        request.setContentLength64(static_cast<Poco::Int64>(body->size()));
    }
    for (const auto& [name, value] : headers) {
        request.set(name, value);
    }
    std::ostream& out = connection_->session.sendRequest(request);
    if (body) {
        out << *body;
    }
    Poco::Net::HTTPResponse response;
    std::istream& in = connection_->session.receiveResponse(response);
    Answer answer;
    answer.status = static_cast<int>(response.getStatus());
    for (const auto& [name, value] : response) {
        std::string lower = name;
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        answer.headers[lower] = value;
    }
    Poco::StreamCopier::copyToString(in, answer.body);
    if (answer.header("content-type").rfind("application/json", 0) == 0 && !answer.body.empty()) {
        answer.json = Json::parse(answer.body);
    }
    return answer;
}

} // namespace svc::test
