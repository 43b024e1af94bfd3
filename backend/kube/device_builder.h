// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::kube {

/// Objects of one kind while they come and go, by key. Every change answers whether it was one.
template <typename Object> class DeviceObjects {
public:
    using Ptr = std::shared_ptr<const Object>;
    using Key = std::pair<std::string, std::string>; ///< namespace, empty where there is none, and name

    /// Of a finished object.
    bool set(Key key, Ptr object)
    {
        Ptr &kept = m_objects[std::move(key)];
        const bool isNew = !kept || kept->fingerprint != object->fingerprint;
        kept = std::move(object);
        return isNew;
    }
    bool remove(const Key &key) { return m_objects.erase(key) > 0; }
    void clear() { m_objects.clear(); }
    [[nodiscard]] bool empty() const { return m_objects.empty(); }
    [[nodiscard]] std::vector<Ptr> all() const
    {
        std::vector<Ptr> out;
        out.reserve(m_objects.size());
        for (const auto &[key, object] : m_objects) {
            out.push_back(object);
        }
        return out;
    }

private:
    std::map<Key, Ptr> m_objects;
};

/// Keeps what there is of dynamic resource allocation, and makes values of it. One sequence.
struct DeviceBuilder {
    DeviceObjects<model::ResourceSlice> slices;
    DeviceObjects<model::DeviceClass> classes;
    DeviceObjects<model::ResourceClaim> claims;

    /// Null while there is nothing.
    [[nodiscard]] model::DevicesPtr build() const
    {
        const bool any = !slices.empty() || !classes.empty() || !claims.empty();
        return any ? std::make_shared<const model::Devices>(slices.all(), classes.all(), claims.all()) : nullptr;
    }
};

} // namespace binnacle::kube
