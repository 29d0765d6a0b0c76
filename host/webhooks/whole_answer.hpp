#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "host/webhooks/connections.hpp"

namespace svc::host::webhooks {

/// Reads a whole answer into memory, up to a limit.
class WholeAnswer : public AnswerSink {
public:
    /// `headOnly`: of HEAD, which has no body whatever its headers say.
    WholeAnswer(std::size_t mostBytes, bool headOnly);
    ~WholeAnswer() override;

    /// Throws SendFailure: too-large, connection (no HTTP).
    bool take(std::string_view bytes) override;
    /// Throws SendFailure connection when the answer is incomplete.
    void end() override;
    std::optional<int> status() const override;
    bool reusable() const override;

    std::string headers() const; ///< lines that end with CR LF
    std::string& body();

private:
    struct Parsing;
    void begin();

    std::size_t mostBytes_;
    bool headOnly_;
    std::string buffer_;
    std::unique_ptr<Parsing> parsing_;
};

} // namespace svc::host::webhooks
