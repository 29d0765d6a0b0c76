#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>

namespace svc::emcf {

/// Maps a tax category and rate to a tax group of the authority.
struct TaxGroup {
    std::string_view category; ///< UNCL 5305
    int percent;
    std::string_view group;
};

/// How the DGI of one country certifies invoices: the same two steps, with different field names.
struct Profile {
    std::string_view regime;
    std::string_view name;
    std::string_view country;
    std::string_view schema;   ///< of the plugin, where its invoices are stored
    std::string_view currency; ///< of prices and totals
    std::string_view testAddress;
    std::string_view liveAddress;
    std::string_view taxNumber;        ///< field of the request, and setting: the number of the seller
    std::string_view taxNumberPattern; ///< regular expression
    std::string_view invoicePath;
    std::string_view confirm; ///< last part of the path of the second step
    std::string_view cancel;
    std::string_view codeField; ///< field of the answer: the code of the authority
    std::string_view codeWords; ///< before the code on paper
    std::vector<TaxGroup> groups;
    /// RDC: number, mode and system of the invoice, kinds of items and clients, prices as text and never
    /// below zero, totals repeated in the second step.
    bool detailed = false;
};

} // namespace svc::emcf
