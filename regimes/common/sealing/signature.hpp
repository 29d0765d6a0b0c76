#pragma once

#include <string>

#include <svc/call.hpp>

namespace svc::sealing {

/// An Ed25519 signature of the service. The signed text is the identifier of the company, a line break and
/// the text, so the signature of one company does not verify for another.
struct Signature {
    std::string publicKey; ///< base 64
    std::string signature; ///< base 64
};

/// Signs by the command `secrets.sign` of the host: `secretsSign` is the function for it in the bindings of
/// the plugin.
///
/// Example:
///   sealing::sign(call, calls::host::secretsSign, text)
template <class Input, class Output>
Signature sign(Call& call, Output (*secretsSign)(Call&, const Input&), const std::string& text) {
    const Output answer = secretsSign(call, Input{.text = text});
    return {answer.publicKey, answer.signature};
}

/// Who made a signature.
enum class Signatory {
    ThisService = 1,
    AnotherKey, ///< it holds, and the master key of this service does not have its key: it proves nothing
    Nobody      ///< it does not hold
};

/// Whose signature is it? `secretsVerify` is the function for the command `secrets.verify` of the host in the
/// bindings of the plugin.
template <class Input, class Output>
Signatory signatoryOf(Call& call, Output (*secretsVerify)(Call&, const Input&), const std::string& text,
                      const Signature& signature) {
    const Output answer = secretsVerify(
        call, Input{.text = text, .publicKey = signature.publicKey, .signature = signature.signature});
    return !answer.holds ? Signatory::Nobody : answer.own ? Signatory::ThisService : Signatory::AnotherKey;
}

} // namespace svc::sealing
