// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/tls.h"

#include <algorithm>
#include <memory>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace binnacle::kube {

namespace {

template <auto Free> struct Freed {
    template <typename T> void operator()(T *object) const { Free(object); }
};
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;

/// Keys under a passphrase are refused: nobody is there to ask.
int noPassphrase(char * /*buffer*/, int /*size*/, int /*writing*/, void * /*context*/) { return -1; }

Bio reader(const std::string &pem)
{
    return Bio(BIO_new_mem_buf(pem.data(), static_cast<int>(std::min<std::size_t>(pem.size(), 16u << 20))));
}

Certificate firstCertificate(const std::string &pem)
{
    const Bio bio = reader(pem);
    Certificate certificate(bio ? PEM_read_bio_X509(bio.get(), nullptr, noPassphrase, nullptr) : nullptr);
    ERR_clear_error();
    return certificate;
}

Key privateKey(const std::string &pem)
{
    const Bio bio = reader(pem);
    Key key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassphrase, nullptr) : nullptr);
    ERR_clear_error();
    return key;
}

} // namespace

std::optional<base::TimePoint> certificateExpiry(const std::string &pem)
{
    const Certificate certificate = firstCertificate(pem);
    std::tm time{};
    if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &time) != 1) {
        return std::nullopt;
    }
    const auto date = std::chrono::year(time.tm_year + 1900)
        / std::chrono::month(static_cast<unsigned>(time.tm_mon + 1))
        / std::chrono::day(static_cast<unsigned>(time.tm_mday));
    if (time.tm_year > 2200 - 1900) {
        return base::TimePoint::max(); // beyond what nanoseconds can count
    }
    return base::TimePoint(std::chrono::sys_days(date) + std::chrono::hours(time.tm_hour)
        + std::chrono::minutes(time.tm_min) + std::chrono::seconds(time.tm_sec));
}

absl::Status checkTls(const TlsMaterial &tls)
{
    if (!tls.caPem.empty() && !firstCertificate(tls.caPem)) {
        return absl::InvalidArgumentError("certificate authority");
    }
    if (tls.certificatePem.empty() && tls.keyPem.empty()) {
        return absl::OkStatus();
    }
    const Certificate certificate = firstCertificate(tls.certificatePem);
    if (!certificate) {
        return absl::InvalidArgumentError("client certificate");
    }
    const Key key = privateKey(tls.keyPem);
    if (!key) {
        return absl::InvalidArgumentError("client key");
    }
    const bool matches = X509_check_private_key(certificate.get(), key.get()) == 1;
    ERR_clear_error();
    return matches ? absl::OkStatus() : absl::InvalidArgumentError("client key does not match");
}

} // namespace binnacle::kube
