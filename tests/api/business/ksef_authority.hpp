// A fake of KSeF 2.0: it decrypts requests with its own private key and validates them independently.
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
    /// A received file.
    struct File {
        std::string session;
        std::string reference;
        std::string xml;
        std::string digest; ///< base 64
        std::string ksefNumber = {};
        bool offline = false;
        std::string replaced = {}; ///< hashOfCorrectedInvoice
        Json extensions = {};      ///< extensions of its status
        int verdict = 0;           ///< status code of this file; 0: the member `verdict` of the authority
    };

    KsefAuthority();

    Reaction answer(const Received& request);
    /// Changes the members below under the lock, while requests may arrive.
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

    Instant now;                       ///< the service's clock
    std::string nip;                   ///< of the company
    std::string token = "tajny|token"; ///< the KSeF token
    int authStatus = 200;
    int authWaits = 0;    ///< number of polls that still find an authentication in progress
    int statusWaits = 0;  ///< number of polls that still find an invoice in progress
    int verdict = 200;    ///< status code of invoices
    int loseInvoices = 0; ///< number of invoices that arrive but whose answer is lost
    int breakDown = 0;    ///< number of requests with an access token answered 503
    int pause = 0;        ///< number of invoices answered 429 with Retry-After 40
    std::string refusal;  ///< error code with which the next invoice is refused (400)
    int receiptWaits = 0; ///< number of polls that do not find a receipt yet
    bool wrongReceipt = false;
    bool hidesInvoices = false; ///< the credentials may not read invoices
    int wrongNumbers = 0;       ///< number of answers with a KSeF number whose check digits are wrong
    std::vector<File> files;
    std::set<std::string> closed; ///< sessions
    std::string signedRequest;    ///< the last AuthTokenRequest
    /// Number of requests of this company by the last part of their path, and `login`: accepted
    /// authentications. Jobs of companies of other tests are not counted.
    std::map<std::string, int> counts;

    /// The next authentications go on step by step together: none is answered before this many have asked.
    /// 0: each is answered at once.
    void authenticateTogether(int logins);
    /// Invalidates all access tokens, and with `refreshToo` the refresh tokens.
    void revoke(bool refreshToo);

private:
    Reaction route(const Received& request);
    Reaction authentication(const Received& request);
    Reaction begun();
    Reaction together(const std::string& step, Reaction reaction);
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
    std::string certificate_; ///< DER in base 64
    std::set<std::string> challenges_;
    std::map<std::string, int> awaited_; ///< number of requests by step of authentication
    std::map<std::string, std::pair<std::string, std::string>> keys_; ///< by session: key and IV
    std::set<std::string> tokens_;
    int number_ = 0;
};

} // namespace svc::test
