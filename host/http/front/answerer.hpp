#pragma once

#include "host/http/front/answer.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace svc::host::http {

/// Which threads answer a request. Those of Reserved are kept for what must work while the service is
/// overloaded.
enum class Lane { Work, Reserved };

/// What happens to a request after its head was checked.
struct Reception {
    std::optional<Answer> refusal; ///< sent at once, without reading the body
    std::size_t bodyLimit = 0;
    Lane lane = Lane::Work;
    bool instant = false;  ///< answered on the thread that read it, because it never waits
    bool permitted = true; ///< false: permit() decides whether its body is worth reading
    std::string whose;     ///< group in which it waits for a thread; empty: no group
};

/// Interface between the front and the pipeline. No function throws; each answer is complete, with all
/// headers but those of the connection.
class Answerer {
public:
    virtual ~Answerer() = default;

    /// Checks the head of a request. Must not block: it runs on the thread of the event loop, and on workers.
    virtual Reception receive(RawRequest& request) = 0;
    /// A refusal before the body was read, or nothing. May block.
    virtual std::optional<Answer> permit(RawRequest& request) = 0;
    /// Answers a complete request that receive() has accepted. May block.
    virtual Answer handle(RawRequest& request) = 0;
    /// The answer to a request that the front itself refuses, even if the request was not read completely.
    virtual Answer refuse(RawRequest& request, const Refused& refusal) = 0;
};

} // namespace svc::host::http
