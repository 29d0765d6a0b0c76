#pragma once

#include <string>
#include <string_view>

namespace svc::einvoice {

/// The XML of the invoice that a PDF carries as Factur-X, ZUGFeRD or XRechnung. Throws FileFault: `pdf`,
/// `pdf-encrypted`, `pdf-without-invoice`, `size` when a part of it decompresses to more than the limit.
std::string invoiceInPdf(std::string_view bytes);

} // namespace svc::einvoice
