// What SdI would refuse, found before anything is sent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>

#include "xml/xml_schema.hpp"

namespace svc::fatturapa {

/// A rule that an invoice breaks, by the code under which SdI refuses it (`00400`).
struct Finding {
    std::string code;
    std::string where; ///< number of the element in the specification: `2.2.1.14`; empty: the whole file
    std::string text;
};

/// An office of a public administration, as the index of the public administrations (IPA) has it. SdI looks
/// its codes up there; here they are those that the company has entered.
struct Office {
    std::string taxId;    ///< codice fiscale or partita IVA of the administration
    std::string code;     ///< six letters or digits
    bool central = false; ///< the central office, for those whose own office is not known
    bool active = true;
};

struct CheckFacts {
    Date today; ///< of the company: an invoice may not be dated later
    /// Takes CodiceDestinatario 0000000 without PECDestinatario, which leaves the invoice in the buyer's area
    /// of the tax agency's site.
    bool withoutAddress = false;
    std::vector<Office> offices;
};

/// The schema of ordinary invoices 1.2.2, as the tax agency publishes it. `folder`: where it is.
xml::XmlSchema invoiceSchema(const std::string& folder);

/// Everything that is wrong with the file, in the order of the file; empty when SdI would take it, as far as
/// it can be computed. A file that is no XML or breaks the schema has the finding `00200` first.
std::vector<Finding> check(std::string_view xml, const xml::XmlSchema& schema, const CheckFacts& facts);

} // namespace svc::fatturapa
