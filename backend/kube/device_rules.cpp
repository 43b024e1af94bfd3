// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/device_rules.h"

#include <algorithm>
#include <limits>

namespace binnacle::kube {

model::TaintEffect deviceTaintEffect(std::string_view text)
{
    if (text == "NoSchedule") {
        return model::TaintEffect::NoSchedule;
    }
    return text == "NoExecute" ? model::TaintEffect::NoExecute : model::TaintEffect::None;
}

model::DeviceToleration::Operator deviceTolerationOperator(std::string_view text)
{
    using Operator = model::DeviceToleration::Operator;
    if (text.empty() || text == "Equal") {
        return Operator::Equal;
    }
    return text == "Exists" ? Operator::Exists : Operator::Unknown;
}

model::DeviceRequest::Mode allocationMode(std::string_view text)
{
    using Mode = model::DeviceRequest::Mode;
    if (text.empty() || text == "ExactCount") {
        return Mode::ExactCount;
    }
    return text == "All" ? Mode::All : Mode::Unknown;
}

absl::StatusOr<base::Quantity> deviceQuantity(std::string_view text)
{
    absl::StatusOr<base::Quantity> quantity = base::Quantity::parse(text);
    if (absl::IsOutOfRange(quantity.status())) {
        constexpr base::Quantity::Nano most = ~(base::Quantity::Nano{1} << 127);
        return base::Quantity::fromNano(text.starts_with('-') ? -most : most);
    }
    return quantity;
}

model::DeviceBinding deviceBinding(
    const std::vector<std::string> &conditions, const std::vector<std::string> &failures, const TrueConditions *status)
{
    if (conditions.empty()) {
        return model::DeviceBinding::None;
    }
    if (status == nullptr) {
        return model::DeviceBinding::Pending;
    }
    const auto isTrue = [&](const std::string &condition) {
        return std::find(status->begin(), status->end(), condition) != status->end();
    };
    if (std::any_of(failures.begin(), failures.end(), isTrue)) {
        return model::DeviceBinding::Failed;
    }
    return std::all_of(conditions.begin(), conditions.end(), isTrue) ? model::DeviceBinding::Ready
                                                                     : model::DeviceBinding::Pending;
}

model::Requirement malformedRequirement() { return {{}, model::Requirement::Operator::In, {}}; }

} // namespace binnacle::kube
