#pragma once

#include <optional>
#include <string>

#include <svc/json.hpp>

#include "authority/unfit.hpp"
#include "emcf/profile.hpp"

namespace svc::emcf {

using authority::Unfit;

/// A document to certify.
struct Document {
    Json record; ///< of sales.get or sales.credit_note
    Json buyer;  ///< of sales.sealed; null: unknown
    bool isCreditNote = false;
    std::optional<std::string> original; ///< of a credit note: the code of its invoice
};

/// Totals in minor units; the authority must compute the same.
struct Totals {
    std::int64_t total = 0;
    std::int64_t tax = 0;
};

/// An amount as the request has it: whole francs, or with cents.
Json amountOf(std::int64_t minor, std::string_view currency);

/// The request of the first step. `settings`: the tax number under `profile.taxNumber`, `operator`, `isf`.
/// Throws Unfit.
Json requestOf(const Profile& profile, const Document& document, const Json& settings);
Totals totalsOf(const Document& document);

/// A code without its dashes, as a credit note refers to it.
std::string plainCode(std::string_view code);

} // namespace svc::emcf
