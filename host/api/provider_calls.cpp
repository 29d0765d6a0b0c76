// Webhooks of providers that call one address for all accounts. The host verifies the signature with the
// secret of the installation before it reads anything else, then passes the call to each company that has
// connected the account, or had it until recently.
#include "host/api/context.hpp"
#include "host/auth/company_record.hpp"
#include "host/db/pool.hpp"
#include "host/http/front/answer.hpp"
#include "host/log/log.hpp"

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <chrono>

namespace svc::host::api {
namespace {

constexpr std::string_view SignatureInvalid = "signature-invalid";
/// Time limit of the work for one company.
constexpr std::chrono::seconds Patience{30};

const std::string& companiesStatement() {
    static const std::string sql =
        "SELECT " + std::string(auth::CompanyColumns) +
        " FROM svc.company c WHERE c.company_id IN"
        " (SELECT company_id FROM svc.provider_account WHERE provider = $1 AND account = $2"
        " UNION SELECT company_id FROM svc.left_account WHERE provider = $1 AND account = $2)"
        " ORDER BY c.company_id";
    return sql;
}

bool isPlain(std::string_view value) {
    return std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// The call as a plugin gets it: raw body and headers by lower-case names, without credentials of clients.
Json callOf(const http::Exchange& exchange) {
    Json headers = Json::object();
    for (const auto& [name, value] : exchange.headers) {
        const std::string lower = lowerAscii(name);
        if (lower != "authorization" && lower != "cookie" && isPlain(value)) {
            headers.set(lower, value);
        }
    }
    return Json::object({{"headers", std::move(headers)}, {"body", base64Encode(exchange.body)}});
}

UnitOfWork::Options optionsFor(CompanyFacts company, const http::Exchange& exchange) {
    UnitOfWork::Options options;
    options.language = company.language;
    options.company = std::move(company);
    options.requestId = exchange.requestId;
    options.deadline = std::chrono::steady_clock::now() + Patience;
    options.outside = true;
    return options;
}

class ProviderCall {
public:
    ProviderCall(http::Exchange& exchange, ApiContext& context)
        : exchange_(exchange), context_(context), provider_(exchange.parameters.find("provider")->second),
          verb_("connector." + provider_ + ".account"),
          taker_(context.services.catalogue.providerCallTaker()), call_(callOf(exchange)) {}

    void take() {
        const std::optional<std::string> account = verifiedAccount();
        Json said = Json::object();
        bool failed = false;
        for (CompanyFacts& company : account ? companiesOf(*account) : std::vector<CompanyFacts>()) {
            failed = !give(std::move(company), *account, said) || failed;
        }
        if (failed) { // the provider retries; companies that have processed it ignore the repetition
            throw http::Refused(503, "not-ready").header("Retry-After", "1");
        }
        exchange_.status = 200;
        exchange_.answerHeaders.emplace_back("Content-Type", said.textOr("contentType", "text/plain"));
        exchange_.answer = said.textOr("text", "ok");
    }

private:
    void countWrongSignature(std::string_view subject) const {
        if (context_.services.count) {
            context_.services.count(taker_ == nullptr ? "host" : taker_->plugin, SignatureInvalid, subject);
        }
    }

    /// The account that the call is for; nothing when it names none. Throws when the signature is wrong.
    std::optional<std::string> verifiedAccount() {
        const bool known = taker_ != nullptr && provider_.find('.') == std::string::npos &&
                           context_.services.catalogue.command(verb_) != nullptr;
        if (!known) {
            countWrongSignature("unknown");
            throw ApiError(400, std::string(SignatureInvalid));
        }
        try {
            UnitOfWork work(context_.services, optionsFor(noCompany(), exchange_));
            return Json::parse(work.command(verb_, call_.dump())).optionalText("account");
        } catch (const ApiError& refusal) {
            if (refusal.code() == SignatureInvalid) {
                countWrongSignature(provider_);
            }
            throw;
        }
    }

    std::vector<CompanyFacts> companiesOf(const std::string& account) {
        const db::Rows rows =
            context_.services.pool.acquire()->query(companiesStatement(), {provider_, account});
        std::vector<CompanyFacts> companies;
        for (std::size_t row = 0; row < rows.count(); ++row) {
            companies.push_back(auth::companyFacts(rows, row, 0, context_.options.modules,
                                                   context_.services.catalogue.companySettings()));
        }
        return companies;
    }

    /// Returns false when the provider must retry. A refusal by one company concerns neither the provider nor
    /// the other companies.
    bool give(CompanyFacts company, const std::string& account, Json& said) {
        Json input = call_;
        input.set("provider", provider_);
        input.set("account", account);
        try {
            UnitOfWork work(context_.services, optionsFor(std::move(company), exchange_));
            said = Json::parse(work.command(taker_->providerCall, input.dump()));
        } catch (const ApiError& refusal) {
            return refusal.status() < 500;
        } catch (const std::exception& failure) {
            log::error(exchange_.requestId, "a company could not take the call of a provider",
                       {{"provider", provider_}, {"error", failure.what()}});
            return false;
        }
        return true;
    }

    http::Exchange& exchange_;
    ApiContext& context_;
    std::string provider_;
    std::string verb_;
    const Lifecycle* taker_;
    Json call_;
};

} // namespace

void addProviderCallHandlers(Handlers& handlers, ApiContext& context) {
    handlers["receiveCallForAccount"] = [&context](http::Exchange& exchange) {
        ProviderCall(exchange, context).take();
    };
}

} // namespace svc::host::api
