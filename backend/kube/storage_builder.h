// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/volumes.h"

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::kube {

/// Keeps the objects of one kind while they come and go, and makes shelves of them: those that did not change are shared with
/// the ones before. Every change answers whether it was one. One sequence.
template <typename Object> class ShelfBuilder {
public:
    using Ptr = std::shared_ptr<const Object>;

    /// Of a finished object.
    bool set(Ptr object)
    {
        Drawer &drawer = drawerOf(object->key);
        const auto it = find(drawer, object->key);
        if (it != drawer.objects.end() && (*it)->key == object->key) {
            if ((*it)->fingerprint == object->fingerprint) {
                return false;
            }
            *it = std::move(object);
        } else {
            drawer.objects.insert(it, std::move(object));
        }
        drawer.changed = true;
        return true;
    }
    [[nodiscard]] bool contains(std::string_view key)
    {
        Drawer &drawer = drawerOf(key);
        const auto it = find(drawer, key);
        return it != drawer.objects.end() && (*it)->key == key;
    }
    bool remove(std::string_view key)
    {
        Drawer &drawer = drawerOf(key);
        const auto it = find(drawer, key);
        if (it == drawer.objects.end() || (*it)->key != key) {
            return false;
        }
        drawer.objects.erase(it);
        drawer.changed = true;
        return true;
    }
    void clear()
    {
        for (Drawer &drawer : m_drawers) {
            drawer.changed = drawer.changed || !drawer.objects.empty();
            drawer.objects.clear();
        }
    }
    [[nodiscard]] model::Shelved<Object> build()
    {
        typename model::Shelved<Object>::Shelves shelves{};
        for (std::size_t i = 0; i < m_drawers.size(); ++i) {
            Drawer &drawer = m_drawers[i];
            if (std::exchange(drawer.changed, false)) {
                drawer.made = model::Shelved<Object>::shelve(drawer.objects);
            }
            shelves[i] = drawer.made;
        }
        return model::Shelved<Object>(std::move(shelves));
    }

private:
    struct Drawer {
        std::vector<Ptr> objects; ///< by key
        typename model::Shelved<Object>::ShelfPtr made;
        bool changed = false;
    };
    [[nodiscard]] Drawer &drawerOf(std::string_view key) { return m_drawers[model::shelfOf(Object::shelfText(key))]; }
    [[nodiscard]] static auto find(Drawer &drawer, std::string_view key)
    {
        return std::lower_bound(drawer.objects.begin(), drawer.objects.end(), key,
            [](const Ptr &object, std::string_view wanted) { return object->key < wanted; });
    }

    std::array<Drawer, model::storageShelves> m_drawers;
};

/// The same of all of a cluster's storage.
struct StorageBuilder {
    ShelfBuilder<model::VolumeClaim> claims;
    ShelfBuilder<model::PersistentVolume> volumes;
    ShelfBuilder<model::StorageClass> classes;
    ShelfBuilder<model::CsiNode> csiNodes;
    ShelfBuilder<model::CsiDriver> csiDrivers;
    ShelfBuilder<model::StorageCapacity> capacities;
    ShelfBuilder<model::VolumeAttachment> attachments;
    model::Volumes::Known known; ///< set by whoever fills them

    [[nodiscard]] model::VolumesPtr build()
    {
        return std::make_shared<const model::Volumes>(known,
            model::Volumes::Content{claims.build(), volumes.build(), classes.build(), csiNodes.build(),
                csiDrivers.build(), capacities.build(), attachments.build()});
    }
};

} // namespace binnacle::kube
