#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/id.hpp>

#include "host/core/catalogue.hpp"

namespace svc::host {

/// The document that a public address names.
struct PublicDocument {
    Uuid company;
    std::string kind; ///< sale, quote …
    std::string id;   ///< sal_…

    bool operator==(const PublicDocument&) const = default;
};

/// Addresses of documents that people without an account may open: company, identifier and kind,
/// authenticated by a MAC with a separate key. They cannot be guessed and need no storage; an address stays
/// valid as long as the master key is kept.
class PublicLinks {
public:
    /// `key`: 32 bytes derived from the master key.
    explicit PublicLinks(std::string key) : keys_{std::move(key)} {}
    /// The first key signs; all keys verify.
    explicit PublicLinks(std::vector<std::string> keys) : keys_(std::move(keys)) {}

    /// Nothing when `id` is not a well-formed identifier.
    std::optional<std::string> seal(const PublicDocument& document) const;
    /// Nothing for a token that is malformed or whose MAC is not valid.
    std::optional<PublicDocument> open(std::string_view token) const;

private:
    static std::string mac(const std::string& key, std::string_view text);

    std::vector<std::string> keys_;
};

/// Offers the commands host.address: `{url}`, and public.link: `{kind, id}` → `{token, url}`, `{documents:
/// […]}` → `{links: […]}`,
/// `{kind, ids: […]}` → `{urls: […]}`.
/// `publicUrl`: as clients see the service, without a final slash. `links` must outlive the catalogue.
void offerPublicLinks(Catalogue& catalogue, const PublicLinks& links, std::function<std::string()> publicUrl);

} // namespace svc::host
