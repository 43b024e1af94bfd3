// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/constraints.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

using model::DeviceAttribute;

const DeviceAttribute *find(const model::Device &device, std::string_view name)
{
    const auto it = std::lower_bound(device.attributes.begin(), device.attributes.end(), name,
        [](const auto &attribute, std::string_view wanted) { return attribute.first < wanted; });
    return it != device.attributes.end() && it->first == name ? &it->second : nullptr;
}

/// By the whole name, or, in the driver's own domain, by what comes after it.
const DeviceAttribute *find(const model::Device &device, base::Symbol driver, std::string_view name)
{
    if (const DeviceAttribute *attribute = find(device, name)) {
        return attribute;
    }
    const std::size_t slash = name.find('/');
    return slash != std::string_view::npos && name.substr(0, slash) == driver.text()
        ? find(device, name.substr(slash + 1))
        : nullptr;
}

bool isUnsupported(const DeviceAttribute &attribute) { return attribute.kind == DeviceAttribute::Kind::Unsupported; }

} // namespace

bool ConstraintCheck::concerns(const RequestName &name) const
{
    const auto names = [&](const std::string &wanted) {
        const std::string_view text = wanted;
        if (text == name.request) {
            return true;
        }
        return !name.alternative.empty() && text.size() == name.request.size() + 1 + name.alternative.size()
            && text.starts_with(name.request) && text[name.request.size()] == '/' && text.ends_with(name.alternative);
    };
    const auto &requests = m_constraint.requests;
    return requests.empty() || std::any_of(requests.begin(), requests.end(), names);
}

bool ConstraintCheck::add(const RequestName &name, base::Symbol driver, const model::Device &device)
{
    if (!concerns(name)) {
        return true;
    }
    const DeviceAttribute *attribute = find(device, driver, m_constraint.attribute);
    if (!attribute) {
        return false;
    }
    const bool holds = m_constraint.kind == model::DeviceConstraint::Kind::MatchAttribute
        ? matches(*attribute)
        : differs(name.request, *attribute);
    m_devices += holds ? 1 : 0;
    return holds;
}

bool ConstraintCheck::matches(const DeviceAttribute &attribute)
{
    if (m_devices == 0) {
        m_common = &attribute;
        return true;
    }
    return !isUnsupported(attribute) && *m_common == attribute;
}

bool ConstraintCheck::differs(std::string_view request, const DeviceAttribute &attribute)
{
    const bool clash = m_devices > 0 && std::any_of(m_byRequest.begin(), m_byRequest.end(), [&](const auto &other) {
        return isUnsupported(attribute) || *other.second == attribute;
    });
    if (!clash) {
        m_byRequest[request] = &attribute;
    }
    return !clash;
}

void ConstraintCheck::remove(const RequestName &name)
{
    if (concerns(name)) {
        m_byRequest.erase(name.request);
        --m_devices;
    }
}

} // namespace binnacle::plugins
