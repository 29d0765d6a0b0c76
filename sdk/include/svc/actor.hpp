/// @file Who causes a call: a user or an API key.
#pragma once

#include <optional>
#include <string_view>

#include <svc/id.hpp>
#include <svc/json_writer.hpp>

namespace svc {

/// The user or API key that causes a call (api "Actor").
struct Actor {
    enum class Kind { None = 0, User = 1, ApiKey = 2 }; ///< the numbers of SVC_ACTOR_* in svc/abi/call.h
    Kind kind = Kind::None;
    Uuid id;

    /// "user", "api_key" or no value: what a column created_by_kind holds.
    std::optional<std::string_view> kindText() const noexcept {
        switch (kind) {
        case Kind::User:
            return "user";
        case Kind::ApiKey:
            return "api_key";
        case Kind::None:
            break;
        }
        return std::nullopt;
    }
    std::optional<Uuid> optionalId() const noexcept {
        return kind == Kind::None ? std::nullopt : std::optional<Uuid>(id);
    }

    /// The actor in the columns created_by_kind and created_by_id.
    static Actor of(std::optional<std::string_view> kindText, const std::optional<Uuid>& id) noexcept {
        if (!kindText || !id) {
            return {};
        }
        return {*kindText == "user" ? Kind::User : Kind::ApiKey, *id};
    }
};

/// Writes `{ "kind", "id" }`, or null when there is no actor.
inline void writeTo(JsonWriter& out, const Actor& actor) {
    const auto kind = actor.kindText();
    if (!kind) {
        out.value(nullptr);
        return;
    }
    out.beginObject();
    out.member("kind", *kind);
    out.memberId("id", actor.kind == Actor::Kind::User ? "usr" : "key", actor.id);
    out.endObject();
}

} // namespace svc
