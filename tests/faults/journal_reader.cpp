#include "faults/journal_reader.hpp"

#include <chrono>

#include "support/checks.hpp"

namespace svc::test {
namespace {

constexpr std::size_t Keys = 4; // each has 600 requests a minute
constexpr std::chrono::milliseconds Pause{20};

} // namespace

JournalReader::JournalReader(RunningService& service) : service_(service) {
    for (std::size_t key = 0; key < Keys; ++key) {
        credentials_.push_back(makeFullKey(service));
    }
}

void JournalReader::start() {
    stopping_ = false;
    thread_ = std::thread([this] { run(); });
}

void JournalReader::finish() {
    stopping_ = true;
    thread_.join();
}

void JournalReader::run() {
    for (std::size_t turn = 0; !stopping_; ++turn) {
        const std::size_t before = events_.size();
        if (!readPage(credentials_[turn % Keys], cursor_, events_)) {
            std::this_thread::sleep_for(Pause);
        }
        given_ += events_.size() - before;
    }
}

bool JournalReader::readPage(const std::string& credential, std::string& cursor,
                             std::vector<std::string>& events) {
    try {
        HttpClient client = service_.client(credential);
        const Answer page =
            client.get(service_.company("/events?limit=200" + (cursor.empty() ? "" : "&cursor=" + cursor)));
        if (page.status != 200) {
            return false;
        }
        for (const Json& event : page.json["data"].items()) {
            events.push_back(event.dump());
        }
        cursor = page.json.textOr("nextCursor");
        return page.json["hasMore"].boolean();
    } catch (const std::exception&) {
        return false; // the service is down
    }
}

void JournalReader::expectNothingVanished() {
    std::vector<std::string> found;
    while (readPage(credentials_.front(), checked_, found)) {
    }
    ASSERT_GE(found.size(), events_.size()) << "events that a reader was given have vanished";
    for (std::size_t i = 0; i < events_.size(); ++i) {
        ASSERT_EQ(found[i], events_[i]) << "an event that a reader was given is another one now";
    }
    events_.clear();
    cursor_ = checked_;
}

} // namespace svc::test
