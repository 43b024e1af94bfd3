// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "views/pages/decision_card/parts.h"

#include <QTimer>

#include <map>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;

namespace binnacle::pages {

/// Narrows the audit rows: by pod and node, by outcome, by who decided, by namespace (each with its count) and by confidence. Values that were seen
/// stay, with the count they have now.
class Facets : public Card {
    Q_OBJECT

public:
    explicit Facets(QWidget *parent = nullptr);
    void setCounts(const api::AuditPage &page);
    /// Writes what is chosen into a filter.
    void fill(api::AuditFilter &filter) const;
    void clear();
    void forget(); ///< another cluster

signals:
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        QCheckBox *box = nullptr;
        Text *count = nullptr;
    };
    using Group = std::map<std::string, Entry>;
    void addGroup(Text *&title, QVBoxLayout *&column);
    void put(Group &group, QVBoxLayout *column, const std::string &key, const QString &word, std::uint64_t count);
    [[nodiscard]] QString word(const Group &group, const std::string &key) const;
    void retranslate();

    Text *m_title = nullptr;
    Button *m_clear = nullptr;
    QVBoxLayout *m_inner = nullptr;
    Text *m_podTitle = nullptr;
    QLineEdit *m_pod = nullptr;
    Text *m_nodeTitle = nullptr;
    QLineEdit *m_node = nullptr;
    QTimer m_typing;
    Text *m_outcomeTitle = nullptr;
    Text *m_actorTitle = nullptr;
    Text *m_namespaceTitle = nullptr;
    Text *m_confidenceTitle = nullptr;
    QVBoxLayout *m_outcomeColumn = nullptr;
    QVBoxLayout *m_actorColumn = nullptr;
    QVBoxLayout *m_namespaceColumn = nullptr;
    Group m_outcomes; // by the state's number
    Group m_actors;
    Group m_namespaces;
    QDoubleSpinBox *m_least = nullptr;
    QDoubleSpinBox *m_most = nullptr;
};

} // namespace binnacle::pages
