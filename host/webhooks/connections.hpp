#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "host/webhooks/address_policy.hpp"
#include "host/webhooks/peer_connection.hpp"

namespace svc::host::webhooks {

/// Takes an answer as it comes.
class AnswerSink {
public:
    virtual ~AnswerSink() = default;
    /// Takes more bytes; true when the answer is complete or no more of it is wanted.
    virtual bool take(std::string_view bytes) = 0;
    /// No more bytes come.
    virtual void end() = 0;
    /// The status, once it is known; interim answers (1xx) are passed over.
    virtual std::optional<int> status() const = 0;
    /// Everything was read and the peer lets the connection live.
    virtual bool reusable() const = 0;
};

/// Connections to whom this host calls: every address is checked, the connection goes to the address that was
/// checked, one deadline spans everything. Kept for 30 s of idleness. Any thread may use it.
class Connections {
public:
    Connections(const AddressPolicy& policy, TlsContext context);

    /// One request and where its answer goes.
    struct Exchange {
        std::string request; ///< all bytes
        AnswerSink& answer;
        /// The request may go over a kept connection, and again when that turns out to be closed.
        bool repeatable = true;
        /// How long the rest of an answer is waited for once its status is known; what fails then is not
        /// told. Nothing: the whole answer is wanted.
        std::optional<std::chrono::milliseconds> restLimit = {};
        /// What is shown to a peer that asks who we are; null: nothing.
        std::shared_ptr<const TlsIdentity> identity = {};
    };
    /// Returns when the answer was taken; throws SendFailure.
    void run(const HookUrl& url, Exchange& exchange, Deadline deadline);

    const AddressPolicy& policy() const { return policy_; }

private:
    using Connection = std::unique_ptr<PeerConnection>;
    struct Idle {
        std::string key;
        std::chrono::steady_clock::time_point since;
        Connection connection;
    };

    bool runOn(Connection connection, const HookUrl& url, Exchange& exchange, Deadline deadline, bool fresh);
    Connection connect(const HookUrl& url, const TlsIdentity* identity, Deadline deadline) const;
    Connection takeIdle(const HookUrl& url, const TlsIdentity* identity);
    void keep(const HookUrl& url, const TlsIdentity* identity, Connection connection);

    const AddressPolicy& policy_;
    TlsContext context_;
    std::mutex mutex_;
    std::list<Idle> idle_; // oldest first
};

} // namespace svc::host::webhooks
