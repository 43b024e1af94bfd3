// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/sha256.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <openssl/evp.h>

namespace binnacle::store {

namespace {

struct ContextDeleter {
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};

const EVP_MD *algorithm()
{
    static EVP_MD *const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return fetched;
}

EVP_MD_CTX *threadContext()
{
    thread_local const std::unique_ptr<EVP_MD_CTX, ContextDeleter> context(EVP_MD_CTX_new());
    return context.get();
}

/// A machine without SHA-256 or without memory for a context cannot keep an audit log: nothing to return.
void require(bool ok)
{
    if (!ok)
        std::abort();
}

Digest hashParts(std::string_view first, std::string_view second, std::string_view third)
{
    Digest out{};
    EVP_MD_CTX *context = threadContext();
    require(context && EVP_DigestInit_ex2(context, algorithm(), nullptr) == 1);
    for (const std::string_view part : {first, second, third})
        require(part.empty() || EVP_DigestUpdate(context, part.data(), part.size()) == 1);
    require(EVP_DigestFinal_ex(context, out.data(), nullptr) == 1);
    return out;
}

} // namespace

Digest sha256(std::string_view bytes) { return hashParts(bytes, {}, {}); }

Digest sha256Tagged(std::uint8_t tag, std::string_view first, std::string_view second)
{
    const char byte = static_cast<char>(tag);
    return hashParts({&byte, 1}, first, second);
}

std::string_view bytesOf(const Digest &digest)
{
    return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

std::optional<Digest> digestFromBytes(std::string_view bytes)
{
    Digest digest{};
    if (bytes.size() != digest.size())
        return std::nullopt;
    std::memcpy(digest.data(), bytes.data(), digest.size());
    return digest;
}

std::string toHex(std::string_view bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        out.push_back(kDigits[static_cast<std::uint8_t>(byte) >> 4]);
        out.push_back(kDigits[static_cast<std::uint8_t>(byte) & 15]);
    }
    return out;
}

bool fromHex(std::string_view hex, std::uint8_t *out, std::size_t size)
{
    if (hex.size() != size * 2)
        return false;
    const auto value = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
    for (std::size_t i = 0; i < size; ++i) {
        const int high = value(hex[2 * i]);
        const int low = value(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return true;
}

std::optional<Digest> digestFromHex(std::string_view hex)
{
    Digest digest{};
    if (!fromHex(hex, digest.data(), digest.size()))
        return std::nullopt;
    return digest;
}

} // namespace binnacle::store
