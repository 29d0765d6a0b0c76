// For any bytes: a request is parsed the same however the bytes are split, accepted requests are unambiguous,
// and only Refused is thrown.
#include "host/http/front/request_reader.hpp"
#include "host/http/pipeline/request_gate.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace svc::host::http;

constexpr std::size_t BodyLimit = 200;

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// The parse result as a comparable text.
struct Outcome {
    std::string text;
    std::size_t taken = 0;
};

void checkAdmitted(const RawRequest& request, const Framing& framing) {
    check(!(framing.chunked && framing.hasLength));
    check(request.version == "HTTP/1.1" || request.version == "HTTP/1.0");
    for (const auto& [name, value] : request.headers) {
        check(!name.empty() && name.find_first_of(std::string(" \t\r\n\0:", 6)) == std::string::npos);
        check(value.find_first_of(std::string("\r\n\0", 3)) == std::string::npos);
    }
}

Outcome read(std::string_view bytes, std::size_t piece) {
    Outcome outcome;
    RequestReader reader;
    try {
        std::string input;
        bool gated = false;
        Framing framing;
        for (std::size_t at = 0; at < bytes.size() && !reader.complete(); at += piece) {
            input += bytes.substr(at, piece);
            for (std::size_t taken = 1; taken > 0 && !reader.complete();) {
                taken = reader.take(input);
                check(taken <= input.size());
                input.erase(0, taken);
                outcome.taken += taken;
                if (reader.hasHead() && !gated) {
                    gated = true;
                    framing = RequestGate::check(reader.request());
                    checkAdmitted(reader.request(), framing);
                    RequestGate::checkSize(framing, BodyLimit);
                    reader.awaitBody(BodyLimit);
                    taken = 1;
                }
            }
        }
        if (!reader.complete()) {
            return {"incomplete", 0};
        }
        const RawRequest& request = reader.request();
        check(request.body.size() <= BodyLimit);
        check(framing.chunked || request.body.size() == framing.length);
        outcome.text = request.method + ' ' + request.target + ' ' + request.version + ' ' + request.body;
        for (const auto& [name, value] : request.headers) {
            outcome.text += '\n' + name + ':' + value;
        }
    } catch (const Refused& refused) {
        check(refused.closes() && refused.status() >= 400 && refused.status() < 500);
        return {"refused", 0};
    }
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    const Outcome whole = read(bytes, size == 0 ? 1 : size);
    for (const std::size_t piece : {1UL, 7UL}) {
        const Outcome cut = read(bytes, piece);
        check(cut.text == whole.text && cut.taken == whole.taken);
    }
    return 0;
}
