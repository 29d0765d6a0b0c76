// Processing of a request: in a transaction, in a rehearsal, or outside of one.
#include "host/http/pipeline/pipeline.hpp"

#include "host/db/error.hpp"
#include "host/http/pipeline/checks/checks.hpp"
#include "host/http/pipeline/dry_run.hpp"
#include "host/log/log.hpp"

#include <svc/error.hpp>

#include <chrono>

namespace svc::host::http {

namespace {

// A write has some thirty statements, all by key: planning each of them again costs more than running it.
// Lists are planned for their filters.
constexpr std::string_view PlanOnce = "SET LOCAL plan_cache_mode = force_generic_plan";

// How long after the request's deadline a key stays reserved when the host crashes before it has answered.
constexpr std::chrono::seconds KeyOutlives{60};

} // namespace

Answer Pipeline::executeExport(Run& run) {
    constexpr int Pause = 5; // seconds: an estimate, because the duration of the other requests is unknown
    std::shared_ptr<void> place = exports_.enter(run.exchange.company->id);
    if (!place) {
        throw tooMany(Pause);
    }
    Answer answer = execute(run);
    answer.place = std::move(place);
    return answer;
}

Answer Pipeline::execute(Run& run) {
    if (run.operation.outside) {
        return executeOutside(run);
    }
    for (int attempt = 0;; ++attempt) {
        try {
            return executeOnce(run);
        } catch (const db::AskedAgain&) {
            run.route.asks.wasWrong();
            run.asksAgain = true;
        } catch (const db::Error& error) {
            if (!error.retryable() || attempt >= Retries) {
                throw;
            }
            log::info(run.exchange.requestId, "repeated after a conflict with another transaction",
                      {{"sqlState", error.sqlState()}, {"attempt", attempt + 1}});
            run.exchange.repeated = true;
            readCompanyAgain(run.exchange);
        }
        run.forgetAnswer();
    }
}

// The other transaction may have changed the settings of the company.
void Pipeline::readCompanyAgain(Exchange& exchange) {
    if (exchange.company) {
        if (auto now = gatekeeper_.company(exchange.company->id)) {
            exchange.company = std::move(now);
        }
    }
}

UnitOfWork::Options Pipeline::workOptions(const Run& run) {
    const Exchange& exchange = run.exchange;
    UnitOfWork::Options options;
    options.company = *exchange.company;
    // The host's own operations change units; one outside of a transaction lasts longer than the proof holds.
    if (run.operation.outside || run.operation.plugin == "host") {
        options.company.units = nullptr;
    }
    options.actor = exchange.caller.actor();
    options.actorLabel = exchange.caller.label;
    options.requestId = exchange.requestId;
    options.language = exchange.language;
    options.dryRun = run.dryRun;
    options.deadline = run.deadline;
    options.businessUnits = exchange.caller.businessUnits;
    return options;
}

Answer Pipeline::executeOnce(Run& run) {
    Exchange& exchange = run.exchange;
    if (run.operation.withoutCompany) {
        return executeWithoutCompany(run);
    }
    if (!run.operation.bound() || !exchange.company) {
        return run.usesKey() ? executeForPerson(run) : runHandler(run, nullptr);
    }
    UnitOfWork::Options options = workOptions(run);
    options.groupsCommit = services_.flusher != nullptr;
    std::optional<ApiError> refused;
    {
        UnitOfWork work(services_, std::move(options));
        exchange.work = &work;
        try {
            Answer answer = executeIn(work, run, refused);
            if (!refused && !work.db().askedAgain()) {
                return answer;
            }
        } catch (...) {
            if (!work.db().askedAgain()) {
                throw;
            }
        }
        // The handler may have caught the exception AskedAgain, or turned it into a refusal.
        if (work.db().askedAgain()) {
            throw db::AskedAgain();
        }
        exchange.work = nullptr;
    }
    return refuseAndKeep(run, *refused);
}

Answer Pipeline::executeWithoutCompany(Run& run) {
    UnitOfWork::Options options;
    options.company = noCompany();
    options.requestId = run.exchange.requestId;
    options.language = run.exchange.language;
    options.deadline = run.deadline;
    options.outside = true;
    UnitOfWork work(services_, std::move(options));
    run.exchange.work = &work;
    Answer answer = runHandler(run, &work);
    run.exchange.work = nullptr;
    return answer;
}

Answer Pipeline::executeIn(UnitOfWork& work, Run& run, std::optional<ApiError>& refused) {
    Exchange& exchange = run.exchange;
    db::Transaction& db = work.db();
    const bool onlyReads = !run.operation.isWrite() && !run.operation.keeps;
    if (run.operation.isWrite()) {
        db.send(PlanOnce, {});
    } else {
        exchange.spoolFolder = &options_.spoolFolder; // answers of writes are stored for replays
    }
    if (onlyReads) {
        db.readOneSnapshot();
        if (services_.flusher != nullptr) {
            db.tellSnapshot();
        }
        if (!run.asksAgain && run.route.asks.once()) {
            db.endWithFirstQuery();
        }
    }
    if (run.proof != nullptr) {
        run.proof->given = false; // reset from an earlier attempt
        db.proveWith(*run.proof);
    }
    if (run.usesKey()) {
        if (std::optional<Answer> replay = run.idempotency->begin(work)) {
            db.endRead();
            return std::move(*replay);
        }
    }
    if (run.operation.isWrite()) {
        db.prove();
    }
    if (run.mistake) {
        std::rethrow_exception(run.mistake);
    }
    try {
        Answer answer = runHandler(run, &work);
        if (onlyReads) {
            run.route.asks.saw(db.queries());
        }
        return answer;
    } catch (const ApiError& error) {
        // The handler may have refused because of the cached caller, before any statement confirmed it.
        if (run.proof != nullptr && !db.askedAgain()) {
            db.prove();
            if (!run.proof->given) {
                throw db::ProofFailed();
            }
        }
        work.rollback();
        refused = error;
        return {};
    }
}

Answer Pipeline::runHandler(Run& run, UnitOfWork* work) {
    Exchange& exchange = run.exchange;
    try {
        if (work != nullptr && !work->outside()) {
            Check::recordIsOwn(run.operation, exchange);
        }
        run.route.handler(exchange);
        Answer answer{.status = exchange.status,
                      .headers = std::move(exchange.answerHeaders),
                      .body = std::move(exchange.answer),
                      .spool = std::move(exchange.spool)};
        run.addIgnored(answer);
        checkAnswer(run, answer);
        if (work == nullptr || work->outside()) {
            return answer;
        }
        if (run.dryRun) {
            rehearse(*work);
            return dryRunAnswer(*work, answer);
        }
        if (!run.operation.isWrite() && !run.operation.keeps) {
            work->db().prove();
            work->db().endRead();
            run.seen.snapshot = work->db().snapshot();
            return answer;
        }
        if (run.usesKey()) {
            work->storeAnswer(run.idempotency->stored(answer, run.operation.secrets));
        }
        work->commit();
        run.seen.committed = true;
        return answer;
    } catch (const db::Error& error) {
        if (error.retryable()) {
            throw;
        }
        // Row-level security refused to write a row of another business unit.
        if (error.sqlState() == "42501" && !exchange.caller.businessUnits.empty()) {
            throw ApiError(403, "forbidden");
        }
        throwAsApiError(services_.catalogue, error);
    }
}

Answer Pipeline::refuseAndKeep(Run& run, const ApiError& error) {
    Answer answer = errorAnswer(error.status(), error.code());
    run.addIgnored(answer);
    if (run.usesKey() && Idempotency::keeps(error.status(), error.code())) {
        keepAnswer(run, answer);
    }
    return answer;
}

void Pipeline::keepAnswer(Run& run, const Answer& answer) {
    try {
        run.idempotency->store(services_, *run.keyHolder(), run.exchange.requestId, answer,
                               run.operation.secrets);
        run.seen.committed = true;
    } catch (const std::exception& failure) {
        // A refusal has no effect, so a retry without the stored answer does no harm. A request outside of a
        // transaction keeps its key reserved for a while.
        log::warning(run.exchange.requestId, "the answer could not be stored", {{"error", failure.what()}});
    }
}

void Pipeline::giveBackKey(const Run& run) {
    try {
        run.idempotency->giveBack(services_, *run.keyHolder());
    } catch (const std::exception& failure) {
        log::warning(run.exchange.requestId, "the idempotency key could not be given back",
                     {{"error", failure.what()}});
    }
}

// Nothing of it runs twice: it is not retried after a conflict, and its key is taken first and held until the
// answer is stored. Each of its transactions is durable when it has committed.
Answer Pipeline::executeOutside(Run& run) {
    const Exchange& exchange = run.exchange;
    if (run.headOnly && run.operation.emits) {
        return {}; // HEAD changes nothing: whoever looks at a link does not follow it
    }
    if (run.usesKey()) {
        const auto left = run.deadline - std::chrono::steady_clock::now() + KeyOutlives;
        const Instant until =
            services_.clock.now() + std::chrono::duration_cast<std::chrono::microseconds>(left).count();
        if (auto replay = run.idempotency->take(services_, *run.keyHolder(), exchange.requestId, until)) {
            return std::move(*replay);
        }
    }
    try {
        return answerOutside(run);
    } catch (const ApiError& error) {
        if (run.usesKey() && !Idempotency::keeps(error.status(), error.code())) {
            giveBackKey(run);
        }
        return refuseAndKeep(run, error);
    } catch (...) {
        if (run.usesKey()) {
            giveBackKey(run);
        }
        throw;
    }
}

Answer Pipeline::answerOutside(Run& run) {
    if (run.mistake) {
        std::rethrow_exception(run.mistake);
    }
    UnitOfWork::Options options = workOptions(run);
    options.outside = true;
    UnitOfWork work(services_, std::move(options));
    run.exchange.work = &work;
    Answer answer = runHandler(run, &work);
    run.exchange.work = nullptr;
    if (run.usesKey()) {
        keepAnswer(run, answer);
    }
    return answer;
}

} // namespace svc::host::http
