#include "bindings.hpp"
#include "receipt/rules/receipt_code.hpp"

namespace svc::de_kassensichv {

/// `{qr}` → `{result, tseSerial}`, a receipt verified from its code alone.
Json commands::check(Call&, const Json& given) {
    const auto code = readCode(given["qr"].text());
    if (!code) {
        return Json::object({{"result", "no code of a receipt"}});
    }
    const Verification result = verify(*code);
    return Json::object({{"result", toText(result.verdict)}, {"tseSerial", result.tseSerial}});
}

} // namespace svc::de_kassensichv
