#pragma once

#include "host/core/services.hpp"
#include "host/http/front/address_set.hpp"
#include "host/http/front/answerer.hpp"
#include "host/http/pipeline/company_exports.hpp"
#include "host/http/pipeline/idempotency.hpp"
#include "host/http/pipeline/known_callers.hpp"
#include "host/http/pipeline/rate_limiter.hpp"
#include "host/http/pipeline/request_gate.hpp"
#include "host/http/pipeline/route.hpp"
#include "host/http/pipeline/router.hpp"
#include "host/http/server.hpp"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <string>

namespace svc::host::http {

/// Takes every request through the checks of api "Order of checks", in that order, runs its handler in a
/// transaction and turns the result or exception into an answer. Independent of sockets.
class Pipeline : public Answerer {
public:
    struct Options {
        AddressSet trustedProxies{{}};
        bool validate = false; ///< answers are checked against the contract
        std::function<void(RequestRecord)> record;
        std::filesystem::path spoolFolder = std::filesystem::temp_directory_path(); ///< for long answers
        unsigned companyExports = 2; ///< concurrent exports of one company
        RequestTimes times;
        std::function<int()> hosts = {}; ///< number of hosts that serve the database; empty: only this one
    };

    static constexpr std::string_view Version = "3.0";
    static constexpr int LiveLimit = 600;
    static constexpr int TestLimit = 60;
    static constexpr int Retries = 3;

    Pipeline(Options options, Services& services, Gatekeeper& gatekeeper);

    /// The operation must outlive the pipeline. Throws std::invalid_argument when its path is taken.
    Route& add(const openapi::Operation& operation);
    std::deque<Route>& routes() noexcept { return routes_; }

    /// Framing, version, route, size and type of the body.
    Reception receive(RawRequest& request) override;
    /// Checks caller and scope before a large body is read. handle() repeats these checks, and its result
    /// counts.
    std::optional<Answer> permit(RawRequest& request) override;
    /// Thread-safe.
    Answer handle(RawRequest& request) override;
    Answer refuse(RawRequest& request, const Refused& refusal) override;

    std::int64_t running() const noexcept { return running_.value(); }
    /// Has the database recently refused a write, because it is full or read-only? Then others would fail
    /// too.
    bool writesAreRefused() const noexcept;
    /// Writes the metrics of requests and durations by route.
    void expose(log::Exposition& out) const;

private:
    struct Trace;
    struct Run;
    struct Check;
    /// Which of the checks are asked: before a large body is read, of a whole request, or of one whose caller
    /// is taken from memory.
    enum class Pass : unsigned { Permit = 1, Whole = 2, Remembered = 4 };

    static Trace& begun(RawRequest& request);
    /// The answer of `work`, or the refusal that it threw.
    Answer concluded(RawRequest& request, const std::function<Answer(Trace&)>& work);
    Answer answerTo(RawRequest& request, Trace& trace);
    Answer answerDurably(Run& run, const std::function<Answer()>& work);
    Answer answerRequest(Run& run, Trace& trace);
    Answer refusalOf(const std::exception_ptr& error, const Trace& trace) const;
    void locate(const RawRequest& request, Trace& trace) const;
    void noteRefusal(const db::Error& error) const;
    void passGate(const RawRequest& request, Trace& trace) const;
    Route& findRoute(const RawRequest& request, Trace& trace);
    std::string whoseRequest(const Route& route, const RawRequest& request, Trace& trace) const;
    void noteCaller(const Trace& trace);
    void check(Pass pass, Run& run, Trace& trace);
    std::optional<Answer> answerFromMemory(Run& run, Trace& trace);
    void findPublicCompany(const openapi::Operation& operation, Trace& trace, Exchange& exchange) const;
    void countRate(Trace& trace, std::string_view who, int limit);
    Answer execute(Run& run);
    Answer executeExport(Run& run);
    Answer executeOnce(Run& run);
    void readCompanyAgain(Exchange& exchange);
    static UnitOfWork::Options workOptions(const Run& run);
    Answer executeOutside(Run& run);
    Answer executeForPerson(Run& run);
    PersonKey personKey(Run& run, bool& kept) const;
    Answer answerOutside(Run& run);
    void keepAnswer(Run& run, const Answer& answer);
    void giveBackKey(const Run& run);
    /// x-company: none.
    Answer executeWithoutCompany(Run& run);
    Answer executeIn(UnitOfWork& work, Run& run, std::optional<ApiError>& refused);
    Answer runHandler(Run& run, UnitOfWork* work);
    Answer refuseAndKeep(Run& run, const ApiError& error);
    void checkAnswer(const Run& run, const Answer& answer) const;
    /// Turns a refusal into an HTML page for readers of public pages.
    void showRefusal(const RawRequest& request, const Trace& trace, Answer& answer) const;
    std::string shownPath(const Trace& trace) const;
    void finish(const RawRequest& request, Trace& trace, Answer& answer);

    Options options_;
    Services& services_;
    Gatekeeper& gatekeeper_;
    Router router_;
    std::deque<Route> routes_; // a deque, because addresses must stay valid
    RouteFigures unmatched_;
    RateLimiter limiter_;
    KnownCallers callers_;
    CompanyExports exports_;
    log::Gauge running_;
    mutable std::atomic<std::int64_t> refusedUntil_{0}; ///< seconds of the monotonic clock
};

} // namespace svc::host::http
