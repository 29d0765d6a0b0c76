#include "rules/schemas.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace svc::pl_ksef {
namespace {

constexpr const char* InvoiceFile = "/schemat_FA3_v1-0E.xsd";
constexpr const char* ReceiptFile = "/upo-v4-3.xsd";
constexpr std::string_view FixedName = R"( fixed="Ministerstwo Finansów")";

std::string withoutFixedName(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    const std::size_t at = text.find(FixedName);
    if (at == std::string::npos) {
        throw std::runtime_error("the schema of receipts does not fix the name of the authority");
    }
    return text.erase(at, FixedName.size());
}

} // namespace

Schemas::Schemas(const std::string& folder)
    : invoice(xml::XmlSchema::fromFile(folder + InvoiceFile)),
      receipt(xml::XmlSchema::fromFile(folder + ReceiptFile)),
      testReceipt(xml::XmlSchema::fromText(withoutFixedName(folder + ReceiptFile))) {}

} // namespace svc::pl_ksef
