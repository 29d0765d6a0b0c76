#include "host/auth/secret_commands.hpp"

#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host::auth {
namespace {

/// A text sealed for one company and purpose cannot be opened for another.
std::string contextOf(const UnitOfWork& work, const Json& input) {
    return work.company().id.toString() + ' ' + input.textOr("context");
}

} // namespace

void offerSecrets(Catalogue& catalogue, const Sealer& sealer) {
    catalogue.add(Command{
        "secrets.seal", "host", [sealer](UnitOfWork& work, std::string_view text) {
            const Json input = Json::parse(text);
            return Json::object({{"sealed", sealer.seal(contextOf(work, input), input.textOr("text"))}})
                .dump();
        }});
    catalogue.add(Command{
        "secrets.open", "host", [sealer](UnitOfWork& work, std::string_view text) {
            const Json input = Json::parse(text);
            return Json::object({{"text", sealer.open(contextOf(work, input), input.textOr("sealed"))}})
                .dump();
        }});
}

} // namespace svc::host::auth
