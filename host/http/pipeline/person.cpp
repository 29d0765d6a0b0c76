// Processing of writes outside of a company that carry an Idempotency-Key.
#include "host/http/pipeline/state.hpp"

#include <svc/error.hpp>

namespace svc::host::http {

namespace {

/// Another request with the key has ended since this one began.
class Replay : public std::exception {
public:
    explicit Replay(Answer stored) : answer(std::move(stored)) {}
    Answer answer;
};

} // namespace

// The handler has its own transactions. When its effect must not be repeated it takes the key and stores the
// answer in one of them; other handlers are idempotent anyway.
Answer Pipeline::executeForPerson(Run& run) {
    Exchange& exchange = run.exchange;
    {
        db::Transaction transaction(services_.pool, exchange.caller.id.toString());
        std::optional<Answer> replay = run.idempotency->look(transaction, services_.clock.now());
        transaction.endRead();
        if (replay) {
            return std::move(*replay);
        }
    }
    if (run.mistake) {
        std::rethrow_exception(run.mistake);
    }
    bool kept = false;
    exchange.personKey = personKey(run, kept);
    try {
        Answer answer = runHandler(run, nullptr);
        if (!kept) {
            keepAnswer(run, answer);
        }
        run.seen.committed = true;
        return answer;
    } catch (Replay& replay) {
        return std::move(replay.answer);
    } catch (const ApiError& error) {
        return refuseAndKeep(run, error);
    }
}

PersonKey Pipeline::personKey(Run& run, bool& kept) const {
    const std::string person = run.exchange.caller.id.toString();
    PersonKey key;
    key.take = [this, &run, person](db::Transaction& transaction) {
        transaction.bindTo(person);
        if (std::optional<Answer> replay = run.idempotency->begin(transaction, services_.clock.now())) {
            throw Replay(std::move(*replay));
        }
    };
    key.keepAnswer = [this, &run, &kept, person](db::Transaction& transaction) {
        Answer answer{.status = run.exchange.status,
                      .headers = run.exchange.answerHeaders,
                      .body = run.exchange.answer};
        run.addIgnored(answer);
        transaction.bindTo(person);
        run.idempotency->keep(transaction, services_.clock.now(), run.exchange.requestId, answer,
                              run.operation.secrets);
        kept = true;
    };
    return key;
}

} // namespace svc::host::http
