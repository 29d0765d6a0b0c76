#include "receipt/check.hpp"

#include "receipt/rules/receipt_code.hpp"

namespace svc::kassensichv {

Json check(Call&, const Json& given) {
    const auto code = readCode(given["qr"].text());
    if (!code) {
        return Json::object({{"result", "no code of a receipt"}});
    }
    const Verification result = verify(*code);
    return Json::object({{"result", toText(result.verdict)}, {"tseSerial", result.tseSerial}});
}

} // namespace svc::kassensichv
