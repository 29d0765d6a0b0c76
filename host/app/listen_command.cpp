#include "host/app/listen_command.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include <Poco/URI.h>

#include <svc/date.hpp>
#include <svc/json.hpp>

#include "host/app/command_line.hpp"
#include "host/app/http_endpoint.hpp"
#include "host/core/clock.hpp"
#include "host/webhooks/delivery_queue.hpp"
#include "host/webhooks/webhook_secret.hpp"

namespace svc::host::app {
namespace {

// Well below the 600 requests a minute of a key.
constexpr std::chrono::milliseconds Poll{500};
constexpr std::chrono::seconds Pause{2};
constexpr std::string_view Numbered = "evt_";

std::string encoded(const std::string& text) {
    std::string result;
    Poco::URI::encode(text, "&=+#?/*,", result);
    return result;
}

/// Reads the journal of one company with a cursor.
class Journal {
public:
    Journal(const std::string& url, const std::string& key, const std::string& company, std::string types)
        : service_(url, "--url"), headers_{{"Authorization", "Bearer " + key}},
          path_("/companies/" + encoded(company) + "/events?limit=100"), types_(std::move(types)) {}

    void startAt(std::string cursor) { cursor_ = std::move(cursor); }
    /// Skips all existing events.
    void startAtEnd() { cursor_ = read("&order=desc&limit=1", false).textOr("nextCursor"); }

    /// The next events.
    Json next() {
        return read((types_.empty() ? "" : "&type=" + encoded(types_)) +
                        (cursor_.empty() ? "" : "&cursor=" + encoded(cursor_)),
                    true);
    }

private:
    Json read(const std::string& query, bool whole) {
        const std::string path = whole ? path_ : path_.substr(0, path_.find('?')) + "?";
        const HttpEndpoint::Answer answer = service_.get(path + query, headers_);
        if (answer.status >= 400 && answer.status < 500 && answer.status != 429) {
            throw UsageError("the service refuses: " + std::to_string(answer.status) + ' ' + answer.body);
        }
        if (answer.status != 200) {
            throw std::runtime_error("the service answers " + std::to_string(answer.status));
        }
        return Json::parse(answer.body);
    }

    HttpEndpoint service_;
    HttpEndpoint::Headers headers_;
    std::string path_;
    std::string types_;
    std::string cursor_;
};

void say(const std::string& sentence) {
    std::cout << sentence << '\n' << std::flush;
}

/// Posts one event, again until the developer's program answers; prints the status, whatever it is.
void forward(HttpEndpoint& target, const std::string& url, const std::string& secret, const Json& event) {
    const std::string type = event.textOr("type");
    const std::string id = event.textOr("id");
    for (int attempt = 1;; ++attempt) {
        const Instant now = Clock().now();
        const webhooks::Message message = webhooks::signedMessage(
            url, {secret}, type, id.substr(Numbered.size()), attempt, now, event.dump());
        try {
            const int status = target.post(message.headers, message.body).status;
            say(now.toString() + ' ' + id + ' ' + type + " -> " + std::to_string(status));
            return;
        } catch (const std::exception& error) {
            if (attempt == 1) {
                say(now.toString() + ' ' + id + ' ' + type + " -> " + error.what() + "; trying again");
            }
            std::this_thread::sleep_for(Pause);
        }
    }
}

/// Keeps the cursor in a file, which is replaced atomically (written under another name, then renamed).
class Bookmark {
public:
    explicit Bookmark(std::string file) : file_(std::move(file)) {}

    std::string read() const {
        std::string cursor;
        if (!file_.empty()) {
            std::ifstream(file_) >> cursor;
        }
        return cursor;
    }
    void write(const std::string& cursor) const {
        if (!file_.empty()) {
            std::ofstream(file_ + ".new") << cursor << '\n';
            std::filesystem::rename(file_ + ".new", file_);
        }
    }

private:
    std::string file_;
};

std::string optionOr(const Arguments& arguments, const char* name, const char* variable) {
    if (const auto value = arguments.option(name)) {
        return *value;
    }
    const char* value = variable == nullptr ? nullptr : std::getenv(variable);
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace

int listenCommand(const std::vector<std::string>& words) {
    const Arguments arguments(
        words, {"forward-to", "url", "company", "key", "events", "secret", "bookmark", "config"},
        {"from-start"});
    const std::string url = arguments.required("forward-to");
    const std::string key = optionOr(arguments, "key", "SVC_KEY");
    if (key.empty()) {
        throw UsageError("listen needs --key, or better SVC_KEY in the environment");
    }
    HttpEndpoint target(url, "--forward-to");
    Journal journal(arguments.option("url").value_or("http://127.0.0.1:8080"), key,
                    arguments.required("company"), arguments.option("events").value_or(""));
    const std::string given = optionOr(arguments, "secret", "SVC_WEBHOOK_SECRET");
    const std::string secret = given.empty() ? webhooks::SecretSealer::make() : given;
    const Bookmark bookmark(arguments.option("bookmark").value_or(""));
    const std::string kept = bookmark.read();
    if (!kept.empty()) {
        journal.startAt(kept);
    } else if (!arguments.flag("from-start")) {
        journal.startAtEnd();
    }
    say("secret " + secret);
    say("listening, forwarding to " + url);
    for (;;) {
        bool more = false;
        try {
            const Json page = journal.next();
            const Json::Array& events = page["data"].items();
            for (const Json& event : events) {
                forward(target, url, secret, event);
            }
            if (const std::string cursor = page.textOr("nextCursor"); !cursor.empty()) {
                journal.startAt(cursor);
                if (!events.empty()) {
                    bookmark.write(cursor);
                }
            }
            more = page["hasMore"].isBoolean() && page["hasMore"].boolean();
        } catch (const UsageError&) {
            throw;
        } catch (const std::exception& error) {
            say(std::string(error.what()) + "; trying again");
            std::this_thread::sleep_for(Pause);
        }
        if (!more) {
            std::this_thread::sleep_for(Poll);
        }
    }
}

} // namespace svc::host::app
