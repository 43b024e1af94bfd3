#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
# The Go tests of the control plane, with a registry of instances of their own. 77: they cannot run here.
set -eu
cd "$(dirname "$0")"
if [ -z "${BINNACLE_CLUSTER_TOOL:-}" ]; then
  echo "skipped: no Go >= 1.26, so no control plane was built (see README.md)"
  exit 77
fi
XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
go test -count=1 ./...
