#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
# The oracle's own Go tests. 77: they cannot run here, for want of Go 1.26 or newer.
set -eu
cd "$(dirname "$0")"
version=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null || true)
if [ "$(printf '%s\n' go1.26 "${version:-go0}" | sort -V | head -n 1)" != go1.26 ]; then
  echo "skipped: no Go >= 1.26 (see README.md)"
  exit 77
fi
go vet ./...
go test -count=1 ./...
