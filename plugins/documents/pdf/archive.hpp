#pragma once

#include <optional>
#include <string>

#include <svc/date.hpp>

namespace svc::documents {

/// The XML of an invoice inside its PDF (Factur-X 1.0).
struct EmbeddedInvoice {
    std::string xml;
    std::string fileName = "factur-x.xml";
    std::string conformance = "EN 16931"; ///< level of Factur-X
};

struct ArchiveFacts {
    std::string title;
    std::string author;
    std::string language;
    Instant madeAt;
};

/// Makes a drawn PDF a PDF/A-3b: XMP, colour profile, identifier, and the embedded invoice where there is
/// one. The same input gives the same bytes.
std::string archivePdf(const std::string& pdf, const ArchiveFacts& facts,
                       const std::optional<EmbeddedInvoice>& invoice);

} // namespace svc::documents
