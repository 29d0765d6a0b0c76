// The end of a request: waiting for durability, refusals, common headers, log line and metrics.

#include "host/config/stop_points.hpp"
#include "host/db/error.hpp"
#include "host/db/flusher.hpp"
#include "host/http/pipeline/language.hpp"
#include "host/http/pipeline/refusal_page.hpp"
#include "host/http/pipeline/state.hpp"
#include "host/log/log.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::http {

namespace {

// How long /ready reports unavailability after a write that the database refused, because it is full or
// read-only; the next write shows whether it still does.
constexpr std::int64_t RefusalLasts = 10;

// How much earlier than the deadline of its request the server may cancel a statement
// (db::Transaction::endBy).
constexpr std::chrono::milliseconds Early{1500};

std::int64_t monotonicSeconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

/// 503: the client may repeat the request.
Answer notNow(const std::string& requestId, std::string_view why, const std::exception& error,
              std::string_view code, const char* retryAfter) {
    log::warning(requestId, why, {{"error", error.what()}});
    Answer answer = errorAnswer(503, code);
    answer.headers.emplace_back("Retry-After", retryAfter);
    return answer;
}

Answer unavailable(const std::string& requestId, const std::exception& error) {
    const auto* const ofDatabase = dynamic_cast<const db::Error*>(&error);
    const bool refusesWrites = ofDatabase != nullptr && ofDatabase->refusesWrites();
    return notNow(requestId, refusesWrites ? "the database refuses writes" : "the database does not answer",
                  error, "not-ready", "1");
}

/// The request met conflicts in every attempt.
Answer conflicting(const std::string& requestId, const std::exception& error) {
    return notNow(requestId, "the request is given up after conflicts with others: nothing of it is kept",
                  error, "not-ready", "1");
}

Answer tooLate(const std::string& requestId, const std::exception& error) {
    return notNow(requestId, "the request has taken longer than its kind of route may: nothing of it is kept",
                  error, "deadline-exceeded", "60");
}

Answer fault(const std::string& requestId, std::string_view what, Json statement = nullptr) {
    log::error(requestId, "fault", {{"error", what}, {"statement", std::move(statement)}});
    return errorAnswer(500, "internal-error");
}

/// Is it a page of a shop or a document, for people without an account?
bool isPublicPage(const openapi::Operation& operation) {
    using From = openapi::Operation::CompanyFrom;
    return operation.callers == openapi::Operation::Callers::Public &&
           (operation.companyFrom == From::Slug || operation.companyFrom == From::Token);
}

bool has(const Answer& answer, std::string_view name) {
    return std::any_of(answer.headers.begin(), answer.headers.end(),
                       [&](const auto& header) { return equalsIgnoreCase(header.first, name); });
}

} // namespace

// Sends no answer, not even a refusal, that depends on commits which a crash of the database could undo.
Answer Pipeline::answerDurably(Run& run, const std::function<Answer()>& work) {
    if (run.operation.withoutCompany) {
        return work(); // nothing of it depends on the database, so it is answered while that is away
    }
    db::Flusher* const flusher = services_.flusher;
    const db::Flusher::Life life = flusher != nullptr ? flusher->begin() : 0;
    const auto wait = [&](const db::Seen& seen) {
        if (flusher != nullptr) {
            flusher->wait(life, seen);
        }
    };
    try {
        Answer answer = work();
        wait(run.seen);
        if (run.seen.committed) {
            services_.reached(config::StopPoints::Answer);
        }
        return answer;
    } catch (const ApiError&) {
        wait({});
        throw;
    } catch (const Refused& refused) {
        // 429 depends only on counters in memory.
        if (refused.status() != 429) {
            wait({});
        }
        throw;
    }
}

bool Pipeline::writesAreRefused() const noexcept {
    return monotonicSeconds() < refusedUntil_.load();
}

void Pipeline::noteRefusal(const db::Error& error) const {
    if (error.refusesWrites()) {
        refusedUntil_ = monotonicSeconds() + RefusalLasts;
    }
}

Answer Pipeline::refusalOf(const std::exception_ptr& exception, const Trace& trace) const {
    const bool isLate = std::chrono::steady_clock::now() >= trace.deadline - Early;
    try {
        std::rethrow_exception(exception);
    } catch (const Refused& refused) {
        Answer answer = errorAnswer(refused.status(), refused.code());
        answer.headers.insert(answer.headers.end(), refused.headers().begin(), refused.headers().end());
        answer.close = refused.closes();
        return answer;
    } catch (const ApiError& error) {
        Answer answer = errorAnswer(error.status(), error.code());
        if (error.status() == 401) {
            answer.headers.emplace_back("WWW-Authenticate", "Bearer");
        }
        answer.headers.insert(answer.headers.end(), trace.ignored.begin(), trace.ignored.end());
        return answer;
    } catch (const db::CompanyShareTaken&) {
        Answer answer = errorAnswer(429, "too-many-requests");
        answer.headers.emplace_back("Retry-After", "1");
        return answer;
    } catch (const db::PoolTimeout& error) {
        return unavailable(trace.requestId, error);
    } catch (const db::ConnectionLost& error) {
        noteRefusal(error);
        return unavailable(trace.requestId, error);
    } catch (const db::DeadlinePassed& error) {
        return tooLate(trace.requestId, error);
    } catch (const db::Error& error) {
        if (error.sqlState() == "57014" && isLate) {
            return tooLate(trace.requestId, error);
        }
        if (error.unavailable() || error.timedOut()) {
            noteRefusal(error);
            return unavailable(trace.requestId, error);
        }
        if (error.retryable()) {
            return conflicting(trace.requestId, error);
        }
        return fault(trace.requestId, error.what(), error.statement());
    } catch (const std::exception& error) {
        // The handler may have turned the error of its cancelled statement into another one.
        return isLate ? tooLate(trace.requestId, error) : fault(trace.requestId, error.what());
    } catch (...) {
        return fault(trace.requestId, "an exception of unknown type");
    }
}

