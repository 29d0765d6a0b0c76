#include "host/webhooks/delivery_lanes.hpp"

#include <algorithm>
#include <utility>

namespace svc::host::webhooks {
namespace {

/// How far ahead a lane is filled: what it sends in this time, four at a time.
constexpr std::chrono::milliseconds Ahead{100};
/// Lanes whose pace is remembered while they hold nothing.
constexpr std::size_t MostLanes = 8192;

} // namespace

std::size_t DeliveryLanes::Lane::ahead() const {
    if (!proven || !paced) {
        return proven ? 4 : 1;
    }
    const auto each = std::max<std::size_t>(1, static_cast<std::size_t>(pace.count()));
    return std::clamp<std::size_t>(4 * static_cast<std::size_t>(Ahead.count()) / each, 4, MostAhead);
}

/// Not a few at a time where many are ahead, for a claim is dear; and while outcomes are recorded others are
/// already claimed and sent.
std::size_t DeliveryLanes::Lane::more() const {
    const std::size_t most = ahead();
    if (most <= 4) {
        return most - std::min(held, most);
    }
    const std::size_t unsent = held - over;
    return unsent <= most / 2 && held < 2 * MostAhead ? most - unsent : 0;
}

std::optional<ClaimRequest> DeliveryLanes::request(Time now) const {
    std::size_t young = unprepared_ + ready_.size();
    std::size_t troubled = 0;
    ClaimRequest request;
    for (const auto& [delivery, held] : held_) {
        request.mine.push_back(delivery.toString());
        if (held.over) {
            continue;
        }
        young += held.begun && now - *held.begun < Young ? 1U : 0U;
        troubled += lanes_.at(held.webhook).proven ? 0U : 1U;
    }
    if (young >= MostYoung || flying_ >= MostFlying || held_.size() >= MostHeld) {
        return std::nullopt;
    }
    request.webhooks = std::min(MostYoung - young, MostFlying - flying_);
    request.deliveries = MostHeld - held_.size();
    // Half of what may fly at a time is for receivers that answered last.
    request.unproven = troubled < MostFlying / 2;
    for (const auto& [webhook, lane] : lanes_) {
        if (lane.held > 0 || lane.ahead() > 4) {
            request.known.push_back({webhook, lane.held, lane.more()});
        }
    }
    return request;
}

void DeliveryLanes::claimed(const std::vector<Claim>& claims) {
    for (const Claim& claim : claims) {
        Lane& lane = lanes_[claim.webhook];
        lane.proven = claim.proven;
        ++lane.held;
        held_.emplace(claim.delivery, Held{claim.webhook, false, std::nullopt, false});
    }
    unprepared_ += claims.size();
    for (auto lane = lanes_.begin(); lanes_.size() > MostLanes && lane != lanes_.end();) {
        lane = lane->second.held == 0 ? lanes_.erase(lane) : std::next(lane);
    }
}

void DeliveryLanes::prepared(Job job) {
    Lane& lane = lanes_.at(job.claim.webhook);
    held_.at(job.claim.delivery).prepared = true;
    --unprepared_;
    lane.waiting.push_back(std::move(job));
    fill(lane);
}

void DeliveryLanes::fill(Lane& lane) {
    while (!lane.waiting.empty() && lane.busy < atATime(lane)) {
        ++lane.busy;
        ready_.push_back(std::move(lane.waiting.front()));
        lane.waiting.pop_front();
    }
}

std::optional<Job> DeliveryLanes::next(Time now, std::vector<Claim>& stale) {
    while (!ready_.empty()) {
        Job job = std::move(ready_.front());
        ready_.pop_front();
        Lane& lane = lanes_.at(job.claim.webhook);
        if (now - job.preparedAt <= Fresh) {
            held_.at(job.claim.delivery).begun = now;
            ++flying_;
            return job;
        }
        --lane.busy;
        stale.push_back(job.claim);
        fill(lane);
    }
    return std::nullopt;
}

std::vector<Claim> DeliveryLanes::ended(const Claim& claim, bool success, std::chrono::milliseconds took) {
    Lane& lane = lanes_.at(claim.webhook);
    --flying_;
    --lane.busy;
    held_.at(claim.delivery).over = true;
    ++lane.over;
    lane.proven = success;
    // Slower counts at once, faster by and by.
    lane.pace = lane.paced ? std::max(took, (lane.pace * 3 + took) / 4) : took;
    lane.paced = true;
    std::vector<Claim> back;
    const std::size_t keep = success ? lane.ahead() : 0;
    while (lane.waiting.size() > keep) {
        back.push_back(lane.waiting.back().claim);
        lane.waiting.pop_back();
    }
    fill(lane);
    return back;
}

void DeliveryLanes::drop(const Claim& claim) {
    const auto held = held_.find(claim.delivery);
    if (held == held_.end()) {
        return;
    }
    unprepared_ -= held->second.prepared ? 0U : 1U;
    Lane& lane = lanes_.at(held->second.webhook);
    --lane.held;
    lane.over -= held->second.over ? 1U : 0U;
    held_.erase(held);
}

std::vector<Claim> DeliveryLanes::takeWaiting() {
    std::vector<Claim> waiting;
    for (const Job& job : ready_) {
        --lanes_.at(job.claim.webhook).busy;
        waiting.push_back(job.claim);
    }
    ready_.clear();
    for (auto& [webhook, lane] : lanes_) {
        for (const Job& job : lane.waiting) {
            waiting.push_back(job.claim);
        }
        lane.waiting.clear();
    }
    return waiting;
}

} // namespace svc::host::webhooks
