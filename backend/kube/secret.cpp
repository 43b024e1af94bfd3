// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/secret.h"

#include <cstring>

namespace binnacle::kube {

Secret &Secret::operator=(const Secret &other)
{
    if (this != &other) {
        clear();
        m_text = other.m_text;
    }
    return *this;
}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        clear();
        m_text.swap(other.m_text);
        other.clear();
    }
    return *this;
}

void Secret::clear() { wipe(m_text); }

void Secret::wipe(std::string &text)
{
    text.resize(text.capacity());
    explicit_bzero(text.data(), text.size());
    text.clear();
}

} // namespace binnacle::kube