void Pipeline::showRefusal(const RawRequest& request, const Trace& trace, Answer& answer) const {
    if (answer.code.empty() || trace.route == nullptr || !isPublicPage(*trace.route->operation)) {
        return;
    }
    // The headers of an answered request were moved away.
    const auto header = [&](std::string_view name) {
        const auto own = request.header(name);
        return own ? own : trace.exchange.header(name);
    };
    if (asksForHtml(header("Accept").value_or(""))) {
        const auto& company = trace.exchange.company;
        showAsPage(answer, chooseLanguage(header("Accept-Language"), company ? company->language : "en"));
    }
}

// The path for log and record. Some paths contain a secret, such as the token of an invitation; a request
// that was refused before its route was known, or for its method, may hold one too.
std::string Pipeline::shownPath(const Trace& trace) const {
    const Route* route = trace.route;
    if (route == nullptr) {
        const std::optional<std::size_t> other = router_.find({}, trace.path).other;
        route = other ? &routes_[*other] : nullptr;
    }
    const bool isSecret = route != nullptr && route->operation->path.find("{token}") != std::string::npos;
    return isSecret ? route->operation->path : trace.path;
}

void Pipeline::finish(const RawRequest& request, Trace& trace, Answer& answer) {
    showRefusal(request, trace, answer);
    // Unread bytes of the body would be parsed as the next request.
    answer.close = answer.close || (trace.framing.mayHaveBody() && !trace.bodyRead);
    if ((answer.status == 409 || answer.status == 503) && !has(answer, "Retry-After")) {
        answer.headers.emplace_back("Retry-After", "1");
    }
    answer.headers.emplace_back("X-Request-Id", trace.requestId);
    answer.headers.emplace_back("Svc-Version", Version);
    if (trace.rate) {
        answer.headers.emplace_back("RateLimit-Limit", std::to_string(trace.rate->limit));
        answer.headers.emplace_back("RateLimit-Remaining", std::to_string(trace.rate->remaining));
        answer.headers.emplace_back("RateLimit-Reset", std::to_string(trace.rate->reset));
    }
    const auto byDefault = [&](std::string_view name, std::string_view value) {
        if (!has(answer, name)) {
            answer.headers.emplace_back(name, value);
        }
    };
    byDefault("Cache-Control", "no-store");
    byDefault("X-Content-Type-Options", "nosniff");
    byDefault("Referrer-Policy", "no-referrer");
    byDefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    if (trace.secure) {
        byDefault("Strict-Transport-Security", "max-age=31536000");
    }

    const auto elapsed = std::chrono::steady_clock::now() - trace.started;
    const std::int64_t micros = std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
    (trace.route != nullptr ? trace.route->figures : unmatched_).count(answer.status, micros);

    const std::string company = trace.company ? encodeId("com", *trace.company) : std::string();
    const std::string caller = trace.caller.idText().value_or("");
    const std::string path = shownPath(trace);
    log::RequestLine line;
    line.requestId = trace.requestId;
    line.method = request.method;
    line.path = path;
    line.route = trace.route != nullptr ? std::string_view(trace.route->operation->id) : std::string_view();
    line.status = answer.status;
    line.code = answer.code;
    line.durationMicros = micros;
    line.company = company;
    line.caller = caller;
    line.address = trace.client;
    line.bytes = answer.size();
    log::request(line);

    if (options_.record && trace.company && trace.caller.kind == Actor::Kind::ApiKey) {
        options_.record({*trace.company, trace.caller.id, trace.requestId, services_.clock.now(),
                         request.method, path, answer.status, answer.code, micros, trace.idempotencyKey,
                         trace.client});
    }
}

void Pipeline::expose(log::Exposition& out) const {
    out.family("svc_http_in_flight", "gauge", "Requests being worked on.");
    out.sample("svc_http_in_flight", {}, running_.value());
    const auto labelsOf = [](const Route& route) {
        return log::Labels{{"route", route.operation->id}, {"method", route.operation->method}};
    };
    out.family("svc_http_requests_total", "counter", "Requests by route and status.");
    const auto counts = [&](const log::Labels& labels, const RouteFigures& figures) {
        figures.each([&](int status, std::uint64_t count) {
            log::Labels all = labels;
            all.emplace_back("status", std::to_string(status));
            all.emplace_back("status_class", std::to_string(status / 100) + "xx");
            out.sample("svc_http_requests_total", all, count);
        });
    };
    for (const Route& route : routes_) {
        counts(labelsOf(route), route.figures);
    }
    counts({{"route", ""}, {"method", ""}}, unmatched_);
    out.family("svc_http_request_seconds", "histogram", "Time from the whole head to the answer.");
    for (const Route& route : routes_) {
        if (route.figures.durations().count() > 0) {
            out.sample("svc_http_request_seconds", labelsOf(route), route.figures.durations());
        }
    }
}

} // namespace svc::host::http
