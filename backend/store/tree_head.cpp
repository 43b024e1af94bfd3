// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/tree_head.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>
#include <fmt/format.h>

#include <cstring>
#include <sodium.h>
#include <sys/stat.h>
#include <utility>

namespace binnacle::store {

namespace {

constexpr std::string_view kKeyTag = "binnacle-audit-key-1 ";
constexpr std::size_t kMaxHeadsBytes = 64U << 20;
/// Past this many lines the file is thinned to the newest half of them and every kKeepEach-th size before.
constexpr std::size_t kMaxLines = 16384;
constexpr std::uint64_t kKeepEach = 1024;

std::string headText(std::string_view log, const TreeHead &head)
{
    return fmt::format("binnacle audit head 1\n{}:{}\n{}\n{}\n{}\n", log.size(), log, head.size, toHex(head.root),
        head.at.time_since_epoch().count());
}

std::string breakText(std::string_view log, const HistoryBreak &jump)
{
    return fmt::format(
        "binnacle audit break 1\n{}\n{}\n{}", jump.fromSize, toHex(jump.fromRoot), headText(log, jump.to));
}

Signature signText(const std::string &text, const std::array<std::uint8_t, 64> &secret)
{
    Signature out{};
    crypto_sign_ed25519_detached(
        out.data(), nullptr, reinterpret_cast<const unsigned char *>(text.data()), text.size(), secret.data());
    return out;
}

bool holds(const std::string &text, const TreeHead &head)
{
    return crypto_sign_ed25519_verify_detached(head.signature.data(),
               reinterpret_cast<const unsigned char *>(text.data()), text.size(), head.key.data())
        == 0;
}

/// The seed in a key file's text; the caller wipes it.
absl::Status parseSeed(const std::string &text, const std::string &path, std::array<std::uint8_t, 32> &seed)
{
    std::string_view rest = text;
    const bool tagged = rest.substr(0, kKeyTag.size()) == kKeyTag && rest.ends_with('\n');
    if (tagged) {
        rest.remove_prefix(kKeyTag.size());
        rest.remove_suffix(1);
    }
    if (!tagged || !fromHex(rest, seed.data(), seed.size()))
        return absl::FailedPreconditionError(
            fmt::format("{}: not an audit key; put the right file back, or move it away to start a new key", path));
    return absl::OkStatus();
}

absl::Status checkPrivate(const std::string &path)
{
    struct stat status { };
    if (::lstat(path.c_str(), &status) == 0 && (status.st_mode & 077) != 0)
        return absl::FailedPreconditionError(
            fmt::format("{}: the audit key can be read by others; chmod 600 it", path));
    return absl::OkStatus();
}

absl::StatusOr<std::string> createSeed(FilePort &files, const std::string &path)
{
    std::array<std::uint8_t, 32> seed{};
    randombytes_buf(seed.data(), seed.size());
    std::string text = std::string(kKeyTag) + toHex({reinterpret_cast<const char *>(seed.data()), seed.size()}) + '\n';
    sodium_memzero(seed.data(), seed.size());
    if (absl::Status written = files.replace(path, text); !written.ok())
        return written;
    return text;
}

} // namespace

absl::StatusOr<SigningKey> SigningKey::loadOrCreate(FilePort &files, const std::string &path)
{
    if (sodium_init() < 0)
        return absl::InternalError("libsodium cannot start");
    absl::StatusOr<std::string> text = files.read(path, 4096);
    if (absl::IsNotFound(text.status()))
        text = createSeed(files, path);
    if (!text.ok())
        return text.status();
    absl::Status sound = checkPrivate(path);
    std::array<std::uint8_t, 32> seed{};
    if (sound.ok())
        sound = parseSeed(*text, path, seed);
    sodium_memzero(text->data(), text->size());
    if (!sound.ok())
        return sound;
    SigningKey key;
    crypto_sign_ed25519_seed_keypair(key.m_public.data(), key.m_secret.data(), seed.data());
    sodium_memzero(seed.data(), seed.size());
    return key;
}

absl::StatusOr<PublicKey> SigningKey::loadPublic(FilePort &files, const std::string &path)
{
    if (absl::StatusOr<std::string> text = files.read(path, 4096); !text.ok())
        return text.status();
    absl::StatusOr<SigningKey> key = loadOrCreate(files, path);
    if (!key.ok())
        return key.status();
    return key->publicKey();
}

SigningKey::SigningKey(SigningKey &&other) noexcept : m_secret(other.m_secret), m_public(other.m_public)
{
    sodium_memzero(other.m_secret.data(), other.m_secret.size());
}

SigningKey::~SigningKey() { sodium_memzero(m_secret.data(), m_secret.size()); }

TreeHead SigningKey::sign(std::string_view log, std::uint64_t size, const Digest &root, base::TimePoint at) const
{
    TreeHead head{size, root, at, m_public, {}};
    head.signature = signText(headText(log, head), m_secret);
    return head;
}

HistoryBreak SigningKey::signBreak(std::string_view log, std::uint64_t fromSize, const Digest &fromRoot,
    std::uint64_t size, const Digest &root, base::TimePoint at) const
{
    HistoryBreak jump{fromSize, fromRoot, TreeHead{size, root, at, m_public, {}}};
    jump.to.signature = signText(breakText(log, jump), m_secret);
    return jump;
}

bool signatureHolds(const TreeHead &head, std::string_view log) { return holds(headText(log, head), head); }

bool signatureHolds(const HistoryBreak &jump, std::string_view log) { return holds(breakText(log, jump), jump.to); }

HeadsFile::HeadsFile(FilePort &files, std::string path) : m_files(files), m_path(std::move(path)) { }

std::string HeadsFile::render(const Line &line)
{
    const auto hex = [](const auto &bytes) {
        return toHex({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    };
    const TreeHead &head = line.head;
    const std::string tail = fmt::format("{} {} {} {} {}\n", head.size, toHex(head.root),
        head.at.time_since_epoch().count(), hex(head.key), hex(head.signature));
    return line.broke ? fmt::format("break {} {} {}", line.broke->first, toHex(line.broke->second), tail)
                      : "head " + tail;
}

std::optional<HeadsFile::Line> HeadsFile::parse(std::string_view text)
{
    const std::vector<absl::string_view> words = absl::StrSplit(absl::string_view(text.data(), text.size()), ' ');
    const bool isBreak = words.size() == 8 && words[0] == "break";
    if (!isBreak && !(words.size() == 6 && words[0] == "head"))
        return std::nullopt;
    const auto view = [&](std::size_t i) { return std::string_view(words[i].data(), words[i].size()); };
    Line line;
    std::size_t at = 1;
    if (isBreak) {
        std::uint64_t size = 0;
        const std::optional<Digest> root = digestFromHex(view(2));
        if (!absl::SimpleAtoi(words[1], &size) || !root)
            return std::nullopt;
        line.broke.emplace(size, *root);
        at = 3;
    }
    const std::optional<Digest> root = digestFromHex(view(at + 1));
    std::int64_t time = 0;
    if (!absl::SimpleAtoi(words[at], &line.head.size) || !root || !absl::SimpleAtoi(words[at + 2], &time)
        || !fromHex(view(at + 3), line.head.key.data(), line.head.key.size())
        || !fromHex(view(at + 4), line.head.signature.data(), line.head.signature.size()))
        return std::nullopt;
    line.head.root = *root;
    line.head.at = base::TimePoint(base::Duration(time));
    return line;
}

absl::Status HeadsFile::load()
{
    m_lines.clear();
    m_unfinished = false;
    const absl::StatusOr<std::string> text = m_files.read(m_path, kMaxHeadsBytes);
    if (absl::IsNotFound(text.status()))
        return absl::OkStatus();
    if (!text.ok())
        return text.status();
    std::string_view rest = *text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
            m_unfinished = true;
            break;
        }
        const std::optional<Line> line = parse(rest.substr(0, end));
        if (!line)
            return absl::DataLossError(
                fmt::format("{}: line {} is not a tree head; restore this file from a backup", m_path, number));
        m_lines.push_back(*line);
        rest.remove_prefix(end + 1);
    }
    return absl::OkStatus();
}

absl::Status HeadsFile::repair() { return m_unfinished ? thin() : absl::OkStatus(); }

absl::Status HeadsFile::append(const TreeHead &head) { return add({head, std::nullopt}); }

absl::Status HeadsFile::append(const HistoryBreak &jump)
{
    return add({jump.to, std::pair(jump.fromSize, jump.fromRoot)});
}

absl::Status HeadsFile::add(Line line)
{
    if (absl::Status repaired = repair(); !repaired.ok())
        return repaired;
    if (absl::Status written = m_files.append(m_path, render(line)); !written.ok()) {
        m_unfinished = true; // whatever part of the line is there goes before the next one
        return written;
    }
    m_lines.push_back(std::move(line));
    // The line is safe; if thinning fails it is tried again with the next one.
    if (m_lines.size() > kMaxLines)
        thin().IgnoreError();
    return absl::OkStatus();
}

absl::Status HeadsFile::thin()
{
    std::vector<Line> kept;
    const bool cut = m_lines.size() > kMaxLines;
    std::string text;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line &line = m_lines[i];
        if (cut && i < m_lines.size() - kMaxLines / 2 && !line.broke && line.head.size % kKeepEach != 0)
            continue;
        text += render(line);
        kept.push_back(line);
    }
    if (absl::Status written = m_files.replace(m_path, text); !written.ok())
        return written;
    m_lines = std::move(kept);
    m_unfinished = false;
    return absl::OkStatus();
}

std::vector<TreeHead> HeadsFile::current() const
{
    std::vector<TreeHead> heads;
    for (const Line &line : m_lines) {
        if (line.broke)
            std::erase_if(heads, [&](const TreeHead &head) { return head.size >= line.head.size; });
        else
            heads.push_back(line.head);
    }
    return heads;
}

std::optional<HistoryBreak> HeadsFile::lastBreak() const
{
    for (auto it = m_lines.rbegin(); it != m_lines.rend(); ++it)
        if (it->broke)
            return HistoryBreak{it->broke->first, it->broke->second, it->head};
    return std::nullopt;
}

std::optional<TreeHead> HeadsFile::newest() const
{
    return m_lines.empty() ? std::nullopt : std::optional(m_lines.back().head);
}

} // namespace binnacle::store
