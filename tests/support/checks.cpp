#include "support/checks.hpp"

#include <atomic>
#include <map>
#include <stdexcept>

#include <unistd.h>

namespace svc::test {
namespace {

const std::map<int, std::string> Phrases = {{400, "Bad Request"},
                                            {401, "Unauthorized"},
                                            {403, "Forbidden"},
                                            {404, "Not Found"},
                                            {405, "Method Not Allowed"},
                                            {409, "Conflict"},
                                            {411, "Length Required"},
                                            {412, "Precondition Failed"},
                                            {413, "Payload Too Large"},
                                            {414, "URI Too Long"},
                                            {415, "Unsupported Media Type"},
                                            {429, "Too Many Requests"},
                                            {431, "Request Header Fields Too Large"},
                                            {500, "Internal Server Error"},
                                            {503, "Service Unavailable"}};

::testing::AssertionResult failure(const Answer& answer) {
    return ::testing::AssertionFailure() << "answered " << answer.status << ' ' << answer.body << ": ";
}

} // namespace

::testing::AssertionResult isRefusal(const Answer& answer, int status, const std::string& code) {
    if (answer.status != status || answer.code() != code) {
        return failure(answer) << "expected " << status << ' ' << code;
    }
    if (answer.json.size() != 3 || answer.json["statusCode"].integer() != status) {
        return failure(answer) << "an error has exactly statusCode, message and error";
    }
    if (answer.json.textOr("error") != Phrases.at(status)) {
        return failure(answer) << "error is not the reason phrase " << Phrases.at(status);
    }
    if (answer.header("x-request-id").empty() || answer.header("svc-version") != "3.0") {
        return failure(answer) << "X-Request-Id or Svc-Version is missing";
    }
    return ::testing::AssertionSuccess();
}

::testing::AssertionResult hasStatus(const Answer& answer, int status) {
    return answer.status == status ? ::testing::AssertionSuccess() : failure(answer) << "expected " << status;
}

std::string makeKey(RunningService& service, const std::vector<std::string>& scopes,
                    const std::string& mode) {
    HttpClient owner = service.owner();
    const Answer answer =
        owner.post(service.company("/api-keys"),
                   Json::object({{"name", unique("Key")}, {"mode", mode}, {"scopes", Json(scopes)}}));
    if (answer.status != 201) {
        throw std::runtime_error("no key was made: " + answer.body);
    }
    return answer.json.textOr("key");
}

std::string makeFullKey(RunningService& service, const std::string& mode) {
    HttpClient owner = service.owner();
    const Answer list = owner.get(service.company("/api-keys"));
    std::vector<std::string> scopes;
    for (const Json& scope : list.json["scopes"].items()) {
        scopes.push_back(scope.text());
    }
    return makeKey(service, scopes, mode);
}

const Json& otherCompany(RunningService& service) {
    static const Json made = service.createCompany("Kontor Nord", "DE");
    return made;
}

std::string unique(const std::string& stem) {
    static std::atomic<int> count{0};
    return stem + '-' + std::to_string(::getpid()) + '-' + std::to_string(++count);
}

Json smallSale(const std::string& label) {
    Json line = Json::object({{"label", label}, {"quantity", 1}, {"unitPrice", 12}});
    return Json::object({{"lines", Json::array({std::move(line)})}});
}

} // namespace svc::test
