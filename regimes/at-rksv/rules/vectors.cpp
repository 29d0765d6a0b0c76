#include "rules/vectors.hpp"

#include <svc/encoding.hpp>

#include "keys/signing.hpp"
#include "rules/receipt.hpp"

namespace svc::at_rksv {
namespace {

Kind kindNamed(const std::string& name) {
    return name == "cancellation" ? Kind::Cancellation : name == "training" ? Kind::Training : Kind::Standard;
}

bool isSignedBy(const Json& publicKeys, const std::string& certificate, const std::string& code,
                const std::string& signature) {
    return !signature.empty() && keys::verifies(base64Decode(publicKeys[certificate].text()).value(),
                                                keys::Algorithm::Es256, signingInput(code), signature);
}

Json receiptsOf(const Json& given) {
    const std::string key = base64Decode(given["turnoverKey"].text()).value();
    Json receipts = Json::array();
    Receipt receipt;
    receipt.provider = given["provider"].text();
    receipt.till = given["cashBoxId"].text();
    for (const Json& one : given["receipts"].items()) {
        receipt.number = one["number"].text();
        receipt.time = one["time"].text();
        receipt.kind = kindNamed(one["kind"].text());
        receipt.certificate = one["certificate"].text();
        for (std::size_t i = 0; i < receipt.amounts.size(); ++i) {
            receipt.amounts[i] = one["cents"].at(i).integer();
            receipt.turnover += receipt.kind == Kind::Training ? 0 : receipt.amounts[i];
        }
        const std::string code = codeOf(receipt, key);
        const std::string signature = base64Decode(one["signature"].text()).value();
        receipt.previous = jwsOf(code, signature);
        receipts.push(Json::object(
            {{"jws", receipt.previous},
             {"encryptedTurnover5",
              encryptedTurnover(key, receipt.till, receipt.number, receipt.turnover, 5)},
             {"verifies", isSignedBy(given["publicKeys"], receipt.certificate, code, signature)}}));
    }
    return receipts;
}

} // namespace

Json checkVector(const Json& given) {
    if (given.contains("receipts")) {
        return Json::object({{"receipts", receiptsOf(given)}});
    }
    if (given.contains("code")) {
        const std::string signature = base64Decode(given["signature"].text()).value();
        const std::string jws = jwsOf(given["code"].text(), signature);
        return Json::object({{"jws", jws},
                             {"qr", qrOf(given["code"].text(), signature)},
                             {"chainOfNext", chainValue("", jws)}});
    }
    return Json::object({{"chain", chainValue(given["cashBoxId"].text(), "")}});
}

} // namespace svc::at_rksv
