#pragma once

#include <optional>
#include <string>

#include <svc/date.hpp>

#include "pdf/structure.hpp"

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

/// Converts a drawing into PDF/A-3a and PDF/UA-1: adds structure, XMP, colour profile, identifier, and the
/// embedded invoice if there is one. The same input gives the same bytes.
std::string archivePdf(const Drawing& drawing, const ArchiveFacts& facts,
                       const std::optional<EmbeddedInvoice>& invoice);

} // namespace svc::documents
