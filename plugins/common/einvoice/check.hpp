#pragma once

#include <set>
#include <string>
#include <vector>

#include "einvoice/formats.hpp"
#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// One rule that an invoice breaks, with the identifier that the official rules give it.
struct Finding {
    std::string rule;  ///< BR-10
    std::string field; ///< where a user corrects it: partner.address, company.vatNumber, lines[0].unit …
    std::string message;
    bool tolerated = false; ///< not exact, but within the tolerance of the official rules
};

/// Code lists of the official rules, read from the data of the plugin.
struct CodeLists {
    std::set<std::string, std::less<>> units;          ///< UN/ECE Recommendations 20 and 21
    std::set<std::string, std::less<>> addressSchemes; ///< EAS
    std::set<std::string, std::less<>> peppolSchemes;  ///< those of EAS that Peppol delivers to
    std::set<std::string, std::less<>> exemptions;     ///< VATEX
    std::set<std::string, std::less<>> countries;      ///< ISO 3166-1
    std::set<std::string, std::less<>> noteSubjects;   ///< UNCL 4451
};

/// Release of the official rules of EN 16931 that the checks follow.
inline constexpr const char* RulesVersion = "1.3.16";

/// The rules of EN 16931, Peppol BIS Billing 3 and XRechnung that lead to most rejections when broken, and
/// the arithmetic of BR-CO-10 to BR-CO-17 without any tolerance. Empty: the file may be sent. The official
/// validators know more rules; if they reject a file without findings, this check has a defect.
std::vector<Finding> checkInvoice(const Invoice& invoice, Profile profile, const CodeLists& lists);

} // namespace svc::einvoice
