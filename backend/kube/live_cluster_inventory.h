// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/live_cluster_session.h"
#include "backend/kube/proto_decode_devices.h"
#include "backend/kube/proto_storage.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace binnacle::kube {

/// What a server that does not have a kind says of it.
enum class Absence : std::uint8_t {
    Fault, ///< every server has it
    None, ///< there are no such objects
    Unknown, ///< they may be there in another version
};

/// One kind of what the inventory is made of: each list and change goes into the session's.
class LiveCluster::Session::InventoryFeed : public Feed {
public:
    /// `known`: what is told of the inventory once the list is complete, until it begins anew.
    InventoryFeed(Session &session, bool *known, Absence absence = Absence::Fault)
        : Feed(session), m_known(known), m_absence(absence)
    {
    }

    /// Whose reflector brings it; before that starts.
    void follow(const Reflector &reflector) { m_reflector = &reflector; }
    /// What there is of it is known: it was listed, or the server has no such kind.
    [[nodiscard]] bool complete() const { return m_complete || (m_absence == Absence::None && absent()); }
    /// Not to be waited for: we may not list it, or the server has no such kind.
    [[nodiscard]] bool unavailable() const
    {
        return m_reflector->fault().fault == model::FaultKind::Forbidden || absent();
    }
    [[nodiscard]] bool *known() const { return m_known; }
    void stateChanged() override
    {
        if (std::exchange(m_wasAbsent, absent()) != absent()) {
            m_session.inventoryChanged();
        }
        Feed::stateChanged();
    }
    void listBegins(bool /*whole*/) override
    {
        m_complete = false;
        clear();
    }
    void listRestarts() override { clear(); }
    absl::Status listed(std::string_view object) override { return take(object).status(); }
    void listEnds(bool /*whole*/) override
    {
        m_complete = true;
        m_session.inventoryChanged();
    }
    absl::Status changed(std::string_view object) override { return handed(take(object)); }
    absl::Status removed(std::string_view object) override { return handed(drop(object)); }

protected:
    virtual void clear() = 0;
    /// Whether it changed anything.
    virtual absl::StatusOr<bool> take(std::string_view object) = 0;
    virtual absl::StatusOr<bool> drop(std::string_view object) = 0;
    [[nodiscard]] InventoryBuilder &inventory() { return m_session.m_inventory; }
    [[nodiscard]] ObjectDecoder &decoder() { return m_session.m_decoder; }

private:
    absl::Status handed(const absl::StatusOr<bool> &changed)
    {
        if (changed.ok() && *changed && m_complete) {
            m_session.inventoryChanged();
        }
        return changed.status();
    }

    [[nodiscard]] bool absent() const
    {
        return m_absence != Absence::Fault && !m_complete && absl::IsNotFound(m_reflector->fault().status);
    }

    bool *m_known;
    Absence m_absence;
    const Reflector *m_reflector = nullptr;
    bool m_complete = false;
    bool m_wasAbsent = false;
};

class LiveCluster::Session::NamespaceFeed final : public InventoryFeed {
public:
    using InventoryFeed::InventoryFeed;

private:
    void clear() override { inventory().clearNamespaces(); }
    absl::StatusOr<bool> take(std::string_view object) override
    {
        auto ns = decoder().decodeNamespace(object);
        return ns.ok() ? absl::StatusOr<bool>(inventory().setNamespace(ns->name, std::move(ns->labels))) : ns.status();
    }
    absl::StatusOr<bool> drop(std::string_view object) override
    {
        const auto identity = decoder().decodeIdentity(object);
        return identity.ok() ? absl::StatusOr<bool>(inventory().removeNamespace(identity->key.name))
                             : identity.status();
    }
};

class LiveCluster::Session::WorkloadFeed final : public InventoryFeed {
public:
    WorkloadFeed(Session &session, bool *known, model::Workload::Kind kind)
        : InventoryFeed(session, known), m_kind(kind)
    {
    }

private:
    void clear() override { inventory().clearWorkloads(m_kind); }
    absl::StatusOr<bool> take(std::string_view object) override
    {
        auto workload = decoder().decodeWorkload(m_kind, object);
        return workload.ok() ? absl::StatusOr<bool>(inventory().setWorkload(workload->first, workload->second))
                             : workload.status();
    }
    absl::StatusOr<bool> drop(std::string_view object) override
    {
        const auto identity = decoder().decodeIdentity(object);
        return identity.ok()
            ? absl::StatusOr<bool>(inventory().removeWorkload(identity->key.ns, m_kind, identity->key.name))
            : identity.status();
    }

    model::Workload::Kind m_kind;
};

class LiveCluster::Session::BudgetFeed final : public InventoryFeed {
public:
    using InventoryFeed::InventoryFeed;

private:
    void clear() override { inventory().clearBudgets(); }
    absl::StatusOr<bool> take(std::string_view object) override
    {
        auto budget = decoder().decodeBudget(object);
        return budget.ok() ? absl::StatusOr<bool>(inventory().setBudget(budget->first, budget->second))
                           : budget.status();
    }
    absl::StatusOr<bool> drop(std::string_view object) override
    {
        const auto identity = decoder().decodeIdentity(object);
        return identity.ok() ? absl::StatusOr<bool>(inventory().removeBudget(identity->key.ns, identity->key.name))
                             : identity.status();
    }
};

template <typename Object> class LiveCluster::Session::DeviceFeed final : public InventoryFeed {
public:
    using Decode = absl::StatusOr<std::shared_ptr<const Object>> (*)(std::string_view);
    DeviceFeed(Session &session, bool *known, DeviceObjects<Object> &objects, Decode decode)
        : InventoryFeed(session, known, Absence::None), m_objects(objects), m_decode(decode)
    {
    }

private:
    void clear() override { m_objects.clear(); }
    absl::StatusOr<bool> take(std::string_view object) override
    {
        auto decoded = m_decode(object);
        return decoded.ok() ? absl::StatusOr<bool>(m_objects.set(keyOf(**decoded), *decoded)) : decoded.status();
    }
    absl::StatusOr<bool> drop(std::string_view object) override
    {
        const auto identity = decoder().decodeIdentity(object);
        return identity.ok() ? absl::StatusOr<bool>(m_objects.remove({identity->key.ns, identity->key.name}))
                             : identity.status();
    }
    static typename DeviceObjects<Object>::Key keyOf(const Object &object)
    {
        if constexpr (requires { object.ns; }) {
            return {object.ns, object.name};
        } else {
            return {std::string(), object.name};
        }
    }

    DeviceObjects<Object> &m_objects;
    Decode m_decode;
};

template <typename Object> class LiveCluster::Session::StorageFeed final : public InventoryFeed {
public:
    StorageFeed(Session &session, bool *known, ShelfBuilder<Object> &shelf)
        : InventoryFeed(session, known, Absence::Unknown), m_shelf(shelf)
    {
    }

private:
    void clear() override { m_shelf.clear(); }
    absl::StatusOr<bool> take(std::string_view object) override
    {
        auto decoded = decodeStorage<Object>(object);
        return decoded.ok() ? absl::StatusOr<bool>(m_shelf.set(*std::move(decoded))) : decoded.status();
    }
    absl::StatusOr<bool> drop(std::string_view object) override
    {
        const auto decoded = decodeStorage<Object>(object);
        return decoded.ok() ? absl::StatusOr<bool>(m_shelf.remove((*decoded)->key)) : decoded.status();
    }

    ShelfBuilder<Object> &m_shelf;
};

} // namespace binnacle::kube
