#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
# A minute of fuzzing, shared out over the targets: short.sh FOLDER-OF-PROGRAMS FOLDER-OF-CORPORA. 77: no programs.
set -eu
programs=("$1"/fuzz_*)
if [ ! -x "${programs[0]}" ]; then
  echo "skipped: the fuzz preset is not built (./dev test builds it)"
  exit 77
fi
seconds=$((60 / ${#programs[@]}))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for program in "${programs[@]}"; do
  name=$(basename "$program" | sed 's/^fuzz_//')
  mkdir -p "$scratch/$name"
  echo "fuzz $name, $seconds s"
  "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$scratch/" -print_final_stats=0 -verbosity=0 \
    "$scratch/$name" "$2/$name"
done
