#include "host/auth/secret_commands.hpp"

#include <svc/encoding.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host::auth {
namespace {

/// The signed text includes the company, so that a signature is not valid for another company.
std::string signedText(const UnitOfWork& work, const Json& input) {
    return encodeId("com", work.company().id) + '\n' + input.textOr("text");
}

} // namespace

void offerSignatures(Catalogue& catalogue, const Signer& signer) {
    catalogue.add(Command{"secrets.sign", "host", [signer](UnitOfWork& work, std::string_view text) {
                              const auto signature = signer.sign(signedText(work, Json::parse(text)));
                              return Json::object({{"algorithm", "Ed25519"},
                                                   {"publicKey", base64Encode(signature.publicKey)},
                                                   {"signature", base64Encode(signature.bytes)}})
                                  .dump();
                          }});
    catalogue.add(
        Command{"secrets.verify", "host", [signer](UnitOfWork& work, std::string_view text) {
                    const Json input = Json::parse(text);
                    const auto key = base64Decode(input.textOr("publicKey"));
                    const auto bytes = base64Decode(input.textOr("signature"));
                    const bool holds = key && bytes && Signer::holds({*key, *bytes}, signedText(work, input));
                    return Json::object({{"holds", holds}, {"own", key && signer.owns(*key)}}).dump();
                }});
}

} // namespace svc::host::auth
