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

/// Receives an answer piece by piece.
class AnswerSink {
public:
    virtual ~AnswerSink() = default;
    /// Takes more bytes; true when the answer is complete or no more of it is wanted.
    virtual bool take(std::string_view bytes) = 0;
    /// Called when the peer has sent its last byte.
    virtual void end() = 0;
    /// The status, once it is known; interim answers (1xx) are passed over.
    virtual std::optional<int> status() const = 0;
    /// Was the answer read completely, and does the peer keep the connection open?
    virtual bool reusable() const = 0;
};

/// Outgoing HTTP connections: every resolved address is checked, the connection goes to the checked address,
/// and one deadline covers everything. Idle connections are kept for 30 s. Thread-safe.
class Connections {
public:
    Connections(const AddressPolicy& policy, TlsContext context);

    /// One request and the receiver of its answer.
    struct Exchange {
        std::string request; ///< all bytes
        AnswerSink& answer;
        /// The request may go over a kept connection, and again when that turns out to be closed.
        bool repeatable = true;
        /// Time limit for the rest of an answer after its status; failures after the status are ignored.
        /// Nothing: the whole answer is required.
        std::optional<std::chrono::milliseconds> restLimit = {};
        /// Client certificate for peers that request one; null: none.
        std::shared_ptr<const TlsIdentity> identity = {};
        /// Set by run(): a connection was made, so that the peer may have got some of the request.
        bool begun = false;
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
