#include "sealing/signature.hpp"

namespace svc::sealing {

Signature sign(Call& call, const std::string& text) {
    const Json answer = call.command("secrets.sign", Json::object({{"text", text}}));
    return {answer["publicKey"].text(), answer["signature"].text()};
}

bool isOurs(Call& call, const std::string& text, const Signature& signature) {
    const Json answer = call.command("secrets.verify", Json::object({{"text", text},
                                                                     {"publicKey", signature.publicKey},
                                                                     {"signature", signature.signature}}));
    return answer["holds"].boolean() && answer["own"].boolean();
}

} // namespace svc::sealing
