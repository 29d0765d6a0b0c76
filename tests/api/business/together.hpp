#pragma once

#include <barrier>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// Runs `work(client, index)` in many threads that start together, with one key for all.
template <typename Work>
void together(RunningService& service, const std::string& key, int clients, Work work) {
    std::barrier start(clients);
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&, i] {
            HttpClient client = service.client(key);
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

template <typename Work>
void together(const std::string& key, int clients, Work work) {
    together(sharedService(), key, clients, work);
}

/// Each client makes this many sales of 1.00 at the given tax rate; all are paid at once.
inline void sellTogether(RunningService& service, const Desk& desk, int clients, int sales,
                         const std::string& taxRate) {
    together(service, desk.value("liveKey"), clients, [&](HttpClient& client, int) {
        for (int sale = 0; sale < sales; ++sale) {
            EXPECT_EQ(client
                          .post(desk.path("/sales"),
                                js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':1,'taxRate':$1}],"
                                   "'pricesIncludeTax':true,'paidInFull':true}",
                                   {taxRate}))
                          .status,
                      201);
        }
    });
}

using Counts = std::map<std::string, int>;

/// Counts the answers to one POST per client, by status and code.
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
