// A stand-in of KSeF 2.0 for tests: it reads what it is sent with its own private key and judges it by
// itself.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <svc/date.hpp>
#include <svc/json.hpp>

#include "support/https_receiver.hpp"

namespace svc::test {

/// Bytes as SHA-256 in base 64.
std::string sha256Base64(const std::string& bytes);
/// CRC-8 (polynomial 0x07) as two capital hexadecimal digits.
std::string crcOf(const std::string& text);
/// The text of the first element of this name; empty when there is none.
std::string elementIn(const std::string& xml, const std::string& name);

class KsefAuthority {
public:
    /// A file that has arrived.
    struct File {
        std::string session;
        std::string reference;
        std::string xml;
        std::string digest; ///< base 64
        std::string ksefNumber = {};
        bool offline = false;
        std::string replaced = {}; ///< hashOfCorrectedInvoice
        Json extensions = {};      ///< of its status
        int verdict = 0;           ///< 0: as `verdict` says when it is asked for
    };

    KsefAuthority();

    Reaction answer(const Received& request);
    /// Changes the members below while requests may come.
    template <class Change>
    void world(Change change) {
        const std::lock_guard lock(mutex_);
        change();
    }
    template <class Read>
    auto look(Read read) {
        const std::lock_guard lock(mutex_);
        return read();
    }
    std::vector<File> sent() {
        return look([&] { return files; });
    }
    int count(const std::string& pathEnd) {
        return look([&] { return counts[pathEnd]; });
    }

    Instant now;                       ///< of the service
    std::string nip;                   ///< of the company
    std::string token = "tajny|token"; ///< the KSeF token
    int authStatus = 200;
    int authWaits = 0;    ///< so often an authentication is still being looked at
    int statusWaits = 0;  ///< so often an invoice is
    int verdict = 200;    ///< of invoices
    int loseInvoices = 0; ///< so many answers to invoices are lost, although they have arrived
    int breakDown = 0;    ///< so many requests are answered 503
    int pause = 0;        ///< so many invoices are answered 429 with Retry-After 40
    std::string refusal;  ///< code by which the next invoice is refused with 400
    int receiptWaits = 0; ///< so often a receipt is not there yet
    bool wrongReceipt = false;
    bool hidesInvoices = false; ///< the credentials may not read invoices
    int wrongNumbers = 0;       ///< so many answers tell a number whose check digits are wrong
    std::vector<File> files;
    std::set<std::string> closed; ///< sessions
    std::string signedRequest;    ///< the last AuthTokenRequest
    /// Requests of the company by the last part of their path, and `login`: proofs that were taken. Jobs of
    /// companies of other tests are not counted.
    std::map<std::string, int> counts;

    /// Nobody's access token is good any more; nor are refresh tokens.
    void revoke(bool refreshToo);

private:
    Reaction route(const Received& request);
    Reaction authentication(const Received& request);
    Reaction begun();
    Reaction sessions(const Received& request);
    Reaction openSession(const Json& asked);
    Reaction takeInvoice(const std::string& session, const Json& asked);
    Reaction statusOf(File& file);
    Reaction receiptOf(const File& file);
    Json tokenFor(const std::string& kind, std::int64_t seconds);
    std::string newReference(const char* kind);
    std::string decrypted(const std::string& base64);

    std::mutex mutex_;
    std::string privatePem_;
    std::string certificate_; ///< base 64 of its DER
    std::string challenge_;
    std::map<std::string, std::pair<std::string, std::string>> keys_; ///< session: key, vector
    std::set<std::string> tokens_;
    int number_ = 0;
};

} // namespace svc::test
