#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "einvoice/check.hpp"
#include "einvoice/formats.hpp"
#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// Thrown for a file from which no invoice can be read.
class FileFault : public std::runtime_error {
public:
    /// `detail` is machine-readable: `format` (neither PDF nor XML of an invoice), `xml`, `doctype`, `depth`,
    /// `size`, `encoding`, `truncated`, `pdf`, `pdf-encrypted`, `pdf-without-invoice`, or the business term
    /// of EN 16931 that is missing or malformed (`BT-1`).
    FileFault(std::string_view detail, const std::string& why) : std::runtime_error(why), detail_(detail) {}

    const std::string& detail() const noexcept { return detail_; }
    /// The reason in the API: `syntax`, `encrypted`, `no-attachment`, `too-large`.
    std::string_view reason() const noexcept {
        return detail_ == "size"                  ? "too-large"
               : detail_ == "pdf-encrypted"       ? "encrypted"
               : detail_ == "pdf-without-invoice" ? "no-attachment"
                                                  : "syntax";
    }

private:
    std::string detail_;
};

enum class Syntax { Ubl, Cii };

/// An invoice or credit note as received from a seller.
struct ReceivedInvoice {
    Invoice invoice; ///< prices and amounts of lines as agreed are those without tax
    Syntax syntax = Syntax::Ubl;
    bool inPdf = false;                ///< Factur-X or ZUGFeRD
    std::string specification;         ///< BT-24
    bool creditNote = false;           ///< the seller owes the buyer, by BT-3 or by the kind of UBL document
    std::vector<Finding> fileFindings; ///< rules that the file breaks and `invoice` does not show
};

/// Reads UBL 2.1, CII D16B, or a PDF with CII or UBL inside. Throws FileFault. Nothing outside of the file is
/// read; time and memory grow with its size alone.
ReceivedInvoice readInvoiceFile(std::string_view bytes);

/// `peppol-bis-3`, `xrechnung`, `en16931`, `factur-x-minimum`, `factur-x-basic-wl`, `factur-x-basic`,
/// `factur-x-extended`, `zugferd-1`, else `other`.
std::string_view profileName(std::string_view specification);

/// The rules that hold for an invoice received with this BT-24.
Profile profileOfReceived(std::string_view specification);

/// The findings of checkInvoice() for the profile of the invoice, and those of its file. In profiles without
/// lines only the totals are checked.
std::vector<Finding> checkReceived(const ReceivedInvoice& received);

} // namespace svc::einvoice
