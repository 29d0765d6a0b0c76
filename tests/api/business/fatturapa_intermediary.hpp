// A fake intermediary with SdI behind it: it accepts each file name once and reports the configured SdI
// messages.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

#include "api/business/desk.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {

/// A unique partita IVA with its check digit.
inline std::string newVat() {
    static int count = 1'000'000;
    const std::string digits = "0" + std::to_string(++count) + "01";
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int digit = (digits[i] - '0') * (i % 2 == 0 ? 1 : 2);
        sum += digit > 9 ? digit - 9 : digit;
    }
    return digits + std::to_string((10 - sum % 10) % 10);
}

/// The intermediary: accepts each file name once and reports the messages of SdI.
class Intermediary {
public:
    struct File {
        int id = 0;
        std::string xml;
        std::string signature;
        Json updates = Json::array();
    };

    Reaction answer(const Received& request) {
        if (request.path.starts_with("/send?signature=")) {
            return take(request);
        }
        if (request.path.starts_with("/send?file_name=")) {
            Json found = Json::array();
            if (const auto file = files.find(request.path.substr(16)); file != files.end()) {
                found.push(Json::object({{"id", file->second.id}, {"file_name", file->first}}));
            }
            return answerWith(200, found);
        }
        if (request.path.starts_with("/update?")) {
            ++asked;
            const std::string id = request.path.substr(request.path.find("send_id=") + 8);
            for (const auto& [name, file] : files) {
                if (std::to_string(file.id) == id) {
                    return deaf ? Reaction::status(503) : answerWith(200, file.updates);
                }
            }
            return answerWith(200, Json::array());
        }
        return Reaction::status(404);
    }

    /// Adds a message of SdI about the file.
    void say(const std::string& name, const std::string& state,
             const std::string& time = "2026-11-20T10:00:00Z", const Json& errors = Json::array(),
             const std::string& words = {}) {
        File& file = files.at(name);
        const std::string number = std::to_string(file.id) + '-' + std::to_string(file.updates.size());
        file.updates.push(
            Json::object({{"id", file.updates.size() + 1},
                          {"send_id", file.id},
                          {"state", state},
                          {"message_id", state == "Inviato" ? Json(nullptr) : Json("m-" + number)},
                          {"last_update", time},
                          {"description", words.empty() ? Json(nullptr) : Json(words)},
                          {"errors", errors},
                          {"send", Json::object({{"identifier", "9" + std::to_string(file.id)}})}}));
    }

    std::map<std::string, File> files;  ///< by name
    int calls = 0;                      ///< number of uploads
    int asked = 0;                      ///< number of polls for updates
    int loseAnswers = 0;                ///< the file is accepted, but the answer is lost
    int loseRequests = 0;               ///< the file is not accepted, and no answer comes
    int busy = 0;                       ///< answers 429
    std::chrono::milliseconds delay{0}; ///< before the answer to an upload
    bool deaf = false;                  ///< does not report the messages of SdI
    std::string refusal;
    std::string authorization;

private:
    static Reaction answerWith(int status, const Json& body, const std::string& headers = {}) {
        return Reaction::status(status, "Content-Type: application/json\r\n" + headers, body.dump());
    }
    Reaction take(const Received& request) {
        ++calls;
        authorization = request.header("authorization");
        if (busy > 0) {
            --busy;
            return answerWith(429, js("{'title':'Too Many Requests'}"), "Retry-After: 600\r\n");
        }
        if (loseRequests > 0) {
            --loseRequests;
            return Reaction{.text = "no HTTP\r\n\r\n"};
        }
        const Json body = request.json();
        const std::string name = body.textOr("file_name");
        if (!refusal.empty() || files.contains(name)) {
            return answerWith(
                422, Json::object({{"title", "Unprocessable Content"},
                                   {"detail", refusal.empty() ? "file name already used" : refusal}}));
        }
        static int lastId = 0;
        files[name] = {.id = ++lastId,
                       .xml = base64Decode(body["payload"].text()).value(),
                       .signature = request.path.substr(16)};
        if (loseAnswers > 0) {
            --loseAnswers;
            return Reaction{.text = "no HTTP\r\n\r\n"};
        }
        Reaction taken = answerWith(
            201, Json::object({{"id", files[name].id}, {"file_name", name}, {"identifier", nullptr}}));
        taken.delay = delay;
        return taken;
    }
};

} // namespace svc::test
