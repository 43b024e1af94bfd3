#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
# A few thousand cases of parity: PROGRAM, under a fixed seed and under the day's. 77: there is no oracle.
set -eu
if [ -z "${BINNACLE_ORACLE:-}" ]; then
  echo "skipped: no Go >= 1.26, so no oracle was built (see tests/oracle/README.md); run by ./dev test"
  exit 77
fi
status=0
for seed in 20260601 "$(date -u +%Y%m%d)"; do
  "$1" --oracle "$BINNACLE_ORACLE" --seed "$seed" --cases 1500 || status=1
done
exit "$status"
