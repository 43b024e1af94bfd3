// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/file_port.h"
#include "backend/store/sha256.h"
#include "planner/base/clock.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::store {

using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

/// What a log held at one moment, signed (ed25519 over a text that also names the log and the purpose).
struct TreeHead {
    std::uint64_t size = 0;
    Digest root{};
    base::TimePoint at{};
    PublicKey key{};
    Signature signature{};
    friend bool operator==(const TreeHead &, const TreeHead &) = default;
};

/// The signed word that an older or repaired database was taken on purpose: heads before it that go past `to` are
/// explained by it. `from` is the newest head that was given up.
struct HistoryBreak {
    std::uint64_t fromSize = 0;
    Digest fromRoot{};
    TreeHead to; ///< the history that goes on, its last leaf the Restore leaf; its signature covers the break as well
};

/// The log's private key: made on first use, kept in a file of mode 0600 outside the database, wiped from memory when
/// destroyed. Thread-safe after construction.
class SigningKey {
public:
    /// kFailedPrecondition when the file may be read by others or is damaged (it is never overwritten).
    [[nodiscard]] static absl::StatusOr<SigningKey> loadOrCreate(FilePort &files, const std::string &path);
    /// The public half alone, for a reader that must not create anything; kNotFound when there is no key yet.
    [[nodiscard]] static absl::StatusOr<PublicKey> loadPublic(FilePort &files, const std::string &path);

    SigningKey(SigningKey &&other) noexcept;
    SigningKey &operator=(SigningKey &&) = delete;
    ~SigningKey();

    [[nodiscard]] const PublicKey &publicKey() const { return m_public; }
    [[nodiscard]] TreeHead sign(std::string_view log, std::uint64_t size, const Digest &root, base::TimePoint at) const;
    [[nodiscard]] HistoryBreak signBreak(std::string_view log, std::uint64_t fromSize, const Digest &fromRoot,
        std::uint64_t size, const Digest &root, base::TimePoint at) const;

private:
    SigningKey() = default;
    std::array<std::uint8_t, 64> m_secret{};
    PublicKey m_public{};
};

/// With the key that the head names; whether that key is trusted is the caller's question.
[[nodiscard]] bool signatureHolds(const TreeHead &head, std::string_view log);
[[nodiscard]] bool signatureHolds(const HistoryBreak &jump, std::string_view log);

/// The heads kept outside the database: a text file, one signed head a line, only ever appended to (and thinned by an
/// atomic replacement when long). An unfinished last line is what a crash left and counts as absent. Not thread-safe.
class HeadsFile {
public:
    HeadsFile(FilePort &files, std::string path);

    /// Reads the file; an absent one is an empty list. kDataLoss names the first line that makes no sense.
    [[nodiscard]] absl::Status load();
    /// Removes an unfinished last line. For the one writer, after load().
    [[nodiscard]] absl::Status repair();

    [[nodiscard]] absl::Status append(const TreeHead &head);
    [[nodiscard]] absl::Status append(const HistoryBreak &jump);

    /// What the database must agree with, oldest first: all heads but those that a break gave up.
    [[nodiscard]] std::vector<TreeHead> current() const;
    [[nodiscard]] std::optional<HistoryBreak> lastBreak() const;
    [[nodiscard]] std::optional<TreeHead> newest() const; ///< the last line
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    struct Line {
        TreeHead head;
        std::optional<std::pair<std::uint64_t, Digest>> broke; ///< set: the line is a break from this size and root
    };
    [[nodiscard]] static std::string render(const Line &line);
    [[nodiscard]] static std::optional<Line> parse(std::string_view text);
    [[nodiscard]] absl::Status add(Line line);
    [[nodiscard]] absl::Status thin();

    FilePort &m_files;
    std::string m_path;
    std::vector<Line> m_lines;
    bool m_unfinished = false;
};

} // namespace binnacle::store
