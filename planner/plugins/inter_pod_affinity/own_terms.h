// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/pod.h"

#include <algorithm>
#include <string>
#include <vector>

namespace binnacle::plugins {

/// The terms of the pod that is decided on. kube-scheduler v1.36.3 looks the namespaces up beforehand and then still asks a
/// namespaceSelector about a namespace without labels: one that such a namespace satisfies selects every namespace.
class OwnTerms {
public:
    /// Refers to the pod.
    OwnTerms(const model::Pod &pod, const model::Inventory &inventory)
    {
        m_terms.reserve(pod.affinityTerms.size());
        for (const model::AffinityTerm &term : pod.affinityTerms) {
            Own own{&term, term.namespaceSelector.selects({}), {}};
            if (term.namespaceSelector.present && !own.everywhere) {
                for (const model::NamespaceInfoPtr &ns : inventory.namespaces()) {
                    if (term.namespaceSelector.selects(ns->labels)) {
                        own.namespaces.push_back(ns->name);
                    }
                }
            }
            m_requiresAffinity = m_requiresAffinity || term.kind == model::AffinityTerm::Kind::RequiredAffinity;
            m_prefers = m_prefers || !term.required();
            m_terms.push_back(std::move(own));
        }
    }

    [[nodiscard]] bool prefers() const { return m_prefers; }
    [[nodiscard]] bool allAffinitySelect(const model::Pod &other) const
    {
        return m_requiresAffinity && std::all_of(m_terms.begin(), m_terms.end(), [&](const Own &own) {
            return own.term->kind != model::AffinityTerm::Kind::RequiredAffinity || selects(own, other);
        });
    }
    template <typename Each> void forEachSelecting(const model::Pod &other, Each each) const
    {
        for (const Own &own : m_terms) {
            if (own.term->kind != model::AffinityTerm::Kind::RequiredAffinity && selects(own, other)) {
                each(*own.term);
            }
        }
    }
    template <typename Each> void forEachAffinity(Each each) const
    {
        for (const Own &own : m_terms) {
            if (own.term->kind == model::AffinityTerm::Kind::RequiredAffinity) {
                each(*own.term);
            }
        }
    }

    /// Whether the term of that index does.
    [[nodiscard]] bool selects(std::size_t term, const model::Pod &other) const
    {
        return selects(m_terms[term], other);
    }

private:
    struct Own {
        const model::AffinityTerm *term = nullptr;
        bool everywhere = false;
        std::vector<std::string> namespaces; ///< selected, beside the term's own
    };

    static bool selects(const Own &own, const model::Pod &other)
    {
        const auto has = [&](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), other.key.ns) != names.end();
        };
        return (own.everywhere || has(own.term->namespaces) || has(own.namespaces))
            && own.term->selector.selects(other.labels);
    }

    std::vector<Own> m_terms;
    bool m_requiresAffinity = false;
    bool m_prefers = false;
};

} // namespace binnacle::plugins
