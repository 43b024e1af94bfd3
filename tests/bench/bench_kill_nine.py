#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""500 approvals against a real API server, killed at random moments: what was lost, bound twice or left open."""
import pathlib
import subprocess
import sys

script = pathlib.Path(__file__).resolve().parents[1] / "e2e/kill_nine.py"
sys.exit(subprocess.run([sys.executable, str(script), *sys.argv[1:],
                         "--pods", "1100", "--nodes", "200", "--kills", "25", "--approvals", "500", "--figures"]).returncode)
