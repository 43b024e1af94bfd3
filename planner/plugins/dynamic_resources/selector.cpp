// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector.h"

#include "planner/plugins/dynamic_resources/selector_eval.h"
#include "planner/plugins/dynamic_resources/selector_tree.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <set>
#include <utility>

namespace binnacle::plugins {

namespace {

/// Domain and name of a qualified name.
std::pair<std::string_view, std::string_view> split(std::string_view name, std::string_view driver)
{
    const std::size_t slash = name.find('/');
    return slash == std::string_view::npos ? std::pair(driver, name)
                                           : std::pair(name.substr(0, slash), name.substr(slash + 1));
}

/// Selectors by text. Emptied when it is full: the few that a cluster uses are soon there again.
class Known {
public:
    std::shared_ptr<const Selector> get(const std::string &expression)
    {
        {
            const absl::ReaderMutexLock lock(&m_mutex);
            if (const auto it = m_selectors.find(expression); it != m_selectors.end()) {
                return it->second;
            }
        }
        auto made = std::make_shared<const Selector>(expression);
        const absl::MutexLock lock(&m_mutex);
        if (m_selectors.size() >= most) {
            m_selectors.clear();
        }
        return m_selectors.try_emplace(expression, std::move(made)).first->second;
    }

private:
    static constexpr std::size_t most = 512;
    absl::Mutex m_mutex;
    absl::flat_hash_map<std::string, std::shared_ptr<const Selector>> m_selectors ABSL_GUARDED_BY(m_mutex);
};

} // namespace

DeviceView::DeviceView(base::Symbol driver, const model::Device &device)
    : m_driver(driver.text()),
      m_device(device),
      m_malformed(std::any_of(device.attributes.begin(), device.attributes.end(), [](const auto &attribute) {
          using Kind = model::DeviceAttribute::Kind;
          return attribute.second.kind == Kind::Unsupported
              || (attribute.second.kind == Kind::Version && !Version::parse(attribute.second.text));
      }))
{
}

bool DeviceView::isNamed(std::string_view full, std::string_view domain, std::string_view name) const
{
    return split(full, m_driver) == std::pair(domain, name);
}

const model::DeviceAttribute *DeviceView::attribute(std::string_view domain, std::string_view name) const
{
    const auto it = std::find_if(m_device.attributes.begin(), m_device.attributes.end(),
        [&](const auto &attribute) { return isNamed(attribute.first, domain, name); });
    return it == m_device.attributes.end() ? nullptr : &it->second;
}

const model::DeviceCapacity *DeviceView::capacity(std::string_view domain, std::string_view name) const
{
    const auto it = std::find_if(m_device.capacity.begin(), m_device.capacity.end(),
        [&](const model::DeviceCapacity &capacity) { return isNamed(capacity.name, domain, name); });
    return it == m_device.capacity.end() ? nullptr : &*it;
}

template <typename Each> void DeviceView::eachName(Kind kind, Each each) const
{
    if (kind == Kind::Attributes) {
        for (const auto &[name, attribute] : m_device.attributes) {
            each(split(name, m_driver));
        }
    } else {
        for (const model::DeviceCapacity &capacity : m_device.capacity) {
            each(split(capacity.name, m_driver));
        }
    }
}

std::int64_t DeviceView::count(Kind kind, std::string_view domain) const
{
    std::int64_t count = 0;
    eachName(kind, [&](const auto &name) { count += name.first == domain ? 1 : 0; });
    return count;
}

std::int64_t DeviceView::domains(Kind kind) const
{
    std::set<std::string_view> domains;
    eachName(kind, [&](const auto &name) { domains.insert(name.first); });
    return static_cast<std::int64_t>(domains.size());
}

Selector::Selector(std::string_view expression)
{
    auto tree = std::make_unique<selector::Tree>();
    selector::Obstacle obstacle;
    if (selector::parse(expression, *tree, obstacle)) {
        m_tree = std::move(tree);
    } else {
        m_obstacle = obstacle.what + " at byte " + std::to_string(obstacle.at + 1);
    }
}

Selector::~Selector() = default;

Match Selector::matches(const DeviceView &device) const
{
    if (!m_tree) {
        return Match::Undecided;
    }
    return device.malformed() ? Match::Failed : selector::evaluate(*m_tree, device);
}

std::shared_ptr<const Selector> Selector::of(const std::string &expression)
{
    static Known known;
    return known.get(expression);
}

} // namespace binnacle::plugins
