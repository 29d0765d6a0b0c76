#include "host/app/testing_clock.hpp"

#include <svc/text.hpp>

#include "host/db/transaction.hpp"

namespace svc::host::app {
namespace {

bool isLoopback(const std::string& address) {
    return address.rfind("127.", 0) == 0 || address == "::1" || address.rfind("::ffff:127.", 0) == 0;
}

constexpr const char* Contract = R"({
  "openapi": "3.1.0",
  "info": { "title": "Testing", "version": "1.0.0" },
  "paths": {
    "/testing/clock": {
      "post": {
        "operationId": "advanceClock",
        "summary": "Move the clock forward",
        "description": "Moves the clock of every host forward and answers after everything that became due was done. There only where testing.clock is set, for callers on the same machine.",
        "x-caller": "public",
        "requestBody": {
          "required": true,
          "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ClockAdvance" } } }
        },
        "responses": {
          "200": {
            "description": "The time now",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ClockNow" } } }
          }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "ClockAdvance": {
        "type": "object",
        "required": ["advance"],
        "properties": { "advance": { "type": "string", "description": "ISO 8601 duration", "examples": ["PT36H"] } }
      },
      "ClockNow": {
        "type": "object",
        "required": ["now"],
        "properties": { "now": { "type": "string", "format": "date-time" } }
      }
    }
  }
})";

} // namespace

openapi::Contract testingContract() {
    return openapi::Contract::parse("testing", Json::parse(Contract));
}

http::Handler testingClock(Application& application, std::function<void()> runDue) {
    return [&application, runDue = std::move(runDue)](http::Exchange& exchange) {
        if (!isLoopback(exchange.address)) {
            throw ApiError(404, "not-found");
        }
        const auto advance = parseDuration(exchange.json->textOr("advance"));
        if (!advance) {
            throw fieldInvalid("advance");
        }
        db::Transaction transaction(application.services().pool);
        const db::Rows moved = transaction.query(
            "UPDATE svc.clock_offset SET micros = micros + $1 RETURNING micros", {std::to_string(*advance)});
        // The partitions of the new time must exist before anybody writes at it.
        const std::int64_t offset = parseInt64(moved.text(0, 0)).value();
        const Clock& clock = application.clock();
        application.database().makePartitions((clock.now() - clock.offset() + offset).micros());
        transaction.commit();
        application.readClockOffset();
        application.database().keepPartitions(application.clock().now().micros());
        runDue();
        exchange.reply(200, Json::object({{"now", application.clock().now().toString()}}));
    };
}

} // namespace svc::host::app
