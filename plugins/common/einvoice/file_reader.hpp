#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "einvoice/check.hpp"
#include "einvoice/invoice.hpp"

namespace svc::einvoice {

/// A file that no invoice can be read from.
class FileFault : public std::runtime_error {
public:
    /// `detail` is a word: `format` (neither PDF nor XML of an invoice), `xml`, `doctype`, `depth`, `size`,
    /// `encoding`, `truncated`, `pdf`, `pdf-encrypted`, `pdf-without-invoice`, or the business term of EN
    /// 16931 that is missing or malformed (`BT-1`).
    FileFault(std::string_view detail, const std::string& why) : std::runtime_error(why), detail_(detail) {}

    const std::string& detail() const noexcept { return detail_; }
    /// As the API tells it: `syntax`, `encrypted`, `no-attachment`, `too-large`.
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

/// What a seller has sent.
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

/// Rules that the invoice breaks, as checkInvoice() finds them for its profile, and those that its file
/// breaks. Profiles without lines are checked by their totals alone.
std::vector<Finding> checkReceived(const ReceivedInvoice& received);

} // namespace svc::einvoice
