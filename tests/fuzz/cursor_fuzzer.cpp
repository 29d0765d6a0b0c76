// For any text: a cursor that was not sealed for this company and collection is rejected, and a sealed one
// gives its position back.
#include "host/core/cursor_sealer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const svc::host::CursorSealer sealer(std::string(32, 'k'));
    static const svc::Uuid company = *svc::Uuid::parse("01935000-0000-7000-8000-0000000000aa");
    static const svc::Uuid other = *svc::Uuid::parse("01935000-0000-7000-8000-0000000000bb");
    const std::string text(data, data + size);
    if (const auto position = sealer.open(company, "events", text)) {
        check(sealer.seal(company, "events", *position) == text);
    }
    std::string sealed = sealer.seal(company, "events", text);
    check(sealer.open(company, "events", sealed) == text);
    check(!sealer.open(other, "events", sealed));
    check(!sealer.open(company, "deliveries", sealed));
    const std::size_t at = size % sealed.size();
    sealed[at] = sealed[at] == 'A' ? 'B' : 'A';
    check(!sealer.open(company, "events", sealed));
    return 0;
}
