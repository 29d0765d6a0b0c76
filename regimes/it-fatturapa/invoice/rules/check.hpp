// Finds what SdI would refuse before anything is sent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>

#include "xml/xml_schema.hpp"

namespace svc::it_fatturapa {

/// A violated rule, by the code under which SdI refuses it (`00400`).
struct Finding {
    std::string code;
    std::string where; ///< number of the element in the specification: `2.2.1.14`; empty: the whole file
    std::string text;
};

/// An office of a public administration, as in the index of public administrations (IPA). SdI looks up codes
/// in the index; the check uses those that the company has entered.
struct Office {
    std::string taxId;    ///< codice fiscale or partita IVA of the administration
    std::string code;     ///< six letters or digits
    bool central = false; ///< the central office, for those whose own office is not known
    bool active = true;
};

struct CheckFacts {
    Date today; ///< in the company's time zone: an invoice may not have a later date
    /// Permits CodiceDestinatario 0000000 without PECDestinatario: SdI then leaves the invoice in the buyer's
    /// area of the tax agency's site.
    bool withoutAddress = false;
    std::vector<Office> offices;
};

/// The schema of ordinary invoices 1.2.2, as published by the tax agency, read from `folder`.
xml::XmlSchema invoiceSchema(const std::string& folder);

/// All findings in the order of the file; empty when SdI would accept it, as far as that can be computed.
/// When the file is no XML or violates the schema, the first finding is `00200`.
std::vector<Finding> check(std::string_view xml, const xml::XmlSchema& schema, const CheckFacts& facts);

} // namespace svc::it_fatturapa
