#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "authority/unfit.hpp"
#include "emcf/profile.hpp"

namespace svc::emcf {

using authority::Unfit;

struct Line {
    std::string label;
    Decimal quantity;
    bool service = false;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::string taxCategory;
    Decimal taxRate;
};

/// A payment that was received.
struct Payment {
    std::string method;
    std::int64_t amount = 0;
};

struct Buyer {
    std::string name;
    std::optional<std::string> registrationNumber = {}; ///< sent if the buyer is in the authority's country
    std::optional<std::string> country = {};            ///< no value: that of the authority
    std::string address = {};                           ///< street and town; empty: unknown
};

/// A sale or credit note to certify.
struct Document {
    std::string number;
    std::string currency;
    std::int64_t total = 0;
    std::int64_t taxTotal = 0;
    std::vector<std::string> taxCategories = {};
    std::vector<Line> lines = {};
    std::vector<Payment> payments = {}; ///< of a sale
    std::optional<Buyer> buyer = {};    ///< no value: unknown
    bool isCreditNote = false;
    std::optional<std::string> original = {}; ///< of a credit note: the code of its invoice
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

/// The parts of an address that there are, in one text.
std::string addressOf(const std::optional<std::string>& street, const std::optional<std::string>& town);

/// A code without its dashes, as a credit note refers to it.
std::string plainCode(std::string_view code);

} // namespace svc::emcf
