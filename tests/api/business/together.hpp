#pragma once

#include <barrier>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// Runs `work(client, index)` in many threads that begin together, with one key for all.
template <typename Work>
void together(const std::string& key, int clients, Work work) {
    std::barrier start(clients);
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&, i] {
            HttpClient client = sharedService().client(key);
            client.askAgain();
            start.arrive_and_wait();
            try {
                work(client, i);
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

using Counts = std::map<std::string, int>;

/// Answers of one POST of each client, by status and code.
inline Counts outcomes(const Desk& desk, const std::string& key, int clients,
                       const std::function<std::pair<std::string, Json>(int)>& request) {
    Counts counts;
    std::mutex mutex;
    together(key, clients, [&](HttpClient& client, int index) {
        const auto [path, body] = request(index);
        const Answer answer = client.post(desk.path(path), body);
        const std::scoped_lock lock(mutex);
        ++counts[std::to_string(answer.status) + (answer.code().empty() ? "" : ' ' + answer.code())];
    });
    return counts;
}

} // namespace svc::test
